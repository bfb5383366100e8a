import { createAnimationEvents, holdStyleEvents } from "./animation-events.ts";
import { replaceGetter, replaceMethod } from "./native-look.ts";
import type { ShadowTrees } from "./shadow-trees.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** CSS animations, CSS transitions and web animations of a document. */
export interface VirtualAnimations {
  /** Moves every animation to the clock's time. Call where a frame begins. */
  advance(): void;
  /** Takes those over that have begun since. Call when a frame's scripts have run. */
  discover(): void;
  areRunning(): boolean;
}

// Sixtieths of a second do not add up to whole milliseconds.
const roundingMs = 0.001;

interface Driven {
  /** The rate that the page set. The real one is 0 for as long as the animation runs. */
  rate: number;
  /** Virtual time at which it was moved last. */
  sinceMs: number;
}

/**
 * Puts the animations of `realm`'s document on the virtual clock. The browser is kept from moving them by a rate of 0,
 * which, unlike pausing, leaves them running for whoever asks; where they stand is set once a frame.
 */
export function installVirtualAnimations(realm: Window & typeof globalThis, clock: VirtualClock, shadowTrees: ShadowTrees): VirtualAnimations {
  const { Animation, Element, document } = realm;
  const prototype = Animation.prototype;
  const native = takeNative(prototype);
  const driven = new Map<Animation, Driven>();
  const events = createAnimationEvents(realm, clock);
  // While the page loads no frame is made, and yet an animation that begins then must not run on the real clock.
  holdStyleEvents(realm, discover);
  // These events bubble, but not out of a shadow tree.
  shadowTrees.watch((root) => {
    holdStyleEvents(root, discover);
  });

  function discover(): void {
    for (const animation of document.getAnimations()) freeze(animation);
    for (const root of shadowTrees.shown()) {
      for (const animation of root.getAnimations()) freeze(animation);
    }
  }

  function freeze(animation: Animation): void {
    if (driven.has(animation) || native.playState(animation) !== "running") return;
    // An animation that follows a scroll position has no business with time.
    if (animation.timeline !== document.timeline || !(animation.effect instanceof realm.KeyframeEffect)) return;
    const rate = native.rate(animation);
    const position = knownPosition(animation, rate);
    driven.set(animation, { rate, sinceMs: clock.now() });
    native.setRate(animation, 0);
    // A beginning that still waits for the browser's next picture would take place then, after everything else.
    native.setStart(animation, 0);
    native.setPosition(animation, position);
    events.begin(animation);
  }

  /** Where it stands, without what real time has added since the page started it. */
  function knownPosition(animation: Animation, rate: number): number {
    const sought = seeks.get(animation);
    if (sought !== undefined) return sought;
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    return rate < 0 && Number.isFinite(end) ? end : 0;
  }
  const seeks = new WeakMap<Animation, number>();

  /** Gives it back to the browser, which knows what ending means: promises, styles and replacing. */
  function finish(animation: Animation, { rate }: Driven): void {
    driven.delete(animation);
    seeks.delete(animation);
    native.setRate(animation, rate);
    // By the real clock it has hardly begun. It must have begun long enough ago, or it would go on at the next picture.
    const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
    native.setStart(animation, rate > 0 ? -1 - end / rate : -1);
    native.finish(animation);
    events.end(animation);
  }

  function move(animation: Animation, state: Driven): void {
    const elapsedMs = (clock.now() - state.sinceMs) * state.rate;
    state.sinceMs = clock.now();
    const playState = native.playState(animation);
    if (playState === "idle" || animation.effect === null) {
      driven.delete(animation);
      native.setRate(animation, state.rate);
      events.cancel(animation);
      return;
    }
    if (playState !== "running") return;
    const position = native.position(animation) + elapsedMs;
    const end = Number(animation.effect.getComputedTiming().endTime ?? 0);
    if ((state.rate > 0 && position >= end - roundingMs) || (state.rate < 0 && position <= roundingMs)) {
      finish(animation, state);
      return;
    }
    native.setPosition(animation, position);
    events.move(animation);
  }

  /** Changes the rate from now on. False for an animation that the browser still has to itself. */
  function turn(animation: Animation, change: (rate: number) => number): boolean {
    const state = driven.get(animation);
    if (state === undefined) return false;
    // Up to now it has moved at the old one.
    move(animation, state);
    state.rate = change(state.rate);
    return true;
  }

  replaceMethod(Element.prototype, "animate", (animate) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const animation: unknown = Reflect.apply(animate, this, parameters);
      if (animation instanceof Animation) {
        events.watch(animation);
        freeze(animation);
      }
      return animation;
    }
    return replacement;
  });
  replaceGetter(prototype, "playbackRate", (original, receiver) =>
    receiver instanceof Animation ? (driven.get(receiver)?.rate ?? original()) : original(),
  );
  replaceSetter(prototype, "playbackRate", (animation, rate, original) => {
    if (!turn(animation, () => Number(rate))) original(rate);
  });
  replaceSetter(prototype, "currentTime", (animation, time, original) => {
    if (time !== null) seeks.set(animation, Number(time));
    original(time);
  });
  replaceMethod(prototype, "updatePlaybackRate", (original) => {
    function replacement(this: Animation, rate: unknown): void {
      if (!turn(this, () => Number(rate))) Reflect.apply(original, this, [rate]);
    }
    return replacement;
  });
  replaceMethod(prototype, "reverse", (original) => {
    function replacement(this: Animation): void {
      if (!turn(this, (before) => -before)) Reflect.apply(original, this, []);
    }
    return replacement;
  });
  replaceMethod(prototype, "finish", (original) => {
    function replacement(this: Animation): void {
      const state = driven.get(this);
      if (state === undefined) Reflect.apply(original, this, []);
      else finish(this, state);
    }
    return replacement;
  });

  return {
    advance() {
      if (driven.size === 0) return;
      for (const [animation, state] of [...driven]) move(animation, state);
    },
    discover,
    areRunning: () => driven.size > 0,
  };
}

