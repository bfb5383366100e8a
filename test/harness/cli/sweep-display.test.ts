import { expect, it } from "vitest";
import { createSweepDisplay, describeTime } from "../../../harness/cli/sweep-display.ts";
import { createFakeProcess } from "./fake-process.ts";

function show(options: { readonly isTTY?: boolean; readonly isQuiet?: boolean }, seeds: number): string {
  const process = createFakeProcess([], options);
  const { stdout, stderr, stdin, env, cwd } = process;
  const io = { stdout, stderr, stdin, env, cwd: cwd(), signal: new AbortController().signal };
  let nowMs = 0;
  const display = createSweepDisplay(io, options.isQuiet === true, () => nowMs);
  display.show({ kind: "launching", total: seeds });
  for (let done = 1; done <= seeds; done += 1) {
    nowMs += 2000;
    display.show({ kind: "swept", seed: 100 + done, done, total: seeds });
  }
  display.finish();
  return process.stderrText;
}

it("says after each seed how many are done, and how long the rest takes", () => {
  expect(show({}, 3)).toBe(
    "starting the browser\nseed 101, 1 of 3 done, 4 s left\nseed 102, 2 of 3 done, 2 s left\nseed 103, 3 of 3 done\n",
  );
});

it("writes a few lines of many seeds into a log, and rewrites the line of a terminal for each", () => {
  const log = show({}, 1000).trimEnd().split("\n");
  expect(log).toHaveLength(21);
  expect(log.at(-2)).toBe("seed 1050, 950 of 1000 done, 100 s left");
  expect(show({ isTTY: true }, 1000)).toContain("seed 1001, 901 of 1000 done");
});

it("is silent if asked to be", () => {
  expect(show({ isQuiet: true }, 3)).toBe("");
});

it.each([
  [200, "1 s"],
  [119_000, "119 s"],
  [150_000, "3 min"],
  [7_140_000, "119 min"],
  [9_000_000, "2.5 h"],
])("describes %i ms as %s", (milliseconds, text) => {
  expect(describeTime(milliseconds)).toBe(text);
});
