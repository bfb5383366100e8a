import type { HeldEvents } from "../loads/held-events.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { MediaLoads } from "./media-loads.ts";
import { hasSource } from "./media-sources.ts";
import type { NativeMediaState } from "./media-state.ts";
import { MediaTasks } from "./media-tasks.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import type { VirtualTimers } from "../time/virtual-timers.ts";

/** A promise of `play()` that has not settled. */
interface Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: object) => void;
}

/** The playback state of an element that its page sees. */
interface Playback {
  isPaused: boolean;
  /** Whether it has the data to move on. */
  isMoving: boolean;
  isSeeking: boolean;
  /** Whether of its source only the metadata has come, as far as the page has heard. */
  hasOnlyMetadata: boolean;
  /** True if the page gets the event `emptied`. */
  isEmptying: boolean;
  /** Whether it plays without a call, as soon as it can. */
  startsItself: boolean;
  /** Position in seconds when the virtual clock showed `sinceMs`. */
  positionSeconds: number;
  sinceMs: number;
  /** Where it is to begin when it has data; null for the beginning. */
  startSeconds: number | null;
  /** The task that comes next as it moves on. */
  tick: number;
  readonly waiting: Waiting[];
  /** Those whose task is queued. */
  readonly resolving: Waiting[];
}

const timeUpdateMs = 250;
/** The events of the data that the browser queues together with the next one. */
const dataEvents: ReadonlySet<string> = new Set(["loadeddata", "canplay"]);

interface PlaybackParts {
  readonly realm: Window & typeof globalThis;
  readonly real: Pick<RealPrimitives, "runInOneTask">;
  readonly clock: VirtualClock;
  readonly events: HeldEvents;
  readonly loads: MediaLoads;
  readonly state: NativeMediaState;
  readonly timers: Pick<VirtualTimers, "setTask" | "clearTask">;
  /** Called when an element has the frame of the place that it has sought. */
  readonly onSought: (element: HTMLMediaElement) => void;
  /** Called with the reason why an element does not play. */
  readonly onUnplayable: (reason: object) => void;
}

/**
 * Plays media elements on the virtual clock, silently: the position, the events and the end come from the clock. The
 * tasks are those that Chromium queues, in the same order.
 */
export class MediaPlayback {
  // Captured when the realm is new: pages overwrite globals.
  readonly #realm: Pick<Window & typeof globalThis, "Event" | "DOMException" | "HTMLMediaElement" | "Promise">;
  readonly #parts: Omit<PlaybackParts, "realm">;
  readonly #tasks: MediaTasks;
  readonly #playbacks = new WeakMap<HTMLMediaElement, Playback>();

  constructor({ realm, ...parts }: PlaybackParts) {
    const { Event, DOMException, HTMLMediaElement, Promise } = realm;
    this.#realm = { Event, DOMException, HTMLMediaElement, Promise };
    this.#parts = parts;
    this.#tasks = new MediaTasks(parts.timers, parts.real.runInOneTask);
  }

  isPaused(element: HTMLMediaElement): boolean {
    return this.#of(element).isPaused;
  }

  isSeeking(element: HTMLMediaElement): boolean {
    return this.#of(element).isSeeking;
  }

  isEmptying(element: HTMLMediaElement): boolean {
    return this.#of(element).isEmptying;
  }

  hasOnlyMetadata(element: HTMLMediaElement): boolean {
    return this.#of(element).hasOnlyMetadata;
  }

  hasEnded(element: HTMLMediaElement): boolean {
    return !element.loop && this.#isAtEnd(element);
  }

