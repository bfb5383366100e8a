import type { AnimationModel } from "./animation-model.ts";
import { looksLike, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { NativeAnimation } from "./native-animation.ts";

/** The animations of a realm that the virtual clock drives. */
export interface AnimationModels {
  readonly native: NativeAnimation;
  /** The model of an animation, made if there is none yet; null if it does not depend on time. */
  modelOf(animation: Animation): AnimationModel | null;
  modelOfEffect(effect: AnimationEffect): AnimationModel | null;
  /** Call after the page has given the animation another effect. */
  effectChanged(model: AnimationModel): void;
  /** Picks up the changes that style has made to animations. Call when the browser has brought the styles up to date. */
  followStyles(): void;
  /** Leaves the animation to the browser. */
  release(model: AnimationModel): void;
}

/** Lets the page make, read and control animations as if they were native. */
export function replaceAnimationMembers(realm: Window & typeof globalThis, models: AnimationModels): void {
  replaceReads(realm, models);
  replaceWrites(realm, models);
  replaceControls(realm, models);
  replaceEffects(realm, models);
  replaceMakers(realm, models);
}

type Reader = (model: AnimationModel) => unknown;

function replaceReads({ Animation }: Window & typeof globalThis, models: AnimationModels): void {
  const readers: Readonly<Record<string, Reader>> = {
    timeline: (model) => model.timeline,
    startTime: (model) => model.startTime,
    currentTime: (model) => model.currentTime,
    playbackRate: (model) => model.playbackRate,
    playState: (model) => model.playState,
    pending: (model) => model.isPending,
    replaceState: (model) => model.replaceState,
    ready: (model) => model.ready,
    finished: (model) => model.finished,
  };
  for (const [name, read] of Object.entries(readers)) {
    replaceGetter(Animation.prototype, name, (original, receiver) => {
      const model = receiver instanceof Animation ? models.modelOf(receiver) : null;
      return model === null ? original() : read(model);
    });
  }
}

type Writer = (model: AnimationModel, value: unknown, original: () => void) => void;

function replaceWrites(
  { Animation, AnimationTimeline, DocumentTimeline }: Window & typeof globalThis,
  models: AnimationModels,
): void {
  const writers: Readonly<Record<string, Writer>> = {
    startTime: (model, value) => {
      model.setStartTime(toTime(value));
    },
    currentTime: (model, value) => {
      model.setCurrentTime(toTime(value));
    },
    playbackRate: (model, value) => {
      model.setPlaybackRate(toFinite(value, "playbackRate"));
    },
    timeline: (model, value, original) => {
      if (value === null || value === undefined || value instanceof DocumentTimeline) model.setTimeline(value ?? null);
      // Positions of a scroll container need no clock. The native setter rejects values that are not timelines.
      else {
        if (value instanceof AnimationTimeline) models.release(model);
        original();
      }
    },
    effect: (model, _value, original) => {
      original();
      models.effectChanged(model);
      model.effectChanged();
    },
  };
  for (const [name, write] of Object.entries(writers)) {
    replaceSetter(Animation.prototype, name, (animation, value, original) => {
      const model = animation instanceof Animation ? models.modelOf(animation) : null;
      if (model === null) original(value);
      else write(model, value, () => original(value));
    });
  }
}

type Control = (model: AnimationModel, parameters: readonly unknown[], original: () => unknown) => unknown;

function replaceControls({ Animation }: Window & typeof globalThis, models: AnimationModels): void {
  const controls: Readonly<Record<string, Control>> = {
    play: (model) => model.play(),
    pause: (model) => model.pause(),
    reverse: (model) => model.reverse(),
    finish: (model) => model.finish(),
    cancel: (model) => model.cancel(),
    persist: (model) => model.persist(),
    updatePlaybackRate: (model, parameters, original) =>
      parameters.length === 0 ? original() : model.updatePlaybackRate(toFinite(parameters[0], "playbackRate")),
    commitStyles: (model, _parameters, original) => {
      model.whileShown(() => void original());
    },
  };
  for (const [name, control] of Object.entries(controls)) {
    replaceMethod(Animation.prototype, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const native = (): unknown => Reflect.apply(original, this, parameters);
        const model = this instanceof Animation ? models.modelOf(this) : null;
        return model === null ? native() : control(model, parameters, native);
      }
      return replacement;
    });
  }
}

/** Watches changes of an effect, which can end, restart or replace its animation. */
function replaceEffects(
  { AnimationEffect, KeyframeEffect }: Window & typeof globalThis,
  models: AnimationModels,
): void {
  const changed = (effect: unknown): void => {
    if (effect instanceof AnimationEffect) models.modelOfEffect(effect)?.effectChanged();
  };
  const methods = [
    [AnimationEffect.prototype, "updateTiming"],
    [KeyframeEffect.prototype, "setKeyframes"],
  ] as const;
  for (const [owner, name] of methods) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        changed(this);
        return result;
      }
      return replacement;
    });
  }
  for (const name of ["target", "pseudoElement", "composite"]) {
    replaceSetter(KeyframeEffect.prototype, name, (effect, value, original) => {
      original(value);
      changed(effect);
    });
  }
}

/** Takes animations over before the page gets them: its listeners must come after the prelude's. */
function replaceMakers(realm: Window & typeof globalThis, models: AnimationModels): void {
  const { Animation, Document, Element, ShadowRoot } = realm;
  const take = (made: unknown): void => {
    if (made instanceof Animation) models.modelOf(made);
    else if (Array.isArray(made)) made.forEach(take);
  };
  const makers = [
    [Element.prototype, "animate"],
    [Element.prototype, "getAnimations"],
    [Document.prototype, "getAnimations"],
    [ShadowRoot.prototype, "getAnimations"],
  ] as const;
  for (const [owner, name] of makers) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const made: unknown = Reflect.apply(original, this, parameters);
        // Those that style has cancelled are not in the list.
        if (name === "getAnimations") models.followStyles();
        take(made);
        return made;
      }
      return replacement;
    });
  }
  const replacement: typeof Animation = new Proxy(Animation, {
    construct(target, parameters: unknown[], newTarget): object {
      const made: unknown = Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget);
      if (!(made instanceof Animation)) throw new TypeError("Animation makes animations.");
      models.modelOf(made);
      return made;
    },
  });
  looksLike(replacement, Animation);
  const constructor = { value: replacement, writable: true, configurable: true };
  Object.defineProperty(Animation.prototype, "constructor", constructor);
  Object.defineProperty(realm, "Animation", { ...constructor, enumerable: false });
}

/** Converts as the browser does for a time of an animation. */
function toTime(value: unknown): number | null {
  return value === null || value === undefined ? null : toFinite(value, "time");
}

function toFinite(value: unknown, name: string): number {
  const number = Number(value);
  if (!Number.isFinite(number)) throw new TypeError(`The ${name} is not a finite number.`);
  return number;
}
