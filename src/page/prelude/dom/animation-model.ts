import { AnimationPosition, isOver } from "./animation-position.ts";
import { LazyPromise } from "./lazy-promise.ts";
import type { NativeAnimation } from "./native-animation.ts";
import { ShownAnimation } from "./shown-animation.ts";

/** The services that an animation needs from its realm. */
export interface AnimationHost {
  readonly native: NativeAnimation;
  readonly Promise: PromiseConstructor;
  /** The current time of a timeline; null if it is inactive. */
  timelineTime(timeline: AnimationTimeline | null): number | null;
  queueMicrotask(task: () => void): void;
  /** Queues a task of the page. False before the realm is driven. */
  queueTask(run: () => void): boolean;
  /** The exception of this name, which the page gets. */
  exception(name: "AbortError" | "InvalidStateError", message: string): Error;
  queueEvent(model: AnimationModel, type: "finish" | "cancel"): void;
  /** Call before a call of the page moves the animation or ends it. */
  changing(model: AnimationModel): void;
  /** Reports that the animation may have begun to depend on time. */
  changed(model: AnimationModel): void;
}

export type PlayState = "idle" | "running" | "paused" | "finished";

/**
 * The timing of one animation: the procedures of https://drafts.csswg.org/web-animations-1/#animations, with the frame's
 * time for the timeline's. The native animation has no timeline, so that nothing real moves it; it only shows the
 * position that it is given.
 */
export class AnimationModel {
  readonly animation: Animation;
  replaceState: "active" | "removed" | "persisted" = "active";
  readonly #host: AnimationHost;
  readonly #at: AnimationPosition;
  #pendingTask: "play" | "pause" | null = null;
  #ready: LazyPromise<Animation>;
  #finished: LazyPromise<Animation>;
  #isFinishQueued = false;
  /** The state when it changed last, by the procedures or by time. */
  #lastState: PlayState = "idle";
  readonly #shown: ShownAnimation;

