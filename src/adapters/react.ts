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
  const removal = await setUp(place, complete, nothing);
  place.addDrawing(runQueuedWork);
  return {
    removal,
    // The layer has its size by its style.
    resize: nothing,
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

function nothing(): void {
  // The DOM goes with the layer, and the React root is the game's.
}
