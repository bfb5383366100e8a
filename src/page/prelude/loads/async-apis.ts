import type { AsyncOrder } from "./async-order.ts";
import { installElementLoads } from "./element-loads.ts";
import { globalOwner, replaceMethod } from "../native/native-look.ts";
import { watchScriptLoads } from "./script-loads.ts";
import { installRequestLoads } from "./request-loads.ts";

/** Orders the completion of the browser's asynchronous APIs in `realm`: loads, decodes and compilations. */
export function installAsyncApis(realm: Window & typeof globalThis, order: AsyncOrder): void {
  installFetch(realm, order);
  installDecoders(realm, order);
  if ("document" in realm) {
    installElementLoads(realm, order);
    watchScriptLoads(realm, order);
  }
  installRequestLoads(realm, order);
}

/** Describes the request of a call; null for a call that nothing should wait for. */
type Describe = (name: string, parameters: readonly unknown[], receiver: unknown) => string | null;

/** Wraps methods that return promises. `describe` is called once per call. */
function trackMethods(owner: object, names: readonly string[], order: AsyncOrder, describe: Describe): void {
  for (const name of names) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        // Some of these also have a callback form, which returns nothing.
        if (!(result instanceof Promise)) return result;
        const description = describe(name, parameters, this);
        return description === null ? result : order.track(description, result);
      }
      return replacement;
    });
  }
}

function installFetch(realm: Window & typeof globalThis, order: AsyncOrder): void {
  // Captured now: pages overwrite globals.
  const { Request, Response } = realm;
  const urlOf = (input: unknown): string => (input instanceof Request ? input.url : String(input));
  trackMethods(globalOwner(realm, "fetch"), ["fetch"], order, (_name, [input]) => `fetch of ${urlOf(input)}`);
  const bodyReaders = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];
  const describe = (name: string): string => `${name}() of a body`;
  // A response that the page created itself has no URL. Its body may be a stream that the page feeds, so nothing can
  // wait for it.
  trackMethods(Response.prototype, bodyReaders, order, (name, _parameters, receiver) =>
    receiver instanceof Response && receiver.url !== "" ? describe(name) : null,
  );
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
