import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { installBodies } from "./held-bodies.ts";
import { installElementLoads } from "./element-loads.ts";
import { globalOwner, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { installRequestLoads } from "./request-loads.ts";
import { watchScriptLoads } from "./script-loads.ts";
import { installWasmLoads } from "./wasm-loads.ts";

export interface LoadParts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

/** Orders the completion of the browser's asynchronous APIs in `realm`: loads, decodes and compilations. */
export function installAsyncApis(realm: Window & typeof globalThis, { real, order, events }: LoadParts): void {
  installBodies(realm, order);
  installWasmLoads(realm, order);
  installDecoders(realm, order);
  if ("document" in realm) {
    installElementLoads(realm, order, events);
    watchScriptLoads(realm, real, order);
  }
  installRequestLoads(realm, order, events);
}

/** Puts methods that return promises in the order. The browser completes their work without the page. */
function trackMethods(owner: object | undefined, prefix: string, names: readonly string[], order: AsyncOrder): void {
  if (owner === undefined) return;
  for (const name of names) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        // Some of these also have a callback form, which returns nothing.
        return result instanceof Promise ? order.track(prefix + name, result) : result;
      }
      return replacement;
    });
  }
}

const cryptoMethods = [
  ...["digest", "encrypt", "decrypt", "sign", "verify", "deriveBits", "deriveKey"],
  ...["generateKey", "importKey", "exportKey", "wrapKey", "unwrapKey"],
];

function installDecoders(realm: Window & typeof globalThis, order: AsyncOrder): void {
  trackMethods(globalOwner(realm, "createImageBitmap"), "", ["createImageBitmap"], order);
  trackMethods(realm.FontFace.prototype, "FontFace.", ["load"], order);
  trackMethods(realm.SubtleCrypto.prototype, "crypto.subtle.", cryptoMethods, order);
  if (!("document" in realm)) return;
  trackMethods(realm.HTMLImageElement.prototype, "HTMLImageElement.", ["decode"], order);
  trackMethods(realm.BaseAudioContext.prototype, "", ["decodeAudioData"], order);
}
