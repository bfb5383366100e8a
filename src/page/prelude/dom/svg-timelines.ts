import { replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { eachDocument } from "../native/own-documents.ts";
import { listenAlways } from "../native/own-listeners.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const animationNames = ["animate", "animateMotion", "animateTransform", "set"] as const;

/** The animation elements of a document's SVG images. */
export interface SvgTimelines {
  /** Takes over new images with animations. Almost free in a document without SVG. */
  discover(): void;
  /**
   * Moves all images to the clock's time. Null if there are none; their own events come in a later task. Returns the
   * events to be sent after those.
   */
  advance(): readonly SvgEvent[] | null;
}

/**
 * An event of an animation element. The browser does not notice that one begins to repeat when it seeks. And that one
 * begins it notices for certain only with a picture of its own: one that begins at the time of the last seek, as by a
 * call of the page, is no longer new to the next.
 */
export interface SvgEvent {
  readonly element: SVGAnimationElement;
  readonly type: "beginEvent" | "repeatEvent";
}

// The browser reports these times in single precision.
const singlePrecision = 1e-5;

interface ImageTime {
  /** Virtual time at which the image was at its beginning; while it is paused, counted from the last movement. */
  beginMs: number;
  /** Whether the page has paused it. The browser always has it paused. */
  isPaused: boolean;
}

/** Puts the SVG images of a document on the virtual clock: they are paused, and moved once per frame. */
export function installSvgTimelines(realm: Window & typeof globalThis, clock: VirtualClock): SvgTimelines {
  const { SVGAnimationElement, SVGSVGElement, SVGElement } = realm;
  const rounds = new WeakMap<Element, Round>();
  /** The beginnings that `advance` has returned, in seconds. */
  const begun = new WeakMap<Element, number>();
  /** Elements whose last event was not that of their end. */
  const running = new WeakSet<Element>();
  const native = takeNativeImage(SVGSVGElement.prototype);
  const images = new Map<SVGSVGElement, ImageTime>();
  // Live, so that a document without SVG is not searched again.
  let roots: HTMLCollectionOf<SVGElement>;
  let animated: readonly HTMLCollectionOf<SVGElement>[];
  eachDocument((document) => {
    roots = document.getElementsByTagNameNS(svgNamespace, "svg");
    animated = animationNames.map((name) => document.getElementsByTagNameNS(svgNamespace, name));
  });

  function take(image: SVGSVGElement): ImageTime {
    const known = images.get(image);
    if (known !== undefined) return known;
    const isPaused = native.isPaused(image);
    // Time that has passed by itself is real time, and is dropped, unless the page has paused the image there.
    const time = { beginMs: clock.now() - (isPaused ? native.time(image) * 1000 : 0), isPaused };
    images.set(image, time);
    native.pause(image);
    if (!isPaused) native.seek(image, 0);
    return time;
  }

  function discover(): void {
    if (roots.length === 0) return;
    for (const elements of animated) {
      for (const element of elements) {
        const image = element instanceof SVGElement ? outermost(element) : null;
        if (image instanceof SVGSVGElement) take(image);
      }
    }
  }

  /** Keeps the events for which `isMeant` returns false from the page. */
  function hear(type: string, isMeant: (element: SVGAnimationElement, event: Event) => boolean): void {
    listenAlways(realm, type, (event) => {
      const { target } = event;
      if (target instanceof SVGAnimationElement && !isMeant(target, event)) event.stopImmediatePropagation();
    });
  }

  /** The events of an element since the last call. */
  function eventsOf(element: Element): readonly SvgEvent[] {
    const round = element instanceof SVGAnimationElement ? roundOf(element) : null;
    if (!(element instanceof SVGAnimationElement) || round === null) return [];
    // The page may go back in time.
    if (round.count < 0) begun.delete(element);
    if (round.count < 0) return [];
    const before = rounds.get(element);
    rounds.set(element, round);
    const isRepeating = (before?.beginS === round.beginS ? before.count : 0) < round.count;
    const isNew = begun.get(element) !== round.beginS;
    begun.set(element, round.beginS);
    // The page has moved the image into a later round, which is no repetition.
    if (isNew) return [{ element, type: "beginEvent" }];
    return isRepeating ? [{ element, type: "repeatEvent" }] : [];
  }

  // Those that are over before the next frame are the browser's to report.
  hear("beginEvent", (element, { isTrusted }) => {
    const round = isTrusted ? roundOf(element) : null;
    const isOurs = round !== null && round.count >= 0;
    if (!isOurs) running.add(element);
    return !isOurs;
  });
  // One that begins again at the time of its end would end once more.
  hear("endEvent", (element, { isTrusted }) => !isTrusted || running.delete(element));
  replaceControls(realm, clock, native, take);
  // The browser starts the images after the load, in real time.
  realm.addEventListener("DOMContentLoaded", discover, { capture: true, once: true });

  return {
    discover,
    advance() {
      if (images.size === 0) return null;
      for (const [image, { beginMs, isPaused }] of images) {
        if (!image.isConnected) images.delete(image);
        if (!image.isConnected || isPaused) continue;
        native.seek(image, (clock.now() - beginMs) / 1000);
      }
      return animated.flatMap((elements) => [...elements].flatMap(eventsOf));
    },
  };
}

/** Lets the page pause and seek images as if the browser did not have them paused. */
function replaceControls(
  { SVGSVGElement }: Window & typeof globalThis,
  clock: VirtualClock,
  native: NativeImage,
  take: (image: SVGSVGElement) => ImageTime,
): void {
  replaceMethod(SVGSVGElement.prototype, "pauseAnimations", (original) => {
    function pauseAnimations(this: object): void {
      if (this instanceof SVGSVGElement) take(this).isPaused = true;
      Reflect.apply(original, this, []);
    }
    return pauseAnimations;
  });
  replaceMethod(SVGSVGElement.prototype, "unpauseAnimations", (original) => {
    function unpauseAnimations(this: object): void {
      if (!(this instanceof SVGSVGElement)) {
        Reflect.apply(original, this, []);
        return;
      }
      const time = take(this);
      if (time.isPaused) time.beginMs = clock.now() - native.time(this) * 1000;
      time.isPaused = false;
    }
    return unpauseAnimations;
  });
  replaceMethod(SVGSVGElement.prototype, "animationsPaused", (original) => {
    function animationsPaused(this: object): unknown {
      return this instanceof SVGSVGElement ? take(this).isPaused : Reflect.apply(original, this, []);
    }
    return animationsPaused;
  });
  replaceMethod(SVGSVGElement.prototype, "setCurrentTime", (original) => {
    function setCurrentTime(this: object, ...parameters: unknown[]): void {
      const time = this instanceof SVGSVGElement ? take(this) : null;
      Reflect.apply(original, this, parameters);
      if (time !== null) time.beginMs = clock.now() - Number(parameters[0]) * 1000;
    }
    return setCurrentTime;
  });
}

/** The image that an element belongs to. Images within it share its time. */
function outermost(element: SVGElement): SVGElement {
  let found = element;
  while (found.ownerSVGElement !== null) found = found.ownerSVGElement;
  return found;
}

interface Round {
  readonly beginS: number;
  /** Below zero before the beginning. */
  readonly count: number;
}

/** The round in which an element is, and when its first one began; null if it has neither begun nor will. */
function roundOf(element: SVGAnimationElement): Round | null {
  try {
    const beginS = element.getStartTime();
    const passedS = element.getCurrentTime() - beginS;
    return { beginS, count: Math.min(Math.floor(passedS / durationOf(element) + singlePrecision), lastRound(element)) };
  } catch {
    // It has no beginning.
    return null;
  }
}

/** Seconds. */
function durationOf(element: SVGAnimationElement): number {
  try {
    return element.getSimpleDuration();
  } catch {
    // It has no end of a round.
    return Infinity;
  }
}

/** The browser tells of no end, and the last frame may be closer to it than its times are exact. */
function lastRound(element: SVGAnimationElement): number {
  if (element.hasAttribute("repeatDur")) return Infinity;
  const rounds = element.getAttribute("repeatCount") ?? "1";
  return rounds === "indefinite" ? Infinity : Math.max(Math.ceil(Number(rounds)) - 1 || 0, 0);
}

interface NativeImage {
  pause(image: SVGSVGElement): void;
  isPaused(image: SVGSVGElement): boolean;
  /** Seconds. */
  time(image: SVGSVGElement): number;
  seek(image: SVGSVGElement, seconds: number): void;
}

function takeNativeImage(prototype: SVGSVGElement): NativeImage {
  const { pauseAnimations, animationsPaused, getCurrentTime, setCurrentTime } = prototype;
  return {
    pause: (image) => {
      Reflect.apply(pauseAnimations, image, []);
    },
    isPaused: (image) => Reflect.apply(animationsPaused, image, []),
    time: (image) => Reflect.apply(getCurrentTime, image, []),
    seek: (image, seconds) => {
      Reflect.apply(setCurrentTime, image, [seconds]);
    },
  };
}
