import { type Object3D, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { HashSink } from "../core/state-hash.ts";
import { type MountedRoot, type RootPlace, WebglRefused } from "../page/root-adapter.ts";
import { absorbUserData } from "./absorb-user-data.ts";
import { addCanvas, isWebglRefused } from "./canvas-layer.ts";
import type { ThreeContext } from "./three-context.ts";

/** Mounts a three.js root: a scene, a perspective camera and a renderer on a canvas, drawn in the render phase. */
export async function mountThreejs(place: RootPlace): Promise<MountedRoot> {
  const { layer, context, setup } = place;
  const { width, height } = context.resolution;
  const canvas = addCanvas(layer, width, height);
  const renderer = createRenderer(canvas);
  renderer.setSize(width, height, false);
  const camera = new PerspectiveCamera(60, width / height, 0.1, 1000);
  camera.position.z = 5;
  const complete: ThreeContext = { ...context, scene: new Scene(), camera, renderer, canvas };
  await setup(complete);
  context.systems.add("render", () => {
    renderer.render(complete.scene, complete.camera);
  });
  return {
    hasLayout: false,
    showsDom: () => false,
    countEntities: () => countEntities(complete.scene),
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

function countEntities(scene: Scene): number {
  let count = 0;
  scene.traverse((object) => {
    // A game may have set this to any value, even null.
    const userData: unknown = object.userData;
    const entityId: unknown =
      typeof userData === "object" && userData !== null ? Reflect.get(userData, "entityId") : null;
    if (entityId !== undefined && entityId !== null) count += 1;
  });
  return count;
}

/**
 * Absorbs names, visibility and local transforms of a tree. The hash of the GL stream covers materials and geometries.
 */
function hashTree(tree: Object3D, sink: HashSink): void {
  tree.traverse((object) => {
    sink.name?.(pathOf(object), objectFields);
    sink.addText(object.name);
    sink.addNumber(object.visible ? 1 : 0);
    sink.addNumber(object.children.length);
    const { position, quaternion, scale } = object;
    sink.addNumber(position.x);
    sink.addNumber(position.y);
    sink.addNumber(position.z);
    sink.addNumber(quaternion.x);
    sink.addNumber(quaternion.y);
    sink.addNumber(quaternion.z);
    sink.addNumber(quaternion.w);
    sink.addNumber(scale.x);
    sink.addNumber(scale.y);
    sink.addNumber(scale.z);
    absorbUserData(object, sink, () => pathOf(object));
  });
}

/** Names of the values that each object adds to a hash, in order. */
const objectFields = [
  ...["name", "visible", "children.length", "position.x", "position.y", "position.z"],
  ...["quaternion.x", "quaternion.y", "quaternion.z", "quaternion.w", "scale.x", "scale.y", "scale.z"],
];

/** `Scene/Group(cart)/children[2]`: from the root of the tree, by name where there is one. */
function pathOf(object: Object3D): string {
  const { parent, name, type } = object;
  if (parent === null) return type;
  const own = name === "" ? `children[${String(parent.children.indexOf(object))}]` : `${type}(${name})`;
  return `${pathOf(parent)}/${own}`;
}
