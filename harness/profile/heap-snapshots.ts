import type { CDPSession } from "puppeteer-core";
import type { HeapFunction, ScriptPlace } from "../../src/formats/heap-growth.ts";
import { type DescribeFunction, FunctionTable } from "./function-table.ts";

type SnapshotSession = Pick<CDPSession, "on" | "off" | "send">;

/** V8 flags for snapshots that differ only by what the game keeps. */
export const snapshotFlags = [
  "--single-threaded",
  // Otherwise collections drop code that has not run for a while.
  "--no-flush-bytecode",
] as const;

/** Takes two snapshots of a page's heap: before the first frame of a range and after the last one of the run. */
export class HeapSnapshots {
  readonly #first: number;
  #session: SnapshotSession | null = null;
  readonly #urls = new Map<string, string>();
  readonly #texts: string[][] = [];
  #table: FunctionTable | null = null;

  /** `first` is the index of the first measured frame of the range. */
  constructor(first: number) {
    this.#first = first;
  }

  async start(session: SnapshotSession): Promise<void> {
    this.#session = session;
    session.on("Debugger.scriptParsed", ({ scriptId, url }) => {
      this.#urls.set(scriptId, url);
    });
    // Objects keep their ids from one snapshot to the next.
    await session.send("HeapProfiler.enable");
  }

  moments(_warmup: number, frames: number): readonly number[] {
    return [this.#first, frames];
  }

  async look(): Promise<void> {
    const session = this.#session;
    if (session === null) throw new Error("A snapshot is taken after the start.");
    const chunks: string[] = [];
    const keep = ({ chunk }: { readonly chunk: string }): void => {
      chunks.push(chunk);
    };
    session.on("HeapProfiler.addHeapSnapshotChunk", keep);
    // Numbers are objects of the snapshot then, and so the names of their properties are known.
    await session.send("HeapProfiler.takeHeapSnapshot", { captureNumericValue: true });
    session.off("HeapProfiler.addHeapSnapshotChunk", keep);
    this.#texts.push(chunks);
  }

  finish(describe: DescribeFunction): void {
    this.#table = new FunctionTable(describe);
  }

  /** The pieces of the two snapshots, each a JSON document together. */
  texts(): readonly (readonly string[])[] {
    return this.#texts;
  }

  /** The function at a place in a script, in the sources. After the end. */
  functionAt(functionName: string, { scriptId, line, column }: ScriptPlace): HeapFunction {
    const table = this.#table;
    const url = this.#urls.get(scriptId) ?? "";
    const index = table?.indexOf({ functionName, scriptId, url, lineNumber: line, columnNumber: column });
    const found = table?.list[index ?? -1];
    if (found === undefined) throw new Error("Functions are named after the end.");
    return found;
  }
}
