import { AnimationEvents, holdStyleEvents } from "./animation-events.ts";
import { DrivenAnimations } from "./driven-animations.ts";
import { replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { ShadowTrees } from "./shadow-trees.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** CSS animations, CSS transitions and web animations of a document. */
export interface VirtualAnimations {
  /** Moves all animations to the clock's time. Call at the beginning of a frame. */
  advance(): void;
  /** Starts driving new animations. Call after a frame's scripts have run. */
  discover(): void;
  areRunning(): boolean;
}

/** Puts the animations of `realm`'s document and its shadow trees on the virtual clock. */
export function installVirtualAnimations(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  shadowTrees: ShadowTrees,
): VirtualAnimations {
  const { document } = realm;
  const events = new AnimationEvents(realm, clock);
  const driven = new DrivenAnimations(realm, clock, events);

  function discover(): void {
    for (const animation of document.getAnimations()) driven.takeOver(animation);
    for (const root of shadowTrees.shown()) {
      for (const animation of root.getAnimations()) driven.takeOver(animation);
    }
  }

  // An animation may start while the page loads. No frame runs then, but it must not follow the real clock either.
  holdStyleEvents(realm, discover);
  // These events bubble, but not out of a shadow tree.
  shadowTrees.watch((root) => {
    holdStyleEvents(root, discover);
  });
  replaceAnimate(realm, driven, events);
  replaceControls(realm, driven);
  return {
    advance() {
      if (driven.areAny) driven.advance();
    },
    discover,
    areRunning: () => driven.areAny,
  };
}

function replaceAnimate(
  { Animation, Element }: Window & typeof globalThis,
  driven: DrivenAnimations,
  events: AnimationEvents,
): void {
  replaceMethod(Element.prototype, "animate", (animate) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const animation: unknown = Reflect.apply(animate, this, parameters);
      if (animation instanceof Animation) {
        events.watch(animation);
        driven.takeOver(animation);
      }
      return animation;
    }
    return replacement;
  });
}

/** Lets the page change, seek and end an animation as if it were native. */
function replaceControls({ Animation }: Window & typeof globalThis, driven: DrivenAnimations): void {
  const { prototype } = Animation;
  replaceGetter(prototype, "playbackRate", (original, receiver) =>
    receiver instanceof Animation ? (driven.rateOf(receiver) ?? original()) : original(),
  );
  replaceSetter(prototype, "playbackRate", (animation, rate, original) => {
    if (!driven.turn(animation, () => Number(rate))) original(rate);
  });
  replaceSetter(prototype, "currentTime", (animation, time, original) => {
    if (time !== null) driven.noteSeek(animation, Number(time));
    original(time);
  });
  replaceMethod(prototype, "updatePlaybackRate", (original) => {
    function replacement(this: Animation, rate: unknown): void {
      if (!driven.turn(this, () => Number(rate))) Reflect.apply(original, this, [rate]);
    }
    return replacement;
  });
  replaceMethod(prototype, "reverse", (original) => {
    function replacement(this: Animation): void {
      if (!driven.turn(this, (before) => -before)) Reflect.apply(original, this, []);
    }
    return replacement;
  });
  replaceMethod(prototype, "finish", (original) => {
    function replacement(this: Animation): void {
      if (!driven.finish(this)) Reflect.apply(original, this, []);
    }
    return replacement;
  });
}
