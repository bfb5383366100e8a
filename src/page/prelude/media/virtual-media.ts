import type { AsyncOrder } from "../loads/async-order.ts";
import type { HeldEvents } from "../loads/held-events.ts";
import { MediaLoads } from "./media-loads.ts";
import { MediaPlayback } from "./media-playback.ts";
import { watchSources } from "./media-sources.ts";
import { nativeGetter } from "../loads/native-method.ts";
import { nativeMediaState, replaceMediaState } from "./media-state.ts";
import { looksLike, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualTimers } from "../time/virtual-timers.ts";
import { VideoFrames } from "./video-frames.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

type Realm = Window & typeof globalThis;

export interface MediaOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly timers: Pick<VirtualTimers, "runEarly" | "setTask" | "clearTask">;
  /** Its functions are called with the elements that are inserted into the document. */
  readonly insertions: ((element: Element) => void)[];
  /** Called with the reason why an element cannot play: it failed to load, or the browser does not know its format. */
  readonly onUnplayable: (reason: object) => void;
}

/**
 * Puts audio and video elements on the virtual clock. Loads are ordered like any other. Nothing is really played: the
 * position, the events and the end come from the clock, and a video keeps showing its first frame.
 */
export function installVirtualMedia(options: MediaOptions): void {
  const { realm, real, clock, order, events, timers, onUnplayable } = options;
  const { HTMLMediaElement } = realm;
  const state = nativeMediaState(realm);
  const loads: MediaLoads = new MediaLoads({
    ...{ realm, real, order, events, state },
    beforeEvents: (element) => playback.beforeLoad(element),
    beforeEvent: (element, type) => playback.beforeEvent(element, type),
    afterEvents: (element) => playback.afterLoad(element),
    afterEvent: (element, type) => {
      if (type === "loadeddata") frames.onNewFrame(element);
      return playback.afterEvent(element, type);
    },
  });
  const playback: MediaPlayback = new MediaPlayback({
    ...{ realm, real, clock, events, loads, state, timers, onUnplayable },
    onSought: (element) => {
      frames.onNewFrame(element);
    },
  });
  const frames = new VideoFrames(realm, {
    clock,
    hasFrame: (element) => !loads.isLoading(element) && state.readyState(element) >= element.HAVE_CURRENT_DATA,
    position: (element) => playback.position(element),
  });
  timers.runEarly(frames);
  // The markup's load begins in a task that comes when the browser likes.
  options.insertions.push((element) => {
    if (element instanceof HTMLMediaElement) loads.watch(element);
  });
  watchSources(realm, {
    onSource(element, change) {
      playback.reset(element, change);
    },
    onPreload(element) {
      playback.loadMore(element);
    },
    onCopy(element) {
      loads.watch(element);
    },
  });
  replaceMediaState(realm, {
    isLoading(element) {
      loads.watch(element);
      return loads.isLoading(element);
    },
    isChoosing: (element) => loads.isChoosing(element) || playback.isEmptying(element),
    isSeeking: (element) => playback.isSeeking(element),
    hasOnlyMetadata: (element) => playback.hasOnlyMetadata(element),
  });
  replaceMethods(realm, playback);
  replaceGetter(realm.VideoPlaybackQuality.prototype, "creationTime", () => clock.readSinceOrigin());
  replaceProperties(realm, playback);
  replaceSettings(realm, playback, loads);
  replaceAudio(realm);
}

function replaceMethods(
  { HTMLMediaElement: { prototype } }: Window & typeof globalThis,
  playback: MediaPlayback,
): void {
  replaceMethod(prototype, "play", () => {
    return function replacement(this: HTMLMediaElement): Promise<void> {
      return playback.play(this);
    };
  });
  replaceMethod(prototype, "pause", () => {
    return function replacement(this: HTMLMediaElement): void {
      playback.pause(this);
    };
  });
  replaceMethod(prototype, "load", (load) => {
    return function replacement(this: HTMLMediaElement): void {
      playback.reset(this, () => {
        Reflect.apply(load, this, []);
      });
    };
  });
}

function replaceProperties({ HTMLMediaElement }: Window & typeof globalThis, playback: MediaPlayback): void {
  const { prototype } = HTMLMediaElement;
  const replaceRead = (key: string, read: (element: HTMLMediaElement) => unknown): void => {
    replaceGetter(prototype, key, (original, receiver) =>
      receiver instanceof HTMLMediaElement ? read(receiver) : original(),
    );
  };
  replaceRead("paused", (element) => playback.isPaused(element));
  replaceRead("seeking", (element) => playback.isSeeking(element));
  replaceRead("ended", (element) => playback.hasEnded(element));
  replaceRead("currentTime", (element) => playback.position(element));
  replaceSetter(prototype, "currentTime", (element, value, set) => {
    const seconds = Number(value);
    // The browser throws.
    if (Number.isFinite(seconds)) playback.seek(element, seconds);
    else set(value);
  });
}

/** Tells of a changed rate or volume in the order of the playback's events. */
function replaceSettings({ HTMLMediaElement }: Realm, playback: MediaPlayback, loads: MediaLoads): void {
  const { prototype } = HTMLMediaElement;
  for (const key of ["playbackRate", "defaultPlaybackRate", "volume", "muted"]) {
    const read = nativeGetter(prototype, key);
    const isRate = key.endsWith("Rate");
    replaceSetter(prototype, key, (element, value, set) => {
      const change = (): void => {
        set(value);
      };
      const before = read?.(element);
      if (isRate) playback.changeRate(element, change);
      else change();
      if (read?.(element) === before) return;
      if (isRate) loads.noteRate(element);
      playback.announce(element, isRate ? "ratechange" : "volumechange");
    });
  }
}

/** `new Audio(url)` loads without calling the setter of `src`. */
function replaceAudio(realm: Window & typeof globalThis): void {
  const native = realm.Audio;
  const replacement = new Proxy(native, {
    construct(Target, parameters: [string?]) {
      const [url] = parameters;
      const element = new Target();
      if (url !== undefined) {
        element.preload = "auto";
        element.src = url;
      }
      return element;
    },
  });
  looksLike(replacement, native);
  Object.defineProperty(realm, "Audio", { value: replacement, writable: true, enumerable: false, configurable: true });
}
