import { isFunction, type Method, replaceMethod } from "../native/native-look.ts";
import { objectAt } from "../../scene/node-reader.ts";
import { hasShape, prototypesOf } from "./class-shapes.ts";
import { matterEngine, matterWords, physicsClasses } from "./known-physics.ts";
import { sceneClasses } from "./known-scenes.ts";
import type { PhysicsMeter } from "./physics-meter.ts";
import type { ShownWorlds } from "./shown-worlds.ts";

/** Listeners for the engines that are found. */
export interface EngineListeners {
  /** Null if nothing counts scene graphs. */
  readonly worlds: ShownWorlds | null;
  /** Null if nothing times physics. */
  readonly physics: PhysicsMeter | null;
}

// Captured now: `toString` shows the native text of what Framegate has replaced, and a page may replace it.
const { toString } = globalThis.Function.prototype;
const sourceLengthMax = 10_000;
/** Copies of matter-js in one page. */
const modulesMax = 4;

/**
 * Searches for engines among all functions of a realm, which the harness lists through the debugger. So it makes no
 * difference whether a game loads its engine from a script or bundles it. The search can be repeated when more code has
 * loaded.
 */
export class HeapSearch {
  readonly #listeners: EngineListeners;
  readonly #known = new WeakSet<object>();

  constructor(listeners: EngineListeners) {
    this.#listeners = listeners;
  }

  /** Returns the functions whose scopes must be searched as well. */
  lookAtFunctions(functions: readonly unknown[]): readonly unknown[] {
    const { worlds, physics } = this.#listeners;
    for (const prototype of prototypesOf(functions)) {
      if (worlds !== null) this.#watchScenes(prototype, worlds);
      if (physics !== null) this.#watchPhysics(prototype, physics);
    }
    if (physics === null) return [];
    return functions.filter((made) => isMatterStep(made) && this.#isNew(made)).slice(0, modulesMax);
  }

  /** Looks for the engine of matter-js among the variables of a scope. */
  lookAtScope(scope: object): void {
    // The debugger hands over a description and the variables.
    const variables = objectAt(scope, "object") ?? scope;
    for (const value of Object.values<unknown>({ ...variables })) {
      if (typeof value === "object" && value !== null && isMatterEngine(value)) {
        if (this.#isNew(value)) this.#listeners.physics?.watch(matterEngine.name, value, matterEngine.step);
        return;
      }
    }
  }

  #watchScenes(prototype: object, worlds: ShownWorlds): void {
    const known = sceneClasses.find(({ shape }) => hasShape(prototype, shape));
    if (known === undefined || !this.#isNew(prototype)) return;
    const { method, reader, rootOf } = known;
    replaceMethod(prototype, method, (render) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(render, this, parameters);
        const root = rootOf(this);
        if (root !== null) worlds.add(reader, root, null);
        return result;
      }
      return replacement;
    });
  }

  #watchPhysics(prototype: object, physics: PhysicsMeter): void {
    const known = physicsClasses.find(({ shape }) => hasShape(prototype, shape));
    if (known === undefined || !this.#isNew(prototype)) return;
    for (const step of known.steps) physics.watch(known.engine, prototype, step);
  }

  /** A class that was found once is watched already. */
  #isNew(found: object): boolean {
    if (this.#known.has(found)) return false;
    this.#known.add(found);
    return true;
  }
}

/** Whether a function may be the step of matter-js, by the words in its source. */
function isMatterStep(value: unknown): value is Method {
  if (!isFunction(value) || Object.getOwnPropertyDescriptor(value, "length")?.value !== 2) return false;
  const source = Reflect.apply(toString, value, []);
  return source.length <= sourceLengthMax && matterWords.every((word) => source.includes(word));
}

function isMatterEngine(value: object): boolean {
  const owned = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value;
  return matterEngine.others.every((key) => isFunction(owned(key))) && isMatterStep(owned(matterEngine.step));
}
