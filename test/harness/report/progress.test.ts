import { describe, expect, it } from "vitest";
import { createProgress, type Progress, type ProgressTarget } from "../../../harness/report/progress.ts";
import { harmlessText } from "../../../harness/report/terminal-text.ts";

function record(overrides: Partial<ProgressTarget>): {
  readonly progress: Progress;
  readonly written: string[];
  /** Lets time pass, and ticks each second; false once nobody listens. */
  readonly pass: (seconds: number) => boolean;
} {
  const time = { nowMs: 0, tick: null as (() => void) | null };
  const clock: ProgressTarget["clock"] = {
    nowMs: () => time.nowMs,
    everySecond(tick) {
      time.tick = tick;
      return () => {
        time.tick = null;
      };
    },
  };
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(harmlessText(text)) };
  return {
    progress: createProgress({ stream, isTty: true, ci: false, colour: false, columns: 80, clock, ...overrides }),
    written,
    pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        time.nowMs += 1000;
        time.tick?.();
      }
      return time.tick !== null;
    },
  };
}

const clearLine = "\u001B[1G\u001B[K";

describe("createProgress on a terminal", () => {
  it("rewrites one line and clears it at the end", () => {
    const { progress, written } = record({});
    progress.update({ stage: "timed run 2 of 5", done: 300, total: 600 });
    progress.finish();
    expect(written).toEqual([`${clearLine}  ${"━".repeat(12)}${"─".repeat(12)}  50 % timed run 2 of 5`, clearLine]);
  });

  it("counts the seconds of a stage that takes long, from the start of each", () => {
    const { progress, written, pass } = record({});
    progress.update({ stage: "count pass", done: 0, total: 2 });
    pass(1);
    expect(written.splice(0)).toEqual([expect.stringMatching(/ 0 % count pass$/u)]);
    pass(3);
    expect(written.splice(0)).toEqual(
      [2, 3, 4].map((seconds) => expect.stringMatching(new RegExp(` 0 % count pass, ${seconds} s$`, "u")) as unknown),
    );
    progress.update({ stage: "timed pass", done: 1, total: 2 });
    pass(2);
    expect(written.splice(0)).toEqual([
      expect.stringMatching(/ 50 % timed pass$/u),
      expect.stringMatching(/ 50 % timed pass, 2 s$/u),
    ]);
  });

  it("stops to count at the end, so that it writes over no other output", () => {
    const { progress, written, pass } = record({});
    progress.update({ stage: "count pass", done: 0, total: 2 });
    progress.finish();
    written.splice(0);
    expect(pass(5)).toBe(false);
    expect(written).toEqual([]);
  });

  it("writes nothing when nothing has changed", () => {
    const { progress, written } = record({});
    progress.update({ stage: "build", done: 1, total: 1000 });
    progress.update({ stage: "build", done: 2, total: 1000 });
    expect(written).toHaveLength(1);
  });

  it.each([20, 40, 80])("never fills a line of %d columns, which would wrap", (columns) => {
    const { progress, written } = record({ columns });
    progress.update({ stage: "a stage with a very long name ".repeat(5), done: 1, total: 3 });
    expect(written[0]!.slice(clearLine.length).length).toBeLessThan(columns);
  });

  it("does not divide by an unknown total", () => {
    const { progress, written } = record({});
    progress.update({ stage: "launch", done: 0, total: 0 });
    expect(written[0]).toContain("0 % launch");
  });

  it("writes nothing at the end when nothing was shown", () => {
    const { progress, written } = record({});
    progress.finish();
    expect(written).toEqual([]);
  });
});

describe.each([
  ["a pipe", { isTty: false, ci: false }],
  ["a build server that pretends to be a terminal", { isTty: true, ci: true }],
])("createProgress on %s", (_, target) => {
  it("writes one plain line per stage, whatever the number of updates", () => {
    const { progress, written } = record(target);
    for (let done = 0; done <= 600; done += 50) progress.update({ stage: "count run", done, total: 600 });
    progress.update({ stage: "timed run 1 of 5", done: 0, total: 600 });
    progress.finish();
    expect(written).toEqual(["count run\n", "timed run 1 of 5\n"]);
  });

  it("counts no seconds", () => {
    const { progress, written, pass } = record(target);
    progress.update({ stage: "count run", done: 0, total: 600 });
    pass(5);
    expect(written).toEqual(["count run\n"]);
  });
});
