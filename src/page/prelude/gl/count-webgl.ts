import type { ContextRegistry } from "./context-registry.ts";
import { GlBindings } from "./gl-bindings.ts";
import type { GlTotals } from "./gl-totals.ts";
import { LiveObjects } from "./live-objects.ts";
import { hookMethod, type MethodTable } from "./realm-methods.ts";
import type { ReadSize } from "./source-sizes.ts";
import type { TexelBox } from "./texel-bytes.ts";
import { type CountedContext, webGlCommands } from "./webgl-commands.ts";

/** Counts the effects of WebGL commands other than draws. */
export interface WebGlCount {
  /** Hooks the commands on the prototype of a context or an extension. */
  hook(prototype: MethodTable): void;
  /** Frees everything that a context has, because it is lost. */
  free(context: object): void;
  /** The size of a level of one of a context's textures; null if nobody knows it. */
  sizeOfTexture(context: object, texture: object, level: number): TexelBox | null;
}

/** Creates the count of all contexts that `registry` knows. */
export function countWebGl(totals: GlTotals, registry: ContextRegistry, readSize: ReadSize): WebGlCount {
  const counted = new WeakMap<object, CountedContext>();
  // Looked up once for the many calls in a row to one context.
  let last: { readonly receiver: object; readonly context: CountedContext } | null = null;

  function contextOf(receiver: object): CountedContext | null {
    if (last?.receiver === receiver) return last.context;
    const owner = registry.contextOf(receiver);
    if (owner === null) return null;
    const known = counted.get(owner);
    // Commands to a lost context have no effect, and a restored context starts empty.
    if (known === undefined && registry.isLost(owner)) return null;
    const context = known ?? { totals, readSize, bindings: new GlBindings(), objects: new LiveObjects(totals) };
    if (known === undefined) counted.set(owner, context);
    last = { receiver, context };
    return context;
  }

  return {
    hook(prototype) {
      for (const [name, count] of Object.entries(webGlCommands)) {
        hookMethod(prototype, name, (original) => {
          return function (...parameters) {
            // Before the count, because a call that throws does nothing.
            const result = original.apply(this, parameters);
            const context = contextOf(this);
            if (context !== null) count(context, parameters, result);
            return result;
          };
        });
      }
    },
    free(context) {
      counted.get(context)?.objects.freeAll();
      counted.delete(context);
      last = null;
    },
    sizeOfTexture: (context, texture, level) => counted.get(context)?.objects.sizeOf(texture, level) ?? null,
  };
}
