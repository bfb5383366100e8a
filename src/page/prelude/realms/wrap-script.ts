import type { PreludeConfig } from "../../../formats/page-port.ts";
import { replaceMethod } from "../native/native-look.ts";
import type { WorkerConfig } from "./worker-config.ts";

/** Returns the URL of a script that runs the prelude first, and then the worker's own script. */
export type WrapScript = (url: string, isModule: boolean, realmName: string) => string;

/**
 * Keeps the scripts that a page creates as blobs, because the prelude must go into the same blob, and pages revoke a
 * blob's URL as soon as they have started a worker with it.
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
    // A module's imports run before it, so here the prelude must be an import too.
    if (isModule) return toUrl([`import ${JSON.stringify(toUrl([head]))};\nimport ${JSON.stringify(absolute)};\n`]);
    return toUrl([head, `importScripts(${JSON.stringify(absolute)});\n`]);
  };
}
