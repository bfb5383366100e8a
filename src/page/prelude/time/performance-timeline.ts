import { prototypeOf, replaceConstructor, replaceGetter, replaceMethod, replaceToJson } from "../native/native-look.ts";
import { createEntryOrder, type EntryOrder } from "./entry-order.ts";
import { loadingMs, type VirtualClock } from "./virtual-clock.ts";

/** The entry types that a page may see on the performance timeline. All others report real time, and are left out. */
const shownTypes: ReadonlySet<string> = new Set(["mark", "measure", "navigation", "resource"]);
/** The entry types that observers may see. The browser reports a resource when it has ended, which is at any time. */
const observedTypes: ReadonlySet<string> = new Set(["mark", "measure"]);

// The getters that show a moment of loading: fetchStart, responseEnd, domComplete and others.
const moment = /(?:Start|End|Interactive|Complete|Loading)$/u;

/**
 * Puts the performance timeline of `realm` on the virtual clock, without Framegate's own marks. Call after the realm's
 * timers were replaced.
 */
export function installPerformanceTimeline(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  ownMarks: ReadonlySet<string>,
): void {
  const order = createEntryOrder();
  installMarks(realm, clock, order, installEntryObservers(realm, ownMarks, order));
  hideRealEntries(realm, ownMarks, order);
  fixLoadingTimes(realm);
}

