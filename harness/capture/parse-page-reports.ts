import { z } from "zod";
import type { ElementLook } from "../../src/formats/element-look.ts";
import { recordByCount } from "../../src/formats/frame-counts.ts";
import type {
  FinishReport,
  MountReport,
  PageFailureCode,
  PartColumn,
  PlayReport,
  RealmInspection,
  StepReport,
} from "../../src/formats/page-port.ts";
import { namedNodesMax, sceneEngineNames, type SceneReport } from "../../src/formats/scene-report.ts";
import { type TapeEvent, validateTape } from "../../src/formats/tape.ts";

// The page's types, checked again on this side: a game shares its realm with the port and may replace it.
const failureCode: z.ZodType<PageFailureCode> = z.enum([
  "entry-threw",
  "entry-never-resolved",
  "setup-missing",
  "teardown-threw",
  "adapter-invalid",
  "capture-timeout",
  "webgl-refused",
  "frame-threw",
  "settle-timeout",
  "element-missed",
  "needs-raster",
]);
const pageError = z.object({ message: z.string(), stack: z.string().nullable(), rootId: z.string().nullable() });
const count = z.number().int().nonnegative();

const mountReport: z.ZodType<MountReport> = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    bootMs: z.number(),
    crossOriginIsolated: z.boolean(),
    timerResolutionMs: z.number(),
  }),
  z.object({ ok: z.literal(false), code: failureCode, error: pageError }),
]);

const partColumn: z.ZodType<PartColumn> = z.object({
  realm: z.string(),
  part: z.string(),
  steps: z.array(z.number().int()),
  digests: z.array(z.string()),
});

const stepReport: z.ZodType<StepReport> = z.object({
  ...recordByCount(() => z.array(count)),
  stateHash: z.array(z.string()),
  parts: z.array(partColumn),
  mouse: z.object({ x: z.number(), y: z.number(), isPressed: z.boolean() }).nullable(),
  stopped: z.object({ code: failureCode, error: pageError }).nullable(),
});

const playReport: z.ZodType<PlayReport> = z.object({
  steps: count,
  stateHash: z.string().nullable(),
  stopped: z.object({ code: failureCode, error: pageError }).nullable(),
});

const inspection: z.ZodType<RealmInspection> = z.object({
  realm: z.string(),
  values: z.array(z.object({ path: z.string(), kind: z.enum(["number", "text"]), text: z.string() })).nullable(),
  phaseDigests: z.array(z.string()),
  given: z.object({
    apis: z.array(z.string()),
    results: z.array(z.string()),
    stacks: z.array(z.string()),
    entries: z.array(z.number().int()),
  }),
  drawn: z.array(
    z.object({
      stack: z.string(),
      node: z.string().nullable(),
      drawCalls: count,
      triangles: count,
      canvasOperations: count,
      textureUploadBytes: count,
      bufferUploadBytes: count,
    }),
  ),
  fragments: z
    .object({
      targets: z.array(
        z.object({
          isCanvas: z.boolean(),
          width: count,
          height: count,
          coveredPixels: count,
          mostPerPixel: count,
          keptDepthDraws: count,
          heat: z.string().nullable(),
        }),
      ),
      draws: z.array(z.object({ site: count, target: count.nullable(), fragments: count.nullable() })),
    })
    .nullable(),
});

const scene: z.ZodType<SceneReport> = z.object({
  engines: z.array(z.object({ name: z.enum(sceneEngineNames), version: z.string().nullable(), worlds: count })),
  nodes: count,
  entities: count.nullable(),
  names: z.array(z.object({ type: z.string(), name: z.string(), count })).max(namedNodesMax),
});

const finishReport: z.ZodType<FinishReport> = z.object({
  scene: scene.nullable(),
  physics: z.array(z.string()).nullable(),
  workerPhysics: z.array(z.string()).nullable(),
  loadingCounts: z.object(recordByCount(() => count)),
  finalStateHash: z.string(),
  glContextCount: count,
  glRenderer: z.string().nullable(),
  contextLosses: z.array(
    z.object({ step: z.number().int(), drawnAgainStep: z.number().int().nullable(), byGame: z.boolean() }),
  ),
  anythingRendered: z.boolean(),
  listensFor: z.array(z.enum(["key", "click"])),
  clickPrompts: z.array(
    z.object({
      name: z.string(),
      target: z.object({ selector: z.string().exactOptional(), text: z.string().exactOptional() }),
      kind: z.enum(["button", "canvas", "link"]),
    }),
  ),
  randomSites: z.array(z.object({ api: z.string(), step: z.number().int(), stack: z.string() })),
  namedUses: z.array(z.object({ api: z.string(), realm: z.string(), stack: z.string() })),
  nodeDraws: z.array(
    z.object({
      realm: z.string(),
      path: z.string(),
      steps: z.array(count),
      drawCalls: z.array(count),
      triangles: z.array(count),
    }),
  ),
  sharedMeshes: z.object({ path: z.string(), meshes: count }).nullable(),
  playedInput: z.array(z.object({ step: count, events: z.array(z.string()) })),
  inspections: z.array(inspection),
  notices: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      severity: z.enum(["warning", "failure"]),
      where: z.string().nullable(),
    }),
  ),
});

const elementLook: z.ZodType<ElementLook> = z.object({
  sighting: z
    .object({
      x: z.number(),
      y: z.number(),
      name: z.string(),
      hiddenBy: z.string().nullable(),
      blockedBy: z.string().nullable(),
    })
    .nullable(),
  others: z.array(z.string()),
  badSelector: z.string().nullable(),
});

/** Parses the result of `lookFor`. Throws a `ZodError` if it did not come from our host page. */
export function parseElementLook(value: unknown): ElementLook {
  return elementLook.parse(value);
}

/** Parses the result of `mount`. Throws a `ZodError` if it did not come from our host page. */
export function parseMountReport(value: unknown): MountReport {
  return mountReport.parse(value);
}

/** Parses the result of `step`. Throws a `ZodError` if it did not come from our host page. */
export function parseStepReport(value: unknown): StepReport {
  return stepReport.parse(value);
}

/** Parses the result of `play`. Throws a `ZodError` if it did not come from our host page. */
export function parsePlayReport(value: unknown): PlayReport {
  return playReport.parse(value);
}

/** Parses the events of a played step; empty if they did not come from our host page. */
export function parseRecordedEvents(payload: string): readonly TapeEvent[] {
  const validation = validateTape(`{"version": 1, "stepHz": 60, "events": ${payload}}`);
  return validation.ok ? validation.value.events : [];
}

/** Parses the result of `finish`. Throws a `ZodError` if it did not come from our host page. */
export function parseFinishReport(value: unknown): FinishReport {
  return finishReport.parse(value);
}
