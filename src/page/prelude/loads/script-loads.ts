import { scriptFencePrefix, scriptReportPolicy } from "../../../formats/page-port.ts";
import { globalOwner, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import { watchDataModules } from "./data-modules.ts";
import { type RunParts, ScriptRuns } from "./script-runs.ts";
import { listenAlways } from "../native/own-listeners.ts";

// A loaded module still has to be compiled. It may import others, each of which sends a report of its own.
const graceMs = 4;

/** A URL scheme from which no page may load. */
const refusedScheme = /^(?!(?:https?|data|blob)$)[a-z][a-z\d+.-]*$/iu;

interface Parts extends RunParts {
  readonly onSheetNeeded: (url: string) => void;
  readonly shownTrees: () => readonly ShadowRoot[];
}

export interface ScriptLoads {
  /** Call for a script of a call that has a source. It may have left the document when the browser reports its load. */
  expectElement(url: string): void;
  /** Does not wait for a load that the browser has begun or is about to begin: its script will not run. */
  forgo(url: string): void;
  /**
   * Call when a script element has run or failed. Its load is over: the browser reports each element, but loads a
   * preloaded script, or one for two elements, only once.
   */
  endElement(url: string): void;
  /** Hides from the page that its policy forbids a script of Framegate's own, until the returned function is called. */
  hideOwn(): () => void;
  /** See `DataModules`. */
  expectLink(url: string): void;
}

/**
 * Makes the order wait for every script that `realm` loads. `import()` is syntax, which cannot be replaced or observed.
 * So the harness serves pages with a report-only policy that forbids scripts from URLs, and the browser reports each
 * load at its beginning. The resource timing shows its end.
 */
export function watchScriptLoads(realm: Window & typeof globalThis, { real, order, ...rest }: Parts): ScriptLoads {
  const runs = new ScriptRuns(realm, { ...rest, real, order });
  const underWay = new Map<string, Registered[]>();
  // A fast load has its entry before its beginning is reported.
  const endedEarly = new Map<string, number>();
  const forgone = new Map<string, number>();
  // A script that the parser has waited for may run before its beginning is reported.
  const ran = new Set<string>();
  const fence = new ScriptFence();

  /** Ends a load after its imports have been requested. */
  async function end(registered: Registered, isModule = true): Promise<void> {
    runs.arrive(registered, isModule);
    await fence.passLater(real);
    runs.end(registered);
    registered.release();
  }

  function begin(event: SecurityPolicyViolationEvent): void {
    const url = event.blockedURI;
    if (takeOne(forgone, url)) {
      runs.forgo(url);
      return;
    }
    const registered = order.expect(`script ${url}`, { owner: "script" });
    // A module that has arrived may have called for this one.
    takeEntries(takeRecords());
    runs.begin(registered, event, true);
    // The report of a script that the browser refuses at once, such as a file of this machine, contains only its
    // scheme.
    if (refusedScheme.test(url) || ran.has(url) || takeOne(endedEarly, url)) void end(registered);
    else underWay.set(url, [...(underWay.get(url) ?? []), registered]);
  }

  function endFirst(url: string): boolean {
    const registered = takeFirst(underWay, url);
    if (registered !== undefined) void end(registered);
    return registered !== undefined;
  }

  function takeEntries(entries: PerformanceEntryList): void {
    for (const entry of entries) {
      const [url = ""] = entry.name.split("#");
      modules.take(url, entry);
      if (!endFirst(url) && mayBeScript(entry)) endedEarly.set(url, (endedEarly.get(url) ?? 0) + 1);
    }
  }

  const modules = watchDataModules(realm, { real, order, ...rest, end: (load, isModule) => void end(load, isModule) });
  const imported = watchImportScripts(realm, order);
  hearReports(realm, {
    isOwn: (event) => fence.isForbiddenBy(event),
    // A policy of the page ends the loads that it forbids.
    onForbidden(url) {
      endFirst(url);
      modules.forbid(url);
    },
    // Scripts of workers are reported too, but have no entry.
    onScript(event) {
      if (!imported.has(event.blockedURI)) begin(event);
    },
    onModule(event) {
      takeEntries(takeRecords());
      modules.begin(event, (load) => {
        runs.begin(load, event, false);
      });
    },
  });
  const takeRecords = hearEntries(realm, takeEntries);
  return {
    expectElement: (url) => {
      runs.expectElement(url);
    },
    expectLink: modules.expectLink,
    hideOwn: () => fence.hideOwn(),
    endElement(url) {
      ran.add(url);
      while (endFirst(url));
    },
    forgo(url) {
      const registered = takeFirst(underWay, url);
      // Its report is still to come.
      if (registered === undefined) forgone.set(url, (forgone.get(url) ?? 0) + 1);
      else {
        runs.forgo(url);
        runs.arrive(registered, false);
        runs.end(registered);
        registered.release();
      }
    },
  };
}

interface ReportListener {
  /** True for a report of a load of Framegate's own. */
  isOwn(event: SecurityPolicyViolationEvent): boolean;
  onForbidden(url: string): void;
  onScript(event: SecurityPolicyViolationEvent): void;
  /** Called for what may be a module of JSON or CSS. */
  onModule(event: SecurityPolicyViolationEvent): void;
}

/** Hears the entries of loads. Returns a function that takes those that have come since. */
function hearEntries(
  realm: Window & typeof globalThis,
  take: (entries: PerformanceEntryList) => void,
): () => PerformanceEntryList {
  const observer = new realm.PerformanceObserver((list) => {
    take(list.getEntries());
  });
  observer.observe({ type: "resource", buffered: true });
  // The page may replace it.
  return observer.takeRecords.bind(observer);
}

/** Hears the reports of Framegate's policy, and hides them from the page. */
function hearReports(realm: Window & typeof globalThis, listener: ReportListener): void {
  listenAlways(realm, "securitypolicyviolation", (event) => {
    const { disposition, originalPolicy, effectiveDirective, blockedURI } = event;
    if (disposition === "enforce") listener.onForbidden(blockedURI);
    if (listener.isOwn(event)) event.stopImmediatePropagation();
    if (disposition !== "report" || originalPolicy !== scriptReportPolicy) return;
    event.stopImmediatePropagation();
    if (effectiveDirective === "script-src-elem") listener.onScript(event);
    const isData = effectiveDirective === "connect-src" || effectiveDirective === "style-src-elem";
    if (isData && !refusedScheme.test(blockedURI)) listener.onModule(event);
  });
}

/** Takes one from the count of a URL. False if there is none. */
function takeOne(counts: Map<string, number>, url: string): boolean {
  const count = counts.get(url) ?? 0;
  if (count > 0) counts.set(url, count - 1);
  return count > 0;
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

  /** Resolves when the scripts that have arrived have run, and have requested their imports. */
  async passLater(real: RealPrimitives): Promise<void> {
    await new Promise<void>((resolve) => {
      real.setTimeout(resolve, graceMs);
    });
    await this.pass();
    await real.turn();
  }

  /** Resolves when the scripts before it have run. A policy of the page may forbid it, and then always does. */
  async pass(): Promise<void> {
    if (this.#isForbidden) return;
    this.#count += 1;
    const reveal = this.hideOwn();
    await import(`${scriptFencePrefix}${String(this.#count)}`).catch(() => {
      this.#isForbidden = true;
    });
    reveal();
  }

  /** See `ScriptLoads.hideOwn`. */
  hideOwn(): () => void {
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
    };
  }

  /** Of a forbidden data URL the event has only the scheme. */
  isForbiddenBy({ disposition, blockedURI }: SecurityPolicyViolationEvent): boolean {
    return disposition === "enforce" && blockedURI === "data" && this.#underWay > 0;
  }
}

/** The URLs that a worker passes to `importScripts`, which returns when they have run. They are reported all the same. */
function watchImportScripts(realm: Window & typeof globalThis, order: AsyncOrder): ReadonlySet<string> {
  const urls = new Set<string>();
  const { URL } = realm;
  replaceMethod(globalOwner(realm, "importScripts"), "importScripts", (importScripts) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      // A report has the URL without its fragment.
      for (const url of parameters) urls.add(URL.parse(String(url))?.href.split("#")[0] ?? "");
      order.noteCode();
      return Reflect.apply(importScripts, this, parameters);
    }
    return replacement;
  });
  return urls;
}

/** Fetches and images also have entries, but these do not end a script's load. */
function mayBeScript(entry: PerformanceEntry): boolean {
  const initiator: unknown = Reflect.get(entry, "initiatorType");
  return initiator === "script" || initiator === "link" || initiator === "other";
}
