import type { AnimationEvents } from "./animation-events.ts";
import { type NativeAnimation, takeNativeAnimation } from "./native-animation.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

// Sixtieths of a second do not add up to whole milliseconds.
const roundingMs = 0.001;

interface Driven {
  /** The rate that the page has set. The native rate is 0 while the animation runs. */
  rate: number;
  /** Virtual time of the last movement. */
  sinceMs: number;
}

/**
 * The animations that the virtual clock moves. A native rate of 0 keeps the browser from moving them; unlike pausing,
 * it leaves their play state at running. Their position is set once per frame.
 */
export class DrivenAnimations {
  readonly #realm: Window & typeof globalThis;
  readonly #clock: VirtualClock;
  readonly #events: AnimationEvents;
  readonly #native: NativeAnimation;
  readonly #driven = new Map<Animation, Driven>();
  /** Positions that the page has set on animations that are not driven yet. */
  readonly #seeks = new WeakMap<Animation, number>();

  /** Create it before the accessors of animations are replaced. */
  constructor(realm: Window & typeof globalThis, clock: VirtualClock, events: AnimationEvents) {
    this.#realm = realm;
    this.#clock = clock;
    this.#events = events;
    this.#native = takeNativeAnimation(realm.Animation.prototype);
  }

  get areAny(): boolean {
    return this.#driven.size > 0;
  }

  /** The rate that the page sees; undefined for an animation that is not driven. */
  rateOf(animation: Animation): number | undefined {
    return this.#driven.get(animation)?.rate;
  }

  noteSeek(animation: Animation, positionMs: number): void {
    this.#seeks.set(animation, positionMs);
  }

  /** Starts driving an animation if it is running and depends on time. */
  takeOver(animation: Animation): void {
    const native = this.#native;
    const { document, KeyframeEffect } = this.#realm;
    if (this.#driven.has(animation) || native.playState(animation) !== "running") return;
    // An animation that follows a scroll position does not depend on time.
    if (animation.timeline !== document.timeline || !(animation.effect instanceof KeyframeEffect)) return;
    const rate = native.rate(animation);
    const position = this.#knownPosition(animation, rate);
    this.#driven.set(animation, { rate, sinceMs: this.#clock.now() });
    native.setRate(animation, 0);
    // A pending start would otherwise happen at the browser's next paint, after everything else.
    native.setStart(animation, 0);
    native.setPosition(animation, position);
    this.#events.begin(animation);
  }

  /** Moves all driven animations to the clock's time. */
  advance(): void {
    for (const [animation, state] of [...this.#driven]) this.#move(animation, state);
  }

  /** Changes the rate from now on. Returns false for an animation that is not driven. */
  turn(animation: Animation, change: (rate: number) => number): boolean {
    const state = this.#driven.get(animation);
    if (state === undefined) return false;
    // The old rate applies up to now.
    this.#move(animation, state);
    state.rate = change(state.rate);
    return true;
  }

  /** Moves the animation to its end. Returns false for an animation that is not driven. */
  finish(animation: Animation): boolean {
    const state = this.#driven.get(animation);
    if (state === undefined) return false;
    this.#giveBack(animation, state);
    return true;
  }

  /** The position of an animation, without the real time that has passed since the page started it. */
  #knownPosition(animation: Animation, rate: number): number {
    const sought = this.#seeks.get(animation);
    if (sought !== undefined) return sought;
    const end = endOf(animation);
    return rate < 0 && Number.isFinite(end) ? end : 0;
  }

  #move(animation: Animation, state: Driven): void {
    const native = this.#native;
    const elapsedMs = (this.#clock.now() - state.sinceMs) * state.rate;
    state.sinceMs = this.#clock.now();
    const playState = native.playState(animation);
    if (playState === "idle" || animation.effect === null) {
      this.#driven.delete(animation);
      native.setRate(animation, state.rate);
      this.#events.cancel(animation);
      return;
    }
    if (playState !== "running") return;
    const position = native.position(animation) + elapsedMs;
    if ((state.rate > 0 && position >= endOf(animation) - roundingMs) || (state.rate < 0 && position <= roundingMs)) {
      this.#giveBack(animation, state);
      return;
    }
    native.setPosition(animation, position);
    this.#events.move(animation);
  }

  /** Returns an animation at its end to the browser, which handles the end: promises, styles and replacement. */
  #giveBack(animation: Animation, { rate }: Driven): void {
    const native = this.#native;
    this.#driven.delete(animation);
    this.#seeks.delete(animation);
    native.setRate(animation, rate);
    // By the real clock it has barely started. Its start must be far enough in the past, or it would continue at the
    // next paint.
    native.setStart(animation, rate > 0 ? -1 - endOf(animation) / rate : -1);
    native.finish(animation);
    this.#events.end(animation);
  }
}

/** Milliseconds from start to end, including delays. */
function endOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().endTime ?? 0);
}
