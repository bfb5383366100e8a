import { globalOwner, replaceConstructor, replaceMethod } from "../native/native-look.ts";
import { isObject, prototypeOf } from "./native-method.ts";
import { isBeingParsed } from "../native/own-documents.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { watchImports } from "./sheet-imports.ts";

type Realm = Window & typeof globalThis;

/** What ends the loads that nothing but a report tells of. Others, such as fetches, may have the URL of a module. */
const ownInitiators = new Set(["script", "css", "other", "ping"]);

/** The loads of modules that are no scripts. */
export interface DataModules {
  /** Takes a report. Passes the load that it begins to `onBegun`, unless a call or an element has begun it. */
  begin(event: SecurityPolicyViolationEvent, onBegun: (load: Registered) => void): void;
  /** Takes the entry of a URL. */
  take(url: string, entry: PerformanceEntry): void;
  /** Ends the loads of a URL that the page's own policy forbids. */
  forbid(url: string): void;
  /** Call when an element begins to load a URL, which is reported too. */
  expectLink(url: string): void;
}

// How often the sheets are looked at that are loaded again.
const lookMs = 4;

interface Parts {
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  /** Called with the URL of a style sheet that a script or another sheet waits for. */
  readonly onSheetNeeded: (url: string) => void;
  readonly shownTrees: () => readonly ShadowRoot[];
  /** Ends a load. `isModule` tells a module from other loads. */
  readonly end: (load: Registered, isModule: boolean) => void;
}

/**
 * Makes the order wait for modules of JSON and CSS, and for style sheets that others import. The browser reports JSON
 * like fetches and CSS like style sheets. So a load that neither a call nor an element has begun is one of these.
 */
export function watchDataModules(realm: Realm, parts: Parts): DataModules {
  const { real, order, onSheetNeeded, end } = parts;
  const underWay = new Map<string, Registered[]>();
  // A fast load has its entry before its beginning is reported.
  const endedEarly = new Map<string, string>();
  const fetched = watchFetches(realm);
  const reportsDue = new Map<string, number>();
  const loaded = new Set<string>();
  const imports = watchImports(realm, parts.shownTrees);
  const { URL } = realm;
  const originOf = (url: string): string | undefined => URL.parse(url)?.origin;

  function isKnown({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): boolean {
    const due = reportsDue.get(blockedURI) ?? 0;
    if (due > 0) reportsDue.set(blockedURI, due - 1);
    if (due > 0 || effectiveDirective !== "connect-src") return due > 0;
    return fetched.has(blockedURI) || !mayBeData(blockedURI);
  }

  /**
   * The browser's inspector, which makes elements `:hover`, loads all sheets of a page again when it begins. Nothing in
   * the page has caused that, and no entry tells of its end. A late import has no source either.
   */
  function isOfInspector({ sourceFile, effectiveDirective, blockedURI: url }: SecurityPolicyViolationEvent): boolean {
    const isAgain = effectiveDirective === "style-src-elem" && loaded.has(url);
    return isAgain && sourceFile === "" && !imports.areLoading(url);
  }

  /**
   * A sheet of another origin gets no entries for what it imports. To the document of a sandboxed frame all sheets are of
   * another origin. The load of its own element waits for such an import.
   */
  function isHidden({ effectiveDirective, columnNumber }: SecurityPolicyViolationEvent): boolean {
    return realm.origin === "null" && effectiveDirective === "style-src-elem" && columnNumber === 0;
  }

  /** Not all that connects is known. What goes elsewhere is hardly a module, and may never end. */
  function mayBeData(url: string): boolean {
    return /\.json(?:$|\?)/u.test(url) || originOf(url) === originOf(baseOf(realm));
  }

  function endAll(url: string, isModule: boolean): void {
    for (const load of underWay.get(url) ?? []) end(load, isModule);
    underWay.delete(url);
  }

  /**
   * Ends the import of a sheet that was loaded before. The browser reports each import, but whether one has an entry
   * of its own depends on when it comes and on how the load ends.
   */
  async function endImport(url: string, load: Registered): Promise<void> {
    do {
      await new Promise<void>((resolve) => {
        real.setTimeout(resolve, lookMs);
      });
    } while (imports.areLoading(url));
    end(load, false);
  }

  return {
    begin(event, onBegun) {
      if (isKnown(event) || isOfInspector(event) || isHidden(event)) return;
      const { blockedURI: url } = event;
      const load = order.expect(`module or style sheet ${url}`, { owner: "script" });
      onBegun(load);
      if (event.effectiveDirective === "style-src-elem") onSheetNeeded(url);
      if (event.effectiveDirective === "style-src-elem" && loaded.has(url) && imports.has(url)) {
        endedEarly.delete(url);
        void endImport(url, load);
        return;
      }
      const early = endedEarly.get(url);
      if (early === undefined) {
        underWay.set(url, [...(underWay.get(url) ?? []), load]);
        return;
      }
      endedEarly.delete(url);
      end(load, early === "script");
    },
    take(url, entry) {
      const initiator = String(Reflect.get(entry, "initiatorType"));
      loaded.add(url);
      // The browser looks ahead of the parser. The element comes later, and the report may, too.
      if (initiator === "link" && !underWay.has(url) && isBeingParsed() && !reportsDue.has(url)) {
        endedEarly.set(url, initiator);
        return;
      }
      // The browser loads a sheet once for several that import it, and reports a redirected load twice.
      if (underWay.has(url)) endAll(url, initiator === "script");
      else if (ownInitiators.has(initiator)) endedEarly.set(url, initiator);
    },
    forbid(url) {
      endAll(url, false);
    },
    expectLink(url) {
      reportsDue.set(url, (reportsDue.get(url) ?? 0) + 1);
    },
  };
}

/** The base of the realm's relative URLs. */
function baseOf(realm: Realm): string {
  const { location } = realm;
  return "document" in realm ? realm.document.baseURI : location.href;
}

/** The URLs that calls of the page load. */
function watchFetches(realm: Realm): ReadonlySet<string> {
  const urls = new Set<string>();
  const { Request, URL, XMLHttpRequest } = realm;
  const urlOf = (input: unknown): string => {
    if (input instanceof Request) return input.url;
    // A request of another realm.
    const url: unknown = isObject(input) ? Reflect.get(input, "url") : undefined;
    return String(url ?? input);
  };
  function note(input: unknown): void {
    for (const one of Array.isArray(input) ? input : [input]) {
      const url = URL.parse(urlOf(one), baseOf(realm))?.href.split("#")[0];
      if (url !== undefined) urls.add(url);
    }
  }
  const caches = prototypeOf(realm, "Cache") ?? {};
  for (const [owner, name, index] of [
    [globalOwner(realm, "fetch"), "fetch", 0],
    [globalOwner(realm, "fetchLater"), "fetchLater", 0],
    [XMLHttpRequest.prototype, "open", 1],
    [prototypeOf(realm, "Navigator") ?? {}, "sendBeacon", 0],
    [caches, "add", 0],
    [caches, "addAll", 0],
    [prototypeOf(realm, "BackgroundFetchManager") ?? {}, "fetch", 1],
  ] as const) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        note(parameters[index]);
        return Reflect.apply(original, this, parameters);
      }
      return replacement;
    });
  }
  for (const name of ["EventSource", "WebTransport"]) {
    replaceConstructor(realm, name, (parameters, build) => {
      note(parameters[0]);
      return build(parameters);
    });
  }
  return urls;
}
