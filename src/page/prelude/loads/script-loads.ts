import { scriptFencePrefix, scriptReportPolicy } from "../../../formats/page-port.ts";
import { globalOwner, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";

// A loaded module still has to be compiled. It may import others, each of which sends a report of its own.
const graceMs = 4;

/** A URL scheme from which no page may load. */
const refusedScheme = /^(?!(?:https?|data|blob)$)[a-z][a-z\d+.-]*$/iu;

/** Names an API that cannot be ordered, at the place of an event. */
export type NameUseAt = (event: SecurityPolicyViolationEvent, api: string) => void;

interface Parts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly nameUseAt: NameUseAt;
}

export interface ScriptLoads {
  /** Does not wait for a load that the browser has begun or is about to begin: its script will not run. */
  forgo(url: string): void;
  /**
   * Call when a script element has run or failed. Its load is over: the browser reports each element, but loads a
   * preloaded script, or one for two elements, only once.
   */
  endElement(url: string): void;
}

/**
 * Makes the order wait for every script that `realm` loads. `import()` is syntax, which cannot be replaced or observed.
 * So the harness serves pages with a report-only policy that forbids scripts from URLs, and the browser reports each
 * load at its beginning. The resource timing shows its end.
 */
export function watchScriptLoads(realm: Window & typeof globalThis, { real, order, nameUseAt }: Parts): ScriptLoads {
  const races = new ImportRaces(realm, nameUseAt);
  const underWay = new Map<string, Registered[]>();
  // A fast load has its entry before its beginning is reported.
  const endedEarly = new Map<string, number>();
  const forgone = new Map<string, number>();
  // A script that the parser has waited for may run before its beginning is reported.
  const ran = new Set<string>();
  const fence = new ScriptFence();

  /** Ends a load after its imports have been requested. */
  async function end(registered: Registered): Promise<void> {
    races.end(registered);
    await new Promise<void>((resolve) => {
      real.setTimeout(resolve, graceMs);
    });
    await fence.pass();
    await real.turn();
    registered.release();
  }

  function begin(event: SecurityPolicyViolationEvent): void {
    const url = event.blockedURI;
    const forgoneCount = forgone.get(url) ?? 0;
    if (forgoneCount > 0) {
      forgone.set(url, forgoneCount - 1);
      return;
    }
    const registered = order.expect(`script ${url}`, { owner: "script" });
    // A module that has arrived may have called for this one.
    takeEntries(takeRecords());
    races.begin(registered, event);
    // The report of a script that the browser refuses at once, such as a file of this machine, contains only its
    // scheme.
    if (refusedScheme.test(url) || ran.has(url)) {
      void end(registered);
      return;
    }
    const early = endedEarly.get(url) ?? 0;
    if (early > 0) {
      endedEarly.set(url, early - 1);
      void end(registered);
    } else underWay.set(url, [...(underWay.get(url) ?? []), registered]);
  }

  function endFirst(url: string): boolean {
    const registered = takeFirst(underWay, url);
    if (registered !== undefined) void end(registered);
    return registered !== undefined;
  }

  function takeEntries(entries: PerformanceEntryList): void {
    for (const entry of entries) {
      const [url = ""] = entry.name.split("#");
      if (!endFirst(url) && mayBeScript(entry)) endedEarly.set(url, (endedEarly.get(url) ?? 0) + 1);
    }
  }

  const isModule = watchOthers(realm, order);
  realm.addEventListener(
    "securitypolicyviolation",
    (event) => {
      // A policy of the page ends the loads that it forbids.
      if (event.disposition === "enforce") endFirst(event.blockedURI);
      if (fence.isForbiddenBy(event)) event.stopImmediatePropagation();
      if (event.disposition !== "report" || event.originalPolicy !== scriptReportPolicy) return;
      event.stopImmediatePropagation();
      if (isModule(event)) begin(event);
    },
    true,
  );
  const observer = new realm.PerformanceObserver((list) => {
    takeEntries(list.getEntries());
  });
  observer.observe({ type: "resource", buffered: true });
  // The page may replace it.
  const takeRecords = observer.takeRecords.bind(observer);
  return {
    endElement(url) {
      ran.add(url);
      while (endFirst(url));
    },
    forgo(url) {
      const registered = takeFirst(underWay, url);
      // Its report is still to come.
      if (registered === undefined) forgone.set(url, (forgone.get(url) ?? 0) + 1);
      else {
        races.end(registered);
        registered.release();
      }
    },
  };
}

/** Returns a function that tells reports of scripts and modules from those of other calls. */
function watchOthers(
  realm: Window & typeof globalThis,
  order: Parts["order"],
): (event: SecurityPolicyViolationEvent) => boolean {
  const imported = watchImportScripts(realm, order);
  const fetched = watchFetchedJson(realm);
  return ({ effectiveDirective, blockedURI }) => {
    // Scripts of workers are reported too, but have no entry.
    if (effectiveDirective === "script-src-elem" && !imported.has(blockedURI)) return true;
    return isJson(blockedURI) && !fetched.has(blockedURI);
  };
}

