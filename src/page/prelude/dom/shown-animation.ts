import type { AnimationPosition } from "./animation-position.ts";
import type { NativeAnimation } from "./native-animation.ts";

/** The browser's own animation, which has no timeline and shows the position that it is given. */
export class ShownAnimation {
  readonly #animation: Animation;
  readonly #native: NativeAnimation;
  #isPaused: boolean;

  constructor(animation: Animation, native: NativeAnimation) {
    this.#animation = animation;
    this.#native = native;
    this.#isPaused = native.isPaused(animation);
  }

  /** Whether it was paused at the last look. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Returns whether style has paused or resumed it since. */
  followStyle(): boolean {
    const before = this.#isPaused;
    this.#isPaused = this.#native.isPaused(this.#animation);
    return this.#isPaused !== before;
  }

  /** Milliseconds from the start of the effect to its end, delays included. */
  end(): number {
    const effect = this.#native.effect(this.#animation);
    return effect === null ? 0 : Number(this.#native.timing(effect).endTime ?? 0);
  }

  show(at: AnimationPosition, isPaused: boolean): void {
    const native = this.#native;
    const animation = this.#animation;
    if (at.currentTime === null) {
      if (!native.isIdle(animation)) native.cancel(animation);
      this.#isPaused = false;
      return;
    }
    this.showPosition(at);
    if (isPaused && !native.isPaused(animation)) native.pause(animation);
    else if (!isPaused && (native.isPaused(animation) || native.isIdle(animation))) native.play(animation);
    this.#isPaused = isPaused;
    this.showPosition(at);
  }

  /** Returns the end of the effect. Reading it brings the styles up to date. */
  showPosition({ currentTime, rate }: AnimationPosition): number {
    const native = this.#native;
    if (native.rate(this.#animation) !== rate) {
      native.setRate(this.#animation, rate);
      // The browser looks at an effect again only if its time has changed.
      if (currentTime !== null) native.setPosition(this.#animation, currentTime + 1);
      this.end();
    }
    if (currentTime !== null) native.setPosition(this.#animation, currentTime);
    return this.end();
  }
}