function installMarks(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  order: EntryOrder,
  onMade: () => void,
): void {
  const { prototype } = realm.Performance;
  // This does not affect the trace, from which Framegate reads its own marks.
  // The browser itself rejects invalid options.
  const atVirtualTime = (options: unknown = null): unknown =>
    typeof options === "object" ? { startTime: clock.read() || loadingMs, ...options } : options;
  const bound = createBounds(realm);
  // Profiles know these two by their names.
  replaceMethod(prototype, "mark", (native) => {
    function mark(this: object, ...parameters: unknown[]): unknown {
      // The browser throws.
      if (parameters.length === 0) return Reflect.apply(native, this, []);
      const [name, options] = parameters;
      onMade();
      const made: unknown = Reflect.apply(native, this, [name, atVirtualTime(options)]);
      order.marked(made);
      return made;
    }
    return mark;
  });
  replaceMethod(prototype, "measure", (native) => {
    function measure(this: object, ...parameters: unknown[]): unknown {
      if (parameters.length === 0) return Reflect.apply(native, this, []);
      const [name, start, end] = parameters;
      onMade();
      const bounds = measureBounds(start, end, clock.now() || loadingMs, bound);
      const made: unknown = Reflect.apply(native, this, [name, ...bounds]);
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
  const { timing, timeOrigin } = realm.performance;
  return (name) => {
    if (typeof name !== "string" || !Object.hasOwn(prototype, name)) return name;
    const at: unknown = Reflect.get(timing, name);
    // For a moment that has not happened the browser throws.
    return typeof at === "number" && at > 0 ? at - timeOrigin : name;
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

/**
 * Lets the page's performance observers see marks and measures, in a task of the virtual clock. Returns a function that
 * requests such a task.
 */
function installEntryObservers(
  realm: Window & typeof globalThis,
  ownMarks: ReadonlySet<string>,
  order: EntryOrder,
): () => void {
  const { prototype } = realm.PerformanceObserver;
  // Captured now: pages overwrite both.
  const setTimeout = realm.setTimeout.bind(realm);
  const { takeRecords } = prototype;
  const callbacks = new WeakMap<object, (entries: readonly PerformanceEntry[]) => void>();
  /** Entries that each active observer has not been shown, because the browser called it earlier. */
  const active = new Map<object, PerformanceEntry[]>();
  const makeList = createLists(realm, order);
  let isScheduled = false;
  function deliver(): void {
    isScheduled = false;
    for (const [observer, missed] of active) {
      const all = [...missed.splice(0), ...Reflect.apply(takeRecords, observer, [])];
      const entries = all.filter(({ name }) => !ownMarks.has(name));
      if (entries.length > 0) callbacks.get(observer)?.(entries);
    }
  }
  function schedule(): void {
    if (isScheduled || active.size === 0) return;
    isScheduled = true;
    setTimeout(deliver, 0);
  }
  replaceConstructor(realm, "PerformanceObserver", ([callback], build) => {
    if (typeof callback !== "function") return build([callback]);
    const onEntries = (list: PerformanceObserverEntryList): void => {
      active.get(observer)?.push(...list.getEntries());
    };
    const observer = build([onEntries]);
    callbacks.set(observer, (entries) => {
      Reflect.apply(callback, observer, [makeList(entries), observer, { droppedEntriesCount: 0 }]);
    });
    return observer;
  });
  replaceObserve(prototype, (observer) => {
    if (!active.has(observer)) active.set(observer, []);
    schedule();
  });
  replaceMethod(prototype, "disconnect", (disconnect) => {
    function replacement(this: object): unknown {
      active.delete(this);
      return Reflect.apply(disconnect, this, []);
    }
    return replacement;
  });
  return schedule;
}

/** Passes on only the types that an observer may see. */
function replaceObserve(prototype: object, onObserve: (observer: object) => void): void {
  replaceMethod(prototype, "observe", (observe) => {
    function replacement(this: object, options?: unknown): unknown {
      if (typeof options !== "object" || options === null) return Reflect.apply(observe, this, [options]);
      const types: unknown = Reflect.get(options, "entryTypes");
      const asked: readonly unknown[] = Array.isArray(types) ? types : [Reflect.get(options, "type")];
      const seen = asked.filter((type) => typeof type !== "string" || observedTypes.has(type));
      if (seen.length === 0) return undefined;
      const result: unknown = Reflect.apply(observe, this, [
        Array.isArray(types) ? { ...options, entryTypes: seen } : options,
      ]);
      onObserve(this);
      return result;
    }
    return replacement;
  });
}

function toText(value: unknown): string {
  return String(value);
}

/** Returns a function that makes lists of entries, which the browser only makes for calls of its own. */
function createLists(
  { PerformanceObserverEntryList }: typeof globalThis,
  order: EntryOrder,
): (entries: readonly PerformanceEntry[]) => object {
  const { prototype } = PerformanceObserverEntryList;
  const known = new WeakMap<object, readonly PerformanceEntry[]>();
  const isAny = (): boolean => true;
  const isOfType = (entry: PerformanceEntry, [type]: readonly (string | undefined)[]): boolean =>
    entry.entryType === type;
  const isOfName = (entry: PerformanceEntry, [name, type]: readonly (string | undefined)[]): boolean =>
    entry.name === name && (type === undefined || entry.entryType === type);
  for (const [key, isAsked] of [
    ["getEntries", isAny],
    ["getEntriesByType", isOfType],
    ["getEntriesByName", isOfName],
  ] as const) {
    replaceMethod(prototype, key, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const entries = known.get(this);
        // The browser throws for missing parameters and symbols.
        const isRefused = parameters.length < original.length || parameters.some((value) => typeof value === "symbol");
        if (entries === undefined || isRefused) return Reflect.apply(original, this, parameters);
        const asked = parameters.map((value) => (value === undefined ? value : toText(value)));
        return entries.filter((entry) => isAsked(entry, asked));
      }
      return replacement;
    });
  }
  return (entries) => {
    const list = {};
    Object.setPrototypeOf(list, prototype);
    known.set(list, order.sort(entries));
    return list;
  };
}

function hideRealEntries(realm: Window & typeof globalThis, ownMarks: ReadonlySet<string>, order: EntryOrder): void {
  const { PerformanceEntry } = realm;
  for (const key of ["getEntries", "getEntriesByType", "getEntriesByName"]) {
    replaceMethod(realm.Performance.prototype, key, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const entries: unknown = Reflect.apply(original, this, parameters);
        if (!Array.isArray(entries)) return entries;
        const isShown = (entry: PerformanceEntry): boolean =>
          shownTypes.has(entry.entryType) && !ownMarks.has(entry.name);
        return order.sort(entries.filter((entry) => entry instanceof PerformanceEntry && isShown(entry)));
      }
      return replacement;
    });
  }
}

/** Fixes the times of loading, which depend on the machine. */
function fixLoadingTimes(realm: Window & typeof globalThis): void {
  const { PerformanceEntry } = realm;
  for (const key of ["startTime", "duration"]) {
    replaceGetter(PerformanceEntry.prototype, key, (original, entry) =>
      entry instanceof PerformanceEntry && !observedTypes.has(entry.entryType) ? 0 : original(),
    );
  }
  replaceMoments(prototypeOf(realm, "PerformanceResourceTiming"), loadingMs);
  replaceMoments(prototypeOf(realm, "PerformanceNavigationTiming"), loadingMs);
  const { timeOrigin } = realm.performance;
  const timing = prototypeOf(realm, "PerformanceTiming");
  replaceMoments(timing, timeOrigin + loadingMs);
  for (const name of ["Performance", "PerformanceEntry", "PerformanceMark"]) replaceToJson(prototypeOf(realm, name));
  if (timing === null) return;
  replaceGetter(timing, "navigationStart", (original) => {
    // Checks the receiver.
    original();
    // Times count from here.
    return timeOrigin;
  });
}

function replaceMoments(prototype: object | null, momentMs: number): void {
  for (const key of prototype === null ? [] : Object.getOwnPropertyNames(prototype)) {
    if (prototype === null || !moment.test(key)) continue;
    replaceGetter(prototype, key, (original) => (original() === 0 ? 0 : momentMs));
  }
  replaceToJson(prototype);
}