  /** Takes over an animation that is new, and detaches it from its native timeline. */
  constructor(animation: Animation, host: AnimationHost) {
    const { native } = host;
    this.animation = animation;
    this.#host = host;
    this.#at = new AnimationPosition(native.timeline(animation), native.rate(animation), (timeline) =>
      host.timelineTime(timeline),
    );
    this.#ready = new LazyPromise(host.Promise);
    this.#finished = new LazyPromise(host.Promise);
    this.#shown = new ShownAnimation(animation, native);
    const isIdle = native.isIdle(animation);
    // The browser's own position would include real time that has passed.
    if (!isIdle) {
      this.#at.hold = this.#at.rate < 0 ? this.#shown.end() : 0;
      this.#pendingTask = this.#shown.isPaused ? "pause" : "play";
    } else {
      this.#ready.resolve(animation);
    }
    if (this.#at.hold === null) native.detachIdle(animation);
    else native.detach(animation, this.#at.hold);
    host.changed(this);
  }

  get timeline(): AnimationTimeline | null {
    return this.#at.timeline;
  }

  get startTime(): number | null {
    return this.#at.start;
  }

  get currentTime(): number | null {
    return this.#at.currentTime;
  }

  get playbackRate(): number {
    return this.#at.rate;
  }

  get isPending(): boolean {
    return this.#pendingTask !== null;
  }

  get playState(): PlayState {
    return this.#stateBefore(this.#shown.end());
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

  /** Whether it was finished at its last change. */
  get isFinished(): boolean {
    return this.#lastState === "finished";
  }

  get timelineTime(): number | null {
    return this.#at.timelineTime;
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
    const before = this.#at.pendingRate;
    // Minus zero would make an infinite animation that is reversed twice differ from one that never was.
    this.#at.pendingRate = 0 - (before ?? this.#at.rate);
    try {
      this.#play(true);
    } catch (thrown) {
      this.#at.pendingRate = before;
      throw thrown;
    }
    this.#show();
  }

  finish(): void {
    const rate = this.#at.nextRate;
    const end = this.#shown.end();
    if (rate === 0) {
      throw this.#host.exception("InvalidStateError", "Cannot finish Animation with a playbackRate of 0.");
    }
    if (rate > 0 && end === Number.POSITIVE_INFINITY) {
      throw this.#host.exception("InvalidStateError", "Cannot finish Animation with an infinite target effect end.");
    }
    this.#host.changing(this);
    this.#at.applyPendingRate();
    const limit = this.#at.rate > 0 ? end : 0;
    this.#at.seek(limit);
    const timelineTime = this.timelineTime;
    if (this.#at.start === null && timelineTime !== null) this.#at.start = timelineTime - limit / this.#at.rate;
    if (this.#pendingTask !== null && this.#at.start !== null) {
      if (this.#pendingTask === "pause") this.#at.hold = null;
      this.#endPending();
    }
    this.#updateFinished(end, { didSeek: true, isSync: true });
    this.#show();
  }

  cancel(): void {
    this.#host.changing(this);
    this.#cancel((reject) => {
      reject();
    });
    this.#show();
  }

  persist(): void {
    const wasRemoved = this.replaceState === "removed";
    this.replaceState = "persisted";
    if (wasRemoved) this.#show();
  }

  /** Removes the effect because others cover it. */
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
    this.#shown.showPosition(this.#at);
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
    this.#host.changing(this);
    this.#setCurrentTime(seekMs);
    this.#show();
  }

  setStartTime(startMs: number | null): void {
    if (this.timelineTime === null && startMs !== null) this.#at.hold = null;
    const before = this.currentTime;
    this.#at.applyPendingRate();
    this.#at.start = startMs;
    if (startMs === null) this.#at.hold = before;
    else if (this.#at.rate !== 0) this.#at.hold = null;
    if (this.#pendingTask !== null) this.#endPending();
    this.#updateFinished(this.#shown.end(), { didSeek: true });
    this.#show();
  }

  setPlaybackRate(rate: number): void {
    this.#at.pendingRate = null;
    const before = this.currentTime;
    this.#at.rate = rate;
    if (before !== null) this.#setCurrentTime(before);
    this.#show();
  }

  updatePlaybackRate(rate: number): void {
    const before = this.playState;
    this.#at.pendingRate = rate;
    if (this.#pendingTask !== null) return;
    if (before === "idle" || before === "paused") {
      this.#at.applyPendingRate();
    } else if (before === "finished") {
      const time = this.#at.freeTime;
      const timelineTime = this.timelineTime ?? 0;
      this.#at.start = rate === 0 ? timelineTime : time === null ? null : timelineTime - time / rate;
      this.#at.applyPendingRate();
      this.#updateFinished(this.#shown.end(), {});
    } else {
      this.#play(false);
    }
    this.#show();
  }

  setTimeline(timeline: AnimationTimeline | null): void {
    if (timeline === this.#at.timeline) return;
    this.#at.timeline = timeline;
    if (this.#at.start !== null) this.#at.hold = null;
    this.#updateFinished(this.#shown.end(), {});
    this.#show();
  }

  /** Call after the page has changed the effect or its timing. */
  effectChanged(): void {
    this.#updateFinished(this.#shown.end(), {});
    this.#show();
  }

  /** True if style has cancelled the native animation, and `followStyle` has not picked that up yet. */
  get isCancelledByStyle(): boolean {
    return this.currentTime !== null && this.#host.native.isIdle(this.animation);
  }

  /**
   * Picks up changes that style made to a CSS animation. Returns whether style has cancelled it.
   * @param endsInTask Whether the promises of one that style has cancelled are rejected in a task of their own.
   */
  followStyle(endsInTask: () => boolean): boolean {
    const { native } = this.#host;
    if (this.#shown.followStyle()) {
      if (this.#shown.isPaused) this.#pause();
      else if (!native.isIdle(this.animation)) this.#play(false);
    }
    if (!this.isCancelledByStyle) return false;
    this.#cancel((reject) => {
      if (!endsInTask() || !this.#host.queueTask(reject)) reject();
    });
    this.#host.changed(this);
    return true;
  }

  /** Carries out a pending play or pause. Call at the end of a frame. */
  commitPending(): void {
    const readyTime = this.timelineTime;
    if (this.#pendingTask === null || readyTime === null) return;
    if (this.#pendingTask === "play") this.#at.start = this.#at.startAt(readyTime);
    else this.#at.pause();
    this.#endPending();
    this.#updateFinished(this.#shown.end(), {});
  }

  /** Shows the position of the timeline's time. */
  tick(): void {
    const end = this.#at.hold === null ? this.#shown.showPosition(this.#at) : this.#shown.end();
    const held = this.#at.hold;
    this.#updateFinished(end, {});
    if (this.#at.hold !== held) this.#shown.showPosition(this.#at);
  }

  #stateBefore(end: number): PlayState {
    const time = this.currentTime;
    if (time === null && this.#at.start === null && this.#pendingTask === null) return "idle";
    if (this.#pendingTask === "pause" || (this.#at.start === null && this.#pendingTask === null)) return "paused";
    return time !== null && isOver(time, this.#at.nextRate, end) ? "finished" : "running";
  }

  #play(mayRewind: boolean): void {
    const wasPausing = this.#pendingTask === "pause";
    const wasPending = this.#pendingTask !== null;
    const seek = this.#rewoundTime(mayRewind);
    if (seek !== null) {
      this.#at.hold = seek;
      this.#at.start = null;
    } else if (this.#at.hold !== null) {
      this.#at.start = null;
    }
    this.#pendingTask = null;
    if (this.#at.hold === null && seek === null && !wasPausing && this.#at.pendingRate === null) {
      if (wasPending) this.#ready.resolve(this.animation);
      return;
    }
    if (!wasPending) this.#ready = new LazyPromise(this.#host.Promise);
    this.#pendingTask = "play";
    this.#updateFinished(this.#shown.end(), {});
  }

  /** The time from which playing begins; null to continue from the current one. */
  #rewoundTime(mayRewind: boolean): number | null {
    const rate = this.#at.nextRate;
    const time = this.currentTime;
    if (!mayRewind) return time === null ? 0 : null;
    const end = this.#shown.end();
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
      const rate = this.#at.nextRate;
      const end = rate >= 0 ? 0 : this.#shown.end();
      if (end === Number.POSITIVE_INFINITY) {
        throw this.#host.exception("InvalidStateError", "Cannot pause, Animation has infinite target effect end.");
      }
      this.#at.hold = end;
    }
    if (this.#pendingTask === null) this.#ready = new LazyPromise(this.#host.Promise);
    this.#pendingTask = "pause";
    this.#updateFinished(this.#shown.end(), {});
  }

  #cancel(rejectBy: (reject: () => void) => void): void {
    const end = (promise: LazyPromise<Animation>): LazyPromise<Animation> => {
      const reason = this.#host.exception("AbortError", "The user aborted a request.");
      const reject = (): void => {
        promise.reject(reason);
      };
      if (promise.isAsked) rejectBy(reject);
      else reject();
      return new LazyPromise(this.#host.Promise);
    };
    if (this.playState !== "idle") {
      if (this.#pendingTask !== null) {
        this.#pendingTask = null;
        this.#at.applyPendingRate();
        this.#ready = end(this.#ready);
        this.#ready.resolve(this.animation);
      }
      this.#finished = end(this.#finished);
      this.#host.queueEvent(this, "cancel");
    }
    this.#at.hold = null;
    this.#at.start = null;
    this.#lastState = "idle";
  }

  #setCurrentTime(seek: number): void {
    this.#at.seek(seek);
    if (this.#pendingTask === "pause") {
      this.#at.hold = seek;
      this.#at.applyPendingRate();
      this.#at.start = null;
      this.#endPending();
    }
    this.#updateFinished(this.#shown.end(), { didSeek: true });
  }

  #endPending(): void {
    this.#pendingTask = null;
    this.#ready.resolve(this.animation);
  }

  #updateFinished(end: number, { didSeek = false, isSync = false }: { didSeek?: boolean; isSync?: boolean }): void {
    const free = didSeek ? this.currentTime : this.#at.freeTime;
    if (free !== null && this.#at.start !== null && this.#pendingTask === null) this.#at.limit(free, end, didSeek);
    this.#at.remember();
    this.#lastState = this.#stateBefore(end);
    const isFinished = this.#lastState === "finished";
    if (isFinished && !this.#finished.isResolved) this.#noteFinish(isSync);
    else if (!isFinished && this.#finished.isResolved) this.#finished = new LazyPromise(this.#host.Promise);
    this.#host.changed(this);
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
    this.#host.queueEvent(this, "finish");
  }

  /** Makes the native animation show the page's latest change. */
  #show(): void {
    if (this.currentTime === null || this.replaceState !== "removed") {
      this.#shown.show(this.#at, this.playState === "paused");
    }
    this.#host.changed(this);
  }
}
