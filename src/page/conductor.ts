import type { Game } from "../core/game.ts";
import type { TapePlayer } from "../core/input/tape-player.ts";
import { createStateHash } from "../core/state-hash.ts";
import {
  type FinishReport,
  heartbeatBinding,
  heartbeatIntervalMs,
  heartbeatStates,
  markNames,
  type PageNotice,
  type PageFailureCode,
  type StepReport,
} from "../formats/page-port.ts";
import { createFrameRunner } from "./frame-runner.ts";
import { isSettleTimeout, type RasterNeed, type RealmAgent } from "./realm-agent.ts";
import type { MountedRoot } from "./root-adapter.ts";

export interface ConductorOptions {
  readonly agent: RealmAgent;
  readonly game: Game;
  /** In the manifest's order. */
  readonly roots: readonly MountedRoot[];
  readonly rootIds: readonly string[];
  /** Where the input comes from; null for a run without any. */
  readonly tapePlayer: TapePlayer | null;
  /** See `HostConfig`. */
  readonly lastPictureStep: number | null;
  readonly needsTurns: boolean;
}

/** Runs frames: the one loop of a run, whatever the game is made of. */
export interface Conductor {
  step(count: number): Promise<StepReport>;
  currentStep(): number;
  present(): Promise<void>;
  finish(): Promise<FinishReport>;
}

// Frames that may be under way in the GPU process while pixels are rendered. Without a bound the process falls behind by
// hundreds, and a picture taken then shows none of them.
const framesPending = 4;
// Marks are forgotten in batches, between frames. The browser looks at every mark that there is for each name that it
// forgets, so a batch must be small: with 256 frames in one, forgetting took as long as marking.
const marksKept = 16;

const nothing = Promise.resolve();
// A look at the clock costs as much as all the rest of an idle frame's book-keeping; while frames are quick, some go without.
const framesUnseenMax = 4;

interface StepColumns {
  readonly drawCalls: number[];
  readonly triangles: number[];
  readonly stateHash: string[];
}

/** Creates the conductor of a page whose roots are mounted. Frame 0 is the first one stepped. */
export function createConductor(options: ConductorOptions): Conductor {
  const { agent, game, roots, tapePlayer, needsTurns } = options;
  const isTimed = agent.config.pass === "timed";
  const hasLayout = roots.some((root) => root.hasLayout);
  const runFrame = createFrameRunner({ agent, game, tapePlayer, hasRoots: roots.length > 0, hasLayout, needsTurns });
  const heart = createHeart(agent);
  let nextStep = 0;

  function takeFrame(step: number, columns: StepColumns): void {
    const { drawCalls, triangles } = agent.takeFrame();
    columns.drawCalls.push(drawCalls);
    columns.triangles.push(triangles);
    if (agent.hash !== null) {
      game.hashInto(agent.hash);
      for (const root of roots) root.hashInto(agent.hash);
      columns.stateHash.push(agent.hash.digest());
    }
    if (isTimed && step % marksKept === marksKept - 1) forgetMarks(agent, step);
  }

  function failure(code: PageFailureCode, thrown: unknown): StepReport["stopped"] {
    const rootId = code === "frame-threw" ? (options.rootIds[game.runningRootIndex()] ?? null) : null;
    const isError = thrown instanceof Error;
    const error = {
      message: isError ? thrown.message : String(thrown),
      stack: isError ? (thrown.stack ?? null) : null,
      rootId,
    };
    return { code, error };
  }

  /** Waits for what the page has asked for, if anything, and runs the next frame. */
  function startFrame(): void | Promise<void> {
    if (!agent.isWaiting()) return runFrame(nextStep);
    return heart.during(() => agent.settle()).then(() => runFrame(nextStep));
  }

  /** What comes after a frame and is no part of it. */
  function closeFrame(columns: StepColumns): void | Promise<void> {
    takeFrame(nextStep, columns);
    nextStep += 1;
    const need = agent.rasterNeed();
    if (need !== null) throw new PixelsMissing(need);
    heart.beat(nextStep - 1);
    const hasShown = nextStep - 1 === options.lastPictureStep;
    const mustDrain = agent.config.raster === "real" && nextStep % framesPending === 0;
    return hasShown || mustDrain ? finishPixels(hasShown, mustDrain) : undefined;
  }

  async function finishPixels(hasShown: boolean, mustDrain: boolean): Promise<void> {
    if (hasShown) await agent.leavePixels();
    if (mustDrain) await heart.during(() => agent.drain());
  }

  /**
   * Runs frames, each in a microtask of its own, so that those of the frame before have run. By `then` and not by `await`:
   * while a debugger is attached, as the watchdog's is, V8 takes 0.37 us for an `await` and 0.06 us for a `then`.
   */
  async function runFrames(count: number, columns: StepColumns): Promise<StepReport["stopped"]> {
    if (nextStep === 0) agent.beginFrames();
    const end = nextStep + count;
    return await new Promise((resolve) => {
      const stop = (thrown: unknown): void => {
        resolve(stopReason(thrown));
      };
      const run = (): void => {
        try {
          if (nextStep < end) (startFrame() ?? nothing).then(close, stop);
          else resolve(null);
        } catch (thrown) {
          stop(thrown);
        }
      };
      const close = (): void => {
        try {
          const closing = closeFrame(columns);
          if (closing === undefined) run();
          else closing.then(run, stop);
        } catch (thrown) {
          stop(thrown);
        }
      };
      run();
    });
  }

  function stopReason(thrown: unknown): StepReport["stopped"] {
    if (thrown instanceof PixelsMissing) {
      const { api, stack } = thrown.need;
      return { code: "needs-raster", error: { message: api, stack, rootId: null } };
    }
    return failure(isSettleTimeout(thrown) ? "settle-timeout" : "frame-threw", thrown);
  }

  function countEntities(): number | null {
    const counts = roots.map((root) => root.countEntities()).filter((count) => count !== null);
    return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0);
  }

  return {
    currentStep: () => nextStep,
    async present() {
      // The first picture takes the last frame in, and the second comes when that one is out.
      await agent.drain();
      await agent.nextPaint();
      await agent.nextPaint();
    },
    async step(count) {
      const columns: StepColumns = { drawCalls: [], triangles: [], stateHash: [] };
      const stopped = await runFrames(count, columns);
      return { ...columns, stopped };
    },
    async finish() {
      const { heardSources, ...summary } = await agent.finish();
      const unmatched = (tapePlayer?.unmatched(new Set(heardSources)) ?? []).map((event): PageNotice => ({
        code: "tape-unmatched",
        severity: "warning",
        message: unmatchedText(event),
        where: null,
      }));
      const final = createStateHash();
      game.hashInto(final);
      for (const root of roots) root.hashInto(final);
      final.addText(summary.finalStateHash);
      return {
        ...summary,
        notices: [...unmatched, ...summary.notices],
        entities: countEntities(),
        finalStateHash: final.digest(),
        anythingRendered: summary.anythingRendered || roots.some((root) => root.showsDom()),
      };
    },
  };
}

