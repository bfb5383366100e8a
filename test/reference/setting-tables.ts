import { gameFields, learnerFields, noText, noTruth, shownByCheck } from "./table-parts.ts";
import type { FieldTable } from "./reference-row.ts";

const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;

const manifest = { ...gameFields, roots: [{ id: "main", adapter: "threejs" }] };

const hierarchy = { rootLabels: { main: "Main" }, groups: [{ id: "all", label: "All", roots: ["main"] }] };

const exactCounts = "test/harness/judge/judge-report.test.ts > fails a value that is one above its budget";

const authoringTables: readonly FieldTable[] = [
  {
    title: "Authoring",
    path: "authoring",
    document: { ...manifest, authoring: { hierarchy } },
    rows: [
      {
        key: "hierarchy",
        says: "An object: the editor's view of the roots.",
        good: [{}, hierarchy],
        bad: [null, [], "a"],
        tests: [shownByCheck],
      },
    ],
  },
  {
    title: "Hierarchy",
    path: "authoring.hierarchy",
    document: { ...manifest, authoring: { hierarchy } },
    rows: [
      {
        key: "rootLabels",
        says: "A map from a root's id to its label.",
        good: [{}, { main: "Main" }],
        bad: [null, [], { main: 5 }],
        tests: ["test/formats/manifest.test.ts > warns about values that are valid but unusual"],
      },
      {
        key: "groups",
        says: "A list of groups, empty as well.",
        good: [[], hierarchy.groups],
        bad: [null, {}, [null]],
      },
    ],
  },
  {
    title: "Group",
    path: "authoring.hierarchy.groups[]",
    document: { ...manifest, authoring: { hierarchy } },
    rows: [
      {
        key: "id",
        says: "Text, unique among the groups.",
        good: ["all", ""],
        bad: noText,
        isRequired: true,
        tests: ["test/formats/manifest.test.ts > rejects duplicate group ids"],
      },
      { key: "label", says: "Text: what an editor shows.", good: ["All", ""], bad: noText, isRequired: true },
      {
        key: "roots",
        says: "A list of one root's id or more.",
        good: [["main"]],
        bad: [[], "main", [5], null],
        isRequired: true,
      },
    ],
  },
];

const serverTable: FieldTable = {
  title: "Server",
  path: "server",
  document: { ...manifest, server: { room: "lobby" } },
  rows: [
    {
      key: "room",
      says: "Text: the room's name.",
      good: ["lobby", ""],
      bad: noText,
      isRequired: true,
      tests: [
        "test/harness/plan/root-notices.test.ts > name a root that drives itself, and a server that no run starts",
      ],
    },
    {
      key: "module",
      says: "Text: the module that starts the room; the scaffolded one if left out.",
      good: ["server/room.ts"],
      bad: noText,
      initial: null,
      tests: [
        "test/harness/load/check-file.test.ts > lists every missing file, with the probable one and the position",
      ],
    },
  ],
};

const resolutionTable: FieldTable = {
  title: "Resolution",
  path: "resolution",
  document: { ...manifest, resolution: { width: 320, height: 180 } },
  rows: (["width", "height"] as const).map((key) => ({
    key,
    says: `A number: the canvas's ${key} in pixels, above 0 in a run.`,
    good: [1, 0.5, 4096],
    bad: ["320", null, [], true],
    isRequired: true,
    tests: ["test/formats/resolve-manifest.test.ts > reports each size that is not above 0"],
  })),
};

const debugTable: FieldTable = {
  title: "Debug",
  path: "debug",
  document: { ...manifest, debug: { allowInProduction: false } },
  rows: [
    {
      key: "allowInProduction",
      says: "Whether the debug bridge answers outside of development; not without debug.",
      good: [true, false],
      bad: noTruth,
      isRequired: true,
      tests: ["test/e2e/debug-gate.test.ts > is there in perf only where the manifest allows it: %s"],
    },
  ],
};

