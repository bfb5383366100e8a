import type { PreludeConfig } from "../../../formats/page-port.ts";
import { replaceMethod } from "../native/native-look.ts";
import type { WorkerConfig } from "./worker-config.ts";

/** Gives the URL of a script that runs the prelude and then the worker's own script. */
export type WrapScript = (url: string, isModule: boolean, realmName: string) => string;

/**
 * Watches which scripts a page makes itself, as blobs, because pages forget a blob's URL as soon as they have made a
 * worker of it: the prelude must go into the same blob.
 */
export function watchScripts(
  realm: Window & typeof globalThis,
  preludeSource: string,
  prelude: PreludeConfig,
): WrapScript {
  const { Blob, URL } = realm;
  const createObjectURL = URL.createObjectURL.bind(URL);
  const blobs = new Map<string, Blob>();
  replaceMethod(URL, "createObjectURL", () => (blob: Blob) => {
    const url = createObjectURL(blob);
    if (blob instanceof Blob && !/^(?:image|audio|video|font)\//u.test(blob.type)) blobs.set(url, blob);
    return url;
  });
  replaceMethod(URL, "revokeObjectURL", (revoke) => (url: unknown) => {
    blobs.delete(String(url));
    Reflect.apply(revoke, URL, [url]);
  });
  const toUrl = (parts: BlobPart[]): string => createObjectURL(new Blob(parts, { type: "text/javascript" }));

  return (url, isModule, realmName) => {
    const blob = blobs.get(url);
    const absolute = new URL(url, realm.document.baseURI).href;
    const isFile = blob === undefined && !absolute.startsWith("data:");
    const config: WorkerConfig = { prelude, realmName, baseUrl: isFile ? absolute : null };
    const head = `globalThis.framegateWorkerConfig = ${JSON.stringify(config)};\n${preludeSource}\n`;
    if (blob !== undefined) return toUrl([head, blob]);
    // What a module imports runs before it, so there the prelude has to be an import, too.
    if (isModule) return toUrl([`import ${JSON.stringify(toUrl([head]))};\nimport ${JSON.stringify(absolute)};\n`]);
    return toUrl([head, `importScripts(${JSON.stringify(absolute)});\n`]);
  };
}
