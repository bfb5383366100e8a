import type { CountName } from "../../src/formats/frame-counts.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";

type Reasoned = Pick<RunSamples, "counts" | "scene" | "physics">;

/** Why no run has a count: a clause. */
export function reasonOfNone(name: CountName, samples: readonly Reasoned[]): string {
  switch (name) {
    case "drawCalls":
    case "triangles":
      return `the game never drew with WebGL or WebGPU${whatElse(samples)}`;
    case "canvasOperations":
      return "the game never drew on a 2D canvas, so nothing could be counted";
    case "domChanges":
      return "changes of the DOM are counted in a count pass, and there was none";
    case "sceneNodes":
      return "no scene graph of a known engine was found";
    case "sceneEntities":
      return reasonOfNoEntities(samples);
  }
}

/** What a game without WebGL did in its frames. */
function whatElse(samples: readonly Reasoned[]): string {
  const hasAny = (name: CountName): boolean =>
    samples.some(({ counts }) => counts[name]?.some((count) => count > 0) === true);
  const done = [
    ...(hasAny("canvasOperations") ? ["it draws on 2D canvases"] : []),
    ...(hasAny("domChanges") ? ["it changes its DOM"] : []),
  ];
  return done.length === 0 ? "" : `; ${done.join(" and ")}`;
}

function reasonOfNoEntities(samples: readonly Reasoned[]): string {
  const scene = samples.find((sample) => sample.scene !== null)?.scene ?? null;
  if (scene === null) return "no scene graph of a known engine was found";
  const engines = scene.engines.map(({ name }) => name).join(" and ");
  return `no node of ${engines} was an entity in any frame; --entities says which of them count`;
}

/** Why no frame has a time of its physics: a clause. */
export function reasonOfNoPhysics(samples: readonly Reasoned[]): string {
  const found = samples.find(({ physics }) => physics !== null)?.physics ?? null;
  if (found === null) return "the frames of this game are not divided into phases, so its physics cannot be told apart";
  if (found.length === 0) return "no known physics engine was found on the main thread of the page";
  return `none of the steps of ${found.join(" and ")} ran in a frame`;
}
