import type { PreludeConfig } from "../../../formats/page-port.ts";
import { replaceMethod } from "../native/native-look.ts";
import type { StepMoment } from "../time/timer-group.ts";
import type { WorkerConfig } from "./worker-config.ts";

/**
 * Makes the script that runs the prelude first. The worker's own script comes with the first call of the realm above. A
 * module comes at once: an import that fails later is another error to the page.
 */
export interface WrapScript {
  (url: string, isModule: boolean, realmName: string): WrappedScript;
}

export interface WrappedScript {
  /** The URL with which the worker is constructed. */
  readonly url: string;
  /** The worker's own script. */
  readonly scriptUrl: string;
  /** See `WorkerConfig`. */
  readonly startUrl: string | null;
  /** Characters before the worker's own script in its first line; 0 if it is a file of its own. */
  readonly headLength: number;
}

export interface WrapOptions {
  readonly prelude: PreludeConfig;
  /** URL of the script of the prelude, which a worker passes on to its own workers. */
  readonly preludeUrl: () => string;
  /** The URL against which script URLs are resolved. */
  readonly baseUrl: () => string;
  /** See `WorkerConfig`. */
  readonly moment: () => StepMoment | null;
}

/**
 * Keeps the scripts that a page creates as blobs, because the prelude must go into the same blob, and pages revoke a
 * blob's URL as soon as they have started a worker with it.
 */
export function watchScripts(realm: Window & typeof globalThis, options: WrapOptions): WrapScript {
  const { Blob, URL } = realm;
  const createObjectURL = URL.createObjectURL.bind(URL);
  const blobs = new Map<string, Blob>();
  replaceMethod(URL, "createObjectURL", (original) => (source: unknown) => {
    const url: unknown = Reflect.apply(original, URL, [source]);
    if (source instanceof Blob && !/^(?:image|audio|video|font)\//u.test(source.type)) blobs.set(String(url), source);
    return url;
  });
  replaceMethod(URL, "revokeObjectURL", (revoke) => (url: unknown) => {
    blobs.delete(String(url));
    Reflect.apply(revoke, URL, [url]);
  });
  const toUrl = (parts: BlobPart[]): string => createObjectURL(new Blob(parts, { type: "text/javascript" }));

  return (url, isModule, realmName) => {
    const blob = blobs.get(url);
    const scriptUrl = new URL(url, options.baseUrl()).href;
    const isFile = blob === undefined && !scriptUrl.startsWith("data:");
    const preludeUrl = options.preludeUrl();
    const { prelude } = options;
    const place = { realmName, scriptUrl, baseUrl: isFile ? scriptUrl : null };
    const startUrl = isModule ? null : blob === undefined ? scriptUrl : createObjectURL(blob);
    const config: WorkerConfig = { ...place, startUrl, prelude, preludeUrl, madeAt: options.moment() };
    const head = `globalThis.framegateWorkerConfig = ${JSON.stringify(config)};`;
    if (!isModule) {
      const url = toUrl([`${head} importScripts(${JSON.stringify(preludeUrl)});`]);
      return { url, scriptUrl, startUrl, headLength: 0 };
    }
    // Imports run before a module, so everything here must be one import. Its first line stays the first line of the
    // page's script.
    const first = `import ${JSON.stringify(toUrl([head]))}; import ${JSON.stringify(preludeUrl)}; `;
    if (blob !== undefined) return { url: toUrl([first, blob]), scriptUrl, startUrl, headLength: first.length };
    return { url: toUrl([first, `import ${JSON.stringify(scriptUrl)};`]), scriptUrl, startUrl, headLength: 0 };
  };
}

/** The URL of the prelude's script, made when the first worker needs it. */
export function offerPrelude(realm: Window & typeof globalThis, source: string): () => string {
  const { Blob, URL } = realm;
  const createObjectURL = URL.createObjectURL.bind(URL);
  let url = "";
  return () => {
    if (url === "") url = createObjectURL(new Blob([source], { type: "text/javascript" }));
    return url;
  };
}
