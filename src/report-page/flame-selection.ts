import type { PlacedCall } from "./flame-layout.ts";

/** A part of the chart's axis, in microseconds. */
export interface FlameRange {
  readonly startUs: number;
  readonly endUs: number;
}

/** What the chart shows, and the call that is looked at. */
export interface FlameState {
  readonly range: FlameRange;
  readonly call: PlacedCall | null;
}

/** A value that several parts of the page follow. */
export interface Followed<T> {
  current(): T;
  set(next: T): void;
  /** Calls a function now and after each change. */
  follow(listener: (value: T) => void): void;
}

/** Creates a followed value. */
export function followed<T>(first: T): Followed<T> {
  const listeners: ((value: T) => void)[] = [];
  let value = first;
  return {
    current: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener(value);
    },
    follow(listener) {
      listeners.push(listener);
      listener(value);
    },
  };
}
