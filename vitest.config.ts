import { defineConfig } from "vitest/config";
import { sortTests } from "./test/needs-browser.ts";

const { pure, thorough, browser, long } = sortTests();

// Files share the modules of a worker: to load them anew for each file took as long as half of the tests without a
// browser. So a helper of tests must not keep anything that belongs to one file.
const isolate = false;

// A default export, because that is how vitest takes its configuration.
export default defineConfig({
  test: {
    // Browsers compete with each other for cores: more workers make each slower and none done sooner.
    maxWorkers: 2,
    // A filter that matches nothing is a mistake, not a success.
    passWithNoTests: false,
    coverage: {
      // The code that runs in Node. What runs in a browser (src/page, src/adapters) is out of reach for V8's coverage of
      // this process, and so is the built command, which the tests in test/e2e start as a process of its own.
      include: ["src/core/**/*.ts", "src/formats/**/*.ts", "harness/**/*.ts", "scanner/**/*.ts"],
      reporter: ["text-summary", "html"],
      reportsDirectory: "reports/coverage",
    },
    projects: [
      ...Object.entries({ pure, thorough }).map(([name, include]) => ({
        test: {
          name,
          include: [...include],
          isolate,
          globalSetup: "test/bundle-packages.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A test that starts a browser all the same fails here: give what it imports a line in test/needs-browser.ts.
          env: { FRAMEGATE_BROWSER: `/the/project/${name}/starts/no/browser` },
        },
      })),
      ...Object.entries({ browser, long }).map(([name, include]) => ({
        test: {
          name,
          include: [...include],
          isolate,
          globalSetup: ["test/bundle-packages.ts", "test/e2e/build-caches.ts"],
          // A limit for what hangs. A command takes seconds; the longest tests run ten of them, on a machine under load.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      })),
    ],
  },
});
