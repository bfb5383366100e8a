/** The engines whose scene graphs are known. */
export const sceneEngineNames = ["three", "pixi", "phaser", "playcanvas", "babylon"] as const;

/** An engine whose scene graphs can be counted. */
export type SceneEngineName = (typeof sceneEngineNames)[number];

/** An engine whose scene graphs were counted. */
export interface SceneEngineReport {
  readonly name: SceneEngineName;
  /** As the engine reports it; null if it does not. */
  readonly version: string | null;
  /** Scene graphs at the end of the run. */
  readonly worlds: number;
}

/** Nodes of one type and name. */
export interface NamedNodes {
  readonly type: string;
  readonly name: string;
  readonly count: number;
}

/** The scene graphs at the end of a run. */
export interface SceneReport {
  readonly engines: readonly SceneEngineReport[];
  readonly nodes: number;
  /** Null if no world has nodes that carry entity ids, and no selector was given. */
  readonly entities: number | null;
  /** The most frequent ones first. */
  readonly names: readonly NamedNodes[];
}

/** A longer list is cut off. */
export const namedNodesMax = 20;

/** Joins the scene graphs of several realms or roots; null if none has any. */
export function joinScenes(scenes: readonly (SceneReport | null)[]): SceneReport | null {
  const present = scenes.filter((scene) => scene !== null);
  const [first, ...others] = present;
  if (first === undefined || others.length === 0) return first ?? null;
  const counted = present.flatMap(({ entities }) => entities ?? []);
  return {
    engines: joinEngines(present.flatMap(({ engines }) => engines)),
    nodes: present.reduce((total, { nodes }) => total + nodes, 0),
    entities: counted.length === 0 ? null : counted.reduce((total, count) => total + count, 0),
    names: joinNames(present.flatMap(({ names }) => names)),
  };
}

function joinEngines(engines: readonly SceneEngineReport[]): readonly SceneEngineReport[] {
  const joined = new Map<string, SceneEngineReport>();
  for (const engine of engines) {
    const key = `${engine.name}\n${engine.version ?? ""}`;
    joined.set(key, { ...engine, worlds: engine.worlds + (joined.get(key)?.worlds ?? 0) });
  }
  return [...joined.values()];
}

/** The most frequent nodes, added up by type and name. Of equally frequent ones the earlier comes first. */
export function joinNames(names: readonly NamedNodes[]): readonly NamedNodes[] {
  const joined = new Map<string, NamedNodes>();
  for (const nodes of names) {
    const key = `${nodes.type}\n${nodes.name}`;
    joined.set(key, { ...nodes, count: nodes.count + (joined.get(key)?.count ?? 0) });
  }
  return [...joined.values()].sort((left, right) => right.count - left.count).slice(0, namedNodesMax);
}
