import { scriptFreePrefix, scriptLaterPrefix, scriptTurnPrefix, turnsOver } from "../../../formats/page-port.ts";
import type { AsyncOrder, QueuedBefore, Registered } from "./async-order.ts";

/**
 * How the load of a script begins: by `import()`, by a link that loads a module ahead, by an element of a script or a
 * link that loads its file ahead, or by an import of a declaration.
 */
export type ScriptKind = "import" | "modulepreload" | "element" | "declaration";

/** A load of which the browser has reported the beginning. Its file has not been asked for if the harness holds it. */
export interface BegunScript {
  readonly load: Registered;
  readonly url: string;
  readonly kind: ScriptKind;
  /** True if the harness holds it until its turn: a call of the page has begun it. */
  readonly isHeld: boolean;
  /** Called when its turn comes. */
  readonly onTurn: () => void;
}

type TurnOrder = Pick<AsyncOrder, "isBooting" | "isLoadDue" | "isPaused" | "isScriptDue" | "pause" | "resume">;

/**
 * Gives the scripts that calls load their turns. A module runs as soon as it and its imports have arrived, so two that
 * load side by side would run in the order of the network. So each call of `import()` waits until all scripts before it
 * have arrived, and those after it wait for it. While the document is parsed it waits for the scripts of the markup, too,
 * and then for the document's `load`, which does not wait for it and mostly comes before: a module has to be compiled.
 * Elements of scripts may load side by side: the browser keeps them in order. Tasks that are queued when a script
 * is asked for before the first frame come before it, as with any network.
 */
export class ScriptTurns {
  readonly #tell: (text: string) => void;
  readonly #isParsing: () => boolean;
  readonly #order: TurnOrder;
  readonly #queued: QueuedBefore;
  #areTasksRunning = false;
  readonly #waiting: BegunScript[] = [];
  readonly #underWay = new Map<Registered, BegunScript>();

  /** `tell` tells the harness, see `loadsBinding`. */
  constructor(tell: (text: string) => void, order: TurnOrder, queued: QueuedBefore, isParsing: () => boolean) {
    this.#tell = tell;
    this.#order = order;
    this.#queued = queued;
    this.#isParsing = isParsing;
  }

  begin(script: BegunScript): void {
    if (!script.isHeld) {
      this.#begin(script);
      return;
    }
    this.#waiting.push(script);
    if (this.#order.isBooting() && this.#queued.areAny()) void this.#runTasks();
    else this.update();
  }

  async #runTasks(): Promise<void> {
    if (this.#areTasksRunning) return;
    this.#areTasksRunning = true;
    await this.#queued.run();
    this.#areTasksRunning = false;
    this.update();
  }

  /** Call when a load has ended, and what it imports has begun to load. */
  end(load: Registered): void {
    this.#underWay.delete(load);
    const index = this.#waiting.findIndex((script) => script.load === load);
    if (index >= 0) this.#waiting.splice(index, 1);
    this.update();
    if (this.#underWay.size === 0) this.#tell(turnsOver);
  }

  /** Call when the document is parsed, too, and when it has loaded. */
  update(): void {
    for (const script of [...this.#waiting]) {
      if (this.#mayLoad(script)) {
        this.#waiting.splice(this.#waiting.indexOf(script), 1);
        this.#order.resume(script.load);
        this.#begin(script);
        continue;
      }
      const isBehindLoad = this.#isBehindLoad(script);
      // Nothing waits for a paused module, so that the load can come.
      if (isBehindLoad) this.#pause(script);
      // The parser, or the load, may wait for a script of a call, such as one that is written.
      if (!isBehindLoad && !this.#isParsing()) return;
    }
  }

  /** True while nothing loads, but modules wait for their turns. */
  isStuck(): boolean {
    return this.#waiting.length > 0 && this.#underWay.size === 0;
  }

  #begin(script: BegunScript): void {
    this.#underWay.set(script.load, script);
    this.#tell((script.isHeld ? scriptTurnPrefix : scriptFreePrefix) + script.url);
    script.onTurn();
  }

  #pause({ load, url }: BegunScript): void {
    if (this.#order.isPaused(load)) return;
    // The harness must know it before the order is at rest.
    this.#tell(scriptLaterPrefix + url);
    this.#order.pause(load);
  }

  /** True for a module that must wait for the load. One that was called for before a script of an element need not. */
  #isBehindLoad({ kind, url }: BegunScript): boolean {
    const mayWait = kind === "import" && /^https?:/u.test(url) && !this.#isParsing();
    return mayWait && this.#order.isLoadDue() && !this.#order.isScriptDue();
  }

  #mayLoad(script: BegunScript): boolean {
    const { kind } = script;
    if (this.#areTasksRunning || this.#isBehindLoad(script)) return false;
    if (kind !== "element") return this.#underWay.size === 0 && !this.#isParsing();
    // A module and its static imports load as one, and an element waits for all of them.
    return [...this.#underWay.values()].every((other) => other.kind === "element");
  }
}
