import type { AnimationEvents } from "./animation-events.ts";
import { type NativeAnimation, takeNativeAnimation } from "./native-animation.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

// Sixtieths of a second do not add up to whole milliseconds.
const roundingMs = 0.001;

interface Driven {
  /** The rate that the page set. The real one is 0 for as long as the animation runs. */
  rate: number;
  /** Virtual time at which it was moved last. */
  sinceMs: number;
}

/**
 * The animations that the virtual clock moves. The browser is kept from moving them by a rate of 0, which, unlike pausing,
 * leaves them running for whoever asks; where they stand is set once a frame.
 */
export class DrivenAnimations {
  readonly #realm: Window & typeof globalThis;
  readonly #clock: VirtualClock;
  readonly #events: AnimationEvents;
  readonly #native: NativeAnimation;
  readonly #driven = new Map<Animation, Driven>();
  /** Where the page has put those that the browser still has to itself. */
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

  /** The rate that the page believes in; undefined for an animation that the browser has to itself. */
  rateOf(animation: Animation): number | undefined {
    return this.#driven.get(animation)?.rate;
  }

  noteSeek(animation: Animation, positionMs: number): void {
    this.#seeks.set(animation, positionMs);
  }

  /** Takes an animation over if it runs on time and the browser still has it. */
  takeOver(animation: Animation): void {
    const native = this.#native;
    const { document, KeyframeEffect } = this.#realm;
    if (this.#driven.has(animation) || native.playState(animation) !== "running") return;
    // An animation that follows a scroll position has no business with time.
    if (animation.timeline !== document.timeline || !(animation.effect instanceof KeyframeEffect)) return;
    const rate = native.rate(animation);
    const position = this.#knownPosition(animation, rate);
    this.#driven.set(animation, { rate, sinceMs: this.#clock.now() });
    native.setRate(animation, 0);
    // A beginning that still waits for the browser's next picture would take place then, after everything else.
    native.setStart(animation, 0);
    native.setPosition(animation, position);
    this.#events.begin(animation);
  }

  /** Moves all of them to the clock's time. */
  advance(): void {
    for (const [animation, state] of [...this.#driven]) this.#move(animation, state);
  }

  /** Changes the rate from now on. False for an animation that the browser still has to itself. */
  turn(animation: Animation, change: (rate: number) => number): boolean {
    const state = this.#driven.get(animation);
    if (state === undefined) return false;
    // Up to now it has moved at the old one.
    this.#move(animation, state);
    state.rate = change(state.rate);
    return true;
  }

  /** Ends it where it would end. False for an animation that the browser still has to itself. */
  finish(animation: Animation): boolean {
    const state = this.#driven.get(animation);
    if (state === undefined) return false;
    this.#giveBack(animation, state);
    return true;
  }

  /** Where it stands, without what real time has added since the page started it. */
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

  /** Gives an animation that ends back to the browser, which knows what ending means: promises, styles and replacing. */
  #giveBack(animation: Animation, { rate }: Driven): void {
    const native = this.#native;
    this.#driven.delete(animation);
    this.#seeks.delete(animation);
    native.setRate(animation, rate);
    // By the real clock it has hardly begun. It must have begun long enough ago, or it would go on at the next picture.
    native.setStart(animation, rate > 0 ? -1 - endOf(animation) / rate : -1);
    native.finish(animation);
    this.#events.end(animation);
  }
}

/** Milliseconds from its beginning to its end, delays included. */
function endOf(animation: Animation): number {
  return Number(animation.effect?.getComputedTiming().endTime ?? 0);
}
