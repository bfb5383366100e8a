import { describe, expect, it } from "vitest";
import { describeFlameCommand } from "../../../harness/report/flame-command.ts";
import { htmlView } from "../../../harness/report/html-view.ts";
import { renderList } from "../../../harness/report/list.ts";
import { renderDraws } from "../../../harness/report/list-draws.ts";
import { renderProfile } from "../../../harness/report/list-profile.ts";
import { summariseVerdict } from "../../../harness/report/list-verdict.ts";
import { renderGithub } from "../../../harness/report/github.ts";
import { renderMarkdown } from "../../../harness/report/markdown.ts";
import { createPaint } from "../../../harness/report/terminal-text.ts";
import type { CpuProfile } from "../../../src/formats/cpu-profile.ts";
import type { FrameDraws } from "../../../src/formats/frame-draws.ts";
import type { ReportFile } from "../../../src/formats/report-file.ts";
import { makeReport } from "../fixtures/make-report.ts";
import { makeSamples } from "../fixtures/make-samples.ts";
import { noPictures } from "../../../src/formats/run-pictures.ts";

const style = { paint: createPaint(false), columns: 100 };

const profile: CpuProfile = {
  ...{ intervalUs: 100, passes: 3, samples: 12_345, frameMs: 4 },
  functions: [
    { name: "visitNear", position: "src/grid.ts:34:12", owner: "game", selfMs: 1.5, totalMs: 2 },
    {
      ...{ name: "updateRenderGroupTransformsOfEverything", owner: "library", selfMs: 1, totalMs: 1 },
      position: "../../node_modules/pixi.js/lib/scene/container/utils/updateRenderGroupTransforms.mjs:8:10",
    },
    { name: "", position: "src/main.ts:9:1", owner: "game", selfMs: 0.25, totalMs: 3 },
    { name: "(garbage collector)", position: "", owner: "browser", selfMs: 0.1, totalMs: 0.1 },
  ],
  frames: [
    { frame: 7, cpuMs: 8, functions: [3, 0], selfMs: [6, 2] },
    { frame: 8, cpuMs: 4, functions: [0], selfMs: [4] },
  ],
};

const draws: FrameDraws = {
  ...{
    frame: 7,
    drawCalls: 122,
    triangles: 1462,
    canvasOperations: 0,
    textureUploadBytes: 4_200_000,
    bufferUploadBytes: 0,
  },
  functions: [
    {
      ...{ name: "drawWorld", position: "src/world.ts:88:12", owner: "game" },
      ...{ drawCalls: 122, triangles: 1462, canvasOperations: 0, textureUploadBytes: 4_200_000, bufferUploadBytes: 0 },
    },
  ],
  nodes: [
    {
      path: "Scene/crates",
      drawCalls: 117,
      triangles: 1394,
      canvasOperations: 0,
      textureUploadBytes: 0,
      bufferUploadBytes: 0,
    },
  ],
};

const worstFrames = [{ frame: 7, cpuMs: 8, gcCpuMs: 0, phaseCpuMs: null, drawCalls: 3, triangles: null }];
const report = { ...makeReport(makeSamples(["count"])), target: "games/orchard", worstFrames, profile, draws };
const exceeded: ReportFile = {
  report,
  verdict: {
    ...{ status: "fail", cause: "budget" },
    lines: [{ metric: "frameCpuMsP95", value: 5, budget: 4, status: "fail", reason: "exceeded" }],
  },
};
const ends = [{ state: "ran", game: "games/orchard", exitCode: 1, file: exceeded }] as const;

