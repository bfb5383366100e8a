import { AnimationEvents } from "./animation-events.ts";
import { type AnimationHost, AnimationModel } from "./animation-model.ts";
import { type AnimationModels, replaceAnimationMembers } from "./animation-members.ts";
import { holdStyleEvents } from "./hold-style-events.ts";
import { installLegacyStyleEvents, type LegacyStyleEvents } from "./legacy-style-events.ts";
import { installTimelines } from "./document-timelines.ts";
import type { PaintWatch } from "../native/paint-watch.ts";
import type { ShadowTrees } from "./shadow-trees.ts";
import {
  areComposited,
  changedNames,
  createPropertyReader,
  findReplaced,
  type PropertyReader,
} from "./replaced-animations.ts";
import { takeNativeAnimation } from "./native-animation.ts";
import { installSvgTimelines, type SvgEvent, type SvgTimelines } from "./svg-timelines.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { ownDocument } from "../native/own-documents.ts";

/** CSS animations, CSS transitions, web animations and animated SVG of a document. */
export interface VirtualAnimations {
  /** Moves all animations to the clock's time, and sends their events. Call at the beginning of a frame. */
  advance(): void | Promise<void>;
  /** Takes over new animations and starts the pending ones. Call after a frame's scripts have run. */
  discover(): void;
  areRunning(): boolean;
  /** True once an animation has run on the page. */
  haveRun(): boolean;
  /**
   * Takes over new animations whenever the browser paints, until `endTasks`. Otherwise those that begin with a picture
   * between two tasks of a frame follow the real clock until the end of that frame, and short ones are over by then.
   */
  betweenTasks(): void;
  endTasks(): void;
}

/** The dependencies of a realm's animations. */
export interface VirtualAnimationsParts {
  readonly realm: Window & typeof globalThis;
  readonly clock: VirtualClock;
  readonly shadowTrees: ShadowTrees;
  /** Resolves in a later task. */
  readonly turn: () => Promise<void>;
  readonly watchPaints: (onPaint: () => void) => PaintWatch;
  /** Queues a task of the page. False before the realm is driven. */
  readonly queueTask: (run: () => void) => boolean;
  /** Called with a sentence about an animation that is not driven. */
  readonly warnUndriven: (message: string) => void;
  /** Called with the name of one whose events have no fixed order. */
  readonly onUnordered: (api: string) => void;
}

/** Puts the animations of a realm's document and its shadow trees on the virtual clock. */
export function installVirtualAnimations(parts: VirtualAnimationsParts): VirtualAnimations {
  const { realm, shadowTrees } = parts;
  const animations = new RealmAnimations(parts);
  const onSeen = (target: Element, event: Event): void => {
    animations.see(target, event);
  };
  // An animation may start while the page loads. No frame runs then, but it must not follow the real clock either.
  holdStyleEvents(realm, animations.native, realm, onSeen);
  // These events bubble, but not out of a shadow tree.
  shadowTrees.watch((root) => {
    holdStyleEvents(realm, animations.native, root, onSeen);
  });
  replaceAnimationMembers(realm, animations);
  animations.betweenTasks();
  return animations;
}

class RealmAnimations implements VirtualAnimations, AnimationModels {
  readonly native;
  readonly #realm: Window & typeof globalThis;
  readonly #DocumentTimeline;
  readonly #shadowTrees: ShadowTrees;
  readonly #turn: () => Promise<void>;
  readonly #paints: PaintWatch;
  readonly #timelines;
  readonly #images: SvgTimelines;
  readonly #events: AnimationEvents;
  readonly #legacyEvents: LegacyStyleEvents;
  readonly #models = new WeakMap<Animation, AnimationModel>();
  readonly #byEffect = new WeakMap<AnimationEffect, AnimationModel>();
  /** Animations that time can change, and CSS animations that style can change. */
  readonly #driven = new Set<AnimationModel>();
  readonly #host: AnimationHost;
  readonly #warnUndriven: (message: string) => void;
  readonly #onUnordered: (api: string) => void;
  /** The CSS animations without a fixed order that were named. */
  readonly #named = new Set<string>();
  #haveRun = false;
  #unannounced = 0;
  /** Finished script animations that have changed since the last search for replaced ones. */
  readonly #over = new Set<AnimationModel>();
  readonly #properties: PropertyReader;
  readonly #KeyframeEffect;
  readonly #Event;
  readonly #isDisplayed: (element: Element) => boolean;

