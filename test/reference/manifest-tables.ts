import { ingestTable } from "./ingest-table.ts";
import { settingTables } from "./setting-tables.ts";
import { gameFields, learnerFields, noText, noTruth, shownByCheck } from "./table-parts.ts";
import type { FieldTable } from "./reference-row.ts";

const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;

const tiers = ["first-party", "shared", "deduped", "iframe-reachable", "opaque-embed", "unsupported"];
const surfaces = ["threejs", "pixijs", "react"];

const root = { id: "main", adapter: "threejs" };

const manifest = { ...gameFields, roots: [root] };

const custom = { ...manifest, roots: [{ id: "main", adapter: { module: "adapter.ts", surface: "react" } }] };

const rootTable: FieldTable = {
  title: "Manifest",
  path: "",
  document: manifest,
  rows: [
    { key: "$schema", says: "Text for editors; any.", good: ["https://x.example/y.json", ""], bad: noText },
    { key: "manifestVersion", says: "The constant 2.", good: [2], bad: [1, 3, "2", true, null], isRequired: true },
    {
      key: "name",
      says: "Text: the name that a person reads.",
      good: ["A", ""],
      bad: noText,
      isRequired: true,
      tests: ["test/harness/load/load-project.test.ts > is identified by its manifest's name, version and bytes"],
    },
    {
      key: "appId",
      says: "Text: a stable reverse-domain id.",
      good: ["com.example.game", "odd"],
      bad: noText,
      initial: null,
      tests: ["test/formats/orphan.test.ts > is recognised by its application id, whatever the names are"],
    },
    {
      key: "editorPort",
      says: "An integer from 1024 to 65535: the port that is tried first.",
      good: [1024, 65535, 5173],
      bad: [1023, 65536, 0, -1, 5173.5, "5173", null],
      initial: null,
      tests: [
        "test/harness/serve/listen.test.ts > is the preferred one, and a higher one when that is taken",
        "test/e2e/dev.test.ts > serves a game to a person, restarts it on a change, and leaves nothing behind when it is stopped",
      ],
    },
    {
      key: "version",
      says: "Text: the game's own version, by which orphans are found.",
      good: ["1.0.0", "rc", ""],
      bad: noText,
      isRequired: true,
      tests: ["test/formats/orphan.test.ts > is an orphan, and both versions are named"],
    },
    {
      key: "engine",
      says: "An object: the pin of the engine's version.",
      good: [{ version: "1.2.3" }],
      bad: [null, "1.2.3", [], {}],
      isRequired: true,
    },
    {
      key: "roots",
      says: "A list of one root or more; no root is implied.",
      good: [[root], [root, { id: "hud", adapter: "react" }]],
      bad: [[], {}, null, "main", [null]],
      isRequired: true,
      tests: ["test/e2e/ingest.test.ts > is mounted, captured and counted: $game"],
    },
    {
      key: "authoring",
      says: "An object for editors, without effect on a run.",
      good: [{}, { hierarchy: {} }],
      bad: [null, [], "a"],
      initial: null,
      tests: [shownByCheck],
    },
    {
      key: "server",
      says: "An object: the room of a multiplayer game.",
      good: [{ room: "lobby" }],
      bad: [null, [], {}, "lobby"],
      initial: null,
      tests: [
        "test/harness/plan/root-notices.test.ts > name a root that drives itself, and a server that no run starts",
      ],
    },
    {
      key: "resolution",
      says: "An object: the size of the canvas.",
      good: [{ width: 320, height: 180 }],
      bad: [null, [], {}, "320x180"],
      initial: { width: 1280, height: 720 },
      tests: ["test/harness/plan/plan-runs.test.ts > include the manifest's resolution, and a default for a page"],
    },
    {
      key: "debug",
      says: "An object: the gate of the debug bridge.",
      good: [{ allowInProduction: true }],
      bad: [null, [], {}, true],
    },
    {
      key: "determinism",
      says: "An object: the contract of seeded randomness.",
      good: [{ seededRandom: true }],
      bad: [null, [], {}, true],
      initial: { seededRandom: false, defaultSeed: null },
    },
    {
      key: "budget",
      says: "An object of limits; none is required.",
      good: [{}, { maxEntities: 1 }],
      bad: [null, [], 5],
      initial: null,
    },
    {
      key: "learn",
      says: "An object for learners; closed.",
      good: [learnerFields],
      bad: [null, [], {}, { ...learnerFields, tags: [] }],
      initial: null,
      tests: [shownByCheck],
    },
  ],
};

const engineTable: FieldTable = {
  title: "Engine pin",
  path: "engine",
  document: manifest,
  rows: [
    {
      key: "version",
      says: "Exact SemVer, a pin and no range.",
      good: ["0.1.0", "1.2.3-beta.1+sha.5"],
      bad: ["^1.2.3", "1.2", "1.x", "latest", "v1.2.3", "", 1, null],
      isRequired: true,
      tests: ["test/harness/plan/root-notices.test.ts > name a different version that the engine is pinned to"],
    },
  ],
};

