import { replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { isObject, nativeMethod, prototypeOf } from "./native-method.ts";

const lostType = "webglcontextlost";
const restoredType = "webglcontextrestored";

interface Context {
  readonly gl: object;
  readonly isLost: () => boolean;
}

/**
 * Makes the order wait for the events of WebGL contexts that a page loses and restores by `WEBGL_lose_context`. The
 * browser sends them in tasks of their own, and the frame after the call must come after the event. They are not held
 * back, because a listener must prevent the default of a loss within its own dispatch, or the context is never
 * restored. When the browser itself takes a context, the loss has no such order.
 */
export function orderContextEvents(realm: typeof globalThis, order: AsyncOrder, events: HeldEvents): void {
  /** By their extensions. */
  const contexts = new WeakMap<object, Context>();
  /** The event of a context's current loss. */
  const losses = new WeakMap<Context, Event>();
  const hooked = new WeakSet();
  /** Contexts whose event is awaited: the browser collects one that nobody refers to, and then sends no event. */
  const awaiting = new Set<object>();

  function awaitEvent({ gl }: Context, type: string, onEvent: (event: Event) => void): void {
    const canvas: unknown = Reflect.get(gl, "canvas");
    if (!(canvas instanceof realm.EventTarget)) return;
    const awaited = order.expect(`the event ${type}`);
    awaiting.add(gl);
    const hear = (event: Event): void => {
      events.unhear(canvas, type, hear);
      awaiting.delete(gl);
      onEvent(event);
      awaited.releaseAfterTask();
    };
    events.hear(canvas, type, hear);
  }

  function hookExtension(prototype: object): void {
    if (hooked.has(prototype)) return;
    hooked.add(prototype);
    hook(prototype, "loseContext", (context, lose) => {
      const wasLost = context.isLost();
      lose();
      if (wasLost || !context.isLost()) return;
      awaitEvent(context, lostType, (event) => losses.set(context, event));
    });
    hook(prototype, "restoreContext", (context, restore) => {
      restore();
      // Otherwise the browser refuses, and sends nothing.
      if (losses.get(context)?.defaultPrevented !== true) return;
      awaitEvent(context, restoredType, () => losses.delete(context));
    });
  }

  function hook(prototype: object, name: string, act: (context: Context, call: () => void) => void): void {
    replaceMethod(prototype, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const context = contexts.get(this);
        if (context === undefined) return Reflect.apply(original, this, parameters);
        act(context, () => {
          Reflect.apply(original, this, parameters);
        });
        return undefined;
      }
      return replacement;
    });
  }

  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    const owner = prototypeOf(realm, className);
    if (owner === null) continue;
    const isLost = nativeMethod(owner, "isContextLost");
    replaceMethod(owner, "getExtension", (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const extension: unknown = Reflect.apply(original, this, parameters);
        if (!isObject(extension) || !("loseContext" in extension)) return extension;
        // The same context for each call, because a page may ask for its extension again.
        const known = contexts.get(extension) ?? { gl: this, isLost: () => isLost.call(this) === true };
        contexts.set(extension, known);
        hookExtension(Reflect.getPrototypeOf(extension) ?? {});
        return extension;
      }
      return replacement;
    });
  }
}
