import * as z from "zod/mini";
import { capabilityTiers, ingestStrategies } from "./capability-tiers.ts";
import {
  closedObject,
  described,
  exactly,
  finiteNumber,
  integerAboveZero,
  integerBetween,
  listOf,
  mapOf,
  nonEmptyListOf,
  nonEmptyText,
  numberAboveZero,
  oneOf,
  optional,
  safeInteger,
  text,
  textLike,
  truthValue,
} from "./field-kinds.ts";

export const surfaces = ["threejs", "pixijs", "react"] as const;

/** The grammar of SemVer 2.0.0, from the suggested expression on https://semver.org (FAQ), anchored. */
const exactSemVer =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

const kebabCaseTag = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Time limit of a capture if the manifest sets none. Any page that boots at all does so within ten seconds. */
export const defaultCaptureTimeoutMs = 10_000;

function optionalText(description: string): z.ZodMiniExactOptional<z.ZodMiniString<string>> {
  return optional(described(text(), description));
}

/** A field that has no effect under any other strategy. */
function iframeReachableText(description: string): z.ZodMiniExactOptional<z.ZodMiniString<string>> {
  return optionalText(`${description} For iframe-reachable only; ignored elsewhere, with a warning.`);
}

const ingest = closedObject({
  strategy: described(
    oneOf(ingestStrategies),
    "How the unmodified game's runtime is captured, which is also its local capability tier by default.",
  ),
  entryHtml: optionalText(
    "Entry HTML path, project-relative. Mounted under opaque-embed; under iframe-reachable it is valid but not wired to a mount.",
  ),
  assets: optional(
    described(
      mapOf(described(text(), "Served URL that replaces the substring.")),
      "Rewrites of asset paths: a substring of the path and the served URL in its place.",
    ),
  ),
  domStubs: optional(
    described(
      listOf(described(text(), "Id of a stub.")),
      "DOM API stubs that the game requires to run headlessly or in-realm.",
    ),
  ),
  captureTimeoutMs: optional(
    described(finiteNumber(), "Longest wait for the capture before it fails. Must be above 0 to run the game.", {
      unit: "ms",
      default: defaultCaptureTimeoutMs,
    }),
  ),
  bundleUrl: iframeReachableText(
    "Absolute URL of the built game bundle, which must import its runtime as a bare specifier. iframe-reachable takes exactly one of bundleUrl and entryHtml.",
  ),
  baseHref: iframeReachableText("Base href of the iframe, so that relative asset URLs resolve."),
  assetBaseUrl: iframeReachableText(
    "Base path of the captured runtime's own assets: absolute, or root-relative to the host page's origin.",
  ),
  extraDeps: optional(
    described(
      listOf(described(text(), "A bare specifier.")),
      "Externalized dependencies beyond the runtime. Each must be known to the host or installed in the project. For iframe-reachable only; ignored elsewhere, with a warning.",
    ),
  ),
  pixiModuleUrl: iframeReachableText(
    "URL of a module of the game's own major version of pixi.js to trap instead of the host's. pixijs roots only.",
  ),
  bodyHtml: iframeReachableText("HTML put into the iframe's body before the game's script boots."),
});

/** The property names of an ingest object. */
export const ingestFields: readonly string[] = Object.keys(ingest.shape);

function surface(description: string): ReturnType<typeof oneOf<typeof surfaces>> {
  return described(oneOf(surfaces), description);
}

/** The three forms of an adapter. `check-adapter.ts` reports any other value, in clearer words than a schema can. */
const adapter = z.union([
  surface("A default adapter: the engine's own."),
  described(
    closedObject({
      module: described(
        text(),
        "Path of the adapter module, relative to the game's folder. Its code runs with the host's rights: a trust boundary.",
      ),
      surface: surface("The native surface that the custom adapter exposes."),
    }),
    "A custom adapter.",
  ),
  described(
    closedObject({
      surface: surface("The native surface captured from the unmodified game."),
      ingest: described(ingest, "How the unmodified game is captured."),
    }),
    "An ingest adapter: an unmodified game.",
  ),
]);

function tier(context: string): ReturnType<typeof oneOf<typeof capabilityTiers>> {
  return described(
    oneOf(capabilityTiers),
    `Declared tier when served ${context}. At most the adapter's ceiling, which is also the default.`,
  );
}

const root = closedObject({
  id: described(text(), "Id of the root, unique within the manifest."),
  description: optionalText("One line about the root's content."),
  adapter: described(adapter, "The adapter that renders the root and drives its lifecycle."),
  scene: optionalText("Path of a scene file, .vscn.json or .scn2d.json. Default adapters only; not beside entry."),
  entry: optionalText("Module that exports setup() or an adapter, as an alternative to scene."),
  zOrder: optional(
    described(safeInteger(), "Stacking order of the canvas, lowest at the back; ties keep the order of the file.", {
      default: 0,
    }),
  ),
  pausable: optional(described(truthValue(), "Whether pause and step apply to the root.", { default: true })),
  loop: optional(
    described(
      oneOf(["gated", "self-driven"]),
      "gated: the host drives the loop. self-driven: the root drives its own, unsynchronized.",
      { default: "gated" },
    ),
  ),
  capabilities: optional(
    described(
      closedObject({
        local: optional(tier("by the local command line, with a bundler")),
        hosted: optional(tier("hosted, without a bundler")),
      }),
      "Declared capability tiers by delivery context.",
    ),
  ),
});

