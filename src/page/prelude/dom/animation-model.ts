import { LazyPromise } from "./lazy-promise.ts";
import type { NativeAnimation } from "./native-animation.ts";

/** What an animation needs from the realm that it belongs to. */
export interface AnimationHost {
  readonly native: NativeAnimation;
  readonly Promise: PromiseConstructor;
  /** The current time of a timeline; null if it is inactive. */
  timelineTime(timeline: AnimationTimeline | null): number | null;
  queueMicrotask(task: () => void): void;
  /** The exception of this name, which the page gets. */
  exception(name: "AbortError" | "InvalidStateError", message: string): Error;
  /** Queues a finish or cancel event. Times are of the timeline; `atMs` is when it belongs in the order of events. */
  queueEvent(model: AnimationModel, type: "finish" | "cancel", atMs: number | null): void;
  /** The animation may have begun to depend on time. */
  changed(model: AnimationModel): void;
}

export type PlayState = "idle" | "running" | "paused" | "finished";

// Sixtieths of a second do not add up to whole milliseconds. Beyond the limit there are no digits to round.
const roundedPerMs = 1e6;
const roundableMs = 1e9;

/**
 * The timing of one animation: the procedures of https://drafts.csswg.org/web-animations-1/#animations, with the frame's
 * time for the timeline's. The native animation has no timeline, so that nothing real moves it; it only shows the
 * position that it is given.
 */
export class AnimationModel {
  readonly animation: Animation;
  replaceState: "active" | "removed" | "persisted" = "active";
  readonly #host: AnimationHost;
  #timeline: AnimationTimeline | null;
  #start: number | null = null;
  #hold: number | null = null;
  #previous: number | null = null;
  #rate: number;
  #pendingRate: number | null = null;
  #pendingTask: "play" | "pause" | null = null;
  #ready: LazyPromise<Animation>;
  #finished: LazyPromise<Animation>;
  #isFinishQueued = false;
  /** The state when it changed last, by the procedures or by time. */
  #lastState: PlayState = "idle";
  /** Whether the native animation is paused, as far as this model has seen to it. */
  #isNativePaused = false;

