import { type CompositeRank, compareRanks } from "./animation-order.ts";
import type { AnimationModel } from "./animation-model.ts";
import {
  animationSteps,
  cancelledMs,
  type EffectPlace,
  type Phase,
  phaseOf,
  placeOf,
  type StyleStep,
  transitionSteps,
} from "./animation-phases.ts";
import type { LegacyStyleEvents } from "./legacy-style-events.ts";
import type { NativeAnimation } from "./native-animation.ts";

/** How events name a CSS animation or transition of an element. */
interface StyleName {
  readonly pseudoElement: string;
  /** Name of the keyframes, or the property. */
  readonly name: string;
  readonly isTransition: boolean;
}

interface StyleOwner extends StyleName {
  readonly target: Element;
}

interface Tracked {
  /** Null for an animation of a script, and for one that style has cancelled. */
  owner: StyleOwner | null;
  rank: CompositeRank;
  phase: Phase;
  iteration: number;
  /** Milliseconds for which it has been active. */
  activeMs: number;
}

/**
 * When an event is queued: by a call of the page, by a change of style, by the time of a frame, or by the microtasks
 * after that, which report the ends of animations. Last come those that a newer animation has replaced.
 */
export type Stage = "call" | "style" | "time" | "end" | "replacement";

interface Queued {
  readonly target: EventTarget;
  readonly event: Event;
  readonly stage: Stage;
  readonly rank: CompositeRank;
}

const stages: readonly Stage[] = ["call", "style", "time", "end", "replacement"];

/** Globals read from a realm at its start, before pages can overwrite them. */
type EventRealm = Pick<
  Window & typeof globalThis,
  | "AnimationEvent"
  | "AnimationPlaybackEvent"
  | "CSSAnimation"
  | "CSSTransition"
  | "Event"
  | "KeyframeEffect"
  | "TransitionEvent"
>;

/**
 * The events of a realm's animations: collected while time passes, and sent in the order in which Chromium queues them,
 * which is not by the moments at which they were due.
 */
export class AnimationEvents {
  readonly #realm: EventRealm;
  readonly #native: NativeAnimation;
  readonly #hears: LegacyStyleEvents["hears"];
  readonly #comparePosition: (one: Node, other: Node) => number;
  readonly #tracked = new WeakMap<AnimationModel, Tracked>();
  /** Names of the CSS animations and transitions of an element that have been taken over. */
  readonly #taken = new WeakMap<Element, Set<string>>();
  #queue: Queued[] = [];
  #stage: Stage = "call";
  #sequence = 0;
  #generation = 0;

