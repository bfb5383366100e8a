import { replaceMethod } from "../native/native-look.ts";

interface Waits {
  /** See `SharedMemory`. */
  isPrivate(cells: unknown): boolean;
  /** Moves the clock on by a time that a script has waited, virtual milliseconds. */
  passTime(waitedMs: number): void;
  /** Call before a wait in real time. */
  onBlocked(): void;
}

/**
 * Lets the time of `Atomics.wait` pass on the virtual clock where nobody can notify the waiter: scripts use it to sleep. A
 * wait for memory that other threads see takes real time, and moves no clock, because only chance tells how long it takes.
 */
export function limitAtomicWaits(realm: Window & typeof globalThis, waits: Waits): void {
  replaceMethod(realm.Atomics, "wait", (wait) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [cells, index, value, limitMs] = parameters;
      if (typeof limitMs !== "number" || !Number.isFinite(limitMs) || !waits.isPrivate(cells)) {
        waits.onBlocked();
        return Reflect.apply(wait, this, parameters);
      }
      const how: unknown = Reflect.apply(wait, this, [cells, index, value, 0]);
      if (how === "timed-out" && limitMs > 0) waits.passTime(limitMs);
      return how;
    }
    return replacement;
  });
}
