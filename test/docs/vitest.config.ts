import { defineConfig } from "vitest/config";

/** Vitest as in a project without a configuration; otherwise it would take this repository's. */
export default defineConfig({});
