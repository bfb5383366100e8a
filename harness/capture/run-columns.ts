import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { FinishReport, PartColumn, StepReport } from "../../src/formats/page-port.ts";
import type { GameTarget, PlannedRun } from "../../src/formats/run-plan.ts";
import type { SceneReport } from "../../src/formats/scene-report.ts";

/** One value a frame of each figure that a page counts. */
export type Columns = Omit<StepReport, "stopped">;

/** The columns of a run that was stepped in several parts. */
export function joinColumns(parts: readonly Columns[]): Columns {
  return {
    drawCalls: parts.flatMap((part) => part.drawCalls),
    triangles: parts.flatMap((part) => part.triangles),
    canvasOperations: parts.flatMap((part) => part.canvasOperations),
    domChanges: parts.flatMap((part) => part.domChanges),
    sceneEntities: parts.flatMap((part) => part.sceneEntities),
    sceneNodes: parts.flatMap((part) => part.sceneNodes),
    stateHash: parts.flatMap((part) => part.stateHash),
    parts: joinParts(parts.flatMap((part) => part.parts)),
  };
}

/** Joins the columns of the same part, from calls one after the other. */
function joinParts(columns: readonly PartColumn[]): readonly PartColumn[] {
  const joined = new Map<string, PartColumn>();
  for (const column of columns) {
    const key = `${column.realm}\n${column.part}`;
    const before = joined.get(key);
    joined.set(key, {
      ...column,
      steps: [...(before?.steps ?? []), ...column.steps],
      digests: [...(before?.digests ?? []), ...column.digests],
    });
  }
  return [...joined.values()];
}

/**
 * The scene graphs at the end of a run; null if there were none. A page need not know of entity ids. If none of its nodes was
 * an entity in any frame, there is nothing that a budget could be held to.
 */
export function sceneOf(target: GameTarget, { sceneEntities }: Columns, { scene }: FinishReport): SceneReport | null {
  const isPage = target.kind !== "manifest";
  return isPage && scene?.entities === 0 && !hasAny(sceneEntities) ? { ...scene, entities: null } : scene;
}

/** The columns that mean something for this game and this pass; null for the others. */
export function countColumns(
  { pass }: PlannedRun,
  columns: Columns,
  { glContextCount }: FinishReport,
  scene: SceneReport | null,
): RunSamples["counts"] {
  const { drawCalls, triangles, canvasOperations, domChanges, sceneEntities, sceneNodes, stateHash } = columns;
  const isCounting = pass === "count" || pass === "work";
  // A game that never had a GL context has no draw calls, which is not the same as zero draw calls.
  const hasDrawn = glContextCount > 0;
  // What has no scene graph at the end may have had one before.
  const hasNodes = scene !== null || hasAny(sceneNodes);
  const hasEntities = (scene?.entities ?? null) !== null || hasAny(sceneEntities);
  return {
    drawCalls: columnIf(hasDrawn, drawCalls),
    triangles: columnIf(hasDrawn, triangles),
    canvasOperations: columnIf(hasAny(canvasOperations), canvasOperations),
    domChanges: columnIf(isCounting, domChanges),
    sceneEntities: columnIf(isCounting && hasEntities, sceneEntities),
    sceneNodes: columnIf(isCounting && hasNodes, sceneNodes),
    stateHash: columnIf(isCounting, stateHash),
  };
}

function columnIf<Value>(applies: boolean, column: readonly Value[]): readonly Value[] | null {
  return applies ? column : null;
}

function hasAny(column: readonly number[]): boolean {
  return column.some((count) => count > 0);
}
