import type { EngineConfig } from "../../../formats/entity-selector.ts";
import type { PageNotice } from "../../../formats/page-port.ts";
import type { SceneReport } from "../../../formats/scene-report.ts";
import { countScene, describeScene, type SceneCount } from "../../scene/count-scene.ts";
import { installDevtoolsHooks } from "./devtools-hooks.ts";
import type { ShownWorlds } from "./shown-worlds.ts";

/** The scene graphs that the engines of a realm draw. */
export interface SceneCapture {
  /** Ends a frame, and counts the nodes on the screen. */
  takeFrame(): SceneCount;
  /** The scene graphs on the screen now; null if there is none. */
  describe(): SceneReport | null;
}

const nothing: SceneCount = { nodes: 0, entities: 0 };

/** Watches the scene graphs of a realm. Without `worlds` nothing is counted, but the same globals are defined. */
export function captureScenes(
  realm: Window & typeof globalThis,
  { entities }: EngineConfig,
  worlds: ShownWorlds | null,
  note: (notice: PageNotice) => void,
): SceneCapture | null {
  installDevtoolsHooks(realm, worlds);
  if (worlds === null) return null;
  let isReadable = true;
  /** Nodes are the game's objects, and reading one of its properties can throw. */
  function read<Result>(count: () => Result, otherwise: Result): Result {
    if (!isReadable) return otherwise;
    try {
      return count();
    } catch (thrown) {
      isReadable = false;
      const message = `The scene graph of the game could not be read (${String(thrown)}), so its nodes are not counted.`;
      note({ code: "scene-unreadable", severity: "warning", message, where: null });
      return otherwise;
    }
  }
  return {
    takeFrame() {
      worlds.endFrame();
      return read(() => countScene(worlds.list(), entities), nothing);
    },
    describe: () => read(() => describeScene(worlds.list(), entities), null),
  };
}
