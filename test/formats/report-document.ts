import { pageEnvironment } from "../../src/formats/page-environment.ts";
import { recordByCount } from "../../src/formats/frame-counts.ts";
import { recordByLoadMetric, recordByMetric } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import { reportVersion, type RunReport } from "../../src/formats/report.ts";

const phases = {
  input: 0,
  prePhysics: 0,
  physics: 0.5,
  postPhysics: 0,
  gameLogic: 0.25,
  animation: 0,
  preRender: 0,
  render: 1,
};

const exact = { value: 4, unit: "count", reason: null, mean: 3.5, low: 4, high: 4, frame: 0 } as const;
const missing = {
  value: null,
  unit: "ms",
  reason: "not timed",
  mean: null,
  low: null,
  high: null,
  frame: null,
} as const;

const counts = {
  ...{ ...recordByCount(() => null), drawCalls: [4], domChanges: [2], sceneEntities: [1], sceneNodes: [9] },
  stateHash: ["a"],
};

const scene: RunReport["scene"] = {
  engines: [{ name: "three", version: "187", worlds: 1 }],
  nodes: 9,
  entities: 1,
  names: [{ type: "Mesh", name: "enemy", count: 2 }],
  selectors: ["Mesh[name=enemy]"],
};

const work: RunReport["work"] = {
  ...{ total: 7, every: 1, readings: [7], flags: ["--no-opt"], notes: ["A worker ran."] },
  functions: [{ name: "spawn", position: "src/spawn.ts:8:3", owner: "game", work: 5 }],
  wasm: [9],
  natives: [{ name: ".sort", calls: 2 }],
};

const explanation: RunReport["explanation"] = {
  ...{ frame: 3, phase: "physics", root: "main", part: "scene", path: "Scene/children[0].position.x" },
  ...{ a: "1", b: "2", class: "exact" },
  cause: { api: "Response.text", realm: "/", stack: [{ file: "src/game.ts", line: 7, column: 3 }] },
};

const replay: RunReport["replay"] = {
  files: [{ url: "http://game.framegate.localhost/x.js", hash: "00" }],
  parts: [{ realm: "/", part: "gl", steps: "-1..0", digests: "000000111111" }],
};

const liveness: RunReport["liveness"] = {
  frames: 1,
  changedFrames: 1,
  lastChange: 0,
  state: "moving",
  isDrawnAgain: true,
  parts: [{ name: "gl", changedFrames: 1 }],
  input: { frames: 1, changedFrames: 1, missing: ["key", "click"] },
};

const effect = { scope: "window", frames: [0, 0], ratio: 1.03, low: 1.02, high: 1.04 } as const;

const baseline: RunReport["baseline"] = {
  source: { kind: "git", name: "main", commit: "00" },
  loads: [{ metric: "bootBytes", baseline: 10, current: null }],
  columns: [
    {
      count: "drawCalls",
      baseline: 3,
      current: 4,
      firstDifference: 0,
      worstWindow: { frames: [0, 0], growth: 1 / 3 },
    },
  ],
  functions: [{ name: "spawn", position: "src/spawn.ts:8:1", owner: "game", baseline: 3, current: 4 }],
  functionTimes: [
    { name: "steer", position: "src/steer.ts:4:1", owner: "game", baselineMs: 0.25, currentMs: 1.5, part: 0.3 },
    { name: "(program)", position: "", owner: "browser", baselineMs: 0.5, currentMs: 0.25, part: 0.06 },
  ],
  allocations: {
    ...{ baselineBytes: 467_232.4, currentBytes: 474_001.5, minimumBytes: 475 },
    functions: [
      { name: "spawn", position: "src/spawn.ts:8:1", owner: "game", baselineBytes: 0, currentBytes: 6769.1 },
      { name: "(program)", position: "", owner: "browser", baselineBytes: 600, currentBytes: 0 },
    ],
  },
  allocationsNote: null,
  draws: null,
  maxWorkGrowth: 0.02,
  work: "too-much",
  times: { pairs: 12, minimumEffect: 0.02, verdict: "slower", p: 0.001, body: effect, tail: effect, effect },
  timesNote: null,
  failsOnTime: true,
};

const profile: RunReport["profile"] = {
  ...{ intervalUs: 100, passes: 3, samples: 17, frameMs: 1.75 },
  functions: [{ name: "step", position: "src/step.ts:3:1", owner: "game", selfMs: 1.5, totalMs: 1.7 }],
  frames: [{ frame: 0, cpuMs: 1.75, functions: [0], selfMs: [1.5] }],
};

const draws: RunReport["draws"] = {
  ...{ frame: 0, drawCalls: 3, triangles: 12, canvasOperations: 0, textureUploadBytes: 0, bufferUploadBytes: 64 },
  functions: [
    {
      ...{ name: "", position: "src/draw.ts:1:1", owner: "game" },
      ...{ drawCalls: 3, triangles: 12, canvasOperations: 0, textureUploadBytes: 0, bufferUploadBytes: 64 },
    },
  ],
  nodes: [
    {
      path: "Scene/Mesh",
      drawCalls: 3,
      triangles: 12,
      canvasOperations: 0,
      textureUploadBytes: 0,
      bufferUploadBytes: 0,
    },
  ],
};

