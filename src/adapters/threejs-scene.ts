import { type Camera, type Object3D, ObjectLoader, type Scene } from "three";
import type { EntryModule } from "../page/root-adapter.ts";
import { fitCamera } from "./fit-camera.ts";
import type { ThreeContext } from "./three-context.ts";

/** A scene file as an entry: its `setup` fills the scene of a three.js root. `path` is relative to the manifest. */
export function sceneEntry(path: string): EntryModule {
  return {
    setup: async (context: ThreeContext): Promise<void> => {
      const loaded = await loadScene(path, context);
      if (isScene(loaded)) {
        context.scene.copy(loaded, false);
        context.scene.add(...loaded.children);
      } else {
        context.scene.add(loaded);
      }
      const camera = findCamera(context.scene);
      if (camera === null) return;
      // An editor saves the aspect ratio of its own window.
      fitCamera(camera, context.resolution);
      context.camera = camera;
    },
  };
}

async function loadScene(path: string, { assets }: ThreeContext): Promise<Object3D> {
  // A scene names its pictures relative to itself.
  const folder = assets.url(path).replace(/[^/]*$/u, "");
  return await new ObjectLoader().setResourcePath(folder).parseAsync(await assets.json(path));
}

/** The first camera of the tree; null if it has none. */
function findCamera(tree: Object3D): Camera | null {
  let found: Camera | null = null;
  tree.traverse((object) => {
    if (found === null && isCamera(object)) found = object;
  });
  return found;
}

function isScene(object: Object3D): object is Scene {
  return Reflect.get(object, "isScene") === true;
}

function isCamera(object: Object3D): object is Camera {
  return Reflect.get(object, "isCamera") === true;
}
