import { delimiter, dirname } from "node:path";
import type * as esbuild from "esbuild-wasm";

/** Files of a build, in memory. */
export type WasmBuild = esbuild.BuildResult<{ write: false; metafile: true }>;

/** esbuild in WebAssembly, in its own process that ends with the last builder. */
export interface WasmBuilder extends AsyncDisposable {
  /** Rejects with esbuild's `BuildFailure`, or with the reason of the signal. */
  build(options: esbuild.BuildOptions): Promise<WasmBuild>;
}

let users = 0;

/**
 * Starts esbuild, or shares it with other builds of this process. Aborting ends it at once, in the middle of a build if
 * need be.
 */
export async function openWasmBuilder(signal: AbortSignal): Promise<WasmBuilder> {
  signal.throwIfAborted();
  // 14 MB of WebAssembly that only a hosted build needs.
  const { default: builder } = await import("esbuild-wasm");
  users += 1;
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    users -= 1;
    if (users === 0) await builder.stop();
  };
  const onAbort = (): void => {
    close().catch(() => undefined);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    async build(options) {
      try {
        return await unlessAborted(startBuild(builder, options), signal);
      } catch (thrown) {
        signal.throwIfAborted();
        if (!isCrash(thrown)) throw thrown;
        await builder.stop();
        return await unlessAborted(startBuild(builder, options), signal);
      }
    },
    async [Symbol.asyncDispose]() {
      signal.removeEventListener("abort", onAbort);
      await close();
    },
  };
}

/**
 * esbuild starts its process by the name `node`, which may be another version, or missing. It does so within the call,
 * so PATH is restored before anything else runs.
 */
function startBuild(builder: Pick<typeof esbuild, "build">, options: esbuild.BuildOptions): Promise<WasmBuild> {
  const { PATH: path } = process.env;
  process.env["PATH"] = [dirname(process.execPath), ...(path === undefined ? [] : [path])].join(delimiter);
  try {
    return builder.build({ ...options, write: false, metafile: true, logLevel: "silent" });
  } finally {
    if (path === undefined) delete process.env["PATH"];
    else process.env["PATH"] = path;
  }
}

async function unlessAborted<T>(building: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(new Error("The build was interrupted.", { cause: signal.reason }));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([building, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Ending esbuild rejects the build, too.
    building.catch(() => undefined);
  }
}

/**
 * In one of about 60 builds on Node 20, V8 exited with a fatal error of its own. The same build passed in a new
 * process.
 */
function isCrash(thrown: unknown): boolean {
  return thrown instanceof Error && /^The service (?:was stopped|is no longer running)/u.test(thrown.message);
}