describe("the functions of a report", () => {
  it("are listed with their shares and places, then those of the worst frames", () => {
    expect(renderProfile(report, style)).toEqual([
      "  Functions  of 4.000 ms a frame, 12,345 samples of 3 runs",
      "  own time  with calls  function",
      "    37.5 %      50.0 %  visitNear                             src/grid.ts:34:12",
      "    25.0 %      25.0 %  updateRenderGroupTransformsOfEveryt…  …/updateRenderGroupTransforms.mjs:8:10",
      "     6.3 %      75.0 %  (anonymous)                           src/main.ts:9:1",
      "     2.5 %       2.5 %  (garbage collector)",
      "  In the worst frames: (garbage collector) 75.0 %, visitNear 25.0 %.",
    ]);
  });

  it("are in the verdict if a time is over its limit, with the position of the first", () => {
    expect(summariseVerdict(report, exceeded.verdict)).toContain(
      "; visitNear (src/grid.ts:34:12) takes 37.5 % of a frame",
    );
  });

  it("are not in the verdict if a count is over its limit, or a time was not measured", () => {
    const lines = [
      { metric: "maxDrawCalls", value: 5, budget: 4, status: "fail", reason: "exceeded" },
      { metric: "frameCpuMsP95", value: null, budget: 4, status: "fail", reason: "not-measured" },
    ] as const;
    expect(summariseVerdict(report, { ...exceeded.verdict, lines })).not.toContain("visitNear");
  });

  it("are in a comment, and the annotation points to the game's first one", () => {
    expect(renderMarkdown(ends)).toContain("| visitNear | src/grid.ts:34:12 | 37.5 % | 50.0 % |");
    expect(renderGithub(ends)).toContain("file=games/orchard/src/grid.ts,line=34,col=12");
  });

  it("are absent without a profile", () => {
    expect(renderProfile({ ...report, profile: null }, style)).toEqual([]);
  });
});

describe("the command for the flame chart", () => {
  const command = (frame: number): string =>
    `Flame chart of frame ${String(frame)}: framegate profile games/orchard --seed ${String(report.seed.value)} --frames ${String(frame)}..${String(frame)} --warmup ${String(report.frames.warmup)} --open`;
  const unprofiled = { ...report, profile: null };
  const noneExceeded: ReportFile["verdict"] = { status: "pass", lines: [] };

  it("is of the worst frame if a time is over its limit, profiled or not, and on one line of the list", () => {
    expect(describeFlameCommand(exceeded)).toBe(command(7));
    expect(describeFlameCommand({ ...exceeded, report: unprofiled })).toBe(command(7));
    expect(renderList(exceeded, { colour: false, columns: 60 })).toContain(`\n  ${command(7)}\n`);
  });

  it("is of the frame that exceeds a count, even if a worse one was timed", () => {
    const metrics = { ...report.metrics, maxDrawCalls: { ...report.metrics.maxDrawCalls, frame: 33 } };
    const lines = [{ metric: "maxDrawCalls", value: 5, budget: 4, status: "fail", reason: "exceeded" }] as const;
    const file = { report: { ...unprofiled, metrics }, verdict: { ...exceeded.verdict, lines } };
    expect(describeFlameCommand(file)).toBe(command(33));
    expect(JSON.stringify(htmlView(file, noPictures).sections)).toContain(command(33));
    const [, words = ""] = command(33).split(": ");
    expect(renderMarkdown([{ state: "ran", game: "games/orchard", exitCode: 1, file }])).toContain(
      `\n${words}\n\`\`\``,
    );
  });

  it("is of the worst frame if a run passed and was profiled, and absent otherwise", () => {
    expect(describeFlameCommand({ report, verdict: noneExceeded })).toBe(command(7));
    expect(describeFlameCommand({ report: unprofiled, verdict: noneExceeded })).toBeNull();
  });

  it("keeps what shapes the page, and leaves out what shapes the verdict", () => {
    const options = ["--assert-budget", "--viewport", "640x360", "--no-why", "--allow", "missing=saves/*.json"];
    const shaped: ReportFile = {
      ...exceeded,
      report: { ...report, options, query: "?level=3", context: "hosted", allowedHosts: ["127.0.0.1:8080"] },
    };
    expect(describeFlameCommand(shaped)).toMatch(
      / --context hosted --allow-host 127\.0\.0\.1:8080 --query '\?level=3' --viewport 640x360 --allow 'missing=saves\/\*\.json' --open$/u,
    );
  });
});

describe("who draws in a frame", () => {
  it("is listed by function and by node", () => {
    expect(renderDraws(report, style)).toEqual([
      "  Drawn in frame 7  122 draws, 1,462 triangles, 4.2 MB of uploads",
      "  draws  triangles  uploads  for",
      "    122      1,462   4.2 MB  drawWorld     src/world.ts:88:12",
      "    117      1,394           Scene/crates",
    ]);
  });

  it("is not listed if no frame was broken down", () => {
    expect(renderDraws({ ...report, draws: null }, style)).toEqual([]);
  });
});
