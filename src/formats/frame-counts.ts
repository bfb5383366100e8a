/** What is counted in every frame. */
export const countNames = [
  "drawCalls",
  "triangles",
  "canvasOperations",
  "domChanges",
  "sceneEntities",
  "sceneNodes",
] as const;

/** A column of counts, one entry per frame. */
export type CountName = (typeof countNames)[number];

/** What a person calls each column. */
export const countLabels: Readonly<Record<CountName, string>> = {
  drawCalls: "draw calls",
  triangles: "triangles",
  canvasOperations: "canvas operations",
  domChanges: "DOM changes",
  sceneEntities: "entities",
  sceneNodes: "scene nodes",
};

/** The counts of one frame, or totals. DOM changes and scene graphs are counted only in a count pass. */
export type FrameCounts = Readonly<Record<CountName, number>>;

export const noCounts: FrameCounts = {
  drawCalls: 0,
  triangles: 0,
  canvasOperations: 0,
  domChanges: 0,
  sceneEntities: 0,
  sceneNodes: 0,
};

/** Combines two sets of counts, one by one. */
export function combineCounts(
  left: FrameCounts,
  right: FrameCounts,
  combine: (left: number, right: number) => number,
): FrameCounts {
  return {
    drawCalls: combine(left.drawCalls, right.drawCalls),
    triangles: combine(left.triangles, right.triangles),
    canvasOperations: combine(left.canvasOperations, right.canvasOperations),
    domChanges: combine(left.domChanges, right.domChanges),
    sceneEntities: combine(left.sceneEntities, right.sceneEntities),
    sceneNodes: combine(left.sceneNodes, right.sceneNodes),
  };
}

export function addCounts(left: FrameCounts, right: FrameCounts): FrameCounts {
  return combineCounts(left, right, (one, other) => one + other);
}
