import type { VirtualClock } from "../time/virtual-clock.ts";

/** Sends the events of animations when the virtual clock gets there. */
export interface AnimationEvents {
  /** Keeps the browser's own events of a web animation from the page. Call before the page can listen. */
  watch(animation: Animation): void;
  begin(animation: Animation): void;
  move(animation: Animation): void;
  end(animation: Animation): void;
  cancel(animation: Animation): void;
}

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
 * Keeps the browser's own events of CSS animations and transitions in `tree`, a window or a shadow root, from the page: they
 * come when it paints. `onSeen` is called instead.
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

/** Creates the sender of one realm. */
export function createAnimationEvents(realm: Window & typeof globalThis, clock: VirtualClock): AnimationEvents {
  // Taken now: pages overwrite globals.
  const { AnimationEvent, AnimationPlaybackEvent, CSSAnimation, CSSTransition, KeyframeEffect, TransitionEvent } =
    realm;
  const progress = new WeakMap<Animation, Progress>();
  const watched = new WeakSet<Animation>();

  /** Sends the event that CSS has for this moment, if the animation comes from CSS. `elapsedMs` is of its active time. */
  function sendStyleEvent(
    animation: Animation,
    moment: "run" | "start" | "iteration" | "end" | "cancel",
    elapsedMs: number,
  ): void {
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

  function sendPlaybackEvent(animation: Animation, type: "finish" | "cancel"): void {
    const init = { currentTime: type === "finish" ? animation.currentTime : null, timelineTime: clock.now() };
    animation.dispatchEvent(new AnimationPlaybackEvent(type, init));
  }

  function watch(animation: Animation): void {
    if (watched.has(animation)) return;
    watched.add(animation);
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

  function move(animation: Animation): void {
    const state = progress.get(animation);
    const timing = animation.effect?.getComputedTiming();
    if (state === undefined || timing === undefined) return;
    const iteration = timing.currentIteration ?? null;
    // Null before the delay has passed.
    if (iteration === null || timing.progress === null) return;
    if (!state.hasStarted) {
      state.hasStarted = true;
      sendStyleEvent(animation, "start", Math.max(0, -Number(timing.delay)));
    } else if (iteration > state.iteration) {
      sendStyleEvent(animation, "iteration", iteration * Number(timing.duration));
    }
    state.iteration = iteration;
  }

  return {
    watch,
    begin(animation) {
      watch(animation);
      progress.set(animation, { hasStarted: false, iteration: 0 });
      sendStyleEvent(animation, "run", 0);
      move(animation);
    },
    move,
    end(animation) {
      const state = progress.get(animation);
      const timing = animation.effect?.getComputedTiming();
      if (state?.hasStarted === false) sendStyleEvent(animation, "start", 0);
      sendStyleEvent(animation, "end", Number(timing?.activeDuration ?? 0));
      sendPlaybackEvent(animation, "finish");
    },
    cancel(animation) {
      sendStyleEvent(animation, "cancel", 0);
      sendPlaybackEvent(animation, "cancel");
    },
  };
}
