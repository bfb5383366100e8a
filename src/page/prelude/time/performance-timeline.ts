import { prototypeOf, replaceConstructor, replaceGetter, replaceMethod, replaceToJson } from "../native/native-look.ts";
import { type BufferEvents, installEntryBuffer } from "./entry-buffer.ts";
import { createEntryOrder, type EntryOrder } from "./entry-order.ts";
import { installEntryObservers, type LoadedEntries, madeTypes } from "./entry-observers.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { timeOriginOf } from "./time-origin.ts";
import { loadingMs, type VirtualClock } from "./virtual-clock.ts";
import { withoutFragment } from "../native/without-fragment.ts";

/** The entry types that a page may see on the performance timeline. All others report real time, and are left out. */
const shownTypes: ReadonlySet<string> = new Set(["mark", "measure", "navigation", "resource"]);

// The getters that show a moment of loading: fetchStart, responseEnd, domComplete and others.
const moment = /(?:Start|End|Interactive|Complete|Loading)$/u;

/** The URLs that the page requests. */
interface RequestedUrls {
  onRequest(tell: (url: string) => void): void;
  undelivered(): readonly string[];
  /** `look` is called where the browser would add the entry of a delivery. */
  onDelivery(look: () => Promise<void> | undefined): void;
}

type TimelineParts = Pick<HidingParts, "ownMarks" | "events"> & Pick<RealPrimitives, "runInTurn">;

/**
 * Puts the performance timeline of `realm` on the virtual clock, without Framegate's own marks. Call after the realm's
 * timers were replaced.
 */
export function installPerformanceTimeline(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  loads: LoadedEntries & RequestedUrls,
  { ownMarks, events, runInTurn }: TimelineParts,
): void {
  const order = createEntryOrder();
  loads.onRequest(order.requested);
  installMarks(realm, clock, order, installEntryObservers(realm, ownMarks, order, { loads, runInTurn }));
  hideRealEntries(realm, { ownMarks, order, loads, events });
  fixLoadingTimes(realm);
}

function installMarks(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  order: EntryOrder,
  onMade: (type: string) => void,
): void {
  const { prototype } = realm.Performance;
  // This does not affect the trace, from which Framegate reads its own marks.
  // The browser itself rejects invalid options.
  const atVirtualTime = (options: unknown = null): unknown =>
    typeof options === "object" ? { startTime: clock.readSinceOrigin() || loadingMs, ...options } : options;
  const bound = createBounds(realm);
  // Profiles know these two by their names.
  replaceMethod(prototype, "mark", (native) => {
    function mark(this: object, ...parameters: unknown[]): unknown {
      // The browser throws.
      if (parameters.length === 0) return Reflect.apply(native, this, []);
      const [name, options] = parameters;
      const made: unknown = Reflect.apply(native, this, [name, atVirtualTime(options)]);
      onMade("mark");
      order.marked(made);
      return made;
    }
    return mark;
  });
  replaceMethod(prototype, "measure", (native) => {
    function measure(this: object, ...parameters: unknown[]): unknown {
      if (parameters.length === 0) return Reflect.apply(native, this, []);
      const [name, start, end] = parameters;
      const bounds = measureBounds(start, end, clock.sinceOrigin() || loadingMs, bound);
      const made: unknown = Reflect.apply(native, this, [name, ...bounds]);
      onMade("measure");
      order.measured(made, startOf(bounds[0]));
      return made;
    }
    return measure;
  });
  replaceMethod(prototype, "clearMarks", (native) => {
    function clearMarks(this: object, ...parameters: unknown[]): unknown {
      const [name] = parameters;
      const result: unknown = Reflect.apply(native, this, parameters);
      order.cleared(name === undefined ? undefined : toText(name));
      return result;
    }
    return clearMarks;
  });
  replaceConstructor(realm, "PerformanceMark", (parameters, build) => {
    const [name, options] = parameters;
    return build(parameters.length === 0 ? [] : [name, atVirtualTime(options)]);
  });
}

type Bound = (name: unknown) => unknown;

/** A measure may name a moment of loading, which the browser would look up in real time. Other names are marks. */
function createBounds(realm: Window & typeof globalThis): Bound {
  const prototype = prototypeOf(realm, "PerformanceTiming");
  // Workers have none.
  if (prototype === null) return (name) => name;
  const { timing } = realm.performance;
  const readOrigin = timeOriginOf(realm);
  return (name) => {
    if (typeof name !== "string" || !Object.hasOwn(prototype, name)) return name;
    const at: unknown = Reflect.get(timing, name);
    // For a moment that has not happened the browser throws.
    return typeof at === "number" && at > 0 ? at - readOrigin() : name;
  };
}

function namedBounds(start: unknown, end: unknown, bound: Bound): readonly unknown[] {
  const areNames = (start === undefined || typeof start === "string") && typeof end === "string";
  return areNames ? [{ start: start === undefined ? 0 : bound(start), end: bound(end) }] : [start, end];
}

