import { scriptFreePrefix } from "../../../formats/page-port.ts";
import { eachDocument, isComplete, ownDocument } from "../native/own-documents.ts";
import { listenAlways } from "../native/own-listeners.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import type { OpenDocuments } from "./open-documents.ts";
import type { QueuedTasks } from "./queued-tasks.ts";
import { type ScriptKind, ScriptTurns } from "./script-turns.ts";

// How often it is checked whether the document is parsed or has loaded, and after how many checks without a load it is
// stuck: 1 s. Each check is a task of the page, so a machine that is busy elsewhere has no part in it.
const checkMs = 10;
const stuckChecks = 100;

/** Names an API that cannot be ordered, at a place with lines and columns from 1. */
export type NameUseAt = (
  place: Pick<SecurityPolicyViolationEvent, "sourceFile" | "lineNumber" | "columnNumber">,
  api: string,
) => void;

/** Inputs for ordering the scripts of a realm. */
export interface RunParts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  /** See `loadsBinding`. */
  readonly tellLoads: (text: string) => void;
  readonly openDocuments: OpenDocuments;
  readonly nameUseAt: NameUseAt;
  readonly queued: QueuedTasks;
}

/** Orders the runs of the scripts that load side by side in `realm`, and names those that it cannot order. */
export class ScriptRuns {
  readonly #realm: Window & typeof globalThis;
  readonly #parts: Pick<RunParts, "real" | "order">;
  readonly #races: ImportRaces;
  readonly #turns: ScriptTurns;
  readonly #kindOf: (event: SecurityPolicyViolationEvent) => ScriptKind;
  readonly #tell: (text: string) => void;
  /** The URLs of scripts of calls whose loads have not been reported. */
  readonly #elements = new Set<string>();
  #isParsing = false;
  #isFollowingLoad = false;

  constructor(
    realm: Window & typeof globalThis,
    { tellLoads, openDocuments, nameUseAt, real, order, queued }: RunParts,
  ) {
    this.#realm = realm;
    this.#parts = { real, order };
    this.#tell = tellLoads;
    this.#races = new ImportRaces(nameUseAt);
    this.#turns = new ScriptTurns(tellLoads, order, queued, () => {
      // A document that a script leaves open may never be parsed, and one that stops to load tells of no end.
      return this.#isParsing && !openDocuments.areIn(realm) && !isComplete();
    });
    this.#kindOf = createKinds(realm);
    if ("document" in realm) this.#followParser();
  }

  #followParser(): void {
    eachDocument(({ readyState }) => {
      this.#isParsing = readyState === "loading";
    });
    const { Document } = this.#realm;
    listenAlways(this.#realm, "readystatechange", ({ target }) => {
      // Scripts of the markup that wait for its end may import a module that has no turn, and so hold up this end.
      if (target instanceof Document && target.readyState === "interactive") void this.#endWhenStuck();
    });
    const { order } = this.#parts;
    // The load of a document comes once, and those that a script opens later are parsed, too.
    listenAlways(this.#realm, "DOMContentLoaded", () => {
      if (order.isLoadExpected()) this.#endParsing();
    });
    order.onLoadTurn(() => {
      this.#endParsing();
      void this.#goOnWithoutLoad();
    });
  }

  async #endWhenStuck(): Promise<void> {
    const { order } = this.#parts;
    // Such scripts wait for style sheets, too.
    await this.#whileStuck(
      () => this.#isParsing,
      () => this.#turns.isStuck() && !order.isShownDue(),
    );
    this.#endParsing();
  }

  /** Resolves when something has ended, or has been stuck for a while. */
  async #whileStuck(goesOn: () => boolean, isStuck: () => boolean): Promise<void> {
    for (let checks = 0; goesOn() && checks < stuckChecks;) {
      await new Promise<void>((resolve) => {
        this.#parts.real.setTimeout(resolve, checkMs);
      });
      checks = isStuck() ? checks + 1 : 0;
    }
  }

  /** Modules wait for the load, and the load may wait for one of them where nothing tells of it. */
  async #goOnWithoutLoad(): Promise<void> {
    const { order } = this.#parts;
    const isLoading = (): boolean => this.#turns.isStuck() && order.isLoadDue() && !isComplete();
    if (this.#isFollowingLoad || !isLoading()) return;
    this.#isFollowingLoad = true;
    await this.#whileStuck(isLoading, () => !order.isAnyDue());
    this.#isFollowingLoad = false;
    if (isLoading()) order.endLoad();
  }

  #endParsing(): void {
    this.#isParsing = false;
    this.#turns.update();
  }

  /** See `ScriptLoads`. */
  expectElement(url: string): void {
    this.#elements.add(url);
  }

  /** Call when the browser reports the beginning of a load, and with whether it is known as one of a module. */
  begin(load: Registered, event: SecurityPolicyViolationEvent, isModule: boolean): void {
    const kind = this.#elements.delete(event.blockedURI) ? "element" : this.#kindOf(event);
    const onTurn = (): void => {
      this.#races.begin(load, { event, kind }, isModule);
    };
    this.#turns.begin({ load, url: event.blockedURI, kind, isHeld: isHeld(this.#realm, event), onTurn });
    void this.#goOnWithoutLoad();
  }

  /** Call when the file of a load has arrived, and with whether it has turned out to be a module. */
  arrive(load: Registered, isModule: boolean): void {
    this.#races.end(load, isModule);
  }

  /** Call when what it imports has begun to load, too. */
  end(load: Registered): void {
    this.#turns.end(load);
    void this.#goOnWithoutLoad();
  }

  /** Call for a load that is not waited for. */
  forgo(url: string): void {
    this.#tell(scriptFreePrefix + url);
  }
}

