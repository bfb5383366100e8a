import type { VirtualClock } from "../time/virtual-clock.ts";

type Timers = Pick<Window & typeof globalThis, "clearTimeout" | "setTimeout">;

/** Something that happens at a time of a context. */
interface Alarm {
  readonly atMs: number;
  readonly ring: () => void;
  /** The timer that rings it; null while the time stands. */
  timer: number | null;
}

interface ContextTime {
  /** How much less it is than the virtual clock: how late its context began, and how long it has stood so far. */
  lostMs: number;
  /** Since when it stands, on the virtual clock; null while it moves. */
  stoppedAtMs: number | null;
  readonly alarms: Set<Alarm>;
}

/**
 * The times of audio contexts. Each begins at zero with its context, moves with the virtual clock, and stands while the
 * context is suspended or closed.
 */
export class AudioClock {
  readonly #clock: VirtualClock;
  // Captured when the realm is new: pages overwrite globals. The timers are the virtual ones already.
  readonly #timers: Timers;
  readonly #times = new WeakMap<object, ContextTime>();

  constructor({ clearTimeout, setTimeout }: Timers, clock: VirtualClock) {
    this.#clock = clock;
    this.#timers = { clearTimeout, setTimeout };
  }

  /** Milliseconds. A parameter may belong to a context that is not known. */
  now(context: object | null): number {
    const now = this.#clock.now();
    const time = context === null ? undefined : this.#times.get(context);
    return time === undefined ? now : (time.stoppedAtMs ?? now) - time.lostMs;
  }

  /** The same for the page, which may wait for it in a loop. */
  read(context: object): number {
    this.#clock.read();
    return this.now(context);
  }

  /** Begins the time of a new context. True if it differs from the virtual clock's. */
  begin(context: object): boolean {
    const lostMs = this.#clock.now();
    this.#times.set(context, { lostMs, stoppedAtMs: null, alarms: new Set() });
    return lostMs !== 0;
  }

  stop(context: object): void {
    const time = this.#of(context);
    if (time.stoppedAtMs !== null) return;
    time.stoppedAtMs = this.#clock.now();
    for (const alarm of time.alarms) this.#unset(alarm);
  }

  run(context: object): void {
    const time = this.#of(context);
    if (time.stoppedAtMs === null) return;
    time.lostMs += this.#clock.now() - time.stoppedAtMs;
    time.stoppedAtMs = null;
    for (const alarm of time.alarms) this.#set(context, time, alarm);
  }

  /** Returns how to call it off. */
  setAlarm(context: object, atMs: number, ring: () => void): () => void {
    const time = this.#of(context);
    const alarm: Alarm = { atMs, ring, timer: null };
    time.alarms.add(alarm);
    if (time.stoppedAtMs === null) this.#set(context, time, alarm);
    return () => {
      this.#unset(alarm);
      time.alarms.delete(alarm);
    };
  }

  #of(context: object): ContextTime {
    const known = this.#times.get(context) ?? { lostMs: 0, stoppedAtMs: null, alarms: new Set() };
    this.#times.set(context, known);
    return known;
  }

  #set(context: object, time: ContextTime, alarm: Alarm): void {
    const delayMs = Math.max(0, alarm.atMs - this.now(context));
    alarm.timer = this.#timers.setTimeout(() => {
      time.alarms.delete(alarm);
      alarm.ring();
    }, delayMs);
  }

  #unset(alarm: Alarm): void {
    if (alarm.timer !== null) this.#timers.clearTimeout(alarm.timer);
    alarm.timer = null;
  }
}
