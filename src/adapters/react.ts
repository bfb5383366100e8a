import type { MountedRoot, RootPlace } from "../page/root-adapter.ts";
import { setUp } from "../page/set-up.ts";
import type { ReactContext } from "./react-context.ts";

/**
 * Mounts a React root. Nothing here calls React: it queues its work as microtasks and immediates of the realm, which
 * the render phase runs to the end. So a state set in a frame is on the page in that frame.
 */
export async function mountReact(place: RootPlace): Promise<MountedRoot> {
  const { layer, context, runQueuedWork } = place;
  const complete: ReactContext = { ...context, container: layer };
  await setUp(place, complete);
  place.addDrawing(runQueuedWork);
  return {
    hasLayout: true,
    showsDom: () => layer.childNodes.length > 0,
    worlds: () => [],
    countEntities: () => null,
    hashInto: (sink) => {
      sink.name?.("container", ["innerHTML"]);
      sink.addText(layer.innerHTML);
    },
  };
}
