import type { StateHash } from "../../../core/state-hash.ts";
import type { TapeEvent } from "../../../formats/tape.ts";
import type { HeardInput, RasterNeed, RealmFrame, RealmSummary } from "../../realm-agent.ts";
import type { ChildRealm, ChildRealms, ChildState } from "./child-realms.ts";
import type { DrivenWorkers } from "./driven-workers.ts";

export type EventsFor = (source: MessageEventSource) => readonly TapeEvent[];

/** The frames and workers below a realm, driven one after the other in the order in which they appeared. */
export interface RealmsBelow {
  areThereAny(): boolean;
  /** Whether any of them has asked for something that it has not been given. */
  areWaiting(): boolean;
  rasterNeed(): RasterNeed | null;
  /** Whether any of them held the pointer of the tape after the last frame. */
  isPointerLocked(): boolean;
  settle(): Promise<void>;
  bootTick(): Promise<void>;
  /**
   * Runs one frame in each. What they draw is in the next `takeFrame`, and their digests in the hash. `eventsFor` tells
   * what the devices of the tape do in the frame of a window.
   */
  runFrame(step: number, eventsFor: EventsFor): Promise<void>;
  takeFrame(): RealmFrame;
  /** What the real devices did in each window below, by its own coordinates. */
  takeRealInput(): Promise<readonly HeardBelow[]>;
  drain(): Promise<void>;
  leavePixels(): Promise<void>;
  finish(): Promise<readonly RealmSummary[]>;
}

export interface HeardBelow {
  readonly source: MessageEventSource;
  readonly heard: readonly HeardInput[];
}

/** Joins the frames that a page shows and the workers that it has started. */
export function joinRealmsBelow(frames: ChildRealms, workers: DrivenWorkers, hash: StateHash | null): RealmsBelow {
  const begun = new WeakSet<ChildRealm>();
  let isAnyWaiting = false;
  let need: RasterNeed | null = null;
  let isPointerLocked = false;
  let drawn = nothingDrawn;

  function list(): readonly ChildRealm[] {
    const inWorkers = workers.list();
    return inWorkers.length === 0 ? frames.list() : [...frames.list(), ...inWorkers];
  }

  function absorb(state: ChildState | null): void {
    if (state === null) return;
    isAnyWaiting ||= state.isWaiting;
    need ??= state.rasterNeed;
  }

  /** One that appears later begins its frames when it is first driven. */
  async function begin(child: ChildRealm): Promise<void> {
    begun.add(child);
    await child.call("beginFrames");
  }

  async function runFrameIn(child: ChildRealm, step: number, eventsFor: EventsFor): Promise<void> {
    if (!begun.has(child)) await begin(child);
    const frame = await child.call("frame", { step, events: child.source === null ? [] : eventsFor(child.source) });
    if (frame === null) return;
    absorb(frame);
    isPointerLocked ||= frame.isPointerLocked;
    drawn = { drawCalls: drawn.drawCalls + frame.drawCalls, triangles: drawn.triangles + frame.triangles };
    hash?.addText(frame.digest);
  }

  return {
    areThereAny: () => list().length > 0,
    areWaiting: () => isAnyWaiting || workers.areOwed(),
    rasterNeed: () => need,
    isPointerLocked: () => isPointerLocked,
    async settle() {
      isAnyWaiting = false;
      for (const child of list()) absorb(await child.call("settle"));
    },
    async bootTick() {
      for (const child of list()) absorb(await child.call("bootTick"));
    },
    async runFrame(step, eventsFor) {
      isPointerLocked = false;
      for (const child of list()) await runFrameIn(child, step, eventsFor);
    },
    takeFrame() {
      const taken = drawn;
      drawn = nothingDrawn;
      return taken;
    },
    async takeRealInput() {
      const all: HeardBelow[] = [];
      for (const { source, call } of frames.list()) {
        const heard = source === null ? null : await call("takeRealInput");
        if (source !== null && heard !== null) all.push({ source, heard });
      }
      return all;
    },
    async drain() {
      for (const child of list()) await child.call("drain");
    },
    async leavePixels() {
      for (const child of list()) await child.call("leavePixels");
    },
    async finish() {
      const summaries: RealmSummary[] = [];
      for (const child of list()) {
        const summary = await child.call("finish");
        if (summary !== null) summaries.push(summary);
      }
      return summaries;
    },
  };
}

const nothingDrawn: RealmFrame = { drawCalls: 0, triangles: 0 };
