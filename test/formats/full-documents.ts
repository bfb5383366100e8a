import type { FormatName } from "../../src/formats/json-schema.ts";
import type { HistoryEntry } from "../../src/formats/history.ts";
import { recordByMetric } from "../../src/formats/metrics.ts";
import { makeReportFile } from "./report-document.ts";
import { fullSweepFiles } from "./sweep-document.ts";

const engine = { version: "1.2.3-beta.1+sha.5" };

const ingest = {
  strategy: "iframe-reachable",
  assets: { "img/": "https://cdn.example/img/" },
  domStubs: ["AudioContext"],
  captureTimeoutMs: 5000,
  bundleUrl: "https://x.example/game.js",
  baseHref: "https://x.example/",
  assetBaseUrl: "/assets/",
  extraDeps: ["@pixi/sound"],
  pixiModuleUrl: "https://x.example/pixi.js",
  bodyHtml: "<div></div>",
};

const manifest = {
  $schema: "./node_modules/framegate/schemas/manifest.json",
  manifestVersion: 2,
  name: "Demo",
  appId: "com.example.demo",
  editorPort: 5173,
  version: "1.0.0",
  engine,
  roots: [
    {
      id: "world",
      description: "The world.",
      adapter: "threejs",
      scene: "a.vscn.json",
      zOrder: -2,
      pausable: false,
      loop: "self-driven",
      capabilities: { local: "first-party", hosted: "unsupported" },
    },
    { id: "hud", adapter: { module: "hud.ts", surface: "react" }, entry: "hud.tsx", loop: "gated" },
    { id: "old", adapter: { surface: "pixijs", ingest } },
  ],
  authoring: {
    hierarchy: {
      rootLabels: { world: "World" },
      groups: [{ id: "all", label: "All", roots: ["world", "hud"] }],
    },
  },
  server: { room: "arena", module: "server.ts" },
  resolution: { width: 1280, height: 720 },
  debug: { allowInProduction: false },
  determinism: { seededRandom: true, defaultSeed: -7 },
  budget: { frameCpuMsP95: 8.5, physicsMsP95: 2, maxEntities: 0, maxDrawCalls: 100, maxTriangles: 5000 },
  learn: {
    kind: "sample-game",
    title: "T",
    summary: "S",
    difficulty: "beginner",
    features: ["physics", "2d-audio"],
    thumbnail: "t.png",
    preview: "p.mp4",
    lesson: "https://learn.example/1",
  },
};

const embedManifest = {
  manifestVersion: 2,
  name: "Embed",
  version: "1",
  engine: { version: "0.1.0" },
  roots: [
    { id: "page", adapter: { surface: "threejs", ingest: { strategy: "opaque-embed", entryHtml: "index.html" } } },
  ],
};

const tieredManifest = {
  manifestVersion: 2,
  name: "Tiers",
  version: "1",
  engine: { version: "0.1.0" },
  roots: [
    {
      id: "deduped",
      adapter: { surface: "react", ingest: { strategy: "deduped" } },
      capabilities: { local: "deduped", hosted: "opaque-embed" },
    },
    {
      id: "reachable",
      adapter: { surface: "pixijs", ingest: { strategy: "iframe-reachable", entryHtml: "index.html" } },
      capabilities: { local: "iframe-reachable", hosted: "iframe-reachable" },
    },
    {
      id: "custom",
      adapter: { module: "a.ts", surface: "threejs" },
      capabilities: { local: "shared", hosted: "shared" },
    },
  ],
};

const inputMap = {
  version: 1,
  actions: {
    jump: {
      valueType: "digital",
      bindings: [
        { type: "key", code: "Space" },
        { type: "mouse_button", button: 0 },
        { type: "gamepad_button", button: 1 },
        { type: "touch_button", sourceId: "a" },
      ],
    },
    throttle: {
      valueType: "scalar",
      bindings: [
        { type: "gamepad_axis", axis: 1, direction: "negative", deadzone: 0.2 },
        { type: "test_axis", sourceId: "throttle", deadzone: 0.1 },
      ],
    },
    move: {
      valueType: "vector2",
      bindings: [
        { type: "gamepad_axis_pair", xAxis: 0, yAxis: 1, deadzone: 0.25 },
        { type: "test_vector2", sourceId: "move", deadzone: 0 },
        { type: "touch_stick", sourceId: "left", deadzone: 0.1 },
        { type: "mouse_move", deadzone: 3 },
      ],
    },
    look: {
      valueType: "pointerDelta",
      bindings: [{ type: "mouse_move" }, { type: "test_pointer_delta", sourceId: "l" }],
    },
    aim: { valueType: "pointerPosition", bindings: [{ type: "test_pointer_position", sourceId: "pointer" }] },
  },
};