const group = closedObject({
  id: described(text(), "Id of the group, unique among the groups."),
  label: described(text(), "Label of the group."),
  roots: described(nonEmptyListOf(described(text(), "Id of a root.")), "Roots shown under the group."),
});

const authoring = closedObject({
  hierarchy: optional(
    described(
      closedObject({
        rootLabels: optional(
          described(mapOf(described(text(), "Label of the root.")), "Editor labels of roots, by root id."),
        ),
        groups: optional(described(listOf(described(group, "A group.")), "Groups of roots in the editor.")),
      }),
      "How an editor shows the roots of native adapters.",
    ),
  ),
});

const budget = closedObject({
  frameCpuMsP95: optional(
    described(
      numberAboveZero(),
      "Limit on the p95 of the main thread's CPU time per measured frame. Depends on the machine.",
      { unit: "ms" },
    ),
  ),
  physicsMsP95: optional(
    described(numberAboveZero(), "Limit on the p95 of the physics phase's time per frame. Depends on the machine.", {
      unit: "ms",
    }),
  ),
  maxEntities: optional(
    described(
      integerBetween(0, Number.MAX_SAFE_INTEGER),
      "Limit on entity-tagged nodes of all threejs and pixijs roots at the end of the run. Exact under a seed.",
    ),
  ),
  maxDrawCalls: optional(
    described(integerAboveZero(), "Limit on draw calls in any measured frame. Exact under a seed."),
  ),
  maxTriangles: optional(
    described(integerAboveZero(), "Limit on triangles rendered in any measured frame. Exact under a seed."),
  ),
});

const learn = closedObject({
  kind: described(
    oneOf(["starter", "feature", "sample-game", "lesson-companion"]),
    "starter: a minimal starting point. feature: shows a subsystem. sample-game: a complete game. lesson-companion: backs a lesson.",
  ),
  title: described(nonEmptyText(), "Display title."),
  summary: described(nonEmptyText(), "Summary in one sentence."),
  difficulty: described(oneOf(["beginner", "intermediate", "advanced"]), "Difficulty rating."),
  features: described(
    listOf(
      described(textLike(kebabCaseTag, `a kebab-case tag that matches ${kebabCaseTag.source}`), "A kebab-case tag."),
    ),
    "Tags that a catalogue filters by.",
  ),
  thumbnail: optionalText("Thumbnail image, relative to the engine's repository."),
  preview: optionalText("Short preview video or loop."),
  lesson: optionalText("URL of the lesson that teaches the project."),
});

const determinism = closedObject({
  seededRandom: described(
    truthValue(),
    "Declares that all gameplay randomness comes from the context's seeded streams. False if determinism is absent.",
  ),
  defaultSeed: optional(
    described(
      safeInteger(),
      "Seed at boot when seededRandom is true, unless an explicit seed or the framegate-seed query sets another; the runtime's own (2654435769) if omitted.",
    ),
  ),
});

/** The fields of `framegate.game.json`, their types and ranges. `check-manifest.ts` has the rules across fields. */
export const manifestSchema = described(
  closedObject({
    $schema: optionalText("URI of the JSON Schema, for editors."),
    manifestVersion: described(exactly(2), "Version of the file format."),
    name: described(text(), "Display name of the game."),
    appId: optionalText("Stable reverse-domain id for packaged targets, such as com.example.game."),
    editorPort: optional(
      described(
        integerBetween(1024, 65535),
        "Preferred port of the local editor. If it is taken, up to 20 higher ports are tried.",
      ),
    ),
    version: described(text(), "The game's own version, any text. Reports from another version are orphans."),
    engine: described(
      closedObject({
        version: described(
          textLike(exactSemVer, "an exact SemVer 2.0.0 version such as 1.2.3, not a range"),
          "Exact engine version that the game was made for or last upgraded to, not a range.",
        ),
      }),
      "Engine version pin.",
    ),
    roots: described(
      nonEmptyListOf(described(root, "A unit of rendering and lifecycle.")),
      "The roots of the game; at least one.",
    ),
    authoring: optional(described(authoring, "Metadata for editors only; it has no effect on a run.")),
    server: optional(
      described(
        closedObject({
          room: described(text(), "Name of the multiplayer room."),
          module: optionalText("Module of the room's bootstrap; the scaffolded one if omitted."),
        }),
        "Multiplayer server, if the game registers a room.",
      ),
    ),
    resolution: optional(
      described(
        closedObject({
          width: described(finiteNumber(), "Canvas width. Must be above 0 to run the game.", { unit: "px" }),
          height: described(finiteNumber(), "Canvas height. Must be above 0 to run the game.", { unit: "px" }),
        }),
        "Canvas resolution; 1280 x 720 if omitted.",
      ),
    ),
    debug: optional(
      described(
        closedObject({
          allowInProduction: described(
            truthValue(),
            "Allows the debug bridge (framegate-debug=1) and debug commands in production builds. False if debug is absent.",
          ),
        }),
        "Gate of the debug bridge.",
      ),
    ),
    determinism: optional(described(determinism, "Contract of seeded randomness.")),
    budget: optional(
      described(budget, "Limits that framegate perf --assert-budget checks. Exceeded means strictly greater."),
    ),
    learn: optional(described(learn, "Metadata for learners.")),
  }),
  "Configuration of a game: framegate.game.json.",
);
