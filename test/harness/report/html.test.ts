import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { judgeReport } from "../../../harness/judge/judge-report.ts";
import { jsonForScript, renderHtml } from "../../../harness/report/html.ts";
import { htmlFrames, noFrames } from "../../../harness/report/html-frames.ts";
import { htmlFailure, htmlView } from "../../../harness/report/html-view.ts";
import { harmlessText } from "../../../harness/report/terminal-text.ts";
import { makeLongReport } from "../fixtures/long-report.ts";
import { noPictures } from "../../../src/formats/run-pictures.ts";

const template = "<head><!-- The report. --></head><body></body>";
const evil = `</script><!-- <script> ]]> & \u2028 \u001b[31m "quoted"`;

function contentOf(html: string, id: string): string {
  return new RegExp(`id="${id}">([^<]*)</script>`, "u").exec(html)?.[1] ?? "";
}

describe("renderHtml", () => {
  it("keeps a game's text unchanged, and inside its element", () => {
    const view = htmlFailure({ game: "x", code: evil, message: "y" });
    const html = renderHtml({ view, frames: noFrames }, template);
    expect(JSON.parse(contentOf(html, "report-view"))).toEqual(view);
    // The title, the two data elements, and nothing of the game's.
    expect(html.match(/<(?!\/)/gu)).toHaveLength(5);
    expect(html).not.toContain("<!--");
  });

  it("contains nothing that a terminal or a CI service obeys", () => {
    const view = htmlFailure({ game: `${evil}\n::error ::forged`, code: evil, message: "##[error]z" });
    const html = renderHtml({ view, frames: noFrames }, template);
    expect(harmlessText(html)).toBe(html);
  });

  it("needs exactly one placeholder", () => {
    const report = { view: htmlFailure({ game: "x", code: "y", message: "z" }), frames: noFrames };
    expect(() => renderHtml(report, "<head></head>")).toThrow("one place");
    expect(() => renderHtml(report, template + template)).toThrow("one place");
  });

  it("holds 20,000 frames with noise in every column in less than 3 MB", () => {
    const file = makeLongReport(20_000);
    const phases = file.report.runs[1]?.times?.phaseCpuMs ?? null;
    const html = renderHtml({ view: htmlView(file, noPictures), frames: htmlFrames(file.report, phases) }, template);
    expect(html.length).toBeLessThan(3_000_000);
    const bytes = inflateRawSync(Buffer.from(contentOf(html, "report-frames"), "base64"));
    expect(JSON.parse(bytes.toString())).toMatchObject({ work: file.report.perFrame.work });
  });
});

describe("jsonForScript", () => {
  it("is the same value, without markup characters", () => {
    const text = jsonForScript({ [evil]: evil });
    expect(JSON.parse(text)).toEqual({ [evil]: evil });
    expect(text).not.toMatch(/[<>&\u2028\u001b]/u);
  });
});

describe("htmlFrames", () => {
  const { report } = makeLongReport(150);

  it("has the lowest and the highest repeat of each frame, in microseconds", () => {
    const { times } = htmlFrames(report, null);
    const repeats = report.runs.flatMap((run) => run.times?.cpuMs[17] ?? []);
    expect(repeats).toHaveLength(5);
    expect(times?.band?.lowUs[17]).toBe(Math.round(Math.min(...repeats) * 1000));
    expect(times?.band?.highUs[17]).toBe(Math.round(Math.max(...repeats) * 1000));
    expect(times?.phases).toEqual([]);
  });

  it("has the garbage collector's part of each frame, in microseconds", () => {
    const { gcMs } = report.perFrame;
    expect(htmlFrames(report, null).times?.gcUs).toEqual(gcMs.map((ms) => Math.round(ms * 1000)));
    expect(Math.max(...gcMs)).toBeGreaterThan(0);
  });

  it("has no band for a single repeat, and no times for a run without one", () => {
    const single = { ...report, runs: report.runs.slice(0, 2) };
    expect(htmlFrames(single, null).times?.band).toBeNull();
    const untimed = { ...report, perFrame: { ...report.perFrame, cpuMs: [] } };
    expect(htmlFrames(untimed, null).times).toBeNull();
  });
});