/** The browser's own view of an animation. */
interface NativeAnimation {
  rate(animation: Animation): number;
  setRate(animation: Animation, rate: number): void;
  setStart(animation: Animation, startMs: number): void;
  position(animation: Animation): number;
  setPosition(animation: Animation, positionMs: number): void;
  playState(animation: Animation): string;
  finish(animation: Animation): void;
}

/** Takes the accessors of animations before they are replaced. */
function takeNative(prototype: Animation): NativeAnimation {
  const accessor = (name: string): PropertyDescriptor => Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const [rate, position, playState] = [accessor("playbackRate"), accessor("currentTime"), accessor("playState")];
  const start = accessor("startTime");
  const { finish } = prototype;
  const read = ({ get }: PropertyDescriptor, animation: Animation): unknown =>
    get === undefined ? undefined : Reflect.apply(get, animation, []);
  const write = ({ set }: PropertyDescriptor, animation: Animation, value: number): void => {
    if (set !== undefined) Reflect.apply(set, animation, [value]);
  };
  return {
    rate: (animation) => Number(read(rate, animation)),
    setRate: (animation, value) => {
      write(rate, animation, value);
    },
    setStart: (animation, value) => {
      write(start, animation, value);
    },
    position: (animation) => Number(read(position, animation) ?? 0),
    setPosition: (animation, value) => {
      write(position, animation, value);
    },
    playState: (animation) => String(read(playState, animation)),
    finish: (animation) => {
      Reflect.apply(finish, animation, []);
    },
  };
}

function replaceSetter(
  prototype: Animation,
  name: string,
  write: (animation: Animation, value: unknown, original: (value: unknown) => void) => void,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const original = descriptor?.set;
  if (descriptor === undefined || original === undefined) return;
  Object.defineProperty(prototype, name, {
    ...Object.getOwnPropertyDescriptor(prototype, name),
    set(this: Animation, value: unknown) {
      write(this, value, (next) => {
        Reflect.apply(original, this, [next]);
      });
    },
  });
}
