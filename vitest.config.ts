import { defineConfig } from "vitest/config";

// A default export, because that is how vitest takes its configuration.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // A test that launches a browser takes a second; on a machine under load ten.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Browsers compete with each other for cores, so that more workers make each slower and none done sooner.
    maxWorkers: 2,
    // A filter that matches nothing is a mistake, not a success.
    passWithNoTests: false,
  },
});
