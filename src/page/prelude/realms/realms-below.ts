import type { PartDigest } from "../../../core/hash-parts.ts";
import { addCounts, noCounts } from "../../../formats/frame-counts.ts";
import type { ElementLook, ElementTarget } from "../../../formats/element-look.ts";
import type { PlayedEvent } from "../../../formats/tape.ts";
import type { HeardInput, RasterNeed, RealmFrame, RealmSummary } from "../../realm-agent.ts";
import type { ChildRealm, ChildRealms, ChildState } from "./child-realms.ts";
import type { TickClock } from "../time/tick-clock.ts";
import type { DrivenWorkers } from "./driven-workers.ts";

/** Looks up the tape's events for the frame of a window. */
export type EventsFor = (source: MessageEventSource) => readonly PlayedEvent[];

/** Input of the real devices in one window below, in that window's coordinates. */
export interface HeardBelow {
  readonly source: MessageEventSource;
  readonly heard: readonly HeardInput[];
}

/** An element as seen by one window below, in that window's coordinates. */
export interface SeenBelow {
  readonly source: MessageEventSource;
  readonly seen: ElementLook;
}

const nothingDone: RealmFrame = { counts: noCounts, changes: [] };

/** The frames and workers below a realm, driven one after the other in the order in which they appeared. */
export class RealmsBelow {
  readonly #frames: ChildRealms;
  readonly #workers: DrivenWorkers;
  readonly #ticks: TickClock;
  readonly #begun = new WeakSet<ChildRealm>();
  #hasRun = false;
  #isAnyWaiting = false;
  #isAnyTimed = false;
  #need: RasterNeed | null = null;
  #codeCount = 0;
  readonly #codeCounts = new WeakMap<ChildRealm, number>();
  #broadcastCount: number | null = null;
  readonly #broadcastCounts = new WeakMap<ChildRealm, number>();
  #isPointerLocked = false;
  #done = nothingDone;

  constructor(frames: ChildRealms, workers: DrivenWorkers, ticks: TickClock) {
    this.#ticks = ticks;
    this.#frames = frames;
    this.#workers = workers;
  }

  areThereAny(): boolean {
    return this.#list().length > 0;
  }

  /** Whether any of them has a request that has not been delivered. */
  areWaiting(): boolean {
    return this.#isAnyWaiting || this.#workers.areOwed();
  }

  /** Whether any of them has a timer or an animation frame. */
  areTimed(): boolean {
    return this.#isAnyTimed || this.#workers.areAhead();
  }

  rasterNeed(): RasterNeed | null {
    return this.#need;
  }

  /** See `RealmAgent`. A child that has gone still counts. */
  codeCount(): number {
    return this.#codeCount;
  }

  /** See `ChildState`. A child that has gone still counts. */
  broadcastCount(): number | null {
    return this.#broadcastCount;
  }

  /** Call when a broadcast may be under way to them. */
  expectBroadcasts(): void {
    this.#workers.expectBroadcasts();
  }

  /** Whether any of them held the pointer lock after the last frame. */
  isPointerLocked(): boolean {
    return this.#isPointerLocked;
  }

  /** `onSettled` is called after each frame, with its window, before the next one may go on. */
  async settle(onSettled: (window: MessageEventSource) => Promise<void>): Promise<void> {
    this.#isAnyWaiting = false;
    this.#isAnyTimed = false;
    const settled = new Set<ChildRealm>();
    // The document of a frame may be replaced meanwhile.
    for (let left = this.#list(); left.length > 0; left = this.#list().filter((child) => !settled.has(child))) {
      for (const child of left) {
        settled.add(child);
        this.#absorb(child, await child.call("settle"));
        if (child.source !== null) await onSettled(child.source);
      }
    }
  }

