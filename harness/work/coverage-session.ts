import type { CDPSession, Protocol } from "puppeteer-core";
import type { CoveredFunction } from "./script-work.ts";

/** The part of a session that coverage needs. */
export type WorkSession = Pick<CDPSession, "on" | "send" | "connection">;

/** Stands for all blob URLs, which differ in every process. */
export const blobUrl = "blob:";

/** A script of a page or a worker. */
export interface CoveredScript {
  readonly url: string;
  /** Content and URL: a script that is evaluated twice counts as one. */
  readonly key: string;
  /** Start of an inline script within its page, zero-based. */
  readonly startLine: number;
  readonly startColumn: number;
}

/** Coverage of one script since the last reading. */
export interface ScriptCoverage {
  readonly script: CoveredScript;
  readonly functions: readonly CoveredFunction[];
  readonly readSource: () => Promise<string>;
}

/** V8's coverage of one isolate: a page with its frames, or a worker. */
export class CoverageSession {
  readonly #session: Pick<CDPSession, "on" | "send">;
  readonly #scripts = new Map<string, CoveredScript>();

  #hasWasm = false;

  /** Listens to a session that has run nothing yet. */
  constructor(session: Pick<CDPSession, "on" | "send">) {
    this.#session = session;
    session.on("Debugger.scriptParsed", (event) => {
      const { scriptId, hash, scriptLanguage, startLine, startColumn } = event;
      if (scriptLanguage === "WebAssembly") this.#hasWasm = true;
      const url = event.url.startsWith("blob:") ? blobUrl : event.url;
      if (!isOwn(event)) this.#scripts.set(scriptId, { url, key: `${url}\n${hash}`, startLine, startColumn });
    });
  }

  /** Whether WebAssembly was compiled. */
  get hasWasm(): boolean {
    return this.#hasWasm;
  }

  /** Starts counting. Code compiled earlier is never counted block by block. */
  async start(): Promise<void> {
    await Promise.all([
      this.#session.send("Debugger.enable"),
      this.#session.send("Profiler.enable"),
      this.#session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true }),
    ]);
  }

  /** Coverage since the last reading, without Framegate's own scripts. */
  async take(): Promise<readonly ScriptCoverage[]> {
    const { result } = await this.#session.send("Profiler.takePreciseCoverage");
    return result.flatMap(({ scriptId, functions }) => {
      const script = this.#scripts.get(scriptId);
      if (script === undefined) return [];
      const readSource = async (): Promise<string> => {
        const { scriptSource } = await this.#session.send("Debugger.getScriptSource", { scriptId });
        return scriptSource;
      };
      return [{ script, functions, readSource }];
    });
  }
}

const ownPath =
  /^http:\/\/[^/]*\/framegate\/(?:framegate-|rolldown-runtime-|(?:host|prelude|embed-host|worker-prelude)\.js$)/u;

/**
 * Framegate's own scripts: those of its package, and the code of its calls into a page, which has no URL and was not
 * evaluated by a script.
 */
function isOwn({ url, stackTrace }: Protocol.Debugger.ScriptParsedEvent): boolean {
  if (url === "") return stackTrace === undefined;
  return url.startsWith("pptr:") || ownPath.test(url);
}