/** A measure without an end ends now: https://w3c.github.io/user-timing/#measure-method */
function measureBounds(start: unknown, end: unknown, nowMs: number, bound: Bound): readonly unknown[] {
  if (end !== undefined) return namedBounds(start, end, bound);
  if (start === undefined || start === null) return [{ start: 0, end: nowMs }];
  if (typeof start === "symbol") return [start];
  if (typeof start !== "object") return [{ start: bound(toText(start)), end: nowMs }];
  const given = (key: string): boolean => Reflect.get(start, key) !== undefined;
  if (given("end") || (given("start") && given("duration"))) return [start];
  if (given("start")) return [{ ...start, end: nowMs }];
  // With these alone the browser throws.
  return [given("duration") || given("detail") ? start : { start: 0, end: nowMs }];
}

/** The start of a measure: a name, a time or nothing. */
function startOf(bound: unknown): unknown {
  return typeof bound === "object" && bound !== null ? Reflect.get(bound, "start") : bound;
}

function toText(value: unknown): string {
  return String(value);
}

interface HidingParts {
  readonly ownMarks: ReadonlySet<string>;
  readonly order: EntryOrder;
  readonly loads: LoadedEntries & RequestedUrls;
  readonly events: BufferEvents;
}

/** Hides entries that show real time, and those of loads that have arrived but that the page has not got yet. */
function hideRealEntries(realm: Window & typeof globalThis, { ownMarks, order, loads, events }: HidingParts): void {
  const { PerformanceEntry, performance } = realm;
  const deliveredOf = createDelivered(loads);
  const getByType = performance.getEntriesByType.bind(performance);
  const isOfLoad = (entry: PerformanceEntry): boolean => entry.entryType === "resource" && loads.isAwaited(entry);
  const buffer = installEntryBuffer(realm, {
    loaded: () => order.sort(deliveredOf(getByType("resource").filter(isOfLoad))),
    isAnyUndelivered: () => loads.undelivered().length > 0,
    awaitLoaded: loads.awaitLoaded,
    onDelivery: loads.onDelivery,
    events,
  });
  for (const key of ["getEntries", "getEntriesByType", "getEntriesByName"]) {
    replaceMethod(realm.Performance.prototype, key, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const entries: unknown = Reflect.apply(original, this, parameters);
        if (!Array.isArray(entries)) return entries;
        buffer.update();
        const isShown = (entry: PerformanceEntry): boolean =>
          shownTypes.has(entry.entryType) && !ownMarks.has(entry.name);
        const shown = entries.filter((entry) => entry instanceof PerformanceEntry && isShown(entry));
        return order.sort(deliveredOf(shown).filter((entry) => !isOfLoad(entry) || buffer.has(entry)));
      }
      return replacement;
    });
  }
}

/** Returns a function that leaves out the entries of requests whose answers the page has not got. */
function createDelivered(loads: RequestedUrls): (entries: readonly PerformanceEntry[]) => readonly PerformanceEntry[] {
  const requested = new Map<string, number>();
  loads.onRequest((url) => {
    const name = withoutFragment(url);
    requested.set(name, (requested.get(name) ?? 0) + 1);
  });
  return (entries) => {
    /** How many entries of a URL may be shown yet. */
    const left = new Map<string, number>();
    for (const url of loads.undelivered()) {
      const name = withoutFragment(url);
      left.set(name, (left.get(name) ?? requested.get(name) ?? 0) - 1);
    }
    if (left.size === 0) return entries;
    return entries.filter((entry) => {
      const name = withoutFragment(entry.name);
      const count = entry.entryType === "resource" ? left.get(name) : undefined;
      if (count !== undefined) left.set(name, count - 1);
      return count === undefined || count > 0;
    });
  };
}

/** Fixes the times of loading, which depend on the machine. */
function fixLoadingTimes(realm: Window & typeof globalThis): void {
  const { PerformanceEntry } = realm;
  const isMade = (entry: unknown): boolean => !(entry instanceof PerformanceEntry) || madeTypes.has(entry.entryType);
  replaceGetter(PerformanceEntry.prototype, "startTime", (original, entry) => {
    if (isMade(entry)) return original();
    return entry instanceof PerformanceEntry && entry.entryType === "resource" ? loadingMs : 0;
  });
  replaceGetter(PerformanceEntry.prototype, "duration", (original, entry) => (isMade(entry) ? original() : 0));
  replaceMoments(prototypeOf(realm, "PerformanceResourceTiming"), () => loadingMs);
  replaceMoments(prototypeOf(realm, "PerformanceNavigationTiming"), () => loadingMs);
  const readOrigin = timeOriginOf(realm);
  const timing = prototypeOf(realm, "PerformanceTiming");
  replaceMoments(timing, () => readOrigin() + loadingMs);
  for (const name of ["Performance", "PerformanceEntry", "PerformanceMark"]) replaceToJson(prototypeOf(realm, name));
  if (timing === null) return;
  replaceGetter(timing, "navigationStart", (original) => {
    // Checks the receiver.
    original();
    // Times count from here.
    return readOrigin();
  });
}

function replaceMoments(prototype: object | null, momentMs: () => number): void {
  for (const key of prototype === null ? [] : Object.getOwnPropertyNames(prototype)) {
    if (prototype === null || !moment.test(key)) continue;
    replaceGetter(prototype, key, (original) => (original() === 0 ? 0 : momentMs()));
  }
  replaceToJson(prototype);
}
