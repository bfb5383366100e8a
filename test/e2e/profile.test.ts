import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { CPUProfileDataModel } from "@paulirish/trace_engine/models/cpu_profile/CPUProfileDataModel.js";
import * as Trace from "@paulirish/trace_engine/models/trace/trace.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AllocationProfile } from "../../src/formats/allocations.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { GrownType, HeapGrowth, HeapSnapshot } from "../../src/formats/heap-growth.ts";
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

/** Writes a page with a canvas and a script, and returns its path. */
function writeGame(name: string, title: string, script: string): string {
  const game = join(out, name);
  mkdirSync(game);
  writeFileSync(join(game, "package.json"), "{}");
  writeFileSync(join(game, "game.js"), script);
  const canvas = '<canvas width="100" height="100"></canvas>';
  const page = join(game, "index.html");
  writeFileSync(page, `<!doctype html><title>${title}</title>${canvas}<script src="game.js"></script>`);
  return page;
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
    for (const { phases } of chart.frames) expect(phases.map(({ name }) => name)).toContain("physics");
    // A busy machine has frames without a sample, but not ten of them.
    expect(chart.frames.flatMap(({ calls }) => calls.functions).length).toBeGreaterThan(10);
    const positions = chart.functions.map(({ position }) => position);
    expect(positions.some((position) => /(?:^src|rapier3d-compat)\/.*:\d+:\d+$/u.test(position))).toBe(true);
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
    const page = writeGame("litter", "Litter", litter);
    const args = ["profile", page, "--allocations", "--frames", "60", "--warmup", "10"];
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

  it("perf gives the same bytes, and holds them to a budget", async () => {
    const page = join(out, "litter", "index.html");
    const args = ["perf", page, "--frames", "60", "--warmup", "10", "--repeat", "0", "--out", out, "--json"];
    const limits = ["--assert-budget", "--budget", "allocatedBytesMax=20000", "--budget", "heapBytes=1000000000"];
    const gate = await runCommand([...args, ...limits, "--reporter", "list"]);
    expect(gate.exitCode, gate.stderr).toBe(1);
    const { report, verdict } = JSON.parse(gate.stdout) as ReportFile;
    expect(verdict.lines.map(({ metric, status }) => [metric, status])).toEqual([
      ["allocatedBytesMax", "fail"],
      ["heapBytes", "pass"],
    ]);
    expect(report.metrics.allocatedBytesMax.frame).toBe(29);
    const { frames = [] } = runs[0]?.allocations ?? {};
    const bytes = report.perFrame.allocatedBytes ?? [];
    expect(frames.filter((each, frame) => each.bytes === bytes[frame]).length).toBeGreaterThanOrEqual(50);
    expect(gate.stderr.replaceAll(/\s+/gu, " ")).toMatch(
      /burst \(game\.js:\d+:\d+\) allocates \d+\.\d % of it in frame 29/u,
    );
  });

  it("writes its tree of calls", () => {
    const { head } = JSON.parse(readFileSync(join(process.cwd(), runs[0]?.files.heapProfile ?? ""), "utf8"));
    const named = JSON.stringify(head);
    for (const name of ["tick", "makeSparks", "keepOne", "burst"]) expect(named).toContain(`"functionName":"${name}"`);
  });
});

// It keeps an object of each kind in every frame.
const keeper = `const context = document.querySelector("canvas").getContext("2d");
class Spark { constructor(x) { this.x = x; } }
const kept = [];
const sparks = new Map();
let frame = 0;
function tick() {
  requestAnimationFrame(tick);
  frame += 1;
  kept.push(new Uint8Array(1000));
  sparks.set(frame, new Spark(frame));
  window.handlers = [...(window.handlers ?? []), () => frame];
  context.fillRect(frame % 90, frame % 90, 5, 5);
}
requestAnimationFrame(tick);
`;

