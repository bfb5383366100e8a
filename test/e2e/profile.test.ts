import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CPUProfileDataModel } from "@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js";
import * as Trace from "@paulirish/trace_engine/models/trace/trace.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, runCommand } from "./run-command.ts";

const out = mkdtempSync(join(tmpdir(), "framegate-profiles-"));
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

/** The folders of a game's reports, one per report. */
function foldersOf(game: string): readonly string[] {
  return readdirSync(join(out, game)).map((name) => join(out, game, name));
}

describe("framegate profile", () => {
  let result: CommandResult;
  let folder = "";
  beforeAll(async () => {
    const args = ["profile", "examples/arena", "--frames", "20..29", "--warmup", "10", "--out", out, "--json"];
    result = await runCommand(args);
    [folder = ""] = foldersOf("arena-profile");
  });

  it("names the functions of the frames that it was asked for", () => {
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.stderr).toContain("step in WebAssembly (library)");
    const { frames, profile } = JSON.parse(result.stdout);
    expect(frames).toEqual({ first: 20, last: 29 });
    for (const { frame } of profile.frames) {
      expect(frame).toBeGreaterThanOrEqual(20);
      expect(frame).toBeLessThanOrEqual(29);
    }
    expect(profile.functions[0]).toMatchObject({ name: "step in WebAssembly", owner: "library" });
  });

  it("writes a CPU profile that DevTools' own model can read", () => {
    const text = readFileSync(join(folder, "run.cpuprofile"), "utf8");
    const model = new CPUProfileDataModel(JSON.parse(text) as ConstructorParameters<typeof CPUProfileDataModel>[0]);
    const names = new Set((model.nodes() ?? []).map(({ functionName }) => functionName));
    expect(names.has("updateMatrixWorld") || names.has("render")).toBe(true);
    expect(model.samples?.length).toBeGreaterThan(10);
    expect(model.profileEndTime).toBeGreaterThan(model.profileStartTime);
  });

  it("writes a trace in which DevTools' own model finds frames, phases and stacks", async () => {
    const { traceEvents } = JSON.parse(readFileSync(join(folder, "trace.json"), "utf8")) as {
      traceEvents: Trace.Types.Events.Event[];
    };
    const model = Trace.TraceModel.Model.createWithAllHandlers();
    await model.parse(traceEvents, {});
    const data = model.parsedTrace()?.data;
    const timings = (data?.UserTimings.performanceMeasures ?? []).map(({ name }) => name);
    expect(timings.filter((name) => name.startsWith("frame "))).toEqual(
      Array.from({ length: 10 }, (_, index) => `frame ${String(20 + index)}`),
    );
    expect(timings.filter((name) => name === "physics")).toHaveLength(10);
    const threads = [...(data?.Renderer.processes.values() ?? [])].flatMap(({ threads: all }) => [...all.values()]);
    expect(threads.map(({ name }) => name)).toEqual(["CrRendererMain"]);
    const calls = threads.flatMap(({ profileCalls }) => profileCalls);
    expect(calls.some(({ callFrame }) => callFrame.url.endsWith("rapier.mjs"))).toBe(true);
  });
});

describe("a profile that cannot be made", () => {
  it.each([
    ["a range backwards", ["--frames", "40..30"], "The first frame comes after the last one."],
    ["no frames", ["--frames", "0"], "It must be at least 1."],
    ["a game that is not there", [], "nowhere"],
  ])("of %s says so, and leaves nothing", async (name, flags, sentence) => {
    const game = name === "a game that is not there" ? "nowhere" : "examples/arena";
    const { exitCode, stderr } = await runCommand(["profile", game, ...flags, "--out", join(out, "refused")]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
    expect(readdirSync(out)).not.toContain("refused");
  });

  it("because it is interrupted leaves no folder", async () => {
    const args = ["profile", "examples/arena", "--frames", "100", "--out", join(out, "interrupted")];
    const { exitCode } = await runCommand(args, {
      reactions: [{ text: "run 2 of 3", act: (command) => command.signal("SIGINT") }],
    });
    expect(exitCode).toBe(130);
    expect(readdirSync(out)).not.toContain("interrupted");
  });
});
