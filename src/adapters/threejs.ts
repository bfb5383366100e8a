import { PerspectiveCamera, REVISION, Scene, WebGLRenderer } from "three";
import { type MountedRoot, type RootPlace, WebglRefused } from "../page/root-adapter.ts";
import { threeNodes } from "../page/scene/node-reader.ts";
import { setUp } from "../page/set-up.ts";
import { addCanvas, isWebglRefused } from "./canvas-layer.ts";
import { fitCamera } from "./fit-camera.ts";
import type { ThreeContext } from "./three-context.ts";
import { hashTree } from "./three-tree.ts";

/** Mounts a three.js root: a scene, a perspective camera and a renderer on a canvas, drawn in the render phase. */
export async function mountThreejs(place: RootPlace): Promise<MountedRoot> {
  const { layer, context } = place;
  const { width, height } = context.resolution;
  const canvas = addCanvas(layer, width, height);
  const renderer = createRenderer(canvas);
  renderer.setSize(width, height, false);
  const camera = new PerspectiveCamera(60, width / height, 0.1, 1000);
  camera.position.z = 5;
  const complete: ThreeContext = { ...context, scene: new Scene(), camera, renderer, canvas };
  const removal = await setUp(place, complete, () => {
    renderer.dispose();
    // A browser keeps 16 contexts, and frees one without a canvas only when it collects garbage.
    renderer.forceContextLoss();
  });
  place.addDrawing(() => {
    renderer.render(complete.scene, complete.camera);
  });
  return {
    removal,
    resize: (newWidth, newHeight) => {
      renderer.setSize(newWidth, newHeight, false);
      fitCamera(complete.camera, { width: newWidth, height: newHeight });
    },
    hasLayout: false,
    showsDom: () => false,
    worlds: () => [{ reader: threeNodes, root: complete.scene, version: REVISION }],
    countEntities: () => null,
    hashInto: (sink) => {
      hashTree(complete.scene, sink);
      hashTree(complete.camera, sink);
    },
  };
}

function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    // Transparent, so that roots below show through.
    return new WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch (thrown) {
    if (isWebglRefused()) throw new WebglRefused(thrown instanceof Error ? thrown.message : String(thrown));
    throw thrown;
  }
}
