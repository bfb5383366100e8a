import { autoDetectRenderer, Container, type Renderer, VERSION } from "pixi.js";
import { type MountedRoot, type RootPlace, WebglRefused } from "../page/root-adapter.ts";
import { pixiNodes } from "../page/scene/node-reader.ts";
import { setUp } from "../page/set-up.ts";
import { addCanvas, isWebglRefused } from "./canvas-layer.ts";
import type { PixiContext } from "./pixi-context.ts";
import { hashTree } from "./pixi-tree.ts";

/** Mounts a PixiJS root: a stage and a WebGL renderer on a canvas, drawn in the render phase. */
export async function mountPixijs(place: RootPlace): Promise<MountedRoot> {
  const { layer, context } = place;
  const { width, height } = context.resolution;
  const canvas = addCanvas(layer, width, height);
  const renderer = await createRenderer(canvas, width, height);
  const stage = new Container();
  const complete: PixiContext = { ...context, stage, renderer, canvas };
  const removal = await setUp(place, complete, () => {
    stage.destroy({ children: true });
    // This releases the WebGL context too.
    renderer.destroy();
  });
  place.addDrawing(() => {
    renderer.render(stage);
  });
  return {
    removal,
    resize: (newWidth, newHeight) => {
      renderer.resize(newWidth, newHeight);
    },
    hasLayout: false,
    showsDom: () => false,
    worlds: () => [{ reader: pixiNodes, root: stage, version: VERSION }],
    countEntities: () => null,
    hashInto: (sink) => {
      hashTree(stage, sink);
    },
  };
}

async function createRenderer(canvas: HTMLCanvasElement, width: number, height: number): Promise<Renderer> {
  try {
    return await autoDetectRenderer({
      canvas,
      width,
      height,
      preference: "webgl",
      antialias: true,
      backgroundAlpha: 0,
    });
  } catch (thrown) {
    if (isWebglRefused()) throw new WebglRefused(thrown instanceof Error ? thrown.message : String(thrown));
    throw thrown;
  }
}
