import { absorbData } from "../core/absorb-data.ts";
import { MountFailure } from "../page/mount-failure.ts";
import type { EntryModule, MountedRoot, RootAdapter } from "../page/root-adapter.ts";
import { pixiNodes, threeNodes } from "../page/scene/node-reader.ts";
import type { CustomAdapter, MountedScene, MountedStage } from "./custom-contract.ts";
import { hashTree as hashStage } from "./pixi-tree.ts";
import { hashTree as hashScene } from "./three-tree.ts";

/**
 * The adapter of a custom adapter's module: its default export, or the export `adapter`. Throws a `MountFailure` if there
 * is none, or if its surface is not the manifest's.
 */
export function customAdapter(module: EntryModule, rootId: string, surface: CustomAdapter["surface"]): RootAdapter {
  const adapter = findAdapter(module);
  if (adapter === null) {
    const names = Object.keys(module);
    const found = names.length === 0 ? "nothing" : names.join(", ");
    throw new MountFailure("adapter-invalid", rootId, `it exports ${found}, and no adapter with a method mount()`);
  }
  if (adapter.surface !== surface) {
    const reason = `its surface is ${JSON.stringify(adapter.surface)}, and the manifest's is ${JSON.stringify(surface)}`;
    throw new MountFailure("adapter-invalid", rootId, reason);
  }
  return async ({ layer, context, entry, addDrawing, runQueuedWork }) => {
    // An adapter whose drawing is all in systems returns nothing.
    const mounted: unknown = (await adapter.mount({ container: layer, context, entry })) ?? {};
    if (!isMounted(mounted)) {
      const reason = `its mount() returned a ${typeof mounted} instead of an object`;
      throw new MountFailure("adapter-invalid", rootId, reason);
    }
    const problem = findProblem(mounted);
    if (problem !== null) throw new MountFailure("adapter-invalid", rootId, problem);
    addDrawing(() => {
      mounted.render?.();
      if (surface === "react") runQueuedWork();
    });
    return describe(mounted, surface, layer);
  };
}

type Mounted = MountedScene & MountedStage;

function findAdapter(module: EntryModule): CustomAdapter | null {
  return [module["default"], module["adapter"]].find(isAdapter) ?? null;
}

function isAdapter(value: unknown): value is CustomAdapter {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "mount") === "function";
}

function isMounted(value: unknown): value is Mounted {
  return typeof value === "object" && value !== null;
}

function findProblem({ scene, stage }: Mounted): string | null {
  if (scene !== undefined && typeof Reflect.get(Object(scene), "traverse") !== "function")
    return "its scene is no three.js object, because it has no traverse()";
  if (stage !== undefined && !Array.isArray(Reflect.get(Object(stage), "children")))
    return "its stage is not a PixiJS container, because it has no list of children";
  return null;
}

function countOwn(mounted: Mounted): number | null {
  const count = mounted.countEntities?.() ?? null;
  if (count === null || (Number.isSafeInteger(count) && count >= 0)) return count;
  throw new TypeError(`The adapter's countEntities() returned ${String(count)} instead of a count or null.`);
}

function describe(mounted: Mounted, surface: CustomAdapter["surface"], layer: HTMLElement): MountedRoot {
  const showsDom = (): boolean => surface === "react" && layer.childNodes.length > 0;
  return {
    removal: mounted.dispose === undefined ? null : { tearDown: () => undefined, dispose: () => mounted.dispose?.() },
    resize: (width, height) => mounted.resize?.(width, height),
    hasLayout: surface === "react",
    showsDom,
    worlds: () => {
      // An adapter that counts by itself is trusted.
      if (mounted.countEntities !== undefined) return [];
      if (mounted.scene !== undefined) return [{ reader: threeNodes, root: mounted.scene, version: null }];
      return mounted.stage === undefined ? [] : [{ reader: pixiNodes, root: mounted.stage, version: null }];
    },
    countEntities: () => countOwn(mounted),
    hashInto: (sink) => {
      if (mounted.scene !== undefined) hashScene(mounted.scene, sink);
      if (mounted.stage !== undefined) hashStage(mounted.stage, sink);
      if (mounted.state !== undefined) absorbData(sink, mounted.state(), { path: "state" });
      if (surface !== "react") return;
      sink.name?.("container", ["innerHTML"]);
      sink.addText(layer.innerHTML);
    },
  };
}
