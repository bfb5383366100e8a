// Sixtieths of a second do not add up to whole milliseconds. Beyond the limit there are no digits to round.
const roundedPerMs = 1e6;
const roundableMs = 1e9;

/**
 * The position of an animation, as in https://drafts.csswg.org/web-animations-1/#animations: held, or moving with
 * its timeline from a start time on. Times are in milliseconds.
 */
export class AnimationPosition {
  timeline: AnimationTimeline | null;
  /** The timeline's time at which the animation began; null while it is held or has not begun. */
  start: number | null = null;
  hold: number | null = null;
  rate: number;
  /** The rate that applies once the pending play or pause is done. */
  pendingRate: number | null = null;
  #previous: number | null = null;
  readonly #timeOf: (timeline: AnimationTimeline | null) => number | null;

  /** `timeOf` returns the current time of a timeline; null if it is inactive. */
  constructor(
    timeline: AnimationTimeline | null,
    rate: number,
    timeOf: (timeline: AnimationTimeline | null) => number | null,
  ) {
    this.timeline = timeline;
    this.rate = rate;
    this.#timeOf = timeOf;
  }

  get timelineTime(): number | null {
    return this.#timeOf(this.timeline);
  }

  get currentTime(): number | null {
    return this.hold ?? this.freeTime;
  }

  /** The rate at which it continues to play. */
  get nextRate(): number {
    return this.pendingRate ?? this.rate;
  }

  /** The time to which the timeline has moved it, whether or not it is held. */
  get freeTime(): number | null {
    const timelineTime = this.timelineTime;
    if (timelineTime === null || this.start === null) return null;
    return rounded((timelineTime - this.start) * this.rate);
  }

  /** Moves it to `seek`, without checking whether it is then over. */
  seek(seek: number): void {
    const timelineTime = this.timelineTime;
    if (this.hold !== null || this.start === null || timelineTime === null || this.rate === 0) this.hold = seek;
    else this.start = timelineTime - seek / this.rate;
    if (timelineTime === null) this.start = null;
    this.#previous = null;
  }

  /** The start time of an animation that plays from `readyTime` on. */
  startAt(readyTime: number): number {
    const hold = this.hold;
    if (hold !== null) {
      this.applyPendingRate();
      if (this.rate !== 0) this.hold = null;
      return this.rate === 0 ? readyTime : readyTime - hold / this.rate;
    }
    const time = this.freeTime ?? 0;
    if (this.pendingRate === null) return this.start ?? readyTime;
    this.applyPendingRate();
    if (this.rate === 0) this.hold = time;
    return this.rate === 0 ? readyTime : readyTime - time / this.rate;
  }

  /** Holds it at its current time. */
  pause(): void {
    this.hold ??= this.freeTime;
    this.applyPendingRate();
    this.start = null;
  }

  applyPendingRate(): void {
    if (this.pendingRate === null) return;
    this.rate = this.pendingRate;
    this.pendingRate = null;
  }

  /** Notes the current time, from which `limit` does not go back. */
  remember(): void {
    this.#previous = this.currentTime;
  }

  /** Holds it if the effect is over, and releases it otherwise. `free` is its time, `end` the end of the effect. */
  limit(free: number, end: number, didSeek: boolean): void {
    if (isOver(free, this.rate, end)) {
      const limit = this.rate > 0 ? end : 0;
      const furthest = this.rate > 0 ? Math.max : Math.min;
      this.hold = didSeek ? free : furthest(this.#previous ?? limit, limit);
    } else if (this.rate !== 0) {
      const timelineTime = this.timelineTime;
      if (didSeek && this.hold !== null && timelineTime !== null) this.start = timelineTime - this.hold / this.rate;
      this.hold = null;
    }
  }
}

/** Whether an effect that ends at `endMs` is over, in the direction of `rate`. */
export function isOver(timeMs: number, rate: number, endMs: number): boolean {
  return (rate > 0 && timeMs >= endMs) || (rate < 0 && timeMs <= 0);
}

/** Rounds off the digits in which sums of sixtieths of a second differ. */
export function rounded(timeMs: number): number {
  // Adding zero makes a negative zero positive.
  return Math.abs(timeMs) > roundableMs ? timeMs : Math.round(timeMs * roundedPerMs) / roundedPerMs + 0;
}
