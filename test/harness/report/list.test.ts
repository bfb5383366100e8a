import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import { renderList } from "../../../harness/report/list.ts";
import { harmlessText } from "../../../harness/report/terminal-text.ts";
import type { RunSamples } from "../../../src/formats/frame-sample.ts";
import type { Budget } from "../../../src/formats/metrics.ts";
import type { ReportFile } from "../../../src/formats/report-file.ts";
import type { WorkSamples } from "../../../src/formats/work.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples, withCount } from "../fixtures/make-samples.ts";

const samples = makeSamples(["count", "count", "timed", "timed", "timed", "timed", "timed"]);

function fileOf(runs: readonly RunSamples[], budget: Budget | null): ReportFile {
  const report = makeReport(runs, { budget });
  return { report, verdict: judgeReport(report, budget) };
}

function print(file: ReportFile): string {
  return renderList(file, { colour: false, columns: 100 });
}

describe("renderList", () => {
  it("prints a run that is within its budgets", () => {
    const budget = { frameCpuMsP95: 4, physicsMsP95: 1.3, maxEntities: 50, maxDrawCalls: 160, maxTriangles: 6000 };
    expect(print(fileOf(samples, budget))).toMatchSnapshot();
  });

  it("prints which metrics exceed, in which frame, and says so last", () => {
    expect(print(fileOf(samples, { frameCpuMsP95: 2.5, maxDrawCalls: 148, maxTriangles: 6000 }))).toMatchSnapshot();
  });

  it("prints the executed code by function, and what is not in it", () => {
    const work: WorkSamples = {
      ...{ every: 10, readings: Array.from({ length: 12 }, () => 100_000), wasm: [1_000, 500] },
      functions: [
        { name: "findPath", position: "src/path.ts:12:3", owner: "game", work: 900_000, end: "", text: "" },
        {
          name: "",
          position: "node_modules/three/build/three.core.js:7:1",
          owner: "library",
          work: 300_000,
          end: "",
          text: "",
        },
      ],
      natives: [{ name: ".sort", calls: 1200 }],
      texts: [],
      ...{ flags: ["--no-opt"], notes: ["The WebAssembly of workers is not counted."] },
    };
    const printed = print(
      fileOf(
        makeSamples(["count", "work"]).map((run) => ({ ...run, work })),
        null,
      ),
    );
    const from = printed.indexOf("Executed code");
    expect(printed.slice(from, printed.indexOf("Again", from))).toMatchInlineSnapshot(`
      "Executed code  1,200,000 tokens in 120 frames
        75.0 %  900,000  findPath               src/path.ts:12:3
        25.0 %  300,000  (anonymous) (library)  node_modules/three/build/three.core.js:7:1
        It tells whether a game does more than before, and not how long that takes. WebAssembly executed
        1,500 instructions more. Not in it is the browser's own part of calls: .sort 1,200. The
        WebAssembly of workers is not counted.

        "
    `);
    expect(printed).toContain("--work-every 10");
  });

  it("prints a budget that lies within the noise", () => {
    expect(print(fileOf(samples, { frameCpuMsP95: 3.02 }))).toMatchSnapshot();
  });

  it("prints where two runs of a seed differ, with both values", () => {
    const shaky = withCount(samples, { run: 3, column: "drawCalls", frame: 37, value: 90 });
    expect(print(fileOf(shaky, { maxDrawCalls: 160 }))).toMatchSnapshot();
  });

  it("prints a run without a budget, without phases and without WebGL", () => {
    const embedded = makeSamples(["count", "timed"]).map((sample) => ({
      ...sample,
      entities: null,
      counts: { ...sample.counts, drawCalls: null, triangles: null },
      times: sample.times === null ? null : { ...sample.times, phaseCpuMs: null },
    }));
    expect(print(fileOf(embedded, null))).toMatchSnapshot();
  });

  it("prints a failed game with notices, seed notices and raw randomness", () => {
    const noticed = makeSamples(["count"]).map((sample): RunSamples => ({
      ...sample,
      notices: [
        {
          code: "not-served",
          message: "The page asked for https://example.com/music/theme.ogg, which is not served; it got an error.",
          severity: "warning",
          where: "src/audio.ts:12:3",
        },
        {
          code: "frame-threw",
          message: "The game threw: Cannot read properties of undefined (reading 'position')",
          severity: "failure",
          where: "src/player.ts:41:9",
        },
      ],
      randomCallSites: [
        { api: "Math.random", frame: 12, site: "src/spawn.ts:88:14", through: [] },
        { api: "crypto.getRandomValues", frame: -4, site: "src/tree.ts:8:1", through: ["three", "uuid"] },
      ],
    }));
    const report = makeReport(noticed, {
      plan: { seed: { value: 7, source: "explicit", notices: ["The query's seed 9 was not used."] } },
    });
    expect(print({ report, verdict: judgeReport(report, null) })).toMatchSnapshot();
  });

  it.each([
    [{ status: "clean", files: 1, notices: 0, suppressed: 0 }, "1 source scanned: no raw randomness, no clock\n"],
    [
      { status: "clean", files: 1200, notices: 1, suppressed: 2 },
      "1,200 sources scanned: no raw randomness, no clock (2 suppressed, 1 notice)\n",
    ],
    [{ status: "skipped", files: 0, notices: 0, suppressed: 0 }, "sources not scanned (--no-scan)\n"],
  ] as const)("says in a line what the scan before the run said: %j", (scan, line) => {
    const { report, verdict } = fileOf(samples, null);
    expect(print({ report: { ...report, scan }, verdict })).toContain(`  ${line}`);
  });

  it("names the load under which the times were taken", () => {
    const queued = (share: number): RunSamples[] =>
      samples.map((run) => (run.times === null ? run : { ...run, queuedShare: share * (run.run.repeat + 1) }));
    const load = "timed beside other programs: the game waited for a core in";
    expect(print(fileOf(queued(0.1), null))).toContain(`${load} 10.0 % to 50.0 % of its frames' time`);
    expect(print(fileOf(queued(0.005), null))).not.toContain("timed beside");
  });

  it("says nothing of a scan for a game that promises nothing", () => {
    const { report, verdict } = fileOf(samples, null);
    const off = { status: "off", files: 0, notices: 0, suppressed: 0 } as const;
    expect(print({ report: { ...report, scan: off }, verdict })).not.toContain("scanned");
  });

  it("says the same with colours as without", () => {
    const file = fileOf(samples, { frameCpuMsP95: 3.02, physicsMsP95: 1, maxDrawCalls: 149 });
    const coloured = harmlessText(renderList(file, { colour: true, columns: 100 }));
    expect(coloured).not.toBe(print(file));
    expect(stripVTControlCharacters(coloured)).toBe(print(file));
  });

  it.each([72, 80, 100, 300])("stays within a terminal of %d columns and within 100", (columns) => {
    const file = fileOf(samples, {
      frameCpuMsP95: 2.5,
      physicsMsP95: 1,
      maxEntities: 4,
      maxDrawCalls: 1,
      maxTriangles: 1_000_000,
    });
    // A command is on one line, so that it can be copied.
    const isCommand = (line: string): boolean => line.startsWith("  Flame chart of frame ");
    const lines = renderList(file, { colour: false, columns }).split("\n");
    expect(lines.filter(isCommand)).toHaveLength(1);
    expect(lines.filter((line) => !isCommand(line) && line.length > Math.min(columns, 100))).toEqual([]);
  });

  it("lets no name of a game command the terminal", () => {
    const file = fileOf(samples, null);
    const hostile = {
      ...file,
      report: { ...file.report, game: { ...file.report.game, name: "\u001B[2JOrchard\u0007" } },
    };
    const control = new RegExp(String.raw`[\u0000-\u0009\u000B-\u001F]`);
    expect(print(hostile)).not.toMatch(control);
  });

  it("counts what it does not show of a long list of call sites", () => {
    const site = { api: "Math.random", frame: 1, through: [] };
    const busy = makeSamples(["count"]).map((sample) => ({
      ...sample,
      randomCallSites: Array.from({ length: 30 }, (_, line) => ({ ...site, site: `src/a.ts:${String(line)}:1` })),
    }));
    expect(print(fileOf(busy, null))).toContain("and 22 more in report.json");
  });
});