function takeFirst(underWay: Map<string, Registered[]>, url: string): Registered | undefined {
  const [registered, ...others] = underWay.get(url) ?? [];
  underWay.set(url, others);
  return registered;
}

/** Loads modules of its own the same way as the page's scripts, but after them. */
class ScriptFence {
  #count = 0;
  #underWay = 0;
  #isForbidden = false;

  /** Resolves when the scripts before it have run. A policy of the page may forbid it, and then always does. */
  async pass(): Promise<void> {
    if (this.#isForbidden) return;
    this.#count += 1;
    this.#underWay += 1;
    await import(`${scriptFencePrefix}${String(this.#count)}`).catch(() => {
      this.#isForbidden = true;
    });
    this.#underWay -= 1;
  }

  /** Of a forbidden data URL the event has only the scheme. */
  isForbiddenBy({ disposition, blockedURI }: SecurityPolicyViolationEvent): boolean {
    return disposition === "enforce" && blockedURI === "data" && this.#underWay > 0;
  }
}

/**
 * Names calls of `import()` that load at the same time: the network decides which module runs first, and nothing can
 * hold one back.
 */
class ImportRaces {
  readonly #nameUse: NameUseAt;
  readonly #find: Document["querySelectorAll"] | null;
  readonly #underWay = new Map<Registered, SecurityPolicyViolationEvent>();

  constructor(realm: Window & typeof globalThis, nameUse: NameUseAt) {
    this.#nameUse = nameUse;
    this.#find = "document" in realm ? realm.document.querySelectorAll.bind(realm.document) : null;
  }

  /** Call when the browser reports a load, before its file has arrived. */
  begin(load: Registered, event: SecurityPolicyViolationEvent): void {
    if (!this.#isImport(event)) return;
    if (this.#underWay.size > 0)
      for (const each of [...this.#underWay.values(), event]) this.#nameUse(each, "import()");
    this.#underWay.set(load, event);
  }

  /** Call when its file has arrived. */
  end(load: Registered): void {
    this.#underWay.delete(load);
  }

  /**
   * Where no script runs, as for an import by a declaration, the browser gives no column, and as a line at most the
   * parser's. An element may be inserted by a script, too.
   */
  #isImport({ columnNumber, blockedURI }: SecurityPolicyViolationEvent): boolean {
    if (columnNumber === 0) return false;
    const elements: Iterable<Element> = this.#find?.("script[src],link[rel=modulepreload]") ?? [];
    return ![...elements].some((element) => blockedURI === Reflect.get(element, "src" in element ? "src" : "href"));
  }
}

/** The URLs that a worker passes to `importScripts`, which returns when they have run. They are reported all the same. */
function watchImportScripts(realm: Window & typeof globalThis, order: AsyncOrder): ReadonlySet<string> {
  const urls = new Set<string>();
  const { URL } = realm;
  replaceMethod(globalOwner(realm, "importScripts"), "importScripts", (importScripts) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      for (const url of parameters) if (URL.canParse(String(url))) urls.add(new URL(String(url)).href);
      order.noteCode();
      return Reflect.apply(importScripts, this, parameters);
    }
    return replacement;
  });
  return urls;
}

function isJson(url: string): boolean {
  return /\.json(?:$|\?)/u.test(url);
}

/**
 * The JSON files that the page fetches. A module that imports such a file is reported like a fetch, and only the fetches
 * are known.
 */
function watchFetchedJson(realm: Window & typeof globalThis): ReadonlySet<string> {
  const urls = new Set<string>();
  const { location, Navigator, Request, URL, XMLHttpRequest } = realm;
  const baseOf = (): string => ("document" in realm ? realm.document.baseURI : location.href);
  for (const [owner, name, index] of [
    [globalOwner(realm, "fetch"), "fetch", 0],
    [XMLHttpRequest.prototype, "open", 1],
    ["document" in realm ? Navigator.prototype : {}, "sendBeacon", 0],
  ] as const) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const input = parameters[index];
        const url = URL.parse(input instanceof Request ? input.url : String(input), baseOf())?.href.split("#")[0] ?? "";
        if (isJson(url)) urls.add(url);
        return Reflect.apply(original, this, parameters);
      }
      return replacement;
    });
  }
  return urls;
}

/** Fetches and images also have entries, but these do not end a script's load. */
function mayBeScript(entry: PerformanceEntry): boolean {
  const initiator: unknown = Reflect.get(entry, "initiatorType");
  return initiator === "script" || initiator === "link" || initiator === "other";
}