  async bootTick(): Promise<void> {
    for (const child of this.#list()) this.#absorb(child, await child.call("bootTick"));
  }

  /** Runs one frame in each. The next `takeFrame` returns their draws and changes. */
  async runFrame(step: number, eventsFor: EventsFor): Promise<void> {
    this.#isPointerLocked = false;
    this.#hasRun = true;
    for (const child of this.#list()) await this.#runFrameIn(child, step, eventsFor);
  }

  takeFrame(): RealmFrame {
    const taken = this.#done;
    this.#done = nothingDone;
    return taken;
  }

  async lookFor(target: ElementTarget): Promise<readonly SeenBelow[]> {
    const all: SeenBelow[] = [];
    for (const child of this.#frames.list()) {
      const { source } = child;
      // Before the first step all frames are loaded. Whether one that was made in a step has appeared by now depends on
      // the machine.
      if (source === null || (this.#hasRun && !this.#begun.has(child))) continue;
      const seen = await child.call("lookFor", { target });
      if (seen !== null) all.push({ source, seen });
    }
    return all;
  }

  async takeRealInput(): Promise<readonly HeardBelow[]> {
    const all: HeardBelow[] = [];
    for (const child of this.#frames.list()) {
      const { source } = child;
      const heard = source === null ? null : await child.call("takeRealInput");
      if (source !== null && heard !== null) all.push({ source, heard });
    }
    return all;
  }

  async drain(): Promise<void> {
    for (const child of this.#list()) await child.call("drain");
  }

  async followStyles(): Promise<void> {
    for (const child of this.#frames.list()) await child.call("followStyles");
  }

  async leavePixels(): Promise<void> {
    for (const child of this.#list()) await child.call("leavePixels");
  }

  async silence(): Promise<void> {
    for (const child of this.#list()) await child.call("silence");
  }

  async finish(): Promise<readonly RealmSummary[]> {
    const summaries: RealmSummary[] = [];
    for (const child of this.#list()) {
      // Whether a frame that was made in the last step has appeared by now depends on the machine.
      if (child.source !== null && !this.#begun.has(child)) continue;
      const summary = await child.call("finish");
      if (summary === null) continue;
      summaries.push(child.source === null ? ofWorker(summary) : summary);
    }
    return summaries;
  }

  #list(): readonly ChildRealm[] {
    const inWorkers = this.#workers.list();
    return inWorkers.length === 0 ? this.#frames.list() : [...this.#frames.list(), ...inWorkers];
  }

  #absorb(child: ChildRealm, state: ChildState | null): void {
    if (state === null) return;
    this.#codeCount += state.codeCount - (this.#codeCounts.get(child) ?? 0);
    this.#codeCounts.set(child, state.codeCount);
    if (state.broadcastCount !== null) {
      const known = this.#broadcastCounts.get(child) ?? 0;
      this.#broadcastCount = (this.#broadcastCount ?? 0) + state.broadcastCount - known;
      this.#broadcastCounts.set(child, state.broadcastCount);
    }
    this.#isAnyWaiting ||= state.isWaiting;
    this.#isAnyTimed ||= state.hasTimers;
    this.#need ??= state.rasterNeed;
    this.#ticks.skipTo(state.skippedFrames);
  }

  async #runFrameIn(child: ChildRealm, step: number, eventsFor: EventsFor): Promise<void> {
    // A child that appears late begins its frames when it is first driven.
    if (!this.#begun.has(child)) {
      this.#begun.add(child);
      await child.call("beginFrames");
    }
    const events = child.source === null ? [] : eventsFor(child.source);
    const frame = await child.call("frame", { step, events, skippedFrames: this.#ticks.skippedFrames() });
    if (frame === null) return;
    this.#absorb(child, frame);
    this.#isPointerLocked ||= frame.isPointerLocked;
    const changes: readonly PartDigest[] =
      frame.changes.length === 0 ? this.#done.changes : [...this.#done.changes, ...frame.changes];
    addCounts(frame.counts, this.#done.counts);
    this.#done = { counts: frame.counts, changes };
  }
}

/**
 * An uncaught error of a worker is reported to its page, which may prevent it. Physics in a worker takes no time of the
 * main thread.
 */
function ofWorker(summary: RealmSummary): RealmSummary {
  const { physics, workerPhysics } = summary;
  return {
    ...summary,
    physics: null,
    workerPhysics: physics === null ? null : [...new Set([...physics, ...(workerPhysics ?? [])])],
    notices: summary.notices.filter(({ code }) => code !== "uncaught-error"),
  };
}
