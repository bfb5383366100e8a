import type { NativeName, WorkedFunction, WorkSamples } from "../../src/formats/work.ts";
import {
  blobUrl,
  CoverageSession,
  type CoveredScript,
  type ScriptCoverage,
  type WorkSession,
} from "./coverage-session.ts";
import { WorkerCoverage } from "./worker-coverage.ts";
import { WasmReader } from "./wasm-reader.ts";
import { type FunctionShare, ScriptWork } from "./script-work.ts";

/** Maps a position in a script, line and column one-based, to the sources. */
export type DescribeFunction = (
  name: string,
  url: string,
  line: number,
  column: number,
) => { readonly position: string; readonly owner: "game" | "library" | "framegate" };

/**
 * V8 flags for exact coverage. By default its optimising compilers drop the counters of small functions when they
 * inline them, at a moment that depends on the machine.
 */
export const workFlags = ["--single-threaded", "--no-opt", "--no-maglev"] as const;

interface Totals {
  readonly name: string;
  readonly script: CoveredScript;
  readonly startOffset: number;
  readonly endOffset: number;
  work: number;
}

/** Counts the code that a page executes, with V8's coverage. One meter per run. */
export class WorkMeter {
  #page: CoverageSession | null = null;
  readonly #workers = new WorkerCoverage();
  /** By content and URL. */
  readonly #works = new Map<string, ScriptWork | null>();
  readonly #functions = new Map<string, Totals>();
  readonly #natives = new Map<NativeName, number>();
  readonly #readings: number[] = [];
  readonly #instructions: number[] = [];
  #wasm: WasmReader | null = null;

  /** Starts counting, in a page that has loaded nothing yet: code already compiled is never counted block by block. */
  async start(session: WorkSession, secret: string): Promise<void> {
    this.#page = new CoverageSession(session);
    this.#wasm = new WasmReader(session, secret);
    await this.#workers.follow(session);
    await this.#page.start();
  }

  /**
   * Reads the code executed since the last reading, between two frames. A reading that is not kept counts in no figure.
   */
  async read(isKept: boolean): Promise<void> {
    if (this.#page === null) throw new Error("A meter counts nothing before its start.");
    let total = 0;
    for (const coverage of [...(await this.#page.take()), ...(await this.#workers.take())]) {
      const work = await this.#workOf(coverage);
      if (work === null) continue;
      const { functions, calls } = work.weigh(coverage.functions);
      if (!isKept) continue;
      for (const share of functions) {
        total += share.work;
        this.#add(coverage.script, share);
      }
      for (const [native, count] of calls) this.#natives.set(native, (this.#natives.get(native) ?? 0) + count);
    }
    const instructions = await this.#wasm?.read();
    if (!isKept) return;
    this.#readings.push(total);
    this.#instructions.push(instructions ?? 0);
  }

  /** Figures of all kept readings. */
  finish(every: number, describe: DescribeFunction): WorkSamples {
    return {
      every,
      readings: this.#readings,
      functions: this.#listFunctions(describe),
      texts: [...this.#works.values()].flatMap((work) => work?.textOf() ?? []),
      natives: [...this.#natives]
        .filter(([, calls]) => calls > 0)
        .map(([name, calls]) => ({ name, calls }))
        .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
      wasm: (this.#wasm?.modules ?? 0) > 0 ? this.#instructions : null,
      flags: workFlags,
      notes: this.#notes(),
    };
  }

  #notes(): readonly string[] {
    const uncounted = this.#wasm?.uncounted ?? 0;
    const { silent, hasWasm } = this.#workers;
    return [
      ...(hasWasm ? ["The WebAssembly of workers is not counted."] : []),
      ...(silent === 0 ? [] : [`Workers that did not answer, and are not counted from then on: ${String(silent)}.`]),
      ...(uncounted === 0 ? [] : [`WebAssembly modules that could not be counted: ${String(uncounted)}.`]),
    ];
  }

  #add(script: CoveredScript, { name, startOffset, endOffset, work }: FunctionShare): void {
    const key = `${script.key}\n${String(startOffset)}\n${name}`;
    const totals = this.#functions.get(key);
    if (totals === undefined) this.#functions.set(key, { name, script, startOffset, endOffset, work });
    else totals.work += work;
  }

  /** Null for one of Framegate's own scripts. */
  async #workOf({ script: { url, key }, readSource }: ScriptCoverage): Promise<ScriptWork | null> {
    const known = this.#works.get(key);
    if (known !== undefined) return known;
    const source = await readSource();
    const work = url === blobUrl && isWorkerPrelude(source) ? null : new ScriptWork(source);
    this.#works.set(key, work);
    return work;
  }

  #listFunctions(describe: DescribeFunction): readonly WorkedFunction[] {
    return [...this.#functions.values()].sort(compareTotals).flatMap((totals) => {
      const { name, work, script, startOffset, endOffset } = totals;
      const describeAt = (offset: number): ReturnType<DescribeFunction> => {
        const { line, column } = this.#placeOf(script, offset);
        return describe(name, script.url, line, column);
      };
      const { position, owner } = describeAt(startOffset);
      const text = this.#works.get(script.key)?.textOf(totals) ?? "";
      // The closing brace: what follows may be of another source.
      const end = describeAt(endOffset - 1).position;
      return owner === "framegate" ? [] : [{ name, position, owner, work, end, text }];
    });
  }

  /** Position in its file, which may be a page with other content before the script. */
  #placeOf(script: CoveredScript, offset: number): { readonly line: number; readonly column: number } {
    const { line, column } = this.#works.get(script.key)?.placeOf(offset) ?? { line: 1, column: 1 };
    return { line: line + script.startLine, column: line === 1 ? column + script.startColumn : column };
  }
}

/** A worker's prelude comes from a blob. A game's script in a blob starts with its prelude's settings instead. */
function isWorkerPrelude(source: string): boolean {
  return source.includes("framegateWorkerConfig") && !source.startsWith("globalThis.framegateWorkerConfig");
}

/** Most work first, with a fixed order for ties. */
function compareTotals(one: Totals, other: Totals): number {
  if (one.work !== other.work) return other.work - one.work;
  if (one.script.url !== other.script.url) return one.script.url < other.script.url ? -1 : 1;
  return one.startOffset - other.startOffset;
}
