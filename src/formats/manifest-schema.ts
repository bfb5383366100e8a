import { z } from "zod";
import { capabilityTiers, ingestStrategies } from "./capability-tiers.ts";
import {
  closedObject,
  finiteNumber,
  integerAboveZero,
  integerBetween,
  listOf,
  mapOf,
  nonEmptyListOf,
  nonEmptyText,
  numberAboveZero,
  oneOf,
  text,
  textLike,
  truthValue,
} from "./field-kinds.ts";

export const surfaces = ["threejs", "pixijs", "react"] as const;

/** The grammar of SemVer 2.0.0, from the suggested expression on https://semver.org (FAQ), anchored. */
const exactSemVer =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

const kebabCaseTag = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function safeInteger(): z.ZodInt {
  return integerBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

const ingest = closedObject({
  strategy: oneOf(ingestStrategies),
  entryHtml: text().exactOptional(),
  assets: mapOf(text()).exactOptional(),
  domStubs: listOf(text()).exactOptional(),
  captureTimeoutMs: finiteNumber().exactOptional(),
  bundleUrl: text().exactOptional(),
  baseHref: text().exactOptional(),
  assetBaseUrl: text().exactOptional(),
  extraDeps: listOf(text()).exactOptional(),
  pixiModuleUrl: text().exactOptional(),
  bodyHtml: text().exactOptional(),
});

/** The three forms an adapter can take. A value of none of them is told by `check-manifest.ts`, in better words. */
const adapter = z.union([
  oneOf(surfaces),
  closedObject({ module: text(), surface: oneOf(surfaces) }),
  closedObject({ surface: oneOf(surfaces), ingest }),
]);

const root = closedObject({
  id: text(),
  description: text().exactOptional(),
  adapter,
  scene: text().exactOptional(),
  entry: text().exactOptional(),
  zOrder: safeInteger().exactOptional(),
  pausable: truthValue().exactOptional(),
  loop: oneOf(["gated", "self-driven"]).exactOptional(),
  capabilities: closedObject({
    local: oneOf(capabilityTiers).exactOptional(),
    hosted: oneOf(capabilityTiers).exactOptional(),
  }).exactOptional(),
});

const authoring = closedObject({
  hierarchy: closedObject({
    rootLabels: mapOf(text()).exactOptional(),
    groups: listOf(closedObject({ id: text(), label: text(), roots: nonEmptyListOf(text()) })).exactOptional(),
  }).exactOptional(),
});

const budget = closedObject({
  frameCpuMsP95: numberAboveZero().exactOptional(),
  physicsMsP95: numberAboveZero().exactOptional(),
  maxEntities: integerBetween(0, Number.MAX_SAFE_INTEGER).exactOptional(),
  maxDrawCalls: integerAboveZero().exactOptional(),
  maxTriangles: integerAboveZero().exactOptional(),
});

const learn = closedObject({
  kind: oneOf(["starter", "feature", "sample-game", "lesson-companion"]),
  title: nonEmptyText(),
  summary: nonEmptyText(),
  difficulty: oneOf(["beginner", "intermediate", "advanced"]),
  features: listOf(textLike(kebabCaseTag, `a kebab-case tag that matches ${kebabCaseTag.source}`)),
  thumbnail: text().exactOptional(),
  preview: text().exactOptional(),
  lesson: text().exactOptional(),
});

/** The fields of `framegate.game.json`, their types and bounds. Rules across fields are in `check-manifest.ts`. */
export const manifestSchema = closedObject({
  $schema: text().exactOptional(),
  manifestVersion: z.literal(2, { error: "2" }),
  name: text(),
  appId: text().exactOptional(),
  editorPort: integerBetween(1024, 65535).exactOptional(),
  version: text(),
  engine: closedObject({ version: textLike(exactSemVer, "an exact SemVer 2.0.0 version such as 1.2.3, not a range") }),
  roots: nonEmptyListOf(root),
  authoring: authoring.exactOptional(),
  server: closedObject({ room: text(), module: text().exactOptional() }).exactOptional(),
  resolution: closedObject({ width: finiteNumber(), height: finiteNumber() }).exactOptional(),
  debug: closedObject({ allowInProduction: truthValue() }).exactOptional(),
  determinism: closedObject({ seededRandom: truthValue(), defaultSeed: safeInteger().exactOptional() }).exactOptional(),
  budget: budget.exactOptional(),
  learn: learn.exactOptional(),
});
