import type { AsyncOrder } from "./async-order.ts";
import { looksLike, replaceGetter, replaceMethod } from "./native-look.ts";
import type { RealPrimitives } from "./real-clock.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** How an element plays, as its page sees it. */
interface Playback {
  isPaused: boolean;
  /** Position at `sinceMs` of the virtual clock, seconds. */
  positionSeconds: number;
  sinceMs: number;
  timer: number;
}

/** Events by which the browser tells how a load gets on; those that count bytes are left out of the held ones. */
const loadEvents = ["loadstart", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough"] as const;
const endEvents = ["canplaythrough", "error", "suspend", "abort"];
const silentEvents = ["progress", "suspend", "stalled", "waiting"] as const;
// A load that says nothing more by then, such as one of a source that is missing, has ended.
const loadLimitMs = 2000;
const timeUpdateMs = 250;

export interface MediaOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly order: AsyncOrder;
}

/**
 * Puts audio and video elements on the virtual clock. A load is held like any other; nothing is really played, and the
 * position, the events and the end come from the clock. A video keeps showing its first picture.
 */
export function installVirtualMedia({ realm, real, clock, order }: MediaOptions): void {
  // Taken now: pages overwrite globals. The timers are the virtual ones already.
  const { Event, HTMLMediaElement, setTimeout, clearTimeout } = realm;
  const prototype = HTMLMediaElement.prototype;
  const playbacks = new WeakMap<HTMLMediaElement, Playback>();
  const loading = new WeakMap<HTMLMediaElement, Promise<void>>();

  function playbackOf(element: HTMLMediaElement): Playback {
    const playback = playbacks.get(element) ?? { isPaused: true, positionSeconds: 0, sinceMs: 0, timer: 0 };
    playbacks.set(element, playback);
    return playback;
  }

  function send(element: HTMLMediaElement, ...types: readonly string[]): void {
    setTimeout(() => {
      for (const type of types) element.dispatchEvent(new Event(type));
    }, 0);
  }

  function holdLoad(element: HTMLMediaElement): Promise<void> {
    const known = loading.get(element);
    if (known !== undefined) return known;
    const complete = order.expect(`${element.localName} ${element.currentSrc || element.src}`);
    const held: string[] = [];
    const types = [...loadEvents, ...silentEvents, "error", "abort"];
    const ended = new Promise<void>((resolve) => {
      const end = (): void => {
        real.clearTimeout(limit);
        for (const type of types) element.removeEventListener(type, hold, true);
        complete(() => {
          loading.delete(element);
          resolve();
          for (const type of held) element.dispatchEvent(new Event(type));
        });
      };
      const limit = real.setTimeout(end, loadLimitMs);
      const hold = (event: Event): void => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        if (!silentEvents.some((type) => type === event.type)) held.push(event.type);
        if (endEvents.includes(event.type) && (event.type !== "suspend" || element.readyState > 0)) end();
      };
      for (const type of types) element.addEventListener(type, hold, true);
    });
    loading.set(element, ended);
    return ended;
  }

  function position(element: HTMLMediaElement): number {
    const { isPaused, positionSeconds, sinceMs } = playbackOf(element);
    if (isPaused) return positionSeconds;
    const now = positionSeconds + ((clock.now() - sinceMs) / 1000) * element.playbackRate;
    const { duration } = element;
    if (!Number.isFinite(duration) || duration <= 0) return now;
    return element.loop ? now % duration : Math.min(now, duration);
  }

  function moveTo(element: HTMLMediaElement, positionSeconds: number): void {
    Object.assign(playbackOf(element), { positionSeconds, sinceMs: clock.now() });
  }

  function tick(element: HTMLMediaElement): void {
    const playback = playbackOf(element);
    element.dispatchEvent(new Event("timeupdate"));
    if (playback.isPaused) return;
    if (hasEnded(element)) {
      moveTo(element, element.duration);
      playback.isPaused = true;
      for (const type of ["pause", "ended"]) element.dispatchEvent(new Event(type));
      return;
    }
    scheduleTick(element);
  }

  function scheduleTick(element: HTMLMediaElement): void {
    const playback = playbackOf(element);
    clearTimeout(playback.timer);
    const leftMs = ((element.duration - position(element)) * 1000) / (element.playbackRate || 1);
    const delayMs = element.loop || !(leftMs >= 0) ? timeUpdateMs : Math.min(timeUpdateMs, Math.ceil(leftMs));
    playback.timer = setTimeout(tick, delayMs, element);
  }

  function hasEnded(element: HTMLMediaElement): boolean {
    return !element.loop && element.duration > 0 && position(element) >= element.duration;
  }

  async function play(element: HTMLMediaElement): Promise<void> {
    const playback = playbackOf(element);
    // Libraries ask so whether they may play. The browser waits for a source, too.
    if (!hasSource(element)) await new Promise(() => undefined);
    if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA || loading.has(element)) {
      if (element.preload === "none" || element.preload === "metadata") element.preload = "auto";
      await holdLoad(element);
    }
    if (element.error !== null) throw new realm.DOMException("The element has no supported sources.", "NotSupportedError");
    if (!playback.isPaused) return;
    moveTo(element, hasEnded(element) ? 0 : playback.positionSeconds);
    playback.isPaused = false;
    send(element, "play", "playing");
    scheduleTick(element);
  }

  replaceMethod(prototype, "play", () => {
    return function replacement(this: HTMLMediaElement): Promise<void> {
      return play(this);
    };
  });
  replaceMethod(prototype, "pause", () => {
    return function replacement(this: HTMLMediaElement): void {
      const playback = playbackOf(this);
      if (playback.isPaused) return;
      moveTo(this, position(this));
      playback.isPaused = true;
      clearTimeout(playback.timer);
      send(this, "timeupdate", "pause");
    };
  });
  replaceMethod(prototype, "load", (load) => {
    return function replacement(this: HTMLMediaElement): void {
      reset(this);
      Reflect.apply(load, this, []);
    };
  });

  /** A new source stops what was playing. */
  function reset(element: HTMLMediaElement): void {
    const playback = playbackOf(element);
    clearTimeout(playback.timer);
    Object.assign(playback, { isPaused: true, positionSeconds: 0 });
    if (hasSource(element) && element.preload !== "none") void holdLoad(element);
  }

  replaceGetter(prototype, "paused", (original, receiver) =>
    receiver instanceof HTMLMediaElement ? playbackOf(receiver).isPaused : original(),
  );
  replaceGetter(prototype, "ended", (original, receiver) =>
    receiver instanceof HTMLMediaElement ? hasEnded(receiver) : original(),
  );
  replaceGetter(prototype, "currentTime", (original, receiver) =>
    receiver instanceof HTMLMediaElement ? position(receiver) : original(),
  );
  replaceSetter(prototype, "currentTime", (element, value) => {
    moveTo(element, Math.max(0, Number(value)));
    if (!playbackOf(element).isPaused) scheduleTick(element);
    send(element, "seeking", "seeked", "timeupdate");
  });
  replaceSetter(prototype, "src", (element, value, setSource) => {
    setSource(value);
    if (value !== "") reset(element);
  });
  const NativeAudio = realm.Audio;
  const AudioProxy = new Proxy(NativeAudio, {
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
  looksLike(AudioProxy, NativeAudio);
  Object.defineProperty(realm, "Audio", { value: AudioProxy, writable: true, enumerable: false, configurable: true });

  /** Replaces the setter of a property of media elements. */
  function replaceSetter(
    owner: object,
    key: string,
    write: (element: HTMLMediaElement, value: unknown, original: (value: unknown) => void) => void,
  ): void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key);
    const original = descriptor?.set;
    if (descriptor === undefined || original === undefined) return;
    Object.defineProperty(owner, key, {
      ...descriptor,
      set(this: HTMLMediaElement, value: unknown) {
        write(this, value, (next) => {
          Reflect.apply(original, this, [next]);
        });
      },
    });
  }
}

/** Without anything to load nothing is ever heard of a load. */
function hasSource(element: HTMLMediaElement): boolean {
  return element.hasAttribute("src") || element.querySelector("source") !== null;
}
