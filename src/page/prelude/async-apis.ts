import type { AsyncOrder } from "./async-order.ts";
import { installElementLoads } from "./element-loads.ts";
import { globalOwner, replaceMethod } from "./native-look.ts";
import { installRequestLoads } from "./request-loads.ts";

/** Puts the browser's asynchronous APIs of `realm` under the order: loads, decodes and compiles. */
export function installAsyncApis(realm: Window & typeof globalThis, order: AsyncOrder): void {
  installFetch(realm, order);
  installDecoders(realm, order);
  if ("document" in realm) installElementLoads(realm, order);
  installRequestLoads(realm, order);
}

/** Wraps promise-returning methods. `describe` is asked once per call, of a receiver that `isTracked`. */
function trackMethods(
  owner: object | undefined,
  names: readonly string[],
  order: AsyncOrder,
  describe: (name: string, parameters: readonly unknown[]) => string,
  isTracked: (receiver: unknown) => boolean = () => true,
): void {
  if (owner === undefined) return;
  for (const name of names) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        // Some of these also have a callback form, which returns nothing.
        return result instanceof Promise && isTracked(this) ? order.track(describe(name, parameters), result) : result;
      }
      return replacement;
    });
  }
}

function installFetch(realm: Window & typeof globalThis, order: AsyncOrder): void {
  // Taken now: pages overwrite globals.
  const { Request, Response } = realm;
  const urlOf = (input: unknown): string => (input instanceof Request ? input.url : String(input));
  trackMethods(globalOwner(realm, "fetch"), ["fetch"], order, (_name, [input]) => `fetch of ${urlOf(input)}`);
  const bodyReaders = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];
  const describe = (name: string): string => `${name}() of a body`;
  // A response that the page made itself has no URL. Its body may be a stream that the page feeds, for which nobody can wait.
  const isFromOutside = (receiver: unknown): boolean => receiver instanceof Response && receiver.url !== "";
  trackMethods(Response.prototype, bodyReaders, order, describe, isFromOutside);
  trackMethods(realm.Blob.prototype, ["arrayBuffer", "bytes", "text"], order, describe);
}

function installDecoders(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const describe = (name: string): string => name;
  trackMethods(globalOwner(realm, "createImageBitmap"), ["createImageBitmap"], order, describe);
  trackMethods(realm.FontFace.prototype, ["load"], order, () => "a font");
  if ("document" in realm) {
    trackMethods(realm.HTMLImageElement.prototype, ["decode"], order, describe);
    trackMethods(realm.BaseAudioContext.prototype, ["decodeAudioData"], order, describe);
  }
  trackMethods(
    realm.WebAssembly,
    ["compile", "instantiate", "compileStreaming", "instantiateStreaming"],
    order,
    (name) => `WebAssembly.${name}`,
  );
  trackMethods(
    realm.SubtleCrypto.prototype,
    ["digest", "encrypt", "decrypt", "sign", "verify", "importKey", "deriveBits", "deriveKey"],
    order,
    (name) => `crypto.subtle.${name}`,
  );
}
