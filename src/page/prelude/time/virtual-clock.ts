import { looksLike, replaceGetter, replaceMethod } from "../native/native-look.ts";

/** The start of every virtual clock: 2025-01-01T00:00:00Z. A fixed date, so that no run depends on today's. */
const virtualEpochMs = 1_735_689_600_000;

/** The time that the page sees. */
export interface VirtualClock {
  /** Milliseconds since the virtual time origin. */
  now(): number;
  set(nowMs: number): void;
}

/** Replaces every clock in `realm` that a page can read. They all show the same time, which only `set` changes. */
export function installVirtualClock(realm: Window & typeof globalThis): VirtualClock {
  let nowMs = 0;
  const clock: VirtualClock = {
    now: () => nowMs,
    set(value) {
      nowMs = value;
    },
  };
  installDate(realm, clock);
  installPerformance(realm, clock);
  installIntl(realm, clock);
  installTemporal(realm, clock);
  installTimelines(realm, clock);
  return clock;
}

function dateNow(clock: VirtualClock): number {
  return virtualEpochMs + Math.floor(clock.now());
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

function installPerformance(realm: Window & typeof globalThis, clock: VirtualClock): void {
  replaceMethod(realm.Performance.prototype, "now", () => () => clock.now());
  replaceGetter(realm.Performance.prototype, "timeOrigin", () => virtualEpochMs);
  // A game's own marks would show the real clock, so `startTime` moves them to the virtual one. This does not affect
  // the trace, from which Framegate reads its marks.
  replaceMethod(realm.Performance.prototype, "mark", (mark) => {
    function replacement(this: unknown, name: string, options?: PerformanceMarkOptions): unknown {
      return Reflect.apply(mark, this, [name, { startTime: clock.now(), ...options }]);
    }
    return replacement;
  });
  const memory = Object.freeze({
    jsHeapSizeLimit: 4_294_705_152,
    totalJSHeapSize: 10_000_000,
    usedJSHeapSize: 10_000_000,
  });
  if ("memory" in realm.performance) {
    Object.defineProperty(realm.Performance.prototype, "memory", {
      get: () => memory,
      enumerable: true,
      configurable: true,
    });
  }
}

function installIntl(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const prototype = realm.Intl.DateTimeFormat.prototype;
  // One function per formatter, as in the standard.
  const formats = new WeakMap<object, (date?: unknown) => unknown>();
  replaceGetter(prototype, "format", (original) => {
    const format = original();
    if (typeof format !== "function") return format;
    const replacement =
      formats.get(format) ?? ((date?: unknown): unknown => Reflect.apply(format, undefined, [date ?? dateNow(clock)]));
    formats.set(format, replacement);
    return replacement;
  });
  replaceMethod(prototype, "formatToParts", (formatToParts) => {
    function replacement(this: unknown, date?: unknown): unknown {
      return Reflect.apply(formatToParts, this, [date ?? dateNow(clock)]);
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
  replaceGetter(realm.Event.prototype, "timeStamp", () => clock.now());
  // Workers have none.
  if (!("document" in realm)) return;
  replaceGetter(realm.BaseAudioContext.prototype, "currentTime", () => clock.now() / 1000);
}