  constructor(parts: VirtualAnimationsParts) {
    const { realm, clock, shadowTrees, turn, watchPaints, queueTask, warnUndriven, onUnordered } = parts;
    this.#warnUndriven = warnUndriven;
    this.#onUnordered = onUnordered;
    this.#realm = realm;
    this.#DocumentTimeline = realm.DocumentTimeline;
    this.#shadowTrees = shadowTrees;
    this.#turn = turn;
    this.#paints = watchPaints(() => {
      this.#events.inNextGeneration(() => {
        this.#adoptNew();
      });
    });
    this.native = takeNativeAnimation(realm);
    this.#legacyEvents = installLegacyStyleEvents(realm);
    this.#events = new AnimationEvents(realm, this.native, this.#legacyEvents.hears);
    this.#timelines = installTimelines(realm, clock);
    this.#images = installSvgTimelines(realm, clock);
    this.#host = this.#createHost(queueTask);
    this.#properties = createPropertyReader(realm);
    this.#KeyframeEffect = realm.KeyframeEffect;
    this.#Event = realm.Event;
    const { checkVisibility } = realm.Element.prototype;
    this.#isDisplayed = (element) => Reflect.apply(checkVisibility, element, []);
  }

  advance(): void | Promise<void> {
    this.#timelines.advance();
    const due = this.#images.advance();
    const sent = this.#advanceAnimations();
    return due === null ? sent : this.#sendAfter(sent, due);
  }

  #advanceAnimations(): void | Promise<void> {
    if (this.#driven.size === 0 && this.#over.size === 0 && !this.#events.areAny) return undefined;
    this.#haveRun ||= this.areRunning();
    this.#events.inStage("time", () => {
      const all = [...this.#driven];
      for (const model of all) {
        if (this.#isCancelledLater(model, all)) continue;
        this.#followStyle(model);
        model.tick();
        this.#events.follow(model);
        if (!this.#isStillDriven(model)) this.#driven.delete(model);
      }
    });
    if (this.#over.size > 0) this.#removeReplaced();
    if (!this.#events.areAny && this.#unannounced === 0) return undefined;
    this.#events.enterStage("end");
    return this.#send();
  }

  discover(): void {
    this.#images.discover();
    this.#events.nextGeneration();
    this.#adoptNew();
    for (const model of this.#driven) {
      this.#followStyle(model);
      // Animations created before the first frame start at its end, as in a browser.
      if (model.isPending && this.#timelines.haveBegun()) model.commitPending();
    }
  }

  betweenTasks(): void {
    this.#paints.start();
  }

  endTasks(): void {
    this.#paints.stop();
  }

  haveRun(): boolean {
    return this.#haveRun;
  }

  areRunning(): boolean {
    for (const model of this.#driven) if (model.isDriven) return true;
    return false;
  }

  modelOf(animation: Animation): AnimationModel | null {
    const known = this.#models.get(animation);
    if (known !== undefined) {
      this.#followStyle(known);
      return known;
    }
    const timeline = this.native.timeline(animation);
    // An animation that follows a scroll position does not depend on time.
    if (timeline !== null && !(timeline instanceof this.#DocumentTimeline)) return null;
    const model = new AnimationModel(animation, this.#host);
    this.#models.set(animation, model);
    this.#events.track(model);
    this.effectChanged(model);
    return model;
  }

  modelOfEffect(effect: AnimationEffect): AnimationModel | null {
    const model = this.#byEffect.get(effect) ?? null;
    return model !== null && this.native.effect(model.animation) === effect ? model : null;
  }

  effectChanged(model: AnimationModel): void {
    const effect = this.native.effect(model.animation);
    if (effect !== null) this.#byEffect.set(effect, model);
  }

  followStyles(): void {
    for (const model of this.#driven) this.#followStyle(model);
  }

  release(model: AnimationModel): void {
    this.#models.delete(model.animation);
    this.#driven.delete(model);
  }

  /** Takes the animation of a native event over, or repeats the event if it is over already. */
  see(target: Element, event: Event): void {
    this.#events.nextGeneration();
    this.#adoptNew();
    if (this.#events.isTaken(target, event)) return;
    this.#events.queueCopy(target, event);
    if (event.type === "animationstart") this.#nameUntimed(target, event);
  }

  /**
   * Names an animation whose events come when the browser paints: nothing tells of one that is over as soon as it begins,
   * and one that follows a scroll position has no time.
   */
  #nameUntimed(target: Element, event: Event): void {
    const name = String(Reflect.get(event, "animationName"));
    if (this.#named.has(name)) return;
    const pseudo = String(Reflect.get(event, "pseudoElement") ?? "");
    const style = this.#realm.getComputedStyle(target, pseudo);
    const index = style.animationName.split(", ").indexOf(name);
    const valueOf = (list: string): string => list.split(", ")[index % list.split(", ").length] ?? "";
    if (index < 0) return;
    const isScrolled = valueOf(style.getPropertyValue("animation-timeline")) !== "auto";
    if (!isScrolled && Number.parseFloat(valueOf(style.animationDuration)) !== 0) return;
    this.#named.add(name);
    this.#onUnordered(`CSS animation ${name} ${isScrolled ? "of a scroll timeline" : "without a duration"}`);
    if (isScrolled) return;
    const message = `The CSS animation ${name} has no duration. Its events come with a picture of the browser, so perhaps in another frame on another run. Give it a duration, such as 1ms.`;
    this.#warnUndriven(message);
  }

  #adoptNew(): void {
    for (const tree of [ownDocument(), ...this.#shadowTrees.shown()]) {
      for (const animation of this.native.animationsOf(tree)) {
        if (!this.#models.has(animation)) this.modelOf(animation);
      }
    }
  }

  #isStillDriven(model: AnimationModel): boolean {
    if (model.isDriven) return true;
    // Style can still change a CSS animation that is paused or over. A transition that is over is gone.
    if (!this.#events.isOfStyle(model) || model.currentTime === null) return false;
    return !model.isFinished || this.#events.rankOf(model)?.kind === 1;
  }

  #createHost(queueTask: VirtualAnimationsParts["queueTask"]): AnimationHost {
    const { queueMicrotask, DOMException, Promise } = this.#realm;
    return {
      native: this.native,
      Promise,
      timelineTime: (timeline) => this.#timelines.timeOf(timeline),
      queueMicrotask: (task) => {
        this.#unannounced += 1;
        queueMicrotask(() => {
          this.#unannounced -= 1;
          task();
        });
      },
      queueTask,
      exception: (name, message) => new DOMException(message, name),
      queueEvent: (model, type) => {
        this.#events.queuePlayback(model, type);
      },
      changing: (model) => {
        if (!model.isPending && this.#events.isOfStyle(model) && this.#isComposited(model)) this.#events.follow(model);
      },
      changed: (model) => {
        this.#driven.add(model);
        if (model.isFinished && !this.#events.isOfStyle(model)) this.#over.add(model);
      },
    };
  }

  /**
   * While all animations run in the compositor, the browser looks at the styles only after the animation frames. Before
   * that it knows of removed elements alone.
   */
  #isCancelledLater(model: AnimationModel, all: readonly AnimationModel[]): boolean {
    if (!this.#events.isOfStyle(model) || !model.isCancelledByStyle) return false;
    const isShown = this.#events.rankOf(model)?.element?.isConnected === true;
    return isShown && all.every((other) => !other.isDriven || this.#isComposited(other));
  }

  /** Such an animation is ready only after the browser has queued the event of its start. */
  #isComposited({ animation }: AnimationModel): boolean {
    const effect = this.native.effect(animation);
    if (!(effect instanceof this.#KeyframeEffect) || effect.target === null) return false;
    const names = changedNames(effect);
    if (!areComposited(names)) return false;
    const sharesNames = (other: AnimationEffect | null): boolean =>
      other instanceof this.#KeyframeEffect && changedNames(other).some((name) => names.includes(name));
    const others = this.native.animationsAt(effect.target, false).filter((other) => other !== animation);
    return !others.some(
      (other) => this.#models.get(other)?.isDriven === true && sharesNames(this.native.effect(other)),
    );
  }

  #followStyle(model: AnimationModel): void {
    if (!this.#events.isOfStyle(model)) return;
    const element = this.#events.rankOf(model)?.element;
    // Chromium cancels it while it recalculates styles, where no script may run. One that another replaces ends at once.
    const isHidden = (): boolean => element?.isConnected === true && !this.#isDisplayed(element);
    this.#events.inStage("style", () => {
      if (model.followStyle(isHidden)) this.#events.untie(model);
    });
  }

  #removeReplaced(): void {
    const seen = new Map<Element, Set<string>>();
    for (const { animation } of this.#over) {
      const effect = this.native.effect(animation);
      if (!(effect instanceof this.#KeyframeEffect) || effect.target === null) continue;
      const { target, pseudoElement } = effect;
      const pseudos = seen.get(target) ?? new Set<string>();
      seen.set(target, pseudos.add(pseudoElement ?? ""));
    }
    this.#over.clear();
    for (const [element, pseudos] of seen) {
      for (const pseudo of pseudos) this.#removeReplacedAt(element, pseudo);
    }
  }

  #removeReplacedAt(element: Element, pseudo: string): void {
    const stack = [];
    for (const animation of this.native.animationsAt(element, pseudo !== "")) {
      const effect = this.native.effect(animation);
      const model = this.modelOf(animation);
      if (!(effect instanceof this.#KeyframeEffect) || model === null) continue;
      if (effect.target !== element || (effect.pseudoElement ?? "") !== pseudo) continue;
      const isReplaceable = model.isFinished && !this.#events.isOfStyle(model) && model.timelineTime !== null;
      stack.push({ model, isReplaceable, keyframes: effect.getKeyframes() });
    }
    for (const { model } of findReplaced(element, stack, this.#properties)) {
      if (model.replaceState !== "active") continue;
      model.remove();
      this.#events.inStage("replacement", () => {
        this.#events.queuePlayback(model, "remove");
      });
    }
  }

  async #sendAfter(sent: void | Promise<void>, due: readonly SvgEvent[]): Promise<void> {
    await sent;
    // Each has a task of its own.
    for (const { element, type } of due) {
      await this.#turn();
      this.native.dispatch(element, new this.#Event(type));
    }
  }

  async #send(): Promise<void> {
    // The promises of animations that are over resolve before any event is sent.
    await this.#turn();
    for (const { target, event } of this.#events.take()) {
      this.#legacyEvents.sending(event);
      this.native.dispatch(target, event);
      await this.#turn();
    }
  }
}