  constructor(realm: Window & typeof globalThis, native: NativeAnimation, hears: LegacyStyleEvents["hears"]) {
    const { AnimationEvent, AnimationPlaybackEvent, CSSAnimation, CSSTransition, KeyframeEffect } = realm;
    const { Event, TransitionEvent } = realm;
    this.#realm = {
      ...{ AnimationEvent, AnimationPlaybackEvent, CSSAnimation, CSSTransition },
      ...{ Event, KeyframeEffect, TransitionEvent },
    };
    this.#native = native;
    this.#hears = hears;
    const { compareDocumentPosition } = realm.Node.prototype;
    this.#comparePosition = (one, other) => Reflect.apply(compareDocumentPosition, one, [other]);
  }

  get areAny(): boolean {
    return this.#queue.length > 0;
  }

  /** Runs a part of the work whose events belong to another stage. */
  inStage(stage: Stage, work: () => void): void {
    const before = this.#stage;
    this.#stage = stage;
    try {
      work();
    } finally {
      this.#stage = before;
    }
  }

  /** From now until the events are taken, those queued are of this stage. */
  enterStage(stage: Stage): void {
    this.#stage = stage;
  }

  /** Begins a style change: transitions that start in the same one are ordered by their property. */
  nextGeneration(): void {
    this.#generation += 1;
  }

  /** Counts what is tracked meanwhile as part of the style change that comes next. */
  inNextGeneration(track: () => void): void {
    this.#generation += 1;
    track();
    this.#generation -= 1;
  }

  track(model: AnimationModel): void {
    const { animation } = model;
    const owner = this.#ownerOf(animation);
    this.#sequence += 1;
    // An animation that style has already cancelled belongs to the page alone.
    const tied = model.currentTime === null ? null : owner;
    const rank = rankOf(tied, this.#generation, this.#sequence);
    this.#tracked.set(model, { owner: tied, rank, phase: "idle", iteration: 0, activeMs: 0 });
    if (owner !== null) this.#namesAt(owner.target).add(keyOf(owner));
    for (const type of ["finish", "cancel"]) this.#native.listen(animation, type, dropTrusted);
  }

  /** Whether the animation that a native event of `target` belongs to has been taken over. */
  isTaken(target: Element, event: Event): boolean {
    const { AnimationEvent, TransitionEvent } = this.#realm;
    if (event instanceof TransitionEvent) {
      const { propertyName: name, pseudoElement } = event;
      return this.#namesAt(target).has(keyOf({ isTransition: true, pseudoElement, name }));
    }
    if (!(event instanceof AnimationEvent)) return true;
    const { animationName: name, pseudoElement } = event;
    return this.#namesAt(target).has(keyOf({ isTransition: false, pseudoElement, name }));
  }

  isOfStyle(model: AnimationModel): boolean {
    return (this.#tracked.get(model)?.owner ?? null) !== null;
  }

  /** Forgets that the animation came from style. A page may play it again as its own. */
  untie(model: AnimationModel): void {
    const tracked = this.#tracked.get(model);
    if (tracked === undefined) return;
    tracked.owner = null;
    tracked.rank = { ...tracked.rank, kind: 2 };
  }

  rankOf(model: AnimationModel): CompositeRank | null {
    return this.#tracked.get(model)?.rank ?? null;
  }

  /** Queues the events of CSS that have become due since the last call. */
  follow(model: AnimationModel): void {
    const tracked = this.#tracked.get(model);
    const owner = tracked?.owner ?? null;
    if (tracked === undefined || owner === null) return;
    if (isWaiting(model, tracked.phase)) return;
    const { phase: before, iteration, activeMs } = tracked;
    const place = this.#place(model);
    const now = phaseOf(place);
    tracked.phase = now;
    tracked.iteration = place.iteration;
    tracked.activeMs = cancelledMs(place);
    if (now === "idle") {
      // A transition that loses its timeline reports no active time; an animation reports its own.
      this.#queueCancel(tracked, before, owner.isTransition ? 0 : activeMs);
      return;
    }
    const steps = owner.isTransition
      ? transitionSteps(before, now, place)
      : animationSteps(before, now, place, iteration);
    for (const step of steps) this.#queueStyleEvent(tracked, step);
  }

  /** Queues an event of the animation itself, and if it was cancelled also the CSS event. */
  queuePlayback(model: AnimationModel, type: "finish" | "cancel" | "remove"): void {
    const tracked = this.#tracked.get(model);
    if (tracked === undefined) return;
    const { phase } = tracked;
    if (this.#hears(model.animation, type)) this.#pushPlayback(model, type, tracked.rank);
    if (type !== "cancel") return;
    tracked.phase = "idle";
    this.#queueCancel(tracked, phase, cancelledMs(this.#place(model)));
  }

  #pushPlayback(model: AnimationModel, type: string, rank: CompositeRank): void {
    const init = { currentTime: type === "cancel" ? null : model.currentTime, timelineTime: model.timelineTime };
    const event = new this.#realm.AnimationPlaybackEvent(type, init);
    this.#push({ target: model.animation, event, rank });
  }

  /** Queues a copy of a native event, whose animation was over before it could be taken over. */
  queueCopy(target: Element, event: Event): void {
    const { AnimationEvent, TransitionEvent } = this.#realm;
    let copy: Event | null = null;
    const { type } = event;
    if (event instanceof TransitionEvent) {
      const { propertyName: name, pseudoElement } = event;
      copy = this.#create(type, { isTransition: true, pseudoElement, name }, event.elapsedTime);
    } else if (event instanceof AnimationEvent) {
      const { animationName: name, pseudoElement } = event;
      copy = this.#create(type, { isTransition: false, pseudoElement, name }, event.elapsedTime);
    }
    this.#sequence += 1;
    const rank = { kind: 1, element: target, pseudo: "", property: "", sequence: this.#sequence } as const;
    if (copy !== null) this.#push({ target, event: copy, rank });
  }

  /** Takes the queued events, in the order in which they are to be sent. */
  take(): readonly { readonly target: EventTarget; readonly event: Event }[] {
    const queue = this.#queue;
    this.#queue = [];
    this.#stage = "call";
    return queue.sort((one, other) => {
      if (one.stage !== other.stage) return stages.indexOf(one.stage) - stages.indexOf(other.stage);
      if (one.stage === "call") return 0;
      // An element that was removed lost its animations at once, the others with the next look at their styles.
      const isEarlier = one.stage === "style" ? Number(isShown(one)) - Number(isShown(other)) : 0;
      return isEarlier === 0 ? compareRanks(one.rank, other.rank, this.#comparePosition) : isEarlier;
    });
  }

  #place(model: AnimationModel): EffectPlace {
    const effect = this.#native.effect(model.animation);
    return placeOf(effect === null ? {} : this.#native.timing(effect), model.currentTime, model.playbackRate);
  }

  #queueCancel(tracked: Tracked, before: Phase, elapsedMs: number): void {
    if (before !== "before" && before !== "active") return;
    this.#queueStyleEvent(tracked, { moment: "cancel", elapsedMs });
  }

  #queueStyleEvent({ owner, rank }: Tracked, { moment, elapsedMs }: StyleStep): void {
    if (owner === null) return;
    const type = `${owner.isTransition ? "transition" : "animation"}${moment}`;
    this.#push({ target: owner.target, event: this.#create(type, owner, elapsedMs / 1000), rank });
  }

  #push(queued: Omit<Queued, "stage">): void {
    this.#queue.push({ ...queued, stage: this.#stage });
  }

  #create(type: string, { isTransition, name, pseudoElement }: StyleName, elapsedTime: number): Event {
    const { AnimationEvent, TransitionEvent } = this.#realm;
    // The end of an infinite animation, to which another one was lengthened after its own. No constructor takes it.
    const isEndless = elapsedTime === Infinity;
    const shared = { bubbles: true, cancelable: true, elapsedTime: isEndless ? 0 : elapsedTime, pseudoElement };
    const event = isTransition
      ? new TransitionEvent(type, { ...shared, propertyName: name })
      : new AnimationEvent(type, { ...shared, animationName: name });
    if (isEndless) Object.defineProperty(event, "elapsedTime", { value: Infinity });
    return event;
  }

  #ownerOf(animation: Animation): StyleOwner | null {
    const { CSSAnimation, CSSTransition, KeyframeEffect } = this.#realm;
    const effect = this.#native.effect(animation);
    if (!(effect instanceof KeyframeEffect) || effect.target === null) return null;
    const { target } = effect;
    const pseudoElement = effect.pseudoElement ?? "";
    if (animation instanceof CSSAnimation) {
      return { target, pseudoElement, name: animation.animationName, isTransition: false };
    }
    if (!(animation instanceof CSSTransition)) return null;
    return { target, pseudoElement, name: animation.transitionProperty, isTransition: true };
  }

  #namesAt(element: Element): Set<string> {
    const known = this.#taken.get(element);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.#taken.set(element, names);
    return names;
  }
}

function rankOf(owner: StyleOwner | null, generation: number, sequence: number): CompositeRank {
  if (owner === null) return { kind: 2, element: null, pseudo: "", property: "", sequence };
  const { target: element, pseudoElement: pseudo, name, isTransition } = owner;
  return isTransition
    ? { kind: 0, element, pseudo, property: name, sequence: generation }
    : { kind: 1, element, pseudo, property: "", sequence };
}

/** Browsers send the first events in the frame after the start, and none while an animation waits to play again. */
function isWaiting({ isPending, startTime, playState }: AnimationModel, phase: Phase): boolean {
  return isPending && (phase === "idle" || (startTime === null && playState !== "paused"));
}

function isShown({ rank }: Queued): boolean {
  return rank.element === null || rank.element.isConnected;
}

function keyOf({ isTransition, pseudoElement, name }: StyleName): string {
  return `${isTransition ? "transition" : "animation"} ${pseudoElement} ${name}`;
}

/** The browser's own events of an animation would come when it paints. */
function dropTrusted(event: Event): void {
  if (event.isTrusted) event.stopImmediatePropagation();
}