describe("htmlView", () => {
  it("has only the frames that ran, if a game stopped early", () => {
    const { report, verdict } = makeLongReport(150);
    const asked = { ...report, frames: { ...report.frames, measured: 600 } };
    expect(htmlView({ report: asked, verdict }, noPictures).frameCount).toBe(150);
  });

  it("says how to find functions if the run was not profiled", () => {
    const { report, verdict } = makeLongReport(150);
    const [functions] = htmlView({ report: { ...report, profile: null, work: null }, verdict }, noPictures).sections;
    expect(JSON.stringify(functions)).toContain("framegate perf --why");
  });
});

describe("the sections of a page", () => {
  const { report } = makeLongReport(150);

  function textsOf(overrides: Partial<typeof report>): string {
    const changed = { ...report, ...overrides };
    return htmlView({ report: changed, verdict: judgeReport(changed, null) }, noPictures)
      .sections.flatMap(({ title, blocks }) => [title, JSON.stringify(blocks)])
      .join("\n");
  }

  it("show where two runs differ, with the cause and each value", () => {
    const text = textsOf({
      divergence: { column: "drawCalls", frame: 12, runs: [0, 1], values: ["17", "18"] },
      explanation: {
        ...{ frame: 12, phase: null, root: null, part: "gl", path: "draw 3", a: "17", b: "18", class: "exact" },
        cause: { api: "Date.now", realm: "/", stack: [{ file: "src/spawn.ts", line: 4, column: 2 }] },
      },
    });
    expect(text).toContain("Two runs of the same seed differ, first in frame 12, draw calls");
    expect(text).toContain("Date.now at src/spawn.ts:4:2");
  });

  it("name the call sites of raw randomness, and the uses that are not repeatable", () => {
    const text = textsOf({
      randomCallSites: [{ api: "Math.random", frame: 30, site: "src/spawn.ts:88:14", through: ["lodash"] }],
      namedUses: [{ api: "WebSocket", realm: "/", file: "src/net.ts", line: 3, column: 1 }],
    });
    expect(text).toMatch(/Math\.random.*src\/spawn\.ts:88:14.*from frame 30.*through lodash/u);
    expect(text).toMatch(/WebSocket.*src\/net\.ts:3:1/u);
  });

  it("compare with a baseline, largest growth first", () => {
    const column = { baseline: 100, current: 200, firstDifference: 4 };
    const text = textsOf({
      baseline: {
        ...{
          source: { kind: "git", name: "main", commit: "3f2a1b9000" },
          functionTimes: [],
          allocations: {
            ...{ baselineBytes: 9000, currentBytes: 12_000, minimumBytes: 64 },
            functions: [
              { name: "grow", position: "src/grow.ts:4:1", owner: "game", baselineBytes: 1000, currentBytes: 4000 },
            ],
          },
          allocationsNote: null,
          draws: null,
          loads: [],
          maxWorkGrowth: 0.02,
          work: "too-much",
        },
        columns: [
          { ...column, count: "drawCalls", worstWindow: { frames: [0, 59], growth: 0.1 } },
          { ...column, count: "triangles", worstWindow: { frames: [0, 59], growth: 0.9 } },
        ],
        functions: [{ name: "spawn", position: "src/spawn.ts:1:1", owner: "game", baseline: 5, current: 1005 }],
        ...{ times: null, timesNote: "not asked for", failsOnTime: false },
      },
    });
    expect(text).toContain("Compared with main (3f2a1b9): more work than is allowed.");
    expect(text).toContain("Allocations: 12.0 kB a frame, 9.0 kB before: +3.0 kB, +33.3 %.");
    expect(text).toMatch(/Allocations of a frame that differ, by function.*\+3\.0 kB.*25\.0 %.*grow/u);
    expect(text).toMatch(/triangles.*\+90\.0 %.*draw calls.*\+10\.0 %.*\+1,000.*spawn/u);
  });
});
