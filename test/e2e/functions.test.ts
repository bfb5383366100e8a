import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CpuProfile } from "../../src/formats/cpu-profile.ts";
import { reportOf, runJson } from "./run-command.ts";

// Two functions do the same work, one of them three times as often, and a third works in a single frame. Each is a
// separate function, so that V8 optimises each by itself.
const burn = (name: string): string => `
interface ${name}State { sum: number }
function ${name}(rounds: number): number {
  const state: ${name}State = { sum: 0 };
  for (let round = 0; round < rounds; round += 1) state.sum = (state.sum * 31 + round) % 1000003;
  return state.sum;
}
`;
const source = `${burn("steer")}${burn("drift")}${burn("explode")}
const canvas = document.querySelector("canvas") as HTMLCanvasElement;
const context = canvas.getContext("2d") as CanvasRenderingContext2D;
let frame = 0;
function annotate(): void {
  for (let mark = 0; mark < 20; mark += 1) performance.measure("fire", performance.mark("shot").name);
  performance.clearMarks();
  performance.clearMeasures();
}
function tick(): void {
  requestAnimationFrame(tick);
  frame += 1;
  annotate();
  const sum = steer(240000) + drift(80000) + (frame === 100 ? explode(1200000) : 0);
  context.fillRect(sum % 100, frame % 100, 10, 10);
}
requestAnimationFrame(tick);
`;
const html =
  '<!doctype html><title>Shoal</title><canvas width="200" height="200"></canvas><script src="game.js"></script>';

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "framegate-functions-"));
  const { outputText, sourceMapText = "" } = ts.transpileModule(source, {
    fileName: "src/game.ts",
    compilerOptions: { target: ts.ScriptTarget.ES2022, removeComments: true, sourceMap: true },
  });
  const map = { ...(JSON.parse(sourceMapText) as object), file: "game.js", sources: ["src/game.ts"] };
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(
    join(folder, "game.js"),
    outputText.replace(/\/\/# sourceMappingURL=.*/u, "//# sourceMappingURL=game.js.map"),
  );
  writeFileSync(join(folder, "game.js.map"), JSON.stringify(map));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function perf(...flags: readonly string[]): Promise<ReturnType<typeof reportOf>> {
  return reportOf(await runJson(["perf", join(folder, "index.html"), "--frames", "100", "--warmup", "20", ...flags]));
}

function shareOf({ functions, frameMs }: CpuProfile, name: string): number {
  return (functions.find((each) => each.name === name)?.selfMs ?? 0) / frameMs;
}

function lineOf(name: string): string {
  return `src/game.ts:${String(source.slice(0, source.indexOf(`function ${name}`)).split("\n").length)}`;
}

describe("when a limit in milliseconds is exceeded", () => {
  // A gate repeats until the figures decide, however busy the machine is.
  const gate = ["--assert-budget", "--budget", "frameCpuMsP95=0.01"] as const;

  it("the functions are named with their share, their place in the sources, and their frames", async () => {
    const { report, verdict } = await perf(...gate);
    expect(verdict.status).toBe("fail");
    const { profile } = report;
    if (profile === null) throw new Error("There is no profile.");
    expect(profile.functions[0]).toMatchObject({ name: "steer", owner: "game" });
    expect(profile.functions[0]?.position).toMatch(lineOf("steer"));
    // drift does a quarter of their work.
    const both = shareOf(profile, "steer") + shareOf(profile, "drift");
    expect(shareOf(profile, "steer") / both).toBeGreaterThan(0.65);
    expect(shareOf(profile, "steer") / both).toBeLessThan(0.85);
    // explode runs only in the hundredth frame, which is frame 79 after a warm-up of 20.
    const [first] = profile.frames.find(({ frame }) => frame === 79)?.functions ?? [];
    expect(profile.functions[first ?? -1]).toMatchObject({ name: "explode" });
    const others = profile.frames.filter(({ frame, functions }) => frame !== 79 && functions.includes(first ?? -1));
    expect(others).toEqual([]);
  });

  it("marks and measures, at which V8 takes extra samples, take no share from the others", async () => {
    const { report } = await perf("--repeat", "2", "--why");
    if (report.profile === null) throw new Error("There is no profile.");
    expect(shareOf(report.profile, "annotate")).toBeLessThan(shareOf(report.profile, "drift"));
  });

  it("--no-why looks for no functions", async () => {
    const { report, verdict } = await perf(...gate, "--no-why");
    expect(verdict.status).toBe("fail");
    expect(report.profile).toBeNull();
    expect(report.options).toContain("--no-why");
  });
});

describe("--why", () => {
  it("names the functions of a run without a budget and without timed repeats", async () => {
    const { report } = await perf("--repeat", "0", "--why");
    expect(report.profile?.functions[0]).toMatchObject({ name: "steer" });
    expect(report.profile?.passes).toBe(3);
    expect(report.options).toContain("--why");
  });

  it("is not needed for a budget of counts", async () => {
    const { report, verdict } = await perf("--repeat", "0", "--frames", "10", "--budget", "maxCanvasOperations=0");
    expect(verdict.status).toBe("fail");
    expect(report.profile).toBeNull();
  });
});
