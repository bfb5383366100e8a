import type { VirtualClock } from "../time/virtual-clock.ts";

const styleEvents = [
  "animationstart",
  "animationiteration",
  "animationend",
  "animationcancel",
  "transitionrun",
  "transitionstart",
  "transitionend",
  "transitioncancel",
] as const;

/**
 * Holds back the browser's own events of CSS animations and transitions in `tree`, a window or a shadow root, because
 * they come when the browser paints. Calls `onSeen` instead.
 */
export function holdStyleEvents(tree: EventTarget, onSeen: () => void): void {
  for (const type of styleEvents) {
    tree.addEventListener(
      type,
      (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        onSeen();
      },
      true,
    );
  }
}

interface Progress {
  hasStarted: boolean;
  iteration: number;
}

type StyleMoment = "run" | "start" | "iteration" | "end" | "cancel";

/** Sends the events of a realm's animations on the virtual clock. */
export class AnimationEvents {
  // Captured when the realm is new: pages overwrite globals.
  readonly #realm: Pick<
    Window & typeof globalThis,
    | "AnimationEvent"
    | "AnimationPlaybackEvent"
    | "CSSAnimation"
    | "CSSTransition"
    | "KeyframeEffect"
    | "TransitionEvent"
  >;
  readonly #clock: VirtualClock;
  readonly #progress = new WeakMap<Animation, Progress>();
  readonly #watched = new WeakSet<Animation>();

  constructor(realm: Window & typeof globalThis, clock: VirtualClock) {
    const { AnimationEvent, AnimationPlaybackEvent, CSSAnimation, CSSTransition, KeyframeEffect, TransitionEvent } =
      realm;
    this.#realm = {
      ...{ AnimationEvent, AnimationPlaybackEvent, CSSAnimation },
      ...{ CSSTransition, KeyframeEffect, TransitionEvent },
    };
    this.#clock = clock;
  }

  /** Holds back the browser's own events of a web animation. Call before the page can add listeners. */
  watch(animation: Animation): void {
    if (this.#watched.has(animation)) return;
    this.#watched.add(animation);
    for (const type of ["finish", "cancel"]) {
      animation.addEventListener(
        type,
        (event) => {
          if (event.isTrusted) event.stopImmediatePropagation();
        },
        true,
      );
    }
  }

  begin(animation: Animation): void {
    this.watch(animation);
    this.#progress.set(animation, { hasStarted: false, iteration: 0 });
    this.#sendStyleEvent(animation, "run", 0);
    this.move(animation);
  }

  move(animation: Animation): void {
    const state = this.#progress.get(animation);
    const timing = animation.effect?.getComputedTiming();
    if (state === undefined || timing === undefined) return;
    const iteration = timing.currentIteration ?? null;
    // Both are null until the delay has passed.
    if (iteration === null || timing.progress === null) return;
    if (!state.hasStarted) {
      state.hasStarted = true;
      this.#sendStyleEvent(animation, "start", Math.max(0, -Number(timing.delay)));
    } else if (iteration > state.iteration) {
      this.#sendStyleEvent(animation, "iteration", iteration * Number(timing.duration));
    }
    state.iteration = iteration;
  }

  end(animation: Animation): void {
    const state = this.#progress.get(animation);
    const timing = animation.effect?.getComputedTiming();
    if (state?.hasStarted === false) this.#sendStyleEvent(animation, "start", 0);
    this.#sendStyleEvent(animation, "end", Number(timing?.activeDuration ?? 0));
    this.#sendPlaybackEvent(animation, "finish");
  }

  cancel(animation: Animation): void {
    this.#sendStyleEvent(animation, "cancel", 0);
    this.#sendPlaybackEvent(animation, "cancel");
  }

  /** Sends the CSS event for this moment if the animation comes from CSS. `elapsedMs` counts active time. */
  #sendStyleEvent(animation: Animation, moment: StyleMoment, elapsedMs: number): void {
    const { AnimationEvent, CSSAnimation, CSSTransition, KeyframeEffect, TransitionEvent } = this.#realm;
    const effect = animation.effect;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    if (!(effect instanceof KeyframeEffect) || target === null) return;
    const shared = { bubbles: true, elapsedTime: elapsedMs / 1000, pseudoElement: effect.pseudoElement ?? "" };
    if (animation instanceof CSSAnimation && moment !== "run") {
      const { animationName } = animation;
      target.dispatchEvent(new AnimationEvent(`animation${moment}`, { ...shared, animationName }));
    }
    if (animation instanceof CSSTransition && moment !== "iteration") {
      const propertyName = animation.transitionProperty;
      target.dispatchEvent(new TransitionEvent(`transition${moment}`, { ...shared, propertyName }));
    }
  }

  #sendPlaybackEvent(animation: Animation, type: "finish" | "cancel"): void {
    const currentTime = type === "finish" ? animation.currentTime : null;
    const init = { currentTime, timelineTime: this.#clock.now() };
    animation.dispatchEvent(new this.#realm.AnimationPlaybackEvent(type, init));
  }
}