const overdraw: RunReport["overdraw"] = {
  ...{ frame: 0, draws: 2, fragments: 96 },
  targets: [
    {
      ...{ kind: "canvas", width: 8, height: 8, draws: 2, fragments: 96 },
      ...{ coveredPixels: 64, mostPerPixel: 2, overdraw: 1.5 },
    },
  ],
  functions: [{ name: "", position: "src/draw.ts:1:1", owner: "game", draws: 2, fragments: 96 }],
  nodes: [{ path: "Scene/Mesh", draws: 2, fragments: 96 }],
  largest: [
    {
      ...{ draw: 1, fragments: 64, target: 0, node: "Scene/Mesh" },
      by: { name: "", position: "src/draw.ts:1:1", owner: "game" },
    },
    { draw: 0, fragments: 32, target: null, by: null, node: null },
  ],
  gaps: [{ gap: "kept-depth", count: 1 }],
};

const root = {
  id: "main",
  surface: "threejs",
  adapter: "default",
  tier: "first-party",
  ceiling: "first-party",
  loop: "gated",
} as const;

const calibration: RunReport["calibration"] = {
  ...{ name: "ci", machine: "A processor x 2", workload: 1, workloadMs: 9.5, spread: 0.02 },
  ...{ isSameMachine: false, factor: 1.2, low: 1.1, high: 1.3, isTrusted: true },
};

const run: RunReport["runs"][number] = {
  ...counts,
  pass: "count",
  repeat: 0,
  seed: -7,
  raster: "skip",
  times: {
    cpuMs: [1.75],
    wallMs: [2],
    gcCpuMs: [0.25],
    phaseCpuMs: null,
    physicsCpuMs: [0.5],
    workerPhysicsCpuMs: null,
    emptyFrameMs: 0.0623,
  },
  workloadMs: 9.5,
  queuedShare: 0.25,
  entities: null,
  loads: { ...recordByLoadMetric(() => 3), bootDecodedBytes: null },
  finalStateHash: "a",
  bootMs: 80,
  wallMs: 200,
};

const environment: RunReport["environment"] = {
  framegate: "0.1.0",
  node: "20.19.0",
  platform: "linux",
  arch: "x64",
  cpuModel: "c",
  cpuCount: 2,
  browserVersion: "b",
  browserSource: "embedded",
  browserFlags: ["--headless"],
  glRenderer: null,
  crossOriginIsolated: true,
  timerResolutionMs: 0.005,
  page: pageEnvironment,
};

/** A valid report with every property. */
export function makeReportFile(): ReportFile {
  return {
    report: {
      version: reportVersion,
      game: { name: "g", version: "1", appId: null, engineVersion: "1.0.0", manifestHash: "00" },
      target: "games/g",
      context: "local",
      served: { folder: ".", because: null },
      roots: [root],
      allowedHosts: ["127.0.0.1:8080"],
      options: ["--assert-budget"],
      seed: { value: -7, source: "explicit", notices: [] },
      frames: { measured: 1, warmup: 0, dt: 1000 / 60 },
      viewport: { width: 640, height: 360 },
      query: "",
      tape: { file: "a.tape.json", hash: "00", events: 3, isOrphan: true },
      raster: "skip",
      budget: { maxDrawCalls: 3 },
      metrics: { ...recordByMetric(() => missing), maxEntities: exact, maxDrawCalls: exact, maxDomChanges: exact },
      perFrame: {
        cpuMs: [1.75],
        wallMs: [2],
        gcMs: [0.25],
        physicsMs: null,
        workerPhysicsMs: null,
        work: [7],
        allocatedBytes: [72],
        ...counts,
      },
      beforeFrames: { ...recordByCount(() => null), drawCalls: 3 },
      worstFrames: [{ frame: 0, cpuMs: 1.75, gcCpuMs: 0.25, phaseCpuMs: phases, drawCalls: 4, triangles: null }],
      work,
      allocations: {
        frameBytes: 72,
        functions: [{ name: "f", position: "src/f.ts:1:1", owner: "game", selfBytes: 72, totalBytes: 72 }],
        frames: [{ frame: 0, bytes: 72, isExact: true, functions: [0], selfBytes: [72] }],
        heapBefore: { usedBytes: 9000, bufferBytes: 8 },
        heapAfter: { usedBytes: 9100, bufferBytes: 8 },
      },
      profile,
      draws,
      nodeDraws: [{ path: "Scene/Mesh", frames: [0], drawCalls: [2], triangles: [24] }],
      playedInput: [{ frame: 0, events: ["key ArrowLeft down"] }],
      sharedMeshes: { path: "Scene/Mesh", meshes: 2 },
      overdraw,
      physicsEngines: ["cannon-es"],
      workerPhysicsEngines: [],
      scene,
      runs: [run],
      explanation,
      replay,
      divergence: { column: "stateHash", frame: 0, runs: [0, 1], values: ["a", "b"] },
      liveness,
      baseline,
      calibration,
      scan: { status: "clean", files: 3, notices: 1, suppressed: 2 },
      randomCallSites: [{ api: "Math.random", frame: -1, site: "src/a.ts:1:2", through: ["three"] }],
      namedUses: [{ api: "WebSocket", realm: "/", file: "src/a.ts", line: 1, column: 2 }],
      notices: [{ code: "c", message: "m", severity: "warning", where: null }],
      quantileMethod: "q",
      intervalMethod: "i",
      environment,
    },
    verdict: {
      status: "fail",
      cause: "budget",
      lines: [{ metric: "maxDrawCalls", value: 4, budget: 3, status: "fail", reason: "exceeded" }],
    },
  };
}
