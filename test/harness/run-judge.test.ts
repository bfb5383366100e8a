import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { judgeReport } from "../../harness/judge/judge-report.ts";
import { stringifyJson } from "../../harness/report/json.ts";
import { runJudge } from "../../harness/run-judge.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { makeReport } from "./fixtures/make-report.ts";
import { makeSamples } from "./fixtures/make-samples.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-judge-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const none = { budget: {}, strict: false };
const budget = { frameCpuMsP95: 4, maxDrawCalls: 160 };
const script = { url: "http://game.framegate.localhost/x.js", hash: "00" };
const stored = {
  ...makeReport(makeSamples(["count", "count", "timed", "timed", "timed"]), { plan: { budget } }),
  replay: { parts: [], files: [script] },
};

function store(name: string, report: RunReport): string {
  const path = join(folder, name);
  writeFileSync(path, stringifyJson({ report, verdict: judgeReport(report, report.budget) }));
  return path;
}

describe("runJudge", () => {
  it("reproduces a report's figures and verdict, byte for byte", () => {
    const path = store("one.json", stored);
    const first = stringifyJson(runJudge([path], none));
    expect(first).toBe(stringifyJson({ report: stored, verdict: judgeReport(stored, budget) }));
    expect(stringifyJson(runJudge([path], none))).toBe(first);
  });

  it("treats several reports as repeats, which narrows the interval", () => {
    const paths = ["a.json", "b.json", "c.json"].map((name) => store(name, stored));
    const { report } = runJudge(paths, none);
    expect(report.runs.filter(({ pass }) => pass === "timed")).toHaveLength(9);
    const width = ({ metrics: { frameCpuMsP95: metric } }: RunReport): number => metric.high! - metric.low!;
    expect(width(report)).toBeLessThan(width(stored));
    expect(report.metrics.maxDrawCalls).toEqual(stored.metrics.maxDrawCalls);
  });

  it("judges by another budget", () => {
    const path = store("budget.json", stored);
    const { verdict } = runJudge([path], { budget: { maxDrawCalls: 1 }, strict: false });
    expect(verdict).toMatchObject({ status: "fail", cause: "budget" });
    expect(verdict.lines.map(({ metric }) => metric)).toEqual(["frameCpuMsP95", "maxDrawCalls"]);
  });

  it("leaves out the times of another machine class, and says so", () => {
    const foreign = { ...stored, environment: { ...stored.environment, cpuModel: "Other CPU" } };
    const { report } = runJudge([store("here.json", stored), store("there.json", foreign)], none);
    expect(report.runs.filter(({ times }) => times !== null)).toHaveLength(3);
    expect(report.notices.at(-1)).toMatchObject({
      code: "other-machine-class",
      message: expect.stringContaining("Other CPU"),
    });
  });

  it("calls reports with different counts nondeterministic", () => {
    const [first, ...rest] = stored.runs;
    const moved = first!.drawCalls!.map((draws, frame) => (frame === 50 ? draws + 1 : draws));
    const other = { ...stored, runs: [{ ...first!, drawCalls: moved }, ...rest] };
    const { report, verdict } = runJudge([store("x.json", stored), store("y.json", other)], none);
    expect(verdict).toMatchObject({ status: "fail", cause: "nondeterminism" });
    expect(report.divergence).toMatchObject({ column: "drawCalls", frame: 50 });
  });

  it.each([
    ["the seed", { seed: { ...stored.seed, value: 99 } }],
    ["the frames", { frames: { ...stored.frames, measured: 7 } }],
    ["the game", { game: { ...stored.game, name: "Another" } }],
    // An edit changes what the game does, which is no nondeterminism.
    [`the file ${script.url}`, { replay: { parts: [], files: [{ ...script, hash: "01" }] } }],
  ])("refuses reports that differ in %s", (what, change) => {
    const paths = [store("left.json", stored), store("right.json", { ...stored, ...change })];
    expect(() => runJudge(paths, none)).toThrow(`they differ in ${what}`);
  });

  it("needs a budget", () => {
    expect(() => runJudge([store("none.json", { ...stored, budget: null })], none)).toThrow(/needs a budget/u);
  });
});
