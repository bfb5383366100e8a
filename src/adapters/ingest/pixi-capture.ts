import { pixiNodes } from "../../page/scene/node-reader.ts";
import { hashTree, type StageNode } from "../pixi-tree.ts";
import { type Capture, ShownScenes } from "./capture.ts";

/** The exports of PixiJS, 7 or 8. */
export type PixiModule = Readonly<Record<string, unknown>>;

interface Drawing {
  readonly renderer: object;
  readonly stage: StageNode;
}

/** Listeners of a module's renderers, whose method `render` is replaced once. */
const listeners = new WeakMap<PixiModule, Set<(drawing: Drawing) => void>>();

/** The capture that each renderer belongs to. */
const owners = new WeakMap<object, symbol>();

/** Traps the renderers of a PixiJS module: those that draw before the capture is closed, and every stage that they draw. */
export function capturePixi(pixi: PixiModule): Capture {
  const own = Symbol("capture");
  const stages = new ShownScenes<StageNode>();
  let isOpen = true;
  let announce: () => void;
  const captured = new Promise<void>((resolve) => {
    announce = resolve;
  });
  listenTo(pixi).add(({ renderer, stage }) => {
    if (isOpen && !owners.has(renderer)) owners.set(renderer, own);
    if (owners.get(renderer) !== own) return;
    stages.add(stage);
    announce();
  });
  return {
    captured,
    close: () => {
      isOpen = false;
    },
    worlds: () => topmost(stages).map((root) => ({ reader: pixiNodes, root, version: versionOf(pixi) })),
    hashInto: (sink) => {
      for (const stage of topmost(stages)) hashTree(stage, sink);
    },
  };
}

/** Makes relative paths of a PixiJS module's assets relative to `base`. */
export function setPixiAssetBase(pixi: PixiModule, base: string): void {
  const { Assets } = pixi;
  const resolver: unknown = typeof Assets === "object" && Assets !== null ? Reflect.get(Assets, "resolver") : undefined;
  if (typeof resolver === "object" && resolver !== null) Reflect.set(resolver, "basePath", base);
}

function versionOf({ VERSION }: PixiModule): string | null {
  return typeof VERSION === "string" ? VERSION : null;
}

/** A container that is drawn into a texture is often part of a stage that is drawn too. */
function topmost(stages: ShownScenes<StageNode>): readonly StageNode[] {
  return stages.list().filter((stage) => {
    const isDestroyed = Reflect.get(stage, "destroyed") === true;
    return !isDestroyed && (stage.parent === null || stage.parent === undefined);
  });
}

function listenTo(pixi: PixiModule): Set<(drawing: Drawing) => void> {
  const present = listeners.get(pixi);
  if (present !== undefined) return present;
  const heard = new Set<(drawing: Drawing) => void>();
  listeners.set(pixi, heard);
  // PixiJS 8 has one class of renderers for WebGL and WebGPU, and 7 has only this one.
  const owner = pixi["AbstractRenderer"] ?? pixi["Renderer"];
  const prototype: unknown = typeof owner === "function" ? Reflect.get(owner, "prototype") : undefined;
  if (typeof prototype !== "object" || prototype === null) return heard;
  const render: unknown = Reflect.get(prototype, "render");
  if (typeof render !== "function") return heard;
  Reflect.set(prototype, "render", function hearing(this: object, ...given: readonly unknown[]): unknown {
    const stage = stageOf(given[0]);
    if (stage !== null) for (const hear of heard) hear({ renderer: this, stage });
    const result: unknown = Reflect.apply(render, this, given);
    return result;
  });
  return heard;
}

/** PixiJS 8 takes a container or options with one, and 7 a container. */
function stageOf(given: unknown): StageNode | null {
  if (typeof given !== "object" || given === null) return null;
  if (isStage(given)) return given;
  const container: unknown = Reflect.get(given, "container");
  return typeof container === "object" && container !== null && isStage(container) ? container : null;
}

function isStage(value: object): value is StageNode {
  return Array.isArray(Reflect.get(value, "children"));
}
