import { defineConfig } from "vitest/config";

/** Vitest as it is in a project without a configuration; it would take the one of this repository. */
export default defineConfig({});
