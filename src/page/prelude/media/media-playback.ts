import type { MediaLoads } from "./media-loads.ts";
import { hasSource } from "./media-sources.ts";
import type { NativeMediaState } from "./media-state.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** The playback state of an element that its page sees. */
interface Playback {
  isPaused: boolean;
  /** Position in seconds when the virtual clock showed `sinceMs`. */
  positionSeconds: number;
  sinceMs: number;
  timer: number;
}

const timeUpdateMs = 250;

interface PlaybackParts {
  readonly realm: Window & typeof globalThis;
  readonly clock: VirtualClock;
  readonly loads: MediaLoads;
  readonly state: NativeMediaState;
  /** Called with the reason why an element cannot play. */
  readonly onUnplayable: (reason: object) => void;
}

/** Plays media elements on the virtual clock, silently: the position, the events and the end come from the clock. */
export class MediaPlayback {
  // Captured when the realm is new: pages overwrite globals. The timers are already the virtual ones.
  readonly #realm: Pick<
    Window & typeof globalThis,
    "Event" | "DOMException" | "HTMLMediaElement" | "setTimeout" | "clearTimeout"
  >;
  readonly #clock: VirtualClock;
  readonly #loads: MediaLoads;
  readonly #state: NativeMediaState;
  readonly #onUnplayable: (reason: object) => void;
  readonly #playbacks = new WeakMap<HTMLMediaElement, Playback>();

  constructor({ realm, clock, loads, state, onUnplayable }: PlaybackParts) {
    const { Event, DOMException, HTMLMediaElement, setTimeout, clearTimeout } = realm;
    this.#realm = { Event, DOMException, HTMLMediaElement, setTimeout, clearTimeout };
    this.#clock = clock;
    this.#loads = loads;
    this.#state = state;
    this.#onUnplayable = onUnplayable;
  }

  isPaused(element: HTMLMediaElement): boolean {
    return this.#of(element).isPaused;
  }

  hasEnded(element: HTMLMediaElement): boolean {
    const durationSeconds = this.#state.duration(element);
    return !element.loop && durationSeconds > 0 && this.position(element) >= durationSeconds;
  }

  /** Seconds. */
  position(element: HTMLMediaElement): number {
    const { isPaused, positionSeconds, sinceMs } = this.#of(element);
    if (isPaused) return positionSeconds;
    const now = positionSeconds + ((this.#clock.now() - sinceMs) / 1000) * element.playbackRate;
    const duration = this.#state.duration(element);
    if (!Number.isFinite(duration) || duration <= 0) return now;
    return element.loop ? now % duration : Math.min(now, duration);
  }

  async play(element: HTMLMediaElement): Promise<void> {
    const playback = this.#of(element);
    // Libraries call this to find out whether they may play. Like the browser, it waits for a source.
    if (!hasSource(element)) await new Promise(() => undefined);
    const { HAVE_FUTURE_DATA } = this.#realm.HTMLMediaElement;
    const lacksData = this.#state.readyState(element) < HAVE_FUTURE_DATA && !this.#state.hasFailed(element);
    if (lacksData || this.#loads.isLoading(element)) {
      if (element.preload === "none" || element.preload === "metadata") element.preload = "auto";
      await this.#loads.hold(element);
    }
    if (this.#state.hasFailed(element)) {
      const reason = new this.#realm.DOMException("The element has no supported sources.", "NotSupportedError");
      this.#onUnplayable(reason);
      throw reason;
    }
    if (!playback.isPaused) return;
    this.#moveTo(element, this.hasEnded(element) ? 0 : playback.positionSeconds);
    playback.isPaused = false;
    this.#send(element, "play", "playing");
    this.#scheduleTick(element);
  }

  pause(element: HTMLMediaElement): void {
    const playback = this.#of(element);
    if (playback.isPaused) return;
    this.#moveTo(element, this.position(element));
    playback.isPaused = true;
    this.#realm.clearTimeout(playback.timer);
    this.#send(element, "timeupdate", "pause");
  }

  seek(element: HTMLMediaElement, positionSeconds: number): void {
    this.#moveTo(element, Math.max(0, positionSeconds));
    if (!this.isPaused(element)) this.#scheduleTick(element);
    this.#send(element, "seeking", "seeked", "timeupdate");
  }

  /** Stops the playback, because the source has changed. */
  reset(element: HTMLMediaElement): void {
    const playback = this.#of(element);
    this.#realm.clearTimeout(playback.timer);
    Object.assign(playback, { isPaused: true, positionSeconds: 0 });
    // Without a source the element only reports that it has discarded its previous one.
    const isEmpty = this.#state.networkState(element) === element.NETWORK_EMPTY && !hasSource(element);
    if (!isEmpty) this.#loads.begin(element);
  }

  /** Call when the element is to load more of its source than before. */
  loadMore(element: HTMLMediaElement): void {
    const isAtRest = this.#state.networkState(element) === element.NETWORK_IDLE;
    const isShort = this.#state.readyState(element) < this.#realm.HTMLMediaElement.HAVE_FUTURE_DATA;
    if (isAtRest && isShort && element.preload !== "none") void this.#loads.hold(element);
  }

  #of(element: HTMLMediaElement): Playback {
    const playback = this.#playbacks.get(element) ?? { isPaused: true, positionSeconds: 0, sinceMs: 0, timer: 0 };
    this.#playbacks.set(element, playback);
    return playback;
  }

  #moveTo(element: HTMLMediaElement, positionSeconds: number): void {
    Object.assign(this.#of(element), { positionSeconds, sinceMs: this.#clock.now() });
  }

  #send(element: HTMLMediaElement, ...types: readonly string[]): void {
    this.#realm.setTimeout(() => {
      for (const type of types) element.dispatchEvent(new this.#realm.Event(type));
    }, 0);
  }

  #scheduleTick(element: HTMLMediaElement): void {
    const playback = this.#of(element);
    this.#realm.clearTimeout(playback.timer);
    const leftMs = ((this.#state.duration(element) - this.position(element)) * 1000) / (element.playbackRate || 1);
    const delayMs = element.loop || !(leftMs >= 0) ? timeUpdateMs : Math.min(timeUpdateMs, Math.ceil(leftMs));
    playback.timer = this.#realm.setTimeout(() => {
      this.#tick(element);
    }, delayMs);
  }

  #tick(element: HTMLMediaElement): void {
    const { Event } = this.#realm;
    const playback = this.#of(element);
    element.dispatchEvent(new Event("timeupdate"));
    if (playback.isPaused) return;
    if (!this.hasEnded(element)) {
      this.#scheduleTick(element);
      return;
    }
    this.#moveTo(element, this.#state.duration(element));
    playback.isPaused = true;
    for (const type of ["pause", "ended"]) element.dispatchEvent(new Event(type));
  }
}