describe("framegate profile --heap", () => {
  let found: { readonly heap: HeapGrowth; readonly files: { readonly before: string; readonly after: string } };
  let result: CommandResult;
  const typeOf = (name: string): GrownType | undefined => found.heap.types.find((each) => each.name === name);
  beforeAll(async () => {
    const page = writeGame("keeper", "Keeper", keeper);
    const args = ["profile", page, "--heap", "--frames", "10..59", "--warmup", "10", "--out", out, "--json"];
    result = await runCommand(args);
    expect(result.exitCode, result.stderr).toBe(0);
    found = JSON.parse(result.stdout) as typeof found;
  });

  it("counts the objects that outlive the frames by constructor, with its place in the sources", () => {
    const spark = typeOf("Spark");
    expect(spark?.position).toMatch(/^game\.js:2:/u);
    expect((spark?.after.count ?? 0) - (spark?.before.count ?? 0)).toBe(50);
    expect(typeOf("Uint8Array")?.after.count).toBe((typeOf("Uint8Array")?.before.count ?? 0) + 50);
    const handlers = found.heap.types.find(({ position }) => position.startsWith("game.js:11:"));
    expect(handlers?.name).toBe("(anonymous)()");
  });

  it("counts the memory of a typed array for its buffer", () => {
    const { before, after } = typeOf("ArrayBuffer") ?? {};
    expect((after?.bytes ?? 0) - (before?.bytes ?? 0)).toBeGreaterThan(50_000);
  });

  it("says what keeps one of them", () => {
    expect(typeOf("Spark")?.path.join(" ")).toMatch(/variable sparks Map Spark$/u);
    expect(typeOf("Uint8Array")?.path.join(" ")).toMatch(/variable kept Array\[\d+\] Uint8Array$/u);
    expect(found.heap.types.flatMap(({ path }) => path).join(" ")).toContain("Window.handlers");
    expect(result.stderr).toMatch(/Spark: .*variable sparks → Map → Spark/u);
  });

  it("leaves Framegate's own objects out, and sums them up", () => {
    const named = JSON.stringify(found.heap.types.filter(({ isInternal }) => !isInternal));
    expect(named).not.toMatch(/framegate/iu);
    expect(found.heap.framegate.after.count).toBeGreaterThan(100);
    expect(result.stderr).toContain("Framegate's own objects are left out");
  });

  it("writes both snapshots, whose edges and strings all exist", () => {
    for (const path of [found.files.before, found.files.after]) {
      const snapshot = JSON.parse(readFileSync(join(process.cwd(), path), "utf8")) as HeapSnapshot & {
        readonly snapshot: { readonly node_count: number; readonly edge_count: number };
      };
      const { node_fields, edge_fields } = snapshot.snapshot.meta;
      expect(path).toMatch(/(?:before|after)\.heapsnapshot$/u);
      expect(snapshot.nodes).toHaveLength(node_fields.length * snapshot.snapshot.node_count);
      expect(snapshot.edges).toHaveLength(edge_fields.length * snapshot.snapshot.edge_count);
      const to = edge_fields.indexOf("to_node");
      const isWrong = (place: number | undefined): boolean =>
        place === undefined || place % node_fields.length !== 0 || place >= snapshot.nodes.length;
      const targets = snapshot.edges.filter((_, index) => index % edge_fields.length === to);
      expect(targets.filter(isWrong)).toEqual([]);
    }
  });
});

describe("a profile that cannot be made", () => {
  it.each([
    ["a range backwards", ["--frames", "40..30"], "The first frame comes after the last one."],
    ["no frames", ["--frames", "0"], "It must be at least 1."],
    ["a chart of allocations", ["--allocations", "--open"], "cannot be used with option '--allocations'"],
    ["the heap and the allocations", ["--heap", "--allocations"], "cannot be used with option '--allocations'"],
    ["the heap in a window", ["--heap", "--headed"], "cannot be used with option '--he"],
    ["allocations of a slowed page", ["--allocations", "--slow-down", "4"], "cannot be used with option '--slow-down"],
    ["a game that is not there", [], "nowhere"],
  ])("of %s says so, and leaves nothing", async (name, flags, sentence) => {
    const game = name === "a game that is not there" ? "nowhere" : "examples/arena";
    const { exitCode, stderr } = await runCommand(["profile", game, ...flags, "--out", join(out, "refused")]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
    expect(readdirSync(out)).not.toContain("refused");
  });

  it.runIf(process.platform === "linux")("in a window without a display says what one needs", async () => {
    const env = { DISPLAY: "", WAYLAND_DISPLAY: "" };
    const args = ["profile", "examples/arena", "--headed", "--out", join(out, "refused")];
    const { exitCode, stderr } = await runCommand(args, { env });
    expect(exitCode).toBe(6);
    expect(stderr).toContain("error no-display");
    expect(stderr).toContain("profile without --headed");
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
