import { replaceMethod, replaceSetter } from "../native/native-look.ts";

/** The browser's own size: https://w3c.github.io/resource-timing/#dfn-resource-timing-buffer-size-limit */
const firstLimit = 250;
// The browser's buffer must never be full. The page's size is kept here.
const endless = 2 ** 31 - 1;
const fullType = "resourcetimingbufferfull";

export interface BufferedEntries {
  /** The entries of awaited loads that the page has got, in the order of the timeline. */
  loaded(): readonly PerformanceEntry[];
  /** Whether a load that the page has not got may have an entry already. */
  isAnyUndelivered(): boolean;
  /** Makes the timeline look again when everything requested so far has been delivered. */
  awaitLoaded(): void;
  /** `look` is called where the browser would add the entry of a delivery. */
  onDelivery(look: () => Promise<void> | undefined): void;
  readonly events: BufferEvents;
}

/** See `HeldEvents`. */
export interface BufferEvents {
  sendInTask(target: EventTarget, event: Event): Promise<void> | undefined;
  whenHeard(type: string, tell: () => void): void;
}

export interface EntryBuffer {
  /** Looks for new entries. */
  update(): void;
  /** Whether the page may see an entry of an awaited load. */
  has(entry: PerformanceEntry): boolean;
}

/**
 * The buffer of a page that hears when it is full, or sets its size. The browser's is filled as loads end, which is before
 * the page gets them, and in any order. So this one is filled as they are delivered.
 */
export function installEntryBuffer(realm: Window & typeof globalThis, entries: BufferedEntries): EntryBuffer {
  const { Event, performance } = realm;
  const { prototype } = realm.Performance;
  const setSize = performance.setResourceTimingBufferSize.bind(performance);
  const held = new Set<PerformanceEntry>();
  const dropped = new WeakSet<PerformanceEntry>();
  /** Entries for which there was no room, until the page has heard of it. */
  let others: PerformanceEntry[] = [];
  let limit = firstLimit;
  let isUsed = false;
  let isSending = false;
  const use = (): void => {
    if (isUsed) return;
    isUsed = true;
    setSize(endless);
  };
  const take = (entry: PerformanceEntry): boolean => {
    if (held.size >= limit) return false;
    held.add(entry);
    return true;
  };
  const update = (): void => {
    if (!isUsed) return;
    for (const entry of entries.loaded()) {
      if (held.has(entry) || dropped.has(entry) || others.includes(entry)) continue;
      if (others.length > 0 || !take(entry)) others.push(entry);
    }
    if (others.length > 0 && !isSending) entries.awaitLoaded();
  };
  /** https://w3c.github.io/resource-timing/#dfn-fire-a-buffer-full-event */
  const tell = async (): Promise<void> => {
    isSending = true;
    for (let left = others.length; left > 0; left = others.length) {
      if (held.size >= limit) await entries.events.sendInTask(performance, new Event(fullType));
      while (others[0] !== undefined && take(others[0])) others.shift();
      if (others.length < left) continue;
      for (const entry of others) dropped.add(entry);
      others = [];
    }
    isSending = false;
  };
  entries.onDelivery(() => {
    update();
    return others.length === 0 || isSending ? undefined : tell();
  });
  replaceMethod(prototype, "setResourceTimingBufferSize", (original) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      if (parameters.length === 0) return Reflect.apply(original, this, parameters);
      use();
      update();
      // As the browser reads an unsigned number.
      limit = Number(parameters[0]) >>> 0;
      return Reflect.apply(original, this, [endless]);
    }
    return replacement;
  });
  replaceMethod(prototype, "clearResourceTimings", (clear) => {
    function replacement(this: object): unknown {
      update();
      const isAllGot = others.length === 0 && !entries.isAnyUndelivered();
      if (!isUsed || isAllGot) Reflect.apply(clear, this, []);
      for (const entry of held) dropped.add(entry);
      held.clear();
      return undefined;
    }
    return replacement;
  });
  entries.events.whenHeard(fullType, use);
  replaceSetter<object>(prototype, `on${fullType}`, (_performance, value, set) => {
    use();
    set(value);
  });
  return { update, has: (entry) => !isUsed || held.has(entry) };
}