const determinismTable: FieldTable = {
  title: "Determinism",
  path: "determinism",
  document: { ...manifest, determinism: { seededRandom: true } },
  rows: [
    {
      key: "seededRandom",
      says: "Whether all of the game's randomness is seeded: then it is seeded, its sources are scanned, and raw calls are warned of.",
      good: [true, false],
      bad: noTruth,
      isRequired: true,
      tests: [
        "test/e2e/same-twice.test.ts > is told by the report: $from",
        "test/e2e/scan-before-run.test.ts > is not run when its sources use raw randomness: the findings are printed, and the exit code is 1",
        "test/page/prelude/randomness/random-trap.test.ts > records unseeded randomness in frames once per call site, and none during the load",
      ],
    },
    {
      key: "defaultSeed",
      says: "A safe integer: the seed unless the host or the query says another; the runtime's own if left out.",
      good: [0, -7, MAX_SAFE_INTEGER, MIN_SAFE_INTEGER],
      bad: [MAX_SAFE_INTEGER + 1, MIN_SAFE_INTEGER - 1, 0.5, "7", null],
      initial: null,
      tests: [
        "test/core/seed.test.ts > takes the explicit value, then the query, then the manifest, then the runtime's seed",
      ],
    },
  ],
};

const count = (least: number) => ({
  good: [Math.max(least, 0), 1, MAX_SAFE_INTEGER],
  bad: [least - 1, MAX_SAFE_INTEGER + 1, 0.5, "1", null],
});
const time = { good: [0.001, 16.6, 1e9], bad: [0, -1, "5", null] };

const budgetTable: FieldTable = {
  title: "Budget",
  path: "budget",
  document: { ...manifest, budget: {} },
  rows: [
    {
      key: "frameCpuMsP95",
      says: "A number above 0: the p95 of a frame's main-thread CPU time in milliseconds.",
      ...time,
      tests: ["test/harness/judge/judge-report.test.ts > fails only when the whole interval is above the budget"],
    },
    {
      key: "physicsMsP95",
      says: "A number above 0: the p95 of the physics phase in milliseconds.",
      ...time,
      tests: [
        "test/harness/measure/metrics.test.ts > gives each timed metric a value inside an interval that has a width",
      ],
    },
    {
      key: "maxEntities",
      says: "An integer of 0 or more: tagged nodes of all roots at the end of the run.",
      ...count(0),
      tests: ["test/harness/judge/judge-report.test.ts > accepts a budget of zero entities and fails the first one"],
    },
    {
      key: "maxDrawCalls",
      says: "An integer above 0: draw calls of any measured frame.",
      ...count(1),
      tests: [exactCounts],
    },
    {
      key: "maxTriangles",
      says: "An integer above 0: triangles of any measured frame.",
      ...count(1),
      tests: [exactCounts],
    },
  ],
};

const learnTable: FieldTable = {
  title: "Learn",
  path: "learn",
  document: { ...manifest, learn: learnerFields },
  rows: [
    {
      key: "kind",
      says: "starter, feature, sample-game or lesson-companion.",
      good: ["starter", "feature", "sample-game", "lesson-companion"],
      bad: ["game", "", null],
      isRequired: true,
      tests: [shownByCheck],
    },
    { key: "title", says: "Text of one character or more.", good: ["T", " "], bad: ["", null, 5], isRequired: true },
    { key: "summary", says: "Text of one character or more.", good: ["S", " "], bad: ["", null, 5], isRequired: true },
    {
      key: "difficulty",
      says: "beginner, intermediate or advanced.",
      good: ["beginner", "intermediate", "advanced"],
      bad: ["easy", "", null],
      isRequired: true,
    },
    {
      key: "features",
      says: "A list of kebab-case tags, empty as well.",
      good: [[], ["a"], ["2d-audio", "a-b-c"]],
      bad: ["a", ["A"], ["a_b"], ["a-"], ["-a"], [""], [5], null],
      isRequired: true,
    },
    {
      key: "thumbnail",
      says: "Text: a picture.",
      good: ["t.png"],
      bad: noText,
      tests: ["test/harness/load/check-file.test.ts > may have its pictures on the web"],
    },
    { key: "preview", says: "Text: a short video.", good: ["p.mp4"], bad: noText },
    { key: "lesson", says: "Text: the lesson that teaches the project.", good: ["https://x.example/1"], bad: noText },
  ],
};

/** Tables of the fields beside the roots. */
export const settingTables: readonly FieldTable[] = [
  ...authoringTables,
  serverTable,
  resolutionTable,
  debugTable,
  determinismTable,
  budgetTable,
  learnTable,
];
