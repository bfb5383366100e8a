import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { CPUProfileDataModel } from "@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js";
import * as Trace from "@paulirish/trace_engine/models/trace/trace.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AllocationProfile } from "../../src/formats/allocations.ts";
import type { FlameChart } from "../../src/formats/flame-view.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

const out = mkdtempSync(join(tmpdir(), "framegate-profiles-"));
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

/** The frames in the page of a flame chart. */
function chartIn(page: string): FlameChart {
  const [, packed = ""] = /id="report-frames">([^<]*)</u.exec(page) ?? [];
  return JSON.parse(inflateRawSync(Buffer.from(packed, "base64")).toString()) as FlameChart;
}

/** The folders of a game's reports, one per report. */
function foldersOf(game: string): readonly string[] {
  return readdirSync(join(out, game)).map((name) => join(out, game, name));
}

describe("framegate profile", () => {
  const opened = join(out, "opened.txt");
  let result: CommandResult;
  let folder = "";
  beforeAll(async () => {
    // A desktop's opener, which notes what it is given.
    const desktop = join(out, "desktop");
    mkdirSync(desktop);
    writeFileSync(join(desktop, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
    const env = { PATH: `${desktop}:${process.env["PATH"] ?? ""}` };
    const args = [
      "profile",
      "examples/arena",
      "--frames",
      "20..29",
      "--warmup",
      "10",
      "--out",
      out,
      "--json",
      "--open",
    ];
    result = await runCommand(args, { env });
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

  it("writes a flame chart of these frames, with phases and functions of the sources", () => {
    const page = readFileSync(join(folder, "flame.html"), "utf8");
    const chart = chartIn(page);
    expect(chart.frames.map(({ frame }) => frame)).toEqual(Array.from({ length: 10 }, (_, index) => 20 + index));
    const [{ phases, calls } = { phases: [], calls: null }] = chart.frames;
    expect(phases.map(({ name }) => name)).toContain("physics");
    expect(calls?.functions.length).toBeGreaterThan(5);
    const positions = chart.functions.map(({ position }) => position);
    expect(positions.some((position) => /^src\/\w+[\w-]*\.tsx?:\d+:\d+$/u.test(position))).toBe(true);
    expect(JSON.parse(result.stdout).files.flameChart).toMatch(/flame\.html$/u);
  });

  it.runIf(process.platform === "linux")("opens it as a double click would", () => {
    expect(readFileSync(opened, "utf8")).toBe(join(folder, "flame.html"));
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

// Each function allocates in every frame, except for one that does so only in frame 29, after a warm-up of 10.
const litter = `const context = document.querySelector("canvas").getContext("2d");
const kept = [];
let frame = 0;
function makeSparks() { const sparks = []; for (let i = 0; i < 100; i += 1) sparks.push({ x: i, y: i }); return sparks; }
function keepOne() { kept.push(new Uint8Array(1000)); }
function burst() { const all = []; for (let i = 0; i < 1000; i += 1) all.push({ x: i, y: i }); return all; }
function tick() {
  requestAnimationFrame(tick);
  frame += 1;
  const sparks = makeSparks();
  keepOne();
  if (frame === 40) burst();
  context.fillRect(sparks.length % 90, frame % 90, 5, 5);
}
requestAnimationFrame(tick);
`;

interface FoundAllocations {
  readonly allocations: AllocationProfile;
  readonly files: { readonly heapProfile: string };
}

describe("framegate profile --allocations", () => {
  let runs: readonly FoundAllocations[] = [];
  beforeAll(async () => {
    const game = join(out, "litter");
    mkdirSync(game);
    writeFileSync(join(game, "package.json"), "{}");
    writeFileSync(join(game, "game.js"), litter);
    const canvas = '<canvas width="100" height="100"></canvas>';
    writeFileSync(
      join(game, "index.html"),
      `<!doctype html><title>Litter</title>${canvas}<script src="game.js"></script>`,
    );
    const args = ["profile", join(game, "index.html"), "--allocations", "--frames", "60", "--warmup", "10"];
    const [one, other] = [
      await runCommand([...args, "--out", out, "--json"]),
      await runCommand([...args, "--out", out, "--json"]),
    ];
    expect(one.exitCode, one.stderr).toBe(0);
    expect(one.stderr).toContain("Every allocation was counted.");
    runs = [one, other].map(({ stdout }) => JSON.parse(stdout) as FoundAllocations);
  });

  it("names the functions with their bytes per frame, and the frame that allocates most", () => {
    const { frames, functions } = runs[0]?.allocations ?? { frames: [], functions: [] };
    const [most] = functions;
    expect(most).toMatchObject({ name: "makeSparks", position: "game.js:4:20", owner: "game" });
    // 100 objects of 20 bytes, and the list with its growth.
    expect(most?.selfBytes).toBeGreaterThan(2400);
    expect(most?.selfBytes).toBeLessThan(6000);
    const worst = frames.toSorted((one, other) => other.bytes - one.bytes)[0];
    expect(worst).toMatchObject({ frame: 29, isExact: true });
    expect(functions[worst?.functions[0] ?? -1]?.name).toBe("burst");
    expect(worst?.selfBytes[0]).toBeGreaterThan(20_000);
  });

  it("gives the same bytes in every run, except for frames in which V8 optimises", () => {
    const [one = [], other = []] = runs.map(({ allocations }) => allocations.frames.map(({ bytes }) => bytes));
    expect(one.filter((bytes, frame) => bytes === other[frame]).length).toBeGreaterThanOrEqual(50);
  });

  it("tells what is left after a collection", () => {
    const [{ heapBefore, heapAfter } = {}] = runs.map(({ allocations }) => allocations);
    const grown = (heapAfter?.bufferBytes ?? 0) - (heapBefore?.bufferBytes ?? 0);
    // The browser's own are a few bytes.
    expect(Math.abs(grown - 60_000)).toBeLessThan(1000);
    expect(heapAfter?.usedBytes).toBeGreaterThan(heapBefore?.usedBytes ?? Infinity);
  });

  it("writes its tree of calls", () => {
    const { head } = JSON.parse(readFileSync(join(process.cwd(), runs[0]?.files.heapProfile ?? ""), "utf8"));
    const named = JSON.stringify(head);
    for (const name of ["tick", "makeSparks", "keepOne", "burst"]) expect(named).toContain(`"functionName":"${name}"`);
  });
});

describe("a profile that cannot be made", () => {
  it.each([
    ["a range backwards", ["--frames", "40..30"], "The first frame comes after the last one."],
    ["no frames", ["--frames", "0"], "It must be at least 1."],
    ["a chart of allocations", ["--allocations", "--open"], "cannot be used with option '--allocations'"],
    ["allocations of a slowed page", ["--allocations", "--slow-down", "4"], "cannot be used with option '--slow-down"],
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
