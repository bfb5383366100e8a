import type { CDPSession, Protocol } from "puppeteer-core";
import type { FunctionWork, NativeName, WorkSamples } from "../../src/formats/work.ts";
import { WasmReader } from "./wasm-reader.ts";
import { ScriptWork } from "./script-work.ts";

/** The part of a session that a meter needs. Its debugger must be enabled. */
export type WorkSession = Pick<CDPSession, "on" | "send">;

/** Maps a position in a script, both numbers from 1, to the sources. */
export type DescribeFunction = (
  name: string,
  url: string,
  line: number,
  column: number,
) => { readonly position: string; readonly owner: "game" | "library" | "framegate" };

/**
 * V8's flags of a browser in which coverage is true. By default its optimising compilers drop the counters of small
 * functions when they inline them, at a moment that depends on the machine.
 */
export const workFlags = ["--single-threaded", "--no-opt", "--no-maglev"] as const;

const ownPath =
  /^http:\/\/[^/]*\/framegate\/(?:framegate-|rolldown-runtime-|(?:host|prelude|embed-host|worker-prelude)\.js$)/u;

/** As many functions as a report lists. */
const functionsListed = 20;

interface Script {
  readonly url: string;
  readonly key: string;
  readonly isOwn: boolean;
}

interface Totals {
  readonly name: string;
  readonly script: Script;
  readonly startOffset: number;
  work: number;
}

/** Counts the code that a page executes, by V8's coverage. One meter is for one run. */
export class WorkMeter {
  #session: WorkSession | null = null;
  readonly #scripts = new Map<string, Script>();
  /** By content and URL: a script that is evaluated twice is one. */
  readonly #works = new Map<string, ScriptWork>();
  readonly #functions = new Map<string, Totals>();
  readonly #natives = new Map<NativeName, number>();
  readonly #readings: number[] = [];
  readonly #instructions: number[] = [];
  #wasm: WasmReader | null = null;
  #workers = 0;

  /** Begins to count, in a page that has loaded nothing yet: what is compiled is never counted block by block. */
  async start(session: WorkSession, secret: string): Promise<void> {
    this.#session = session;
    this.#wasm = new WasmReader(session, secret);
    session.on("Debugger.scriptParsed", (event) => {
      this.#scripts.set(event.scriptId, describeScript(event));
    });
    session.on("Target.attachedToTarget", ({ targetInfo: { type } }) => {
      if (type === "worker") this.#workers += 1;
    });
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await session.send("Profiler.enable");
    await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Reads what ran since the reading before, between two frames. What is not kept is in no figure. */
  async read(isKept: boolean): Promise<void> {
    const session = this.#session;
    if (session === null) throw new Error("A meter counts nothing before its start.");
    const { result } = await session.send("Profiler.takePreciseCoverage");
    let total = 0;
    for (const { scriptId, functions } of result) {
      const script = this.#scripts.get(scriptId);
      if (script === undefined || script.isOwn) continue;
      const work = await this.#workOf(session, script, scriptId);
      const { functions: shares, calls } = work.weigh(functions);
      if (!isKept) continue;
      for (const share of shares) {
        total += share.work;
        this.#add(script, share);
      }
      for (const [native, count] of calls) this.#natives.set(native, (this.#natives.get(native) ?? 0) + count);
    }
    const instructions = await this.#wasm?.read();
    if (!isKept) return;
    this.#readings.push(total);
    this.#instructions.push(instructions ?? 0);
  }

  /** The figures of all readings that were kept. */
  finish(every: number, describe: DescribeFunction): WorkSamples {
    return {
      every,
      readings: this.#readings,
      functions: this.#listFunctions(describe),
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
    return [
      ...(this.#workers === 0 ? [] : [`What the game's workers executed is not counted (${String(this.#workers)}).`]),
      ...(uncounted === 0 ? [] : [`WebAssembly modules that could not be counted: ${String(uncounted)}.`]),
    ];
  }

  #add(script: Script, { name, startOffset, work }: { name: string; startOffset: number; work: number }): void {
    const key = `${script.key}\n${String(startOffset)}\n${name}`;
    const totals = this.#functions.get(key);
    if (totals === undefined) this.#functions.set(key, { name, script, startOffset, work });
    else totals.work += work;
  }

  async #workOf(session: WorkSession, { key }: Script, scriptId: string): Promise<ScriptWork> {
    const known = this.#works.get(key);
    if (known !== undefined) return known;
    const { scriptSource } = await session.send("Debugger.getScriptSource", { scriptId });
    const work = new ScriptWork(scriptSource);
    this.#works.set(key, work);
    return work;
  }

  #listFunctions(describe: DescribeFunction): readonly FunctionWork[] {
    const listed: FunctionWork[] = [];
    for (const { name, script, startOffset, work } of [...this.#functions.values()].sort((a, b) => b.work - a.work)) {
      if (listed.length === functionsListed) break;
      const place = this.#works.get(script.key)?.placeOf(startOffset) ?? { line: 1, column: 1 };
      const { position, owner } = describe(name, script.url, place.line, place.column);
      if (owner !== "framegate") listed.push({ name, position, owner, work });
    }
    return listed;
  }
}

function describeScript(event: Protocol.Debugger.ScriptParsedEvent): Script {
  const { url, hash, stackTrace } = event;
  return { url, key: `${url}\n${hash}`, isOwn: isOwn(url, stackTrace !== undefined) };
}

/** Framegate's own scripts: those of its package, and what its calls into the page are made of, which nothing in the page evaluates. */
function isOwn(url: string, isEvaluated: boolean): boolean {
  if (url === "") return !isEvaluated;
  return url.startsWith("pptr:") || ownPath.test(url);
}