/** True for a load that the harness holds. It cannot tell the calls of a worker, nor modules of data from other data. */
function isHeld(
  realm: Window & typeof globalThis,
  { columnNumber, effectiveDirective }: SecurityPolicyViolationEvent,
): boolean {
  return columnNumber !== 0 && effectiveDirective === "script-src-elem" && "document" in realm;
}

/** The elements that load scripts. */
const loaders = 'script[src],link[rel~="preload"],link[rel~="modulepreload"]';

/**
 * Returns a function that tells how a reported load has begun. Where no script runs, as for an import by a declaration,
 * the browser gives no column, and as a line at most the parser's. An element may be inserted by a script, too.
 */
function createKinds(realm: Window & typeof globalThis): (event: SecurityPolicyViolationEvent) => ScriptKind {
  const find = "document" in realm ? realm.Document.prototype.querySelectorAll : null;
  const { HTMLLinkElement } = realm;
  return ({ columnNumber, blockedURI }) => {
    const called = columnNumber === 0 ? "declaration" : "import";
    if (find === null) return called;
    for (const element of Reflect.apply(find, ownDocument(), [loaders])) {
      const isLink = element instanceof HTMLLinkElement;
      if (blockedURI !== Reflect.get(element, isLink ? "href" : "src")) continue;
      return isLink && /modulepreload/iu.test(element.rel) ? "modulepreload" : "element";
    }
    return called;
  };
}

/**
 * Names calls of `import()` that load beside each other or beside a script, and that the harness cannot hold: the
 * network decides which runs first.
 */
class ImportRaces {
  readonly #nameUse: NameUseAt;
  readonly #underWay = new Map<Registered, ScriptRun>();

  constructor(nameUse: NameUseAt) {
    this.#nameUse = nameUse;
  }

  /** Call when a load may begin, before its file has arrived, and with whether it is known as a module. */
  begin(load: Registered, { event, kind }: Pick<ScriptRun, "event" | "kind">, isModule: boolean): void {
    // It does not run by itself.
    if (kind === "modulepreload" || kind === "declaration") return;
    const begun: ScriptRun = { event, kind, isModule, beside: [...this.#underWay.values()] };
    for (const each of begun.beside) each.beside.push(begun);
    this.#underWay.set(load, begun);
    if (isModule) this.#name(begun);
  }

  /** Call when its file has arrived, and with whether it has turned out to be a module. */
  end(load: Registered, isModule: boolean): void {
    const ended = this.#underWay.get(load);
    this.#underWay.delete(load);
    if (ended === undefined || ended.isModule || !isModule) return;
    ended.isModule = true;
    this.#name(ended);
  }

  #name(run: ScriptRun): void {
    const others = run.beside.filter((one) => one.isModule && [one.kind, run.kind].includes("import"));
    if (others.length === 0) return;
    for (const { event, kind } of [...others, run]) if (kind === "import") this.#nameUse(event, "import()");
  }
}

/** The load of a script. */
interface ScriptRun {
  readonly event: SecurityPolicyViolationEvent;
  readonly kind: ScriptKind;
  isModule: boolean;
  /** Those that were under way at the same time. */
  readonly beside: ScriptRun[];
}
