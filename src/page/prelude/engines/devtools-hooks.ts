import { isFunction, type Method, replaceMethod } from "../native/native-look.ts";
import { objectAt, pixiNodes, textAt, threeNodes } from "../../scene/node-reader.ts";
import type { ShownWorlds } from "./shown-worlds.ts";

/**
 * Defines the globals by which engines announce themselves to the devtools of a browser. They are ordinary properties,
 * as an extension makes them, so a game may define its own. Without `worlds` they are defined but nothing listens, so
 * that a page sees the same globals in every pass.
 */
export function installDevtoolsHooks(realm: Window & typeof globalThis, worlds: ShownWorlds | null): void {
  hookThree(realm, worlds);
  hookPixi(realm, worlds);
}

/** Since r113 three.js dispatches `register` with its revision, and `observe` with each new scene and renderer. */
function hookThree(realm: Window & typeof globalThis, worlds: ShownWorlds | null): void {
  const target = new realm.EventTarget();
  define(realm, "__THREE_DEVTOOLS__", target);
  if (worlds === null) return;
  let version: string | null = null;
  const { addEventListener } = realm.EventTarget.prototype;
  const listen = (type: string, hear: (detail: object) => void): void => {
    const listener = (event: Event): void => {
      const detail: unknown = Reflect.get(event, "detail");
      if (typeof detail === "object" && detail !== null) hear(detail);
    };
    Reflect.apply(addEventListener, target, [type, listener]);
  };
  listen("register", (detail) => {
    version = textAt(detail, "revision") || null;
  });
  listen("observe", (detail) => {
    // Loaders and animation mixers are announced too.
    if (Reflect.get(detail, "isWebGLRenderer") !== true && !isThreeRenderer(detail)) return;
    watchRender(detail, (before) => {
      const [scene] = before;
      // The quad that post-processing draws with is not a scene.
      if (typeof scene === "object" && scene !== null && Reflect.get(scene, "isScene") === true) {
        worlds.add(threeNodes, scene, version);
      }
      return null;
    });
  });
}

/** Early renderers have no type flag, so this looks for methods that they all have. */
function isThreeRenderer(detail: object): boolean {
  return isFunction(Reflect.get(detail, "render")) && isFunction(Reflect.get(detail, "setPixelRatio"));
}

/** PixiJS 8 calls these with each new application and renderer. */
function hookPixi(realm: Window & typeof globalThis, worlds: ShownWorlds | null): void {
  const known = new WeakSet<object>();
  const hear = (renderer: unknown, version: unknown): void => {
    if (worlds === null || typeof renderer !== "object" || renderer === null || known.has(renderer)) return;
    known.add(renderer);
    watchPixiRenderer(renderer, worlds, typeof version === "string" ? version : null);
  };
  define(realm, "__PIXI_APP_INIT__", (app: unknown, version: unknown) => {
    if (typeof app === "object" && app !== null) hear(objectAt(app, "renderer"), version);
  });
  define(realm, "__PIXI_RENDERER_INIT__", hear);
}

/** Notes the scene that a PixiJS renderer last drew to its view, rather than to a texture. */
export function watchPixiRenderer(renderer: object, worlds: ShownWorlds, version: string | null): void {
  watchRender(renderer, () => () => {
    const stage = objectAt(renderer, "lastObjectRendered");
    if (stage !== null) worlds.add(pixiNodes, stage, version);
  });
}

/**
 * Calls `hear` before each call of a renderer's `render`, with its parameters, and then the function that `hear`
 * returned, if any.
 */
function watchRender(renderer: object, hear: (parameters: readonly unknown[]) => (() => void) | null): void {
  const wrap = (render: Method): Method => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const afterwards = hear(parameters);
      const result: unknown = Reflect.apply(render, this, parameters);
      afterwards?.();
      return result;
    }
    return replacement;
  };
  const inherited: unknown = Reflect.get(renderer, "render");
  if (!Object.hasOwn(renderer, "render") && isFunction(inherited)) define(renderer, "render", inherited);
  replaceMethod(renderer, "render", wrap);
}

function define(owner: object, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, writable: true, enumerable: false, configurable: true });
}
