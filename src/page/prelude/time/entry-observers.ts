import { replaceConstructor, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { EntryOrder } from "./entry-order.ts";

/** The entry types that observers may see. */
const observedTypes: ReadonlySet<string> = new Set(["mark", "measure", "navigation", "resource"]);
/** Those that the page itself makes. The browser makes the others when something has loaded, which is at any time. */
export const madeTypes: ReadonlySet<string> = new Set(["mark", "measure"]);

/** The loads that make entries. */
export interface LoadedEntries {
  /** True if everything waits for the load that made the entry. */
  isAwaited(entry: PerformanceEntry): boolean;
  /** Makes everything wait until all that was requested so far has been delivered. */
  awaitLoaded(): void;
  /** `tell` is called each time that it has. */
  onLoaded(tell: () => void): void;
}

/** The entries that an active observer has not been shown. */
interface Owed {
  /** Those that it observes. */
  readonly types: Set<string>;
  /** Entries of loading. It is shown them when everything has been delivered. */
  waiting: PerformanceEntry[];
  due: PerformanceEntry[];
}

/**
 * Lets the page's performance observers see entries in a task of the virtual clock. Returns a function to call with
 * the type of each entry that the page makes.
 */
export function installEntryObservers(
  realm: Window & typeof globalThis,
  ownMarks: ReadonlySet<string>,
  order: EntryOrder,
  { loads, runInTurn }: { loads: LoadedEntries; runInTurn: RealPrimitives["runInTurn"] },
): (type: string) => void {
  const { prototype } = realm.PerformanceObserver;
  const hasEntries = createEntryTest(realm, ownMarks);
  // Captured now: pages overwrite both.
  const setTimeout = realm.setTimeout.bind(realm);
  const { takeRecords } = prototype;
  const active = new Map<object, Owed>();
  /** Those that have got an entry since the last delivery: the browser calls them in this order. */
  const called = new Set<object>();
  let isScheduled = false;
  function note({ waiting, due }: Owed, entries: readonly PerformanceEntry[]): void {
    for (const entry of entries) {
      if (!madeTypes.has(entry.entryType)) waiting.push(entry);
      else if (!ownMarks.has(entry.name)) due.push(entry);
    }
  }
  const callbacks = followCallbacks(realm, createLists(realm, order), (observer, entries) => {
    const owed = active.get(observer);
    if (owed !== undefined) note(owed, entries);
  });
  function take(observer: object, owed: Owed): PerformanceEntry[] {
    note(owed, Reflect.apply(takeRecords, observer, []));
    return owed.due.splice(0);
  }
  function deliver(): void {
    isScheduled = false;
    const observers = new Set([...called, ...active.keys()]);
    called.clear();
    const steps = [...observers].map((observer) => (): void => {
      // The microtasks of another one may have disconnected it.
      const owed = active.get(observer);
      const entries = owed === undefined ? [] : take(observer, owed);
      if (entries.length > 0) callbacks.get(observer)?.(entries);
    });
    runEach(steps, runInTurn);
  }
  function schedule(): void {
    if (isScheduled || active.size === 0) return;
    isScheduled = true;
    setTimeout(deliver, 0);
  }
  replaceObserve(prototype, (observer, types, isBuffered) => {
    const owed = active.get(observer) ?? { types: new Set(), waiting: [], due: [] };
    active.set(observer, owed);
    for (const type of types) owed.types.add(type);
    if (isBuffered && types.some((type) => hasEntries(type))) called.add(observer);
    schedule();
    if (types.some((type) => !madeTypes.has(type))) loads.awaitLoaded();
  });
  replaceEnd(prototype, {
    onDisconnect(observer) {
      active.delete(observer);
      called.delete(observer);
    },
    takeRecords(observer) {
      const owed = active.get(observer);
      // As they were recorded: the browser sorts only the entries of a callback.
      return owed === undefined ? null : take(observer, owed);
    },
  });
  loads.onLoaded(() => {
    for (const [observer, owed] of active) {
      note(owed, Reflect.apply(takeRecords, observer, []));
      const ready = owed.waiting.filter((entry) => loads.isAwaited(entry));
      owed.waiting = owed.waiting.filter((entry) => !ready.includes(entry));
      owed.due.push(...ready);
      if (ready.length > 0) schedule();
    }
  });
  return (type) => {
    for (const [observer, { types }] of active) if (types.has(type)) called.add(observer);
    schedule();
  };
}

/** Returns a test: true if the page has made an entry of a type. */
function createEntryTest(
  { performance, Performance }: typeof globalThis,
  ownMarks: ReadonlySet<string>,
): (type: string) => boolean {
  const { getEntriesByType } = Performance.prototype;
  return (type) => {
    const entries: unknown = Reflect.apply(getEntriesByType, performance, [type]);
    return Array.isArray(entries) && entries.some(({ name }: PerformanceEntry) => !ownMarks.has(name));
  };
}

/** The browser runs the microtasks of each callback before the next callback, and all of them in one task. */
function runEach([first, ...others]: readonly (() => void)[], runInTurn: RealPrimitives["runInTurn"]): void {
  const guarded = others.map((run) => (): void => {
    try {
      run();
    } catch (thrown) {
      reportError(thrown);
    }
  });
  if (guarded.length > 0) void runInTurn(guarded);
  first?.();
}

/** Passes on only the types that an observer may see. */
function replaceObserve(
  prototype: object,
  onObserve: (observer: object, types: readonly string[], isBuffered: boolean) => void,
): void {
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
      onObserve(
        this,
        seen.filter((type) => typeof type === "string"),
        Reflect.get(options, "buffered") === true,
      );
      return result;
    }
    return replacement;
  });
}

/** The callbacks of the observers that the page makes. `note` is called with what the browser shows to them. */
function followCallbacks(
  realm: Window & typeof globalThis,
  makeList: (entries: readonly PerformanceEntry[]) => object,
  note: (observer: object, entries: readonly PerformanceEntry[]) => void,
): WeakMap<object, (entries: readonly PerformanceEntry[]) => void> {
  const callbacks = new WeakMap<object, (entries: readonly PerformanceEntry[]) => void>();
  replaceConstructor(realm, "PerformanceObserver", ([callback], build) => {
    if (typeof callback !== "function") return build([callback]);
    const onEntries = (list: PerformanceObserverEntryList): void => {
      note(observer, list.getEntries());
    };
    const observer = build([onEntries]);
    callbacks.set(observer, (entries) => {
      Reflect.apply(callback, observer, [makeList(entries), observer, { droppedEntriesCount: 0 }]);
    });
    return observer;
  });
  return callbacks;
}

/** Replaces the methods by which a page ends an observation. */
function replaceEnd(
  prototype: object,
  ends: { onDisconnect(observer: object): void; takeRecords(observer: object): readonly PerformanceEntry[] | null },
): void {
  replaceMethod(prototype, "disconnect", (disconnect) => {
    function replacement(this: object): unknown {
      ends.onDisconnect(this);
      return Reflect.apply(disconnect, this, []);
    }
    return replacement;
  });
  replaceMethod(prototype, "takeRecords", (original) => {
    function replacement(this: object): unknown {
      return ends.takeRecords(this) ?? Reflect.apply(original, this, []);
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