  /** Seconds. */
  position(element: HTMLMediaElement): number {
    const { isMoving, positionSeconds, sinceMs, startSeconds } = this.#of(element);
    if (!isMoving) return startSeconds ?? positionSeconds;
    const now = positionSeconds + ((this.#parts.clock.now() - sinceMs) / 1000) * element.playbackRate;
    return this.#beforeEnd(element, now);
  }

  play(element: HTMLMediaElement): Promise<void> {
    const { Promise } = this.#realm;
    const { loads, state } = this.#parts;
    if (state.hasFailed(element) && !loads.isLoading(element)) return Promise.reject(this.#unsupported());
    const playback = this.#of(element);
    const played = new Promise<void>((resolve, reject) => {
      playback.waiting.push({ resolve, reject });
    });
    this.#loadIfNeeded(element);
    if (this.#isAtEnd(element)) this.seek(element, 0);
    if (playback.isPaused) this.#begin(element, playback);
    else if (this.#hasData(element)) this.#resolve(element, playback);
    return played;
  }

  pause(element: HTMLMediaElement): void {
    const playback = this.#of(element);
    if (playback.isPaused) return;
    this.#stop(element, playback);
    playback.isPaused = true;
    this.#send(element, "timeupdate", "pause");
    this.#reject(element, playback, this.#interruption("The play() request was interrupted by a call to pause()."));
  }

  seek(element: HTMLMediaElement, positionSeconds: number): void {
    const playback = this.#of(element);
    if (!playback.isSeeking && !playback.hasOnlyMetadata && !this.#hasData(element)) {
      playback.startSeconds = Math.max(0, positionSeconds);
      return;
    }
    const target = this.#beforeEnd(element, Math.max(0, positionSeconds));
    const wasMoving = playback.isMoving;
    const isThere = playback.isPaused && target === this.position(element);
    this.#stop(element, playback);
    this.#moveTo(element, target);
    this.#send(element, "seeking", ...(wasMoving ? ["waiting"] : []));
    if (playback.isSeeking) return;
    playback.isSeeking = true;
    // The seek ends with the data.
    if (playback.hasOnlyMetadata) return;
    const end = (): void => {
      this.#endSeek(element, playback);
    };
    this.#tasks.add(element, () => {
      // The player takes longer to reach another place, and what is queued by now comes before.
      if (isThere) end();
      else this.#tasks.add(element, end);
    });
  }

  /** Stops the playback, because `change` gives it another source or makes it load again. */
  reset(element: HTMLMediaElement, change: () => void): void {
    const playback = this.#of(element);
    const { loads } = this.#parts;
    const wasEmpty = element.networkState === element.NETWORK_EMPTY;
    const types = this.#typesOfReset(element);
    change();
    this.#tasks.drop(element);
    loads.forgetRates(element);
    this.#stop(element, playback);
    Object.assign(playback, { isPaused: true, isSeeking: false, positionSeconds: 0 });
    Object.assign(playback, { hasOnlyMetadata: false, startsItself: false });
    const interrupt = this.#interruption("The play() request was interrupted by a new load request.");
    for (const waiting of playback.waiting.splice(0)) interrupt(waiting);
    if (wasEmpty && !hasSource(element)) return;
    if (loads.restart(element)) for (const type of types) this.#tellEmptied(element, playback, type);
    // Without a source the element only reports that it has discarded its previous one.
    this.#tasks.add(element, () => {
      loads.endChoice(element);
    });
  }

  /** The events that the browser queues when it empties an element. */
  #typesOfReset(element: HTMLMediaElement): readonly string[] {
    const { networkState, NETWORK_EMPTY, NETWORK_IDLE, NETWORK_LOADING } = element;
    const isUnderway = networkState === NETWORK_IDLE || networkState === NETWORK_LOADING;
    return [
      ...(isUnderway ? ["abort"] : []),
      ...(networkState === NETWORK_EMPTY ? [] : ["emptied", "timeupdate"]),
      ...(element.playbackRate === element.defaultPlaybackRate ? [] : ["ratechange"]),
    ];
  }

