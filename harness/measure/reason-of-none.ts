import { type CountName, definitionOf } from "../../src/formats/frame-counts.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";

type Reasoned = Pick<RunSamples, "counts" | "scene">;

/** Runs, and whether their pages were searched for engines. */
export interface Sought {
  readonly samples: readonly Reasoned[];
  readonly seeksEngines: boolean;
}

/** Why no run has a count: a clause. */
export function reasonOfNone(name: CountName, { samples, seeksEngines }: Sought): string {
  const { needs, pass, label } = definitionOf(name);
  if (pass === "count" && !samples.some(({ counts }) => counts.stateHash !== null))
    return `${label} are counted in a count pass, and there was none`;
  switch (needs) {
    case "draws":
      return `the game never drew with WebGL or WebGPU${whatElse(samples)}`;
    case "webgl":
      return "the game never drew with WebGL";
    case "canvas":
      return "the game never drew on a 2D canvas, so nothing could be counted";
    case "nodes":
      return reasonOfNoScene(seeksEngines);
    case "entities":
      return reasonOfNoEntities({ samples, seeksEngines });
    case "nothing":
      return "no run has counted it";
  }
}

/** The other ways in which a game without WebGL draws. */
function whatElse(samples: readonly Reasoned[]): string {
  const hasAny = (name: CountName): boolean =>
    samples.some(({ counts }) => counts[name]?.some((count) => count > 0) === true);
  const done = [
    ...(hasAny("canvasOperations") ? ["it draws on 2D canvases"] : []),
    ...(hasAny("domChanges") ? ["it changes its DOM"] : []),
  ];
  return done.length === 0 ? "" : `; ${done.join(" and ")}`;
}

function reasonOfNoEntities({ samples, seeksEngines }: Sought): string {
  const scene = samples.find((sample) => sample.scene !== null)?.scene ?? null;
  if (scene === null) return reasonOfNoScene(seeksEngines);
  const engines = scene.engines.map(({ name }) => name).join(" and ");
  return `no node of ${engines} was an entity in any frame; --entities says which of them count`;
}

function reasonOfNoScene(seeksEngines: boolean): string {
  return seeksEngines
    ? "no scene graph of a known engine was found"
    : "no root has a scene graph that is looked into; React and a page that a manifest embeds have none";
}
type Physical = Pick<RunSamples, "physics" | "workerPhysics">;

/** Why no frame has a physics time: a clause. */
export function reasonOfNoPhysics(samples: readonly Physical[]): string {
  const found = samples.find(({ physics }) => physics !== null)?.physics ?? null;
  if (found === null)
    return "a page that a manifest embeds is not looked into; perf of the HTML file itself finds its physics";
  const inWorkers = workerEngines(samples);
  if (found.length > 0) return `none of the steps of ${found.join(" and ")} ran in a frame`;
  return inWorkers.length === 0
    ? "no known physics engine was found on the main thread of the page"
    : `the physics of ${inWorkers.join(" and ")} runs in a worker, whose time is not the main thread's: see workerPhysicsMsP95`;
}

/** The same for physics in workers. */
export function reasonOfNoWorkerPhysics(samples: readonly Physical[]): string {
  const found = workerEngines(samples);
  return found.length === 0
    ? "no known physics engine was found in a worker"
    : `none of the steps of ${found.join(" and ")} ran in a worker before the end of a frame`;
}

function workerEngines(samples: readonly Physical[]): readonly string[] {
  return samples.find(({ workerPhysics }) => workerPhysics !== null)?.workerPhysics ?? [];
}
