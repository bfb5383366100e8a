import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importsIn, listFiles } from "./import-graph.ts";

/**
 * Modules that start a browser or the built command. A test that imports one of them, directly or through other files
 * of test/, belongs to the project "browser". Every other test belongs to "pure", which needs no browser and no
 * bundles; a few of its tests need the output of `tsc --build`.
 */
const doors = [
  "harness/browser/launch-browser.ts",
  "harness/browser/inspect-browser.ts",
  "harness/cli/doctor.ts",
  "harness/run-game.ts",
  "harness/run-perf.ts",
  "harness/run-record.ts",
  "harness/run-verify.ts",
  "test/action/run-action.ts",
  "test/e2e/run-command.ts",
  "test/e2e/run-vitest.ts",
  "test/faults/run-fault.ts",
];

/**
 * Browser tests that together take minutes, and whose subject shorter tests touch as well. `npm run test:long` runs
 * them; a CI service may leave them for the night.
 */
const longTests: readonly string[] = [
  "test/e2e/aimed-tape.test.ts",
  "test/e2e/build-cache.test.ts",
  "test/e2e/device-input.test.ts",
  "test/e2e/harmless-output.test.ts",
  "test/e2e/hostile-page.test.ts",
  "test/e2e/physics-engines.test.ts",
  "test/e2e/planted-causes.test.ts",
  "test/e2e/record-page.test.ts",
  "test/e2e/verify-causes.test.ts",
  "test/page/prelude/agent/forged-figures.test.ts",
];

/** The test files, sorted into vitest's projects. */
export function sortTests(): Readonly<Record<"pure" | "browser" | "long", readonly string[]>> {
  const reached = new Map<string, boolean>();
  const needsBrowser = (file: string): boolean => {
    if (doors.includes(file)) return true;
    // The product's own files may import a door and never go through it: only the tests decide whether they do.
    if (!file.startsWith("test/")) return false;
    const known = reached.get(file);
    if (known !== undefined) return known;
    reached.set(file, false);
    const needs = importsOf(file).some(needsBrowser);
    reached.set(file, needs);
    return needs;
  };
  const tests = listFiles(["test/**/*.test.ts"]);
  const browser = tests.filter(needsBrowser);
  return {
    pure: tests.filter((file) => !needsBrowser(file)),
    browser: browser.filter((file) => !longTests.includes(file)),
    long: browser.filter((file) => longTests.includes(file)),
  };
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, "..", file), "utf8");
  return importsIn(file, text).flatMap(({ to, isFile, isType }) => (isFile && !isType ? [to] : []));
}