const tape = {
  version: 1,
  stepHz: 60,
  seed: 5,
  game: { name: "Demo", version: "1.0.0" },
  mapHash: "00ff",
  events: [
    { step: 0, type: "test_axis", sourceId: "a", value: 1 },
    { step: 0, type: "test_vector2", sourceId: "a", x: 1, y: 0 },
    { step: 0, type: "test_pointer_delta", sourceId: "a", x: 1, y: 0 },
    { step: 0, type: "test_pointer_position", sourceId: "a", x: 1, y: 0 },
    { step: 1, type: "touch_stick", sourceId: "a", x: 1, y: 0 },
    { step: 1, type: "touch_button", sourceId: "a", pressed: true },
    { step: 1, type: "key", code: "KeyA", pressed: true },
    { step: 1, type: "mouse_button", button: 0, pressed: false, x: 4, y: 5 },
    { step: 1, type: "mouse_move", dx: 1, dy: 2 },
    { step: 1, type: "mouse_move", x: 1, y: 2 },
    { step: 1, type: "wheel", dx: 0, dy: 100 },
    { step: 2, type: "gamepad", index: 0, axes: [0.5], buttons: [1, { pressed: true, value: 0.2 }], connected: true },
    { step: 3, type: "pointer_lock", locked: true },
    { step: 3, type: "blur" },
    { step: 9, type: "focus" },
  ],
};

const placement = {
  entityId: "e1",
  label: "l",
  x: 1,
  y: 2,
  rotation: 0.5,
  scaleX: -1,
  scaleY: 2,
  alpha: 0.5,
  visible: true,
  zIndex: 3,
};
const paint = { fill: "#00ff00", stroke: "#123456", strokeWidth: 2 };

const scene = {
  $schema: "./node_modules/framegate/schemas/scn2d.json",
  version: 1,
  children: [
    {
      type: "container",
      ...placement,
      children: [
        { type: "sprite", texture: "a.png", anchorX: 0.5, anchorY: 1, width: 3, height: 4, tint: "#00FFaa" },
        {
          type: "graphics",
          shapes: [
            { type: "rectangle", x: 0, y: 0, width: 1, height: 2, radius: 0.25, ...paint },
            { type: "ellipse", x: 0, y: 0, radiusX: 2, radiusY: 2, ...paint },
            { type: "polygon", points: [0, 0, 4, 0, 0, 4], ...paint },
          ],
        },
      ],
    },
    {
      type: "text",
      text: "Hi",
      fontFamily: "serif",
      fontSize: 8,
      fontWeight: "bold",
      fill: "#ffffff",
      align: "right",
      wrapWidth: 80,
    },
  ],
};

const historyLine: HistoryEntry = {
  version: 1,
  startedAt: "2026-01-31T12:00:00.000Z",
  commit: "3f2a1b9",
  game: "Arena",
  ...{ seed: 7, frames: 600, warmup: 60, tape: "00ff", query: "level=2" },
  ...{ machine: "A processor x 2, linux x64, Chrome/1", browser: "Chrome/1" },
  metrics: recordByMetric((id) => ({ value: id.length, low: id.length, high: id.length })),
  verdict: "pass",
};

/** Valid documents of each format that together contain every property. */
export const fullDocuments: Readonly<Record<FormatName, readonly object[]>> = {
  manifest: [manifest, embedManifest, tieredManifest],
  "input-map": [inputMap],
  tape: [tape],
  scn2d: [scene],
  report: [makeReportFile()],
  sweep: fullSweepFiles(),
  machine: [
    {
      ...{ version: 1, name: "ci", machine: "A processor x 2, linux x64, Chrome/1", workload: 1 },
      ...{ workloadMs: 9.5, spread: 0.02, rounds: [9.4, 9.6] },
    },
  ],
  history: [
    historyLine,
    { ...historyLine, page: "dist/index.html", commit: null, tape: null, verdict: "inconclusive" },
  ],
};
