import { type CountDefinition, countNamesOf, definitionOf, recordByCount } from "../../src/formats/frame-counts.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type { FinishReport, PartColumn, StepReport } from "../../src/formats/page-port.ts";
import type { GameTarget, PlannedRun } from "../../src/formats/run-plan.ts";
import type { SceneReport } from "../../src/formats/scene-report.ts";

/** One value per frame for each figure that a page counts. */
export type Columns = Omit<StepReport, "mouse" | "stopped">;

/** The columns of some frames, and the reason why there are not more. */
export type Stepped = Omit<StepReport, "mouse">;

/** Columns of a run that was stepped in several calls. */
export function joinColumns(parts: readonly Columns[]): Columns {
  return {
    ...recordByCount((name) => parts.flatMap((part) => part[name])),
    stateHash: parts.flatMap((part) => part.stateHash),
    parts: joinParts(parts.flatMap((part) => part.parts)),
  };
}

/** Joins columns of the same part from successive calls. */
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
 * Scene graphs at the end of a run; null if there were none. Entity ids are optional in a page: if no node was an
 * entity in any frame, there is nothing to hold a budget to.
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
  const has: Readonly<Record<CountDefinition["needs"], boolean>> = {
    // A game that never had a GL context has no draw calls, which differs from zero draw calls.
    draws: glContextCount > 0 || hasAny(columns.drawCalls),
    webgl: glContextCount > 0,
    canvas: hasAny(columns.canvasOperations),
    // A game without a scene graph at the end may have had one before.
    nodes: scene !== null || hasAny(columns.sceneNodes),
    entities: (scene?.entities ?? null) !== null || hasAny(columns.sceneEntities),
    nothing: true,
  };
  const isCounting = pass === "count" || pass === "work";
  const counted = countNamesOf(isCounting);
  return {
    ...recordByCount((name) => columnIf(counted.includes(name) && has[definitionOf(name).needs], columns[name])),
    stateHash: columnIf(isCounting, columns.stateHash),
  };
}

function columnIf<Value>(applies: boolean, column: readonly Value[]): readonly Value[] | null {
  return applies ? column : null;
}

function hasAny(column: readonly number[]): boolean {
  return column.some((count) => count > 0);
}

/** Sums of everything counted while the page loaded, for the columns that apply; null for the others. */
export function sumsWhileLoading(counts: RunSamples["counts"], { loadingCounts }: FinishReport): RunSamples["before"] {
  return recordByCount((name) => {
    return definitionOf(name).kind === "sum" && counts[name] !== null ? loadingCounts[name] : null;
  });
}