  /** Takes over an animation that is new, and detaches it from its native timeline. */
  constructor(animation: Animation, host: AnimationHost) {
    const { native } = host;
    this.animation = animation;
    this.#host = host;
    this.#timeline = native.timeline(animation);
    this.#rate = native.rate(animation);
    this.#ready = new LazyPromise(host.Promise);
    this.#finished = new LazyPromise(host.Promise);
    const isIdle = native.isIdle(animation);
    this.#isNativePaused = native.isPaused(animation);
    // A position of the browser's own would contain the real time that has passed.
    if (!isIdle) {
      this.#hold = this.#rate < 0 ? this.#end() : 0;
      this.#pendingTask = this.#isNativePaused ? "pause" : "play";
    } else {
      this.#ready.resolve(animation);
    }
    if (this.#hold === null) native.detachIdle(animation);
    else native.detach(animation, this.#hold);
    host.changed(this);
  }

  get timeline(): AnimationTimeline | null {
    return this.#timeline;
  }

  get startTime(): number | null {
    return this.#start;
  }

  get currentTime(): number | null {
    return this.#hold ?? this.#freeTime();
  }

  get playbackRate(): number {
    return this.#rate;
  }

  get isPending(): boolean {
    return this.#pendingTask !== null;
  }

  get playState(): PlayState {
    return this.#stateBefore(this.#end());
  }

  get ready(): Promise<Animation> {
    return this.#ready.promise;
  }

  get finished(): Promise<Animation> {
    return this.#finished.promise;
  }

  /** Whether time, or the end of the frame, can change it. */
  get isDriven(): boolean {
    return this.#pendingTask !== null || this.#lastState === "running";
  }

  /** Whether it was over when it changed last. */
  get isFinished(): boolean {
    return this.#lastState === "finished";
  }

  get timelineTime(): number | null {
    return this.#host.timelineTime(this.#timeline);
  }

  /** The time of the timeline at which the animation is at `timeMs`. */
  timelineTimeAt(timeMs: number): number | null {
    if (this.#start === null || this.#rate === 0) return null;
    return Number.isFinite(timeMs) ? rounded(this.#start + timeMs / this.#rate) : null;
  }

  play(mayRewind = true): void {
    this.#play(mayRewind);
    this.#show();
  }

  pause(): void {
    this.#pause();
    this.#show();
    // Even if it was paused already: from now on CSS cannot make it play.
    if (this.replaceState !== "removed") this.#host.native.pause(this.animation);
  }

  reverse(): void {
    if (this.timelineTime === null) {
      throw this.#host.exception("InvalidStateError", "Cannot reverse an animation with no active timeline");
    }
    const before = this.#pendingRate;
    // Minus zero would make an infinite animation that is reversed twice differ from one that never was.
    this.#pendingRate = 0 - (before ?? this.#rate);
    try {
      this.#play(true);
    } catch (thrown) {
      this.#pendingRate = before;
      throw thrown;
    }
    this.#show();
  }

  finish(): void {
    const rate = this.#pendingRate ?? this.#rate;
    const end = this.#end();
    if (rate === 0) {
      throw this.#host.exception("InvalidStateError", "Cannot finish Animation with a playbackRate of 0.");
    }
    if (rate > 0 && end === Number.POSITIVE_INFINITY) {
      throw this.#host.exception("InvalidStateError", "Cannot finish Animation with an infinite target effect end.");
    }
    this.#applyPendingRate();
    const limit = this.#rate > 0 ? end : 0;
    this.#seekSilently(limit);
    const timelineTime = this.timelineTime;
    if (this.#start === null && timelineTime !== null) this.#start = timelineTime - limit / this.#rate;
    if (this.#pendingTask !== null && this.#start !== null) {
      if (this.#pendingTask === "pause") this.#hold = null;
      this.#endPending();
    }
    this.#updateFinished(end, { didSeek: true, isSync: true });
    this.#show();
  }

  cancel(): void {
    this.#cancel();
    this.#show();
  }

  persist(): void {
    const wasRemoved = this.replaceState === "removed";
    this.replaceState = "persisted";
    if (wasRemoved) this.#show();
  }

  /** Takes the effect away because others cover it. */
  remove(): void {
    this.replaceState = "removed";
    this.#host.native.cancel(this.animation);
  }

  /** Runs `action` while the effect of a removed animation is there. */
  whileShown(action: () => void): void {
    if (this.replaceState !== "removed") {
      action();
      return;
    }
    this.#showPosition();
    try {
      action();
    } finally {
      this.#host.native.cancel(this.animation);
    }
  }

  setCurrentTime(seekMs: number | null): void {
    if (seekMs === null) {
      if (this.currentTime !== null) throw new TypeError("currentTime may not be changed from resolved to unresolved");
      return;
    }
    this.#setCurrentTime(seekMs);
    this.#show();
  }

  setStartTime(startMs: number | null): void {
    if (this.timelineTime === null && startMs !== null) this.#hold = null;
    const before = this.currentTime;
    this.#applyPendingRate();
    this.#start = startMs;
    if (startMs === null) this.#hold = before;
    else if (this.#rate !== 0) this.#hold = null;
    if (this.#pendingTask !== null) this.#endPending();
    this.#updateFinished(this.#end(), { didSeek: true });
    this.#show();
  }

  setPlaybackRate(rate: number): void {
    this.#pendingRate = null;
    const before = this.currentTime;
    this.#rate = rate;
    if (before !== null) this.#setCurrentTime(before);
    this.#show();
  }

  updatePlaybackRate(rate: number): void {
    const before = this.playState;
    this.#pendingRate = rate;
    if (this.#pendingTask !== null) return;
    if (before === "idle" || before === "paused") {
      this.#applyPendingRate();
    } else if (before === "finished") {
      const time = this.#freeTime();
      const timelineTime = this.timelineTime ?? 0;
      this.#start = rate === 0 ? timelineTime : time === null ? null : timelineTime - time / rate;
      this.#applyPendingRate();
      this.#updateFinished(this.#end(), {});
    } else {
      this.#play(false);
    }
    this.#show();
  }

  setTimeline(timeline: AnimationTimeline | null): void {
    if (timeline === this.#timeline) return;
    this.#timeline = timeline;
    if (this.#start !== null) this.#hold = null;
    this.#updateFinished(this.#end(), {});
    this.#show();
  }

  /** Call after the page has changed the effect or its timing. */
  effectChanged(): void {
    this.#updateFinished(this.#end(), {});
    this.#show();
  }

  /** Follows what style has done to the animation of CSS. Returns whether style has cancelled it. */
  followStyle(): boolean {
    const { native } = this.#host;
    const isPaused = native.isPaused(this.animation);
    if (isPaused !== this.#isNativePaused) {
      this.#isNativePaused = isPaused;
      if (isPaused) this.#pause();
      else if (!native.isIdle(this.animation)) this.#play(false);
    }
    if (this.currentTime === null || !native.isIdle(this.animation)) return false;
    this.#cancel();
    this.#host.changed(this);
    return true;
  }

  /** Starts or pauses what is pending. Call at the end of a frame. */
  commitPending(): void {
    const readyTime = this.timelineTime;
    if (this.#pendingTask === null || readyTime === null) return;
    if (this.#pendingTask === "play") this.#start = this.#startAt(readyTime);
    else this.#pauseNow();
    this.#endPending();
    this.#updateFinished(this.#end(), {});
  }

  /** Shows the position of the timeline's time. */
  tick(): void {
    const end = this.#hold === null ? this.#showPosition() : this.#end();
    const held = this.#hold;
    this.#updateFinished(end, {});
    if (this.#hold !== held) this.#showPosition();
  }

  #freeTime(): number | null {
    const timelineTime = this.timelineTime;
    if (timelineTime === null || this.#start === null) return null;
    return rounded((timelineTime - this.#start) * this.#rate);
  }

  /** Milliseconds from the start of the effect to its end, delays included. */
  #end(): number {
    const { native } = this.#host;
    const effect = native.effect(this.animation);
    return effect === null ? 0 : Number(native.timing(effect).endTime ?? 0);
  }

  #stateBefore(end: number): PlayState {
    const time = this.currentTime;
    if (time === null && this.#start === null && this.#pendingTask === null) return "idle";
    if (this.#pendingTask === "pause" || (this.#start === null && this.#pendingTask === null)) return "paused";
    return time !== null && isOver(time, this.#pendingRate ?? this.#rate, end) ? "finished" : "running";
  }

  #play(mayRewind: boolean): void {
    const wasPausing = this.#pendingTask === "pause";
    const wasPending = this.#pendingTask !== null;
    const seek = this.#rewoundTime(mayRewind);
    if (seek !== null) {
      this.#hold = seek;
      this.#start = null;
    } else if (this.#hold !== null) {
      this.#start = null;
    }
    this.#pendingTask = null;
    if (this.#hold === null && seek === null && !wasPausing && this.#pendingRate === null) {
      if (wasPending) this.#ready.resolve(this.animation);
      return;
    }
    if (!wasPending) this.#ready = new LazyPromise(this.#host.Promise);
    this.#pendingTask = "play";
    this.#updateFinished(this.#end(), {});
  }

  /** The position from which playing begins, where that is not the current one. */
  #rewoundTime(mayRewind: boolean): number | null {
    const rate = this.#pendingRate ?? this.#rate;
    const time = this.currentTime;
    if (!mayRewind) return time === null ? 0 : null;
    const end = this.#end();
    if (rate >= 0) return time === null || time < 0 || time >= end ? 0 : null;
    if (time !== null && time > 0 && time <= end) return null;
    if (end === Number.POSITIVE_INFINITY) {
      throw this.#host.exception(
        "InvalidStateError",
        "Cannot play reversed Animation with infinite target effect end.",
      );
    }
    return end;
  }

  #pause(): void {
    if (this.#pendingTask === "pause" || this.playState === "paused") return;
    if (this.currentTime === null) {
      const rate = this.#pendingRate ?? this.#rate;
      const end = rate >= 0 ? 0 : this.#end();
      if (end === Number.POSITIVE_INFINITY) {
        throw this.#host.exception("InvalidStateError", "Cannot pause, Animation has infinite target effect end.");
      }
      this.#hold = end;
    }
    if (this.#pendingTask === null) this.#ready = new LazyPromise(this.#host.Promise);
    this.#pendingTask = "pause";
    this.#updateFinished(this.#end(), {});
  }

  #cancel(): void {
    if (this.playState !== "idle") {
      if (this.#pendingTask !== null) {
        this.#pendingTask = null;
        this.#applyPendingRate();
        this.#ready.reject(this.#host.exception("AbortError", "The user aborted a request."));
        this.#ready = new LazyPromise(this.#host.Promise);
        this.#ready.resolve(this.animation);
      }
      this.#finished.reject(this.#host.exception("AbortError", "The user aborted a request."));
      this.#finished = new LazyPromise(this.#host.Promise);
      this.#host.queueEvent(this, "cancel", this.timelineTime);
    }
    this.#hold = null;
    this.#start = null;
    this.#lastState = "idle";
  }

  #setCurrentTime(seek: number): void {
    this.#seekSilently(seek);
    if (this.#pendingTask === "pause") {
      this.#hold = seek;
      this.#applyPendingRate();
      this.#start = null;
      this.#endPending();
    }
    this.#updateFinished(this.#end(), { didSeek: true });
  }

  #seekSilently(seek: number): void {
    const timelineTime = this.timelineTime;
    if (this.#hold !== null || this.#start === null || timelineTime === null || this.#rate === 0) this.#hold = seek;
    else this.#start = timelineTime - seek / this.#rate;
    if (timelineTime === null) this.#start = null;
    this.#previous = null;
  }

  /** The start time of an animation that plays from `readyTime` on. */
  #startAt(readyTime: number): number {
    const hold = this.#hold;
    if (hold !== null) {
      this.#applyPendingRate();
      if (this.#rate !== 0) this.#hold = null;
      return this.#rate === 0 ? readyTime : readyTime - hold / this.#rate;
    }
    const time = this.#freeTime() ?? 0;
    if (this.#pendingRate === null) return this.#start ?? readyTime;
    this.#applyPendingRate();
    if (this.#rate === 0) this.#hold = time;
    return this.#rate === 0 ? readyTime : readyTime - time / this.#rate;
  }

  #pauseNow(): void {
    this.#hold ??= this.#freeTime();
    this.#applyPendingRate();
    this.#start = null;
  }

  #applyPendingRate(): void {
    if (this.#pendingRate === null) return;
    this.#rate = this.#pendingRate;
    this.#pendingRate = null;
  }

  #endPending(): void {
    this.#pendingTask = null;
    this.#ready.resolve(this.animation);
  }

  #updateFinished(end: number, { didSeek = false, isSync = false }: { didSeek?: boolean; isSync?: boolean }): void {
    const free = didSeek ? this.currentTime : this.#freeTime();
    if (free !== null && this.#start !== null && this.#pendingTask === null) this.#limit(free, end, didSeek);
    this.#previous = this.currentTime;
    this.#lastState = this.#stateBefore(end);
    const isFinished = this.#lastState === "finished";
    if (isFinished && !this.#finished.isResolved) this.#noteFinish(isSync);
    else if (!isFinished && this.#finished.isResolved) this.#finished = new LazyPromise(this.#host.Promise);
    this.#host.changed(this);
  }

  #limit(free: number, end: number, didSeek: boolean): void {
    if (isOver(free, this.#rate, end)) {
      const limit = this.#rate > 0 ? end : 0;
      const furthest = this.#rate > 0 ? Math.max : Math.min;
      this.#hold = didSeek ? free : furthest(this.#previous ?? limit, limit);
    } else if (this.#rate !== 0) {
      const timelineTime = this.timelineTime;
      if (didSeek && this.#hold !== null && timelineTime !== null) this.#start = timelineTime - this.#hold / this.#rate;
      this.#hold = null;
    }
  }

  #noteFinish(isSync: boolean): void {
    if (isSync) {
      this.#isFinishQueued = false;
      this.#announceFinish();
    } else if (!this.#isFinishQueued) {
      this.#isFinishQueued = true;
      this.#host.queueMicrotask(() => {
        if (!this.#isFinishQueued) return;
        this.#isFinishQueued = false;
        this.#announceFinish();
      });
    }
  }

  #announceFinish(): void {
    if (this.playState !== "finished" || this.#finished.isResolved) return;
    this.#finished.resolve(this.animation);
    this.#host.queueEvent(this, "finish", this.timelineTimeAt(this.#rate > 0 ? this.#end() : 0));
  }

  /** Makes the native animation show what the page has just asked for. */
  #show(): void {
    const { native } = this.#host;
    const { animation } = this;
    if (this.currentTime === null) {
      if (!native.isIdle(animation)) native.cancel(animation);
      this.#isNativePaused = false;
    } else if (this.replaceState !== "removed") {
      this.#showPosition();
      const isPaused = this.playState === "paused";
      if (isPaused && !native.isPaused(animation)) native.pause(animation);
      else if (!isPaused && (native.isPaused(animation) || native.isIdle(animation))) native.play(animation);
      this.#isNativePaused = isPaused;
      this.#showPosition();
    }
    this.#host.changed(this);
  }

  /** Returns the end of the effect. Reading it brings the styles up to date. */
  #showPosition(): number {
    const { native } = this.#host;
    const time = this.currentTime;
    if (native.rate(this.animation) !== this.#rate) {
      native.setRate(this.animation, this.#rate);
      // The browser looks at an effect again only if its time has changed.
      if (time !== null) native.setPosition(this.animation, time + 1);
      this.#end();
    }
    if (time !== null) native.setPosition(this.animation, time);
    return this.#end();
  }
}

function isOver(timeMs: number, rate: number, endMs: number): boolean {
  return (rate > 0 && timeMs >= endMs) || (rate < 0 && timeMs <= 0);
}

/** Without the digits in which sums of sixtieths of a second differ. */
export function rounded(timeMs: number): number {
  // Adding zero makes a negative zero positive.
  return Math.abs(timeMs) > roundableMs ? timeMs : Math.round(timeMs * roundedPerMs) / roundedPerMs + 0;
}
