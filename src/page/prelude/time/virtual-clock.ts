import { looksLike, replaceConstructor, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { ownDocument } from "../native/own-documents.ts";

/** The start of every virtual clock: 2025-01-01T00:00:00Z. A fixed date, so that no run depends on today's. */
const virtualEpochMs = 1_735_689_600_000;

/** Clocks are set from each other, and sums of frames differ from their multiples, so a time may be off by this much. */
export const roundingMs = 1e-6;

/** The time that the page sees. */
export interface VirtualClock {
  /** Milliseconds since the time origin of the page. */
  now(): number;
  /** The same, for a clock that the page reads. Advances the time in a loop that waits for it. */
  read(): number;
  set(nowMs: number): void;
  /** True if this time is still to come, by more than a rounding. */
  isBefore(timeMs: number): boolean;
  /** Moves on by a time that the page has waited, from the time that it sees. */
  pass(waitedMs: number): void;
  /** Milliseconds since the time origin of this realm. */
  sinceOrigin(): number;
  /** The same, for a clock that the page reads. */
  readSinceOrigin(): number;
  /** Gives a worker, or a frame that was not there when its page loaded, an origin of its own: after the present time. */
  beginHere(): void;
}

/** The reads in one task after which its clock advances by a frame: the first time, and each further time. */
export interface WaitingReads {
  readonly first: number;
  readonly next: number;
}

/** How a clock tells a loop that waits for time from a game that merely reads it. */
export interface WaitWatch {
  readonly frameMs: number;
  /** See `RealPrimitives`. */
  endOfTask(): Promise<void>;
  /** Called after the clock has advanced by a frame, within the read that advanced it. */
  onMoved(reads: WaitingReads): void;
}

// A loop such as `while (Date.now() < end)` would never end on a clock that stands still. A game that times each of its
// entities stays far below this number of reads in one task. A loop that works, as a search of moves does, has few reads
// in a second, so it must not take as many again for each frame.
const readsOfPage: WaitingReads = { first: 10_000, next: 100 };
// A worker has no entities to time. It is where chess engines search, with a read in every few milliseconds.
const readsOfWorker: WaitingReads = { first: 500, next: 5 };

/**
 * Replaces every clock in `realm` that a page can read. They all show the same time, which changes only by `set`, and
 * by a frame with many reads in one task.
 */
export function installVirtualClock(realm: Window & typeof globalThis, watch: WaitWatch): VirtualClock {
  let nowMs = 0;
  let originMs = 0;
  let reads = 0;
  const waitingReads = "document" in realm ? readsOfPage : readsOfWorker;
  // From here on the end of the task is watched, which costs a message.
  const suspectReads = waitingReads.first / 10;
  const clock: VirtualClock = {
    now: () => nowMs,
    read() {
      reads += 1;
      if (reads === suspectReads) {
        void watch.endOfTask().then(() => {
          reads = 0;
        });
      }
      if (reads >= waitingReads.first && (reads - waitingReads.first) % waitingReads.next === 0) {
        nowMs += watch.frameMs;
        watch.onMoved(waitingReads);
      }
      return nowMs;
    },
    set(value) {
      nowMs = value;
    },
    isBefore: (timeMs) => timeMs - roundingMs > nowMs,
    pass(waitedMs) {
      nowMs = Math.max(nowMs, originMs === 0 ? 0 : originMs + loadingMs) + waitedMs;
    },
    sinceOrigin: () => since(nowMs),
    readSinceOrigin: () => since(clock.read()),
    beginHere() {
      originMs = Math.floor(nowMs) + loadingMs;
    },
  };
  // Until its first frame, such a realm shows the time of loading.
  const since = (ms: number): number => (originMs === 0 ? ms : Math.max(ms - originMs, loadingMs));
  installDate(realm, clock);
  installPerformance(realm, clock, () => virtualEpochMs + originMs);
  installIntl(realm, clock);
  installTemporal(realm, clock);
  installFiles(realm, clock);
  installDocuments(realm, clock);
  installNotifications(realm, clock);
  installTimelines(realm, clock);
  return clock;
}

function dateNow(clock: VirtualClock): number {
  return virtualEpochMs + Math.floor(clock.read());
}

function installDate(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const RealDate = realm.Date;
  function VirtualDate(this: unknown, ...parts: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(dateNow(clock)).toString();
    return Reflect.construct(RealDate, parts.length === 0 ? [dateNow(clock)] : parts, new.target);
  }
  looksLike(VirtualDate, RealDate);
  // The prototype stays the native one, so that `instanceof` and all methods work for dates created before and after.
  const now = (): number => dateNow(clock);
  looksLike(now, RealDate.now);
  Object.defineProperties(VirtualDate, {
    prototype: { value: RealDate.prototype, writable: false, enumerable: false, configurable: false },
    parse: { value: RealDate.parse, writable: true, enumerable: false, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, enumerable: false, configurable: true },
    now: { value: now, writable: true, enumerable: false, configurable: true },
  });
  Object.defineProperty(RealDate.prototype, "constructor", {
    value: VirtualDate,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(realm, "Date", { value: VirtualDate, writable: true, enumerable: false, configurable: true });
}

/** A file made without a date gets the virtual one. */
function installFiles(realm: Window & typeof globalThis, clock: VirtualClock): void {
  replaceConstructor(realm, "File", (parameters, build) => {
    const [parts, name, options] = parameters;
    if (parameters.length < 2) return build(parameters);
    const isObject = typeof options === "object" && options !== null;
    if (!isObject && options !== undefined && options !== null) return build(parameters);
    return build([parts, name, { lastModified: dateNow(clock), ...options }]);
  });
}

/** A notification without a time of its own gets the virtual one. */
function installNotifications(realm: Window & typeof globalThis, clock: VirtualClock): void {
  replaceConstructor(realm, "Notification", (parameters, build) => {
    const [title, options] = parameters;
    if (parameters.length === 0) return build(parameters);
    if (typeof options !== "object" && options !== undefined) return build(parameters);
    return build([title, { timestamp: dateNow(clock), ...options }]);
  });
}

/** A document that no server has dated, such as one that a page parses, is as old as now. */
function installDocuments(realm: Window & typeof globalThis, clock: VirtualClock): void {
  // Workers have no document.
  if (!("document" in realm)) return;
  const { location, Date } = realm;
  // The page may replace them.
  const { getMonth, getDate, getFullYear, getHours, getMinutes, getSeconds } = Date.prototype;
  replaceGetter(realm.Document.prototype, "lastModified", (original, receiver) => {
    const own = original();
    if (receiver === ownDocument() && /^https?:$/u.test(location.protocol)) return own;
    const now = new Date(dateNow(clock));
    const read = (get: () => number): number => Reflect.apply(get, now, []);
    const month = read(getMonth);
    const others = [getDate, getFullYear, getHours, getMinutes, getSeconds].map(read);
    const texts = [month + 1, ...others].map((value) => String(value).padStart(2, "0"));
    return `${texts.slice(0, 3).join("/")} ${texts.slice(3).join(":")}`;
  });
}

/**
 * The time that `performance.now()`, marks and events show while the clock stands at 0, because in a browser it is
 * never 0 and pages test it for truth. Everything that happened during loading has this time, in virtual milliseconds.
 */
export const loadingMs = 1;

function installPerformance(realm: Window & typeof globalThis, clock: VirtualClock, originMs: () => number): void {
  const { performance } = realm;
  replaceMethod(realm.Performance.prototype, "now", (now) => {
    function replacement(this: unknown): number {
      // The browser refuses what is no performance. The check is its own, and slower.
      if (this !== performance) Reflect.apply(now, this, []);
      return clock.readSinceOrigin() || loadingMs;
    }
    return replacement;
  });
  replaceGetter(realm.Performance.prototype, "timeOrigin", (original) => {
    original();
    return originMs();
  });
}

function installIntl(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const prototype = realm.Intl.DateTimeFormat.prototype;
  // One function per formatter, as in the standard.
  const formats = new WeakMap<object, (date?: unknown) => unknown>();
  replaceGetter(prototype, "format", (original) => {
    const format = original();
    if (typeof format !== "function") return format;
    const replacement =
      formats.get(format) ??
      ((date?: unknown): unknown => Reflect.apply(format, undefined, [date === undefined ? dateNow(clock) : date]));
    formats.set(format, replacement);
    return replacement;
  });
  replaceMethod(prototype, "formatToParts", (formatToParts) => {
    function replacement(this: unknown, date?: unknown): unknown {
      return Reflect.apply(formatToParts, this, [date === undefined ? dateNow(clock) : date]);
    }
    return replacement;
  });
}

/** Replaces `Temporal.Now`. TypeScript does not declare it yet, so it is read by name. */
function installTemporal(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const temporal: unknown = Reflect.get(realm, "Temporal");
  const now = readObject(temporal, "Now");
  const instantType = readObject(temporal, "Instant");
  if (now === null || instantType === null) return;
  const instant = (): unknown => invoke(instantType, "fromEpochMilliseconds", [dateNow(clock)]);
  const zoned = (zone: unknown): unknown =>
    invoke(instant(), "toZonedDateTimeISO", [zone ?? invoke(now, "timeZoneId", [])]);
  replaceMethod(now, "instant", () => instant);
  replaceMethod(now, "zonedDateTimeISO", () => zoned);
  replaceMethod(now, "plainDateTimeISO", () => (zone?: unknown) => invoke(zoned(zone), "toPlainDateTime", []));
  replaceMethod(now, "plainDateISO", () => (zone?: unknown) => invoke(zoned(zone), "toPlainDate", []));
  replaceMethod(now, "plainTimeISO", () => (zone?: unknown) => invoke(zoned(zone), "toPlainTime", []));
}

function readObject(owner: unknown, key: string): object | null {
  if ((typeof owner !== "object" && typeof owner !== "function") || owner === null) return null;
  const value: unknown = Reflect.get(owner, key);
  return (typeof value === "object" || typeof value === "function") && value !== null ? value : null;
}

function invoke(owner: unknown, method: string, parameters: readonly unknown[]): unknown {
  const callable = readObject(owner, method);
  return typeof callable === "function" ? Reflect.apply(callable, owner, parameters) : undefined;
}

function installTimelines(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const stamps = new WeakMap<object, number>();
  // An event's time is that of its first read, and stays the same.
  replaceGetter(realm.Event.prototype, "timeStamp", (original, event) => {
    const realStamp = original();
    if (typeof event !== "object" || event === null) return realStamp;
    const stamp = stamps.get(event) ?? (clock.readSinceOrigin() || loadingMs);
    stamps.set(event, stamp);
    return stamp;
  });
}
