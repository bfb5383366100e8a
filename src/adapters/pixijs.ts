import { autoDetectRenderer, Container, type Renderer } from "pixi.js";
import type { HashSink } from "../core/state-hash.ts";
import { type MountedRoot, type RootPlace, WebglRefused } from "../page/root-adapter.ts";
import { absorbUserData } from "./absorb-user-data.ts";
import { addCanvas, isWebglRefused } from "./canvas-layer.ts";
import type { PixiContext } from "./pixi-context.ts";

/** Mounts a PixiJS root: a stage and a WebGL renderer on a canvas, drawn in the render phase. */
export async function mountPixijs(place: RootPlace): Promise<MountedRoot> {
  const { layer, context, setup } = place;
  const { width, height } = context.resolution;
  const canvas = addCanvas(layer, width, height);
  const renderer = await createRenderer(canvas, width, height);
  const stage = new Container();
  const complete: PixiContext = { ...context, stage, renderer, canvas };
  await setup(complete);
  context.systems.add("render", () => {
    renderer.render(stage);
  });
  return {
    hasLayout: false,
    showsDom: () => false,
    countEntities: () => countEntities(stage),
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

function countEntities(container: Container): number {
  const userData: unknown = Reflect.get(container, "userData");
  const entityId: unknown =
    typeof userData === "object" && userData !== null ? Reflect.get(userData, "entityId") : null;
  const own = entityId === undefined || entityId === null ? 0 : 1;
  return container.children.reduce((count, child) => count + countEntities(child), own);
}

/** Absorbs labels, visibility, alpha and local transforms of a tree. The hash of the GL stream covers textures. */
function hashTree(container: Container, sink: HashSink): void {
  sink.name?.(pathOf(container), containerFields);
  // Declared as a string, but null until it is set.
  const label: unknown = container.label;
  sink.addText(typeof label === "string" ? label : "");
  sink.addNumber(container.visible ? 1 : 0);
  sink.addNumber(container.alpha);
  sink.addNumber(container.position.x);
  sink.addNumber(container.position.y);
  sink.addNumber(container.scale.x);
  sink.addNumber(container.scale.y);
  sink.addNumber(container.rotation);
  sink.addNumber(container.children.length);
  absorbUserData(container, sink, () => pathOf(container));
  for (const child of container.children) hashTree(child, sink);
}

/** Names of the values that each container adds to a hash, in order. */
const containerFields = [
  ...["label", "visible", "alpha", "position.x", "position.y", "scale.x", "scale.y", "rotation", "children.length"],
];

/** `stage/cart/children[2]`: from the stage on, by label where there is one. */
function pathOf(container: Container): string {
  const { parent } = container;
  // Declared otherwise, but null at the stage and until a label is set.
  const label: unknown = container.label;
  if (!(parent instanceof Container)) return "stage";
  const isNamed = typeof label === "string" && label !== "" && label !== container.constructor.name;
  return `${pathOf(parent)}/${isNamed ? label : `children[${String(parent.children.indexOf(container))}]`}`;
}
