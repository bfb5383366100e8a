import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["*.gate.ts"], setupFiles: ["./setup.ts"], testTimeout: 240_000, maxWorkers: 1 },
});
