import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importsIn, listFiles } from "./import-graph.ts";

/**
 * Modules that start a browser or the built command. A test that imports one of them, directly or through other files
 * of test/, belongs to the project "browser". Every other test belongs to "pure" or "thorough", which need no browser
 * and no bundles; a few of the tests in "thorough" need the output of `tsc --build`.
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
 * Tests that together take half an hour, and whose subject shorter tests touch as well. `npm run test:long` runs them; a
 * CI service may leave them for the night.
 */
const longTests: readonly string[] = [
  "test/action/action.test.ts",
  "test/cells/cells.test.ts",
  "test/docs/guides.test.ts",
  "test/e2e/aimed-tape.test.ts",
  "test/e2e/baseline.test.ts",
  "test/e2e/build-cache.test.ts",
  "test/e2e/calibrate.test.ts",
  "test/e2e/compared-allocations.test.ts",
  "test/e2e/declared-page.test.ts",
  "test/e2e/dev-remount.test.ts",
  "test/e2e/dev.test.ts",
  "test/e2e/device-input.test.ts",
  "test/e2e/draws.test.ts",
  "test/e2e/environment.test.ts",
  "test/e2e/failing-games.test.ts",
  "test/e2e/fresh-installation.test.ts",
  "test/e2e/functions.test.ts",
  "test/e2e/harmless-output.test.ts",
  "test/e2e/history.test.ts",
  "test/e2e/hosted-games.test.ts",
  "test/e2e/hosted.test.ts",
  "test/e2e/hostile-page.test.ts",
  "test/e2e/init-page.test.ts",
  "test/e2e/init.test.ts",
  "test/e2e/installed-package.test.ts",
  "test/e2e/installed-types.test.ts",
  "test/e2e/named-causes.test.ts",
  "test/e2e/overdraw.test.ts",
  "test/e2e/physics-engines.test.ts",
  "test/e2e/pictures.test.ts",
  "test/e2e/planted-causes.test.ts",
  "test/e2e/planted-costs.test.ts",
  "test/e2e/profile.test.ts",
  "test/e2e/record-arena.test.ts",
  "test/e2e/record-page.test.ts",
  "test/e2e/record.test.ts",
  "test/e2e/replay.test.ts",
  "test/e2e/roots.test.ts",
  "test/e2e/running-server.test.ts",
  "test/e2e/same-twice.test.ts",
  "test/e2e/scan-before-run.test.ts",
  "test/e2e/scene-draws.test.ts",
  "test/e2e/scene-graphs.test.ts",
  "test/e2e/served-report.test.ts",
  "test/e2e/several-games.test.ts",
  "test/e2e/silent-workers.test.ts",
  "test/e2e/speedscope.test.ts",
  "test/e2e/sweep.test.ts",
  "test/e2e/tape.test.ts",
  "test/e2e/timed-baseline.test.ts",
  "test/e2e/unmodified-pages.test.ts",
  "test/e2e/verify-causes.test.ts",
  "test/e2e/vitest.test.ts",
  "test/faults/faults.test.ts",
  "test/page/prelude/agent/forged-figures.test.ts",
  "test/page/prelude/dom/dom-changes.test.ts",
  "test/page/prelude/dom/virtual-animations.test.ts",
  "test/page/prelude/input/default-actions.test.ts",
  "test/page/prelude/input/key-actions.test.ts",
  "test/page/prelude/input/mouse-styles.test.ts",
  "test/page/prelude/input/send-mouse.test.ts",
  "test/page/prelude/loads/kept-documents.test.ts",
  "test/page/prelude/loads/seen-early.test.ts",
  "test/page/prelude/loads/shown-loads.test.ts",
  "test/page/prelude/media/media-loads.test.ts",
  "test/page/prelude/parts/hash-side-effects.test.ts",
  "test/page/prelude/time/performance-timeline.test.ts",
  "test/report-page/golden-pictures.test.ts",
  "test/report-page/report-page.test.ts",
];

/**
 * Tests without a browser that take seconds of a core each: they build games, compile, or try thousands of generated
 * inputs. `npm test` runs them, `npm run test:quick` does not. Those of docs and declarations are among them, because
 * they read the output of the compiler, which a quick run starts beside its tests.
 */
const thoroughTests: readonly string[] = [
  "test/bench/truth-gates.test.ts",
  "test/core/input/frame-view.test.ts",
  "test/core/input/stuck-actions.test.ts",
  "test/core/state-hash.test.ts",
  "test/docs/vitest.test.ts",
  "test/formats/fuzz-formats.test.ts",
  "test/formats/hostile-texts.test.ts",
  "test/formats/suggestions.test.ts",
  "test/generated.test.ts",
  "test/harness/judge/needs-more-repeats.test.ts",
  "test/harness/load/check-file.test.ts",
  "test/harness/measure/duet.test.ts",
  "test/harness/measure/interval.test.ts",
  "test/harness/serve/build-game.test.ts",
  "test/harness/serve/hosted/build-hosted.test.ts",
  "test/harness/tape/trim-tape.test.ts",
  "test/harness/work/source-tokens.test.ts",
  "test/scanner/find/ignore-rules.test.ts",
  "test/scanner/follow/follow-sources.test.ts",
  "test/scanner/follow/link-modules.test.ts",
  "test/scanner/parse/component-code.test.ts",
  "test/scanner/parse/parse-source.test.ts",
  "test/scanner/parse/svelte-template.test.ts",
];

/** The test files, sorted into vitest's projects. */
export function sortTests(): Readonly<Record<"pure" | "thorough" | "browser" | "long", readonly string[]>> {
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
  const short = tests.filter((file) => !longTests.includes(file));
  const others = short.filter((file) => !needsBrowser(file));
  return {
    pure: others.filter((file) => !thoroughTests.includes(file)),
    thorough: others.filter((file) => thoroughTests.includes(file)),
    browser: short.filter(needsBrowser),
    long: tests.filter((file) => longTests.includes(file)),
  };
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, "..", file), "utf8");
  return importsIn(file, text).flatMap(({ to, isFile, isType }) => (isFile && !isType ? [to] : []));
}
