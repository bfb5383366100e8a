import { isFunction } from "../native/native-look.ts";

/** The browser's own state of an animation, by the accessors as they were before they were replaced. */
export interface NativeAnimation {
  timeline(animation: Animation): AnimationTimeline | null;
  /** Takes the timeline away from an animation that is not idle, and leaves it waiting to start or paused. */
  detach(animation: Animation, positionMs: number): void;
  /** Takes the timeline away from an idle animation. */
  detachIdle(animation: Animation): void;
  rate(animation: Animation): number;
  setRate(animation: Animation, rate: number): void;
  position(animation: Animation): number | null;
  setPosition(animation: Animation, positionMs: number): void;
  /** Whether it is paused or about to be. For a CSS animation this recalculates style. */
  isPaused(animation: Animation): boolean;
  /** Whether it has no effect and no time. For a CSS animation this recalculates style. */
  isIdle(animation: Animation): boolean;
  effect(animation: Animation): AnimationEffect | null;
  play(animation: Animation): void;
  pause(animation: Animation): void;
  cancel(animation: Animation): void;
  /** Reading it also brings the styles up to date after a change of the position. */
  timing(effect: AnimationEffect): ComputedEffectTiming;
  /** The animations that are shown in a tree, in composite order. */
  animationsOf(tree: Document | ShadowRoot): readonly Animation[];
  /** The animations of an element. Those of its pseudo-elements count as part of its subtree. */
  animationsAt(element: Element, withSubtree: boolean): readonly Animation[];
  /** Adds a listener for the capture phase. */
  listen(target: EventTarget, type: string, listener: (event: Event) => void): void;
  dispatch(target: EventTarget, event: Event): void;
}

type Accessor = (receiver: object, ...parameters: unknown[]) => unknown;

/** Captures the members of animations. Call before they are replaced. */
export function takeNativeAnimation(realm: Window & typeof globalThis): NativeAnimation {
  const { Animation, AnimationEffect, EventTarget } = realm;
  const { prototype } = Animation;
  const getter = (name: string): Accessor => captured(Object.getOwnPropertyDescriptor(prototype, name)?.get);
  const setter = (name: string): Accessor => captured(Object.getOwnPropertyDescriptor(prototype, name)?.set);
  const method = (owner: object, name: string): Accessor => captured(Reflect.get(owner, name));
  const [timeline, setTimeline] = [getter("timeline"), setter("timeline")];
  const [rate, setRate] = [getter("playbackRate"), setter("playbackRate")];
  const [position, setPosition] = [getter("currentTime"), setter("currentTime")];
  const [playState, effect, isPending] = [getter("playState"), getter("effect"), getter("pending")];
  const updateRate = method(prototype, "updatePlaybackRate");
  const [play, pause, cancel] = [method(prototype, "play"), method(prototype, "pause"), method(prototype, "cancel")];
  const timing = method(AnimationEffect.prototype, "getComputedTiming");
  const listen = method(EventTarget.prototype, "addEventListener");
  const dispatch = method(EventTarget.prototype, "dispatchEvent");
  const { AnimationTimeline, Document, Element, ShadowRoot } = realm;
  const ofDocument = method(Document.prototype, "getAnimations");
  const ofShadow = method(ShadowRoot.prototype, "getAnimations");
  const ofElement = method(Element.prototype, "getAnimations");
  const toList = (value: unknown): readonly Animation[] =>
    Array.isArray(value) ? value.filter((item) => item instanceof Animation) : [];
  return {
    timeline: (animation) => {
      const value = timeline(animation);
      return value instanceof AnimationTimeline ? value : null;
    },
    detach: (animation, positionMs) => {
      setPosition(animation, positionMs);
      // One that has started would count as paused without its timeline. This lets it wait again, without playing it:
      // CSS can no longer pause an animation that a page has played.
      if (isPending(animation) === false && playState(animation) !== "paused") updateRate(animation, rate(animation));
      setTimeline(animation, null);
      setPosition(animation, positionMs);
      // Without this, one that the browser had begun to show would show nothing until the next frame.
      const own = effect(animation);
      if (own instanceof AnimationEffect) timing(own);
    },
    detachIdle: (animation) => void setTimeline(animation, null),
    rate: (animation) => Number(rate(animation)),
    setRate: (animation, value) => void setRate(animation, value),
    position: (animation) => {
      const value = position(animation);
      return typeof value === "number" ? value : null;
    },
    setPosition: (animation, value) => void setPosition(animation, value),
    isPaused: (animation) => playState(animation) === "paused",
    isIdle: (animation) => playState(animation) === "idle",
    effect: (animation) => {
      const value = effect(animation);
      return value instanceof AnimationEffect ? value : null;
    },
    play: (animation) => void play(animation),
    pause: (animation) => void pause(animation),
    cancel: (animation) => void cancel(animation),
    timing: (target) => {
      const value = timing(target);
      return typeof value === "object" && value !== null ? value : {};
    },
    animationsOf: (tree) => toList(tree instanceof ShadowRoot ? ofShadow(tree) : ofDocument(tree)),
    animationsAt: (element, subtree) => toList(ofElement(element, { subtree })),
    listen: (target, type, listener) => void listen(target, type, listener, true),
    dispatch: (target, event) => void dispatch(target, event),
  };
}

function captured(member: unknown): Accessor {
  if (!isFunction(member)) return () => undefined;
  return (receiver, ...parameters) => Reflect.apply(member, receiver, parameters);
}
