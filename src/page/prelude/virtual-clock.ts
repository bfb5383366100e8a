import { looksLike, replaceGetter, replaceMethod } from "./native-look.ts";

/** 2025-01-01T00:00:00Z, the moment at which every virtual clock starts. A fixed date, so that no run depends on today. */
export const virtualEpochMs = 1_735_689_600_000;

/** The time that the page sees. */
export interface VirtualClock {
  /** Milliseconds since the virtual time origin. */
  now(): number;
  set(nowMs: number): void;
}

/** Replaces every clock that a page can read in `realm`. They all show one time, which only `set` moves. */
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
  function VirtualDate(this: unknown, ...parts: unknown[]): Date | string {
    if (new.target === undefined) return new RealDate(dateNow(clock)).toString();
    return Reflect.construct(RealDate, parts.length === 0 ? [dateNow(clock)] : parts, new.target) as Date;
  }
  looksLike(VirtualDate, RealDate);
  // The prototype stays the real one, so that `instanceof` and every method hold for dates made before and after.
  Object.defineProperties(VirtualDate, {
    prototype: { value: RealDate.prototype, writable: false, enumerable: false, configurable: false },
    parse: { value: RealDate.parse, writable: true, enumerable: false, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, enumerable: false, configurable: true },
    now: {
      value: function now(): number {
        return dateNow(clock);
      },
      writable: true,
      enumerable: false,
      configurable: true,
    },
  });
  looksLike(Reflect.get(VirtualDate, "now") as object, RealDate.now);
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
  // A game's own marks would show the real clock. `startTime` moves them to the virtual one; the trace, which is where
  // Framegate reads its own marks, is not touched by it.
  replaceMethod(realm.Performance.prototype, "mark", (mark) => {
    function replacement(this: Performance, name: string, options?: PerformanceMarkOptions): PerformanceMark {
      return mark.call(this, name, { startTime: clock.now(), ...options });
    }
    return replacement;
  });
  const memory = Object.freeze({
    jsHeapSizeLimit: 4_294_705_152,
    totalJSHeapSize: 10_000_000,
    usedJSHeapSize: 10_000_000,
  });
  if ("memory" in realm.performance) {
    Object.defineProperty(realm.Performance.prototype, "memory", { get: () => memory, enumerable: true, configurable: true });
  }
}

function installIntl(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const prototype = realm.Intl.DateTimeFormat.prototype;
  replaceGetter(prototype, "format", (_receiver, original) => {
    const format = original();
    return (date?: Date | number) => format(date ?? dateNow(clock));
  });
  replaceMethod(prototype, "formatToParts", (formatToParts) => {
    function replacement(this: Intl.DateTimeFormat, date?: Date | number): Intl.DateTimeFormatPart[] {
      return formatToParts.call(this, date ?? dateNow(clock));
    }
    return replacement;
  });
}

/** The part of Temporal that is needed here. TypeScript's libraries do not declare it yet. */
interface TemporalNamespace {
  readonly Instant: { fromEpochMilliseconds(epochMs: number): TemporalInstant };
  readonly Now: Record<string, unknown>;
}

interface TemporalInstant {
  toZonedDateTimeISO(zone: unknown): Record<string, () => unknown>;
}

function installTemporal(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const temporal = Reflect.get(realm, "Temporal") as TemporalNamespace | undefined;
  if (temporal === undefined) return;
  const { Instant, Now } = temporal;
  const timeZoneId = Now["timeZoneId"] as () => string;
  const instant = (): TemporalInstant => Instant.fromEpochMilliseconds(dateNow(clock));
  const zoned = (zone: unknown): Record<string, () => unknown> =>
    instant().toZonedDateTimeISO(zone ?? timeZoneId.call(Now));
  const replacements: Record<string, (zone?: unknown) => unknown> = {
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (zone) => zoned(zone)["toPlainDateTime"]?.(),
    plainDateISO: (zone) => zoned(zone)["toPlainDate"]?.(),
    plainTimeISO: (zone) => zoned(zone)["toPlainTime"]?.(),
  };
  for (const [name, value] of Object.entries(replacements)) {
    const original = Now[name];
    if (typeof original !== "function") continue;
    looksLike(value, original);
    Object.defineProperty(Now, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

function installTimelines(realm: Window & typeof globalThis, clock: VirtualClock): void {
  replaceGetter(realm.Event.prototype, "timeStamp", () => clock.now());
  replaceGetter(realm.AnimationTimeline.prototype, "currentTime", () => clock.now());
  replaceGetter(realm.BaseAudioContext.prototype, "currentTime", () => clock.now() / 1000);
}
