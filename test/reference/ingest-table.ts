import type { FieldTable } from "./reference-row.ts";
import { gameFields, noText } from "./table-parts.ts";

const captured = "test/e2e/ingest.test.ts > is mounted, captured and counted: $game";
const elsewhere = "test/e2e/ingest.test.ts > is loaded from there, with its assets and its dependencies";

/** Fields that say how an unmodified game is ingested. */
export const ingestTable: FieldTable = {
  title: "Ingest",
  path: "roots[].adapter.ingest",
  document: {
    ...gameFields,
    roots: [{ id: "main", adapter: { surface: "pixijs", ingest: { strategy: "opaque-embed", entryHtml: "a.html" } } }],
  },
  rows: [
    {
      key: "strategy",
      says: "shared, deduped, iframe-reachable or opaque-embed: how the game is captured, and its tier where it is served locally.",
      good: ["shared", "deduped", "iframe-reachable", "opaque-embed"],
      bad: ["iframe", "", null, 1],
      isRequired: true,
      tests: [
        captured,
        "test/e2e/ingest.test.ts > are one for a deduped game, and refused for a shared one: $strategy",
        "test/e2e/declared-page.test.ts > is judged by the manifest's budget: $limit ms",
      ],
    },
    {
      key: "entryHtml",
      says: "Path of the page that opaque-embed shows as it is, in a sandboxed frame.",
      good: ["dist/index.html"],
      bad: noText,
      tests: [
        "test/harness/load/load-declared-page.test.ts > must lie in the project",
        "test/e2e/declared-page.test.ts > is judged by the manifest's budget: $limit ms",
      ],
    },
    {
      key: "assets",
      says: "A map from a part of a path to the URL that is served in its place.",
      good: [{}, { "img/": "/pictures/" }],
      bad: [null, [], { a: 5 }, "a"],
      initial: {},
      tests: [
        "test/e2e/declared-page.test.ts > gets its assets where the manifest says, from a server of this machine, too",
      ],
    },
    {
      key: "domStubs",
      says: "A list of ids: what the game looks for in a page that it comes without.",
      good: [[], ["#app", "canvas#game"]],
      bad: [null, "#app", [5]],
      initial: [],
      tests: [captured, "test/e2e/ingest.test.ts > without $what is refused by name"],
    },
    {
      key: "captureTimeoutMs",
      says: "A number: the longest wait for the capture, in milliseconds; then it fails loudly.",
      good: [1, 0.5, 60_000],
      bad: ["1", null, []],
      initial: 10_000,
      tests: [
        "test/e2e/ingest.test.ts > that never draws with its runtime is not captured, and the error says what the page did instead",
      ],
    },
    {
      key: "bundleUrl",
      says: "URL of the built bundle, whose runtime is a bare import; inlined, it is an embed.",
      good: ["https://x.example/game.js", "dist/game.js"],
      bad: noText,
      initial: null,
      tests: [
        captured,
        "test/e2e/ingest.test.ts > with its runtime inlined falls back to an opaque embed, and the report says so",
      ],
    },
    {
      key: "baseHref",
      says: "The place at which the frame's relative URLs begin.",
      good: ["https://x.example/data/"],
      bad: noText,
      initial: null,
      tests: [elsewhere],
    },
    {
      key: "assetBaseUrl",
      says: "The place at which the captured runtime's own paths begin.",
      good: ["/assets/", "https://x.example/assets/"],
      bad: noText,
      initial: null,
      tests: [elsewhere],
    },
    {
      key: "extraDeps",
      says: "A list of bare specifiers beside the runtime, of the host's or else of the installed packages.",
      good: [[], ["@pixi/sound"]],
      bad: [null, "a", [5]],
      initial: [],
      tests: [
        elsewhere,
        "test/e2e/reference-errors.test.ts > 7: an extraDeps specifier is neither the host's nor installed",
      ],
    },
    {
      key: "pixiModuleUrl",
      says: "URL of a module of the game's own version of PixiJS, which is trapped in the place of the host's.",
      good: ["https://x.example/pixi.mjs"],
      bad: noText,
      initial: null,
      tests: ["test/e2e/ingest.test.ts > runs and is captured on the module of that version that the manifest names"],
    },
    {
      key: "bodyHtml",
      says: "HTML that stands in the frame's body before the game's script runs.",
      good: ["<div id='app'></div>", ""],
      bad: noText,
      initial: null,
      tests: [elsewhere],
    },
  ],
};
