import { DefaultLoadingManager, REVISION } from "three";
import { threeNodes } from "../../page/scene/node-reader.ts";
import { hashTree, type SceneNode } from "../three-tree.ts";
import { type Capture, ShownScenes } from "./capture.ts";

/** The object to which three.js (r113 and later) reports each renderer and scene that it makes. */
const devtoolsKey = "__THREE_DEVTOOLS__";

/** Traps the host's three.js: every renderer that it makes until the capture is closed, and every scene that they render. */
export function captureThree(): Capture {
  const scenes = new ShownScenes<SceneNode>();
  const channel = devtools();
  let announce: () => void;
  const captured = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const observe = (event: Event): void => {
    const made: unknown = Reflect.get(event, "detail");
    if (!isRenderer(made)) return;
    const render = made.render.bind(made);
    made.render = (scene, camera) => {
      if (isScene(scene)) {
        scenes.add(scene);
        // Only now, because games make renderers just to query their capabilities.
        announce();
      }
      render(scene, camera);
    };
  };
  channel.addEventListener("observe", observe);
  return {
    captured,
    close: () => {
      channel.removeEventListener("observe", observe);
    },
    worlds: () => scenes.list().map((root) => ({ reader: threeNodes, root, version: REVISION })),
    hashInto: (sink) => {
      for (const scene of scenes.list()) hashTree(scene, sink);
    },
  };
}

/** Makes relative paths of the host's three.js relative to `base`. */
export function setThreeAssetBase(base: string): void {
  DefaultLoadingManager.setURLModifier((url) => new URL(url, base).href);
}

function devtools(): EventTarget {
  const present: unknown = Reflect.get(window, devtoolsKey);
  if (present instanceof EventTarget) return present;
  const channel = new EventTarget();
  Reflect.set(window, devtoolsKey, channel);
  return channel;
}

interface Renderer {
  render: (scene: unknown, camera: unknown) => void;
}

function isRenderer(value: unknown): value is Renderer {
  const hasDraws = typeof value === "object" && value !== null && "domElement" in value;
  return hasDraws && typeof Reflect.get(value, "render") === "function";
}

function isScene(value: unknown): value is SceneNode {
  return typeof value === "object" && value !== null && Reflect.get(value, "isScene") === true;
}