  #tellEmptied(element: HTMLMediaElement, playback: Playback, type: string): void {
    this.#tasks.add(element, async () => {
      playback.isEmptying = true;
      try {
        await this.#parts.events.sendInTask(element, new this.#realm.Event(type));
      } finally {
        playback.isEmptying = false;
      }
    });
  }

  /** Call when the element is to load more of its source than before. */
  loadMore(element: HTMLMediaElement): void {
    const isAtRest = this.#parts.state.networkState(element) === element.NETWORK_IDLE;
    if (isAtRest && this.#isShort(element) && element.preload !== "none") this.#parts.loads.hold(element);
  }

  /** Runs the tasks that were queued before the events of a load. */
  async beforeLoad(element: HTMLMediaElement): Promise<void> {
    await this.#tasks.flushAll();
    await this.#tasks.flush(element);
  }

  /** Call right before each event of a load. */
  async beforeEvent(element: HTMLMediaElement, type: string): Promise<void> {
    if (type === "durationchange" || type === "loadedmetadata") this.#of(element).hasOnlyMetadata = true;
    else if (type !== "resize") await this.#takeData(element);
  }

  async afterLoad(element: HTMLMediaElement): Promise<void> {
    await this.#takeData(element);
  }

  /** Call after each event of a load: those of the playback come between them. */
  async afterEvent(element: HTMLMediaElement, type: string): Promise<void> {
    const playback = this.#of(element);
    if (type === "loadedmetadata" && playback.startSeconds !== null) {
      const { startSeconds } = playback;
      playback.startSeconds = null;
      this.seek(element, startSeconds);
    }
    if (type === "loadedmetadata" && element.autoplay && playback.isPaused)
      Object.assign(playback, { isPaused: false, startsItself: true });
    if (type === "error" && this.#parts.state.hasFailed(element) && playback.waiting.length > 0) {
      const reason = this.#unsupported();
      this.#reject(element, playback, ({ reject }) => {
        reject(reason);
      });
    }
    const begins = type === "canplay" && this.#playOn(element, playback);
    if (begins || !dataEvents.has(type)) await this.#tasks.flush(element);
  }

  /** Call around a change of the rate, which does not move the element. */
  changeRate(element: HTMLMediaElement, change: () => void): void {
    const { isMoving } = this.#of(element);
    if (isMoving) this.#moveTo(element, this.position(element));
    change();
    if (isMoving) this.#scheduleTick(element);
  }

  /** Sends an event after those that are queued. */
  announce(element: HTMLMediaElement, type: string): void {
    this.#send(element, type);
  }

  /** Ends a seek for which only the data was missing. */
  async #takeData(element: HTMLMediaElement): Promise<void> {
    const playback = this.#of(element);
    if (!playback.hasOnlyMetadata) return;
    playback.hasOnlyMetadata = false;
    if (!playback.isSeeking) return;
    playback.isSeeking = false;
    this.#parts.onSought(element);
    this.#send(element, "timeupdate", "seeked");
    await this.#tasks.flush(element);
  }

  /** Begins to move if it plays; returns whether it does. */
  #playOn(element: HTMLMediaElement, playback: Playback): boolean {
    const { isPaused, isMoving, startsItself } = playback;
    playback.startsItself = false;
    if (isPaused || isMoving) return false;
    if (startsItself) this.#send(element, "play");
    this.#notifyPlaying(element, playback);
    return true;
  }

  #of(element: HTMLMediaElement): Playback {
    const known = this.#playbacks.get(element);
    if (known !== undefined) return known;
    const playback: Playback = {
      ...{ isPaused: true, isMoving: false, isSeeking: false, hasOnlyMetadata: false, startsItself: false },
      ...{ isEmptying: false, positionSeconds: 0, sinceMs: 0, startSeconds: null, tick: 0, waiting: [], resolving: [] },
    };
    this.#playbacks.set(element, playback);
    return playback;
  }

  #isShort(element: HTMLMediaElement): boolean {
    return this.#parts.state.readyState(element) < this.#realm.HTMLMediaElement.HAVE_FUTURE_DATA;
  }

  #hasData(element: HTMLMediaElement): boolean {
    const { isSeeking, hasOnlyMetadata } = this.#of(element);
    return !this.#parts.loads.isLoading(element) && !isSeeking && !hasOnlyMetadata && !this.#isShort(element);
  }

  #loadIfNeeded(element: HTMLMediaElement): void {
    // Libraries call `play` to find out whether they may play. Like the browser, it waits for a source.
    if (!hasSource(element)) return;
    const { loads } = this.#parts;
    if (!this.#isShort(element) && !loads.isLoading(element)) return;
    if (element.preload === "none" || element.preload === "metadata") element.preload = "auto";
    loads.hold(element);
  }

  #begin(element: HTMLMediaElement, playback: Playback): void {
    playback.isPaused = false;
    this.#send(element, "play");
    if (this.#hasData(element)) this.#notifyPlaying(element, playback);
    else this.#send(element, "waiting");
  }

  #notifyPlaying(element: HTMLMediaElement, playback: Playback): void {
    this.#send(element, "playing");
    this.#resolve(element, playback);
    this.#moveTo(element, playback.positionSeconds);
    playback.isMoving = true;
    this.#scheduleTick(element);
  }

  #stop(element: HTMLMediaElement, playback: Playback): void {
    this.#moveTo(element, this.position(element));
    playback.isMoving = false;
    this.#parts.timers.clearTask(playback.tick);
  }

  #isAtEnd(element: HTMLMediaElement): boolean {
    const durationSeconds = this.#parts.state.duration(element);
    return !this.isSeeking(element) && durationSeconds > 0 && this.position(element) >= durationSeconds;
  }

  /** The nearest place that the element has. */
  #beforeEnd(element: HTMLMediaElement, positionSeconds: number): number {
    const durationSeconds = this.#parts.state.duration(element);
    return durationSeconds > 0 ? Math.min(positionSeconds, durationSeconds) : positionSeconds;
  }

  #endSeek(element: HTMLMediaElement, playback: Playback): void {
    playback.isSeeking = false;
    this.#parts.onSought(element);
    const { isPaused } = playback;
    this.#send(element, "timeupdate", "seeked", "canplay");
    if (!isPaused) this.#notifyPlaying(element, playback);
    this.#send(element, "canplaythrough");
    if (!isPaused && this.#isAtEnd(element)) this.#endPlayback(element, playback);
  }

  /** Resolves the promises of the calls so far in a task, or in the one that is queued for earlier calls. */
  #resolve(element: HTMLMediaElement, playback: Playback): void {
    const { resolving } = playback;
    const isQueued = resolving.length > 0;
    resolving.push(...playback.waiting.splice(0));
    if (isQueued || resolving.length === 0) return;
    this.#tasks.add(
      element,
      () => {
        for (const { resolve } of resolving.splice(0)) resolve();
      },
      true,
    );
  }

  /** Rejects the promises of the calls so far in a task. */
  #reject(element: HTMLMediaElement, playback: Playback, reject: (waiting: Waiting) => void): void {
    const taken = playback.waiting.splice(0);
    if (taken.length === 0) return;
    this.#tasks.add(
      element,
      () => {
        for (const waiting of taken) reject(waiting);
      },
      true,
    );
  }

  #interruption(message: string): (waiting: Waiting) => void {
    return ({ reject }) => {
      const reason = new this.#realm.DOMException(message, "AbortError");
      this.#parts.onUnplayable(reason);
      reject(reason);
    };
  }

  #unsupported(): DOMException {
    const reason = new this.#realm.DOMException("The element has no supported sources.", "NotSupportedError");
    this.#parts.onUnplayable(reason);
    return reason;
  }

  #moveTo(element: HTMLMediaElement, positionSeconds: number): void {
    Object.assign(this.#of(element), { positionSeconds, sinceMs: this.#parts.clock.now() });
  }

  #send(element: HTMLMediaElement, ...types: readonly string[]): void {
    for (const type of types)
      this.#tasks.add(element, () => this.#parts.events.sendInTask(element, new this.#realm.Event(type)));
  }

  #scheduleTick(element: HTMLMediaElement): void {
    const playback = this.#of(element);
    const { state, timers } = this.#parts;
    timers.clearTask(playback.tick);
    const leftMs = ((state.duration(element) - this.position(element)) * 1000) / element.playbackRate;
    const delayMs = leftMs >= 0 ? Math.min(timeUpdateMs, Math.ceil(leftMs)) : timeUpdateMs;
    playback.tick = timers.setTask(() => {
      this.#tick(element);
    }, delayMs);
  }

  #tick(element: HTMLMediaElement): void {
    const playback = this.#of(element);
    const isAtEnd = this.#isAtEnd(element);
    if (!isAtEnd || !element.loop) this.#send(element, "timeupdate");
    if (isAtEnd) this.#endPlayback(element, playback);
    else this.#scheduleTick(element);
  }

  #endPlayback(element: HTMLMediaElement, playback: Playback): void {
    if (element.loop) {
      this.seek(element, 0);
      return;
    }
    this.#stop(element, playback);
    playback.isPaused = true;
    this.#send(element, "pause", "ended");
  }
}