/** Ends a run whose game has asked for pixels that were not rendered. */
class PixelsMissing extends Error {
  readonly need: RasterNeed;

  constructor(need: RasterNeed) {
    super(`${need.api} asks for pixels that were not rendered.`);
    this.name = "PixelsMissing";
    this.need = need;
  }
}

function unmatchedText(event: string): string {
  return `The tape's ${event} reached nothing: no binding of the input map names it, and no listener of the page heard it.`;
}

function forgetMarks(agent: RealmAgent, lastStep: number): void {
  // The many of one name first: few are left to look at for each of the others.
  agent.clearMarks(markNames.phaseEnd);
  agent.clearMarks(markNames.frameEnd);
  for (let step = lastStep - marksKept + 1; step <= lastStep; step += 1) {
    agent.clearMarks(markNames.frameStartPrefix + String(step));
  }
}

/** What the harness hears of a page while it steps. */
interface Heart {
  /** Tells that a step has ended, at most once in `heartbeatIntervalMs`. */
  beat(step: number): void;
  /** Awaits what is no part of a frame and has a limit of its own, and tells when it begins and ends. */
  during(wait: () => Promise<void>): Promise<void>;
}

function createHeart(agent: RealmAgent): Heart {
  const binding: unknown = Reflect.get(globalThis, heartbeatBinding);
  const send = (payload: string): void => {
    if (typeof binding === "function") Reflect.apply(binding, globalThis, [payload]);
  };
  let beatMs = agent.realNow();
  let lookedMs = beatMs;
  let isQuick = false;
  let framesUnseen = 0;
  return {
    beat(step) {
      framesUnseen += 1;
      if (isQuick && framesUnseen < framesUnseenMax) return;
      const nowMs = agent.realNow();
      isQuick = nowMs - lookedMs < heartbeatIntervalMs / 10;
      lookedMs = nowMs;
      framesUnseen = 0;
      if (nowMs - beatMs < heartbeatIntervalMs) return;
      beatMs = nowMs;
      send(String(step));
    },
    async during(wait) {
      send(heartbeatStates.waiting);
      await wait();
      send(heartbeatStates.running);
    },
  };
}