const rootsTable: FieldTable = {
  title: "Root",
  path: "roots[]",
  document: manifest,
  rows: [
    {
      key: "id",
      says: "Text, unique among the roots.",
      good: ["main", "", "Main"],
      bad: noText,
      isRequired: true,
      tests: ["test/formats/manifest.test.ts > rejects a duplicate root id at the later one"],
    },
    { key: "description", says: "One line of text about the root.", good: ["The world.", ""], bad: noText },
    {
      key: "adapter",
      says: "One of three forms, which alone says who renders and drives the root.",
      good: [...surfaces, { module: "a.ts", surface: "react" }, { surface: "react", ingest: { strategy: "shared" } }],
      bad: [
        "three",
        null,
        5,
        [],
        {},
        { surface: "react" },
        { module: "a.ts", surface: "react", ingest: { strategy: "shared" } },
      ],
      isRequired: true,
    },
    {
      key: "scene",
      says: "Path of a scene file; for default adapters alone.",
      good: ["a.vscn.json", "a.scn2d.json"],
      bad: noText,
      initial: null,
      tests: [
        "test/e2e/roots.test.ts > is shown by a three.js root, through the scene's own camera, and its tagged nodes are entities",
        "test/e2e/roots.test.ts > is shown by a PixiJS root, with its pictures, shapes and texts",
        "test/formats/manifest.test.ts > accepts a scene only on default adapters, and not beside an entry",
      ],
    },
    {
      key: "entry",
      says: "Module that exports setup() or an adapter, in the place of a scene.",
      good: ["src/main.ts"],
      bad: noText,
      initial: null,
      tests: [
        "test/e2e/roots.test.ts > may export its setup as the default",
        "test/e2e/failing-games.test.ts > says that an entry exports no setup",
      ],
    },
    {
      key: "zOrder",
      says: "A safe integer, 0 if left out; ties keep the order of the list.",
      good: [0, -1, MAX_SAFE_INTEGER, MIN_SAFE_INTEGER],
      bad: [MAX_SAFE_INTEGER + 1, MIN_SAFE_INTEGER - 1, 0.5, "1", null],
      initial: 0,
      tests: [
        "test/e2e/pictures.test.ts > shows roots above and below each other, below zero and beyond what a style sheet can count",
      ],
    },
    {
      key: "pausable",
      says: "Whether pause and step apply to the root; true if left out.",
      good: [true, false],
      bad: noTruth,
      initial: true,
      tests: [
        "test/page/bridge/pause-gate.test.ts > goes on, and holds the others but for the steps that are asked for",
      ],
    },
    {
      key: "loop",
      says: "gated, by the host, which is the default; or self-driven, by the root and unsynchronised.",
      good: ["gated", "self-driven"],
      bad: ["manual", "", null, true],
      initial: "gated",
      tests: [
        "test/e2e/roots.test.ts > may be the root's own: it draws in its animation frames, and the adapter draws nothing beside",
        "test/e2e/roots.test.ts > runs the systems of a root that drives itself, and draws after them",
      ],
    },
    {
      key: "capabilities",
      says: "An object: declared tiers by delivery context.",
      good: [{}, { local: "unsupported" }],
      bad: [null, [], "shared", { remote: "shared" }],
    },
  ],
};

const customTable: FieldTable = {
  title: "Custom adapter",
  path: "roots[].adapter",
  document: custom,
  rows: [
    {
      key: "module",
      says: "Path of the adapter's module in the game's folder: a trust boundary.",
      good: ["adapter.ts"],
      bad: noText,
      isRequired: true,
      tests: [
        "test/e2e/roots.test.ts > mounts a renderer that Framegate does not know, and counts its draws and entities",
        "test/e2e/roots.test.ts > outside of the project is refused: %s",
      ],
    },
    {
      key: "surface",
      says: "threejs, pixijs or react: the surface that the adapter exposes.",
      good: surfaces,
      bad: ["three", "", null, 5],
      isRequired: true,
      tests: ["test/e2e/roots.test.ts > $what is refused by name"],
    },
  ],
};

const ingestAdapterTable: FieldTable = {
  title: "Ingest adapter",
  path: "roots[].adapter",
  document: ingestTable.document,
  rows: [
    {
      key: "surface",
      says: "threejs, pixijs or react: the surface that is captured.",
      good: surfaces,
      bad: ["pixi", "", null, 5],
      isRequired: true,
      tests: [
        "test/formats/resolve-manifest.test.ts > rejects %j with its own error code",
        "test/e2e/ingest.test.ts > is mounted, captured and counted: $game",
      ],
    },
    {
      key: "ingest",
      says: "A closed object: how the unmodified game is taken in.",
      good: [{ strategy: "shared" }],
      bad: [null, [], {}, "shared", { strategy: "shared", url: "a" }],
      isRequired: true,
    },
  ],
};

const capabilitiesTable: FieldTable = {
  title: "Capabilities",
  path: "roots[].capabilities",
  document: { ...manifest, roots: [{ ...root, capabilities: {} }] },
  rows: (["local", "hosted"] as const).map((key) => ({
    key,
    says: `One of six tiers for a game that is served ${key === "local" ? "by the command line" : "hosted"}; derived if left out.`,
    good: tiers,
    bad: ["native", "", null, 1],
    tests: [
      "test/formats/resolve-manifest.test.ts > prefers a declared tier to the one derived from the delivery context",
      "test/formats/manifest.test.ts > compares the tiers of adapter %j that declares %j with its ceilings",
    ],
  })),
};

/** The tables of the manifest's fields, in the reference's order. */
export const manifestTables: readonly FieldTable[] = [
  rootTable,
  engineTable,
  rootsTable,
  customTable,
  ingestAdapterTable,
  capabilitiesTable,
  ingestTable,
  ...settingTables,
];
