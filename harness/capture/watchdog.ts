import type { CDPSession } from "puppeteer-core";
import { heartbeatIntervalMs, heartbeatStates } from "../../src/formats/page-port.ts";
import type { StackFrame, StackPositions } from "./stack-positions.ts";

/** Tells a page that is slow from one that is stuck. */
export interface Watchdog {
  /** The last step that the page is known to have ended, warm-up included; null before any. */
  lastStep(): number | null;
  /**
   * Awaits `work`, a call into the page. Rejects with `Stuck` when neither it ends nor a heartbeat comes for the time
   * that holds for what the page last said it does.
   */
  watch<T>(work: Promise<T>, limits: WatchLimits): Promise<T>;
  /** Awaits `work`, which keeps its own limits. Rejects with `Stuck` when a script keeps the page busy for `limitMs`. */
  watchScripts<T>(work: Promise<T>, limitMs: number): Promise<T>;
}

/** Real milliseconds. */
export interface WatchLimits {
  readonly runningMs: number;
  /** While the page says that it waits. It keeps a limit of its own then; this is for what it runs in between. */
  readonly waitingMs: number;
}

/** What a watchdog needs of a page. */
export interface WatchedPage {
  readonly session: CDPSession;
  /** URL of a script by the number that the debugger gave it; empty where it has none. */
  scriptUrl(scriptId: string): string;
}

/** The page did not answer. */
export class Stuck extends Error {
  readonly limitMs: number;
  /** What the page was running, innermost first; empty where it was not in a script. */
  readonly frames: readonly StackFrame[];
  /** Step that was running, warm-up included; the last one known to have ended where the page could not say; or null. */
  readonly step: number | null;

  constructor(limitMs: number, frames: readonly StackFrame[], step: number | null) {
    super(`The page did not answer within ${String(limitMs)} ms.`);
    this.limitMs = limitMs;
    this.frames = frames;
    this.step = step;
  }
}

const pauseWaitMs = 2000;

/**
 * Creates the watchdog of one page. The session's Debugger domain must be enabled: enabling it later would wait for the
 * very loop that has to be found.
 */
export function createWatchdog(page: WatchedPage, binding: string, positions: StackPositions): Watchdog {
  const { session } = page;
  let lastBeatMs = 0;
  let lastStep: number | null = null;
  let isLooking = false;
  let isWaiting = false;
  let lookAgain = (): void => undefined;
  session.on("Runtime.bindingCalled", ({ name, payload }) => {
    if (name !== binding) return;
    lastBeatMs = performance.now();
    isWaiting = payload === heartbeatStates.waiting;
    // Another limit holds from here on.
    if (isWaiting || payload === heartbeatStates.running) lookAgain();
    else lastStep = Number(payload);
  });
  session.on("Debugger.paused", () => {
    // A `debugger` statement waits for a person who is not there.
    if (!isLooking) void session.send("Debugger.resume").catch(() => undefined);
  });

  async function diagnose(limitMs: number): Promise<Stuck> {
    isLooking = true;
    const frames = await whatRuns(page, positions);
    return new Stuck(limitMs, frames, frames.length > 0 ? ((await askStep(session)) ?? lastStep) : lastStep);
  }

  async function watch<T>(work: Promise<T>, { runningMs, waitingMs }: WatchLimits): Promise<T> {
    lastBeatMs = performance.now();
    isWaiting = false;
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_resolve, reject) => {
      lookAgain = () => {
        clearTimeout(timer);
        const limitMs = isWaiting ? waitingMs : runningMs;
        // What began right after a beat is told of by none until the next one is due.
        const leftMs = lastBeatMs + limitMs + heartbeatIntervalMs - performance.now();
        if (leftMs > 0) timer = setTimeout(lookAgain, leftMs);
        else diagnose(limitMs).then(reject, reject);
      };
      lookAgain();
    });
    try {
      return await Promise.race([work, stuck]);
    } finally {
      clearTimeout(timer);
      lookAgain = () => undefined;
    }
  }

  return {
    lastStep: () => lastStep,
    watch,
    async watchScripts(work, limitMs) {
      let isOver = false;
      // A page that is gone does not answer; that is told by who looks after it.
      keepAsking(session, () => {
        lastBeatMs = performance.now();
        return !isOver;
      }).catch(() => undefined);
      try {
        return await watch(work, { runningMs: limitMs, waitingMs: limitMs });
      } finally {
        isOver = true;
      }
    },
  };
}

/** A page that is paused in a script can still be asked; one that is stuck elsewhere cannot. */
async function askStep(session: CDPSession): Promise<number | null> {
  const expression = "globalThis.framegatePagePort.currentStep()";
  const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
  return typeof result.value === "number" ? result.value : null;
}

/** Asks the page for as long as `onAnswer` wants it: one that runs no script answers, which is as good as a beat. */
async function keepAsking(session: CDPSession, onAnswer: () => boolean): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, heartbeatIntervalMs));
    await session.send("Runtime.evaluate", { expression: "0" });
  } while (onAnswer());
}

/** Pauses the page and says what it was running; empty where it was not in a script. */
async function whatRuns(page: WatchedPage, positions: StackPositions): Promise<readonly StackFrame[]> {
  const { session } = page;
  const paused = new Promise<readonly StackFrame[]>((resolve) => {
    const timeout = setTimeout(() => {
      resolve([]);
    }, pauseWaitMs);
    session.once("Debugger.paused", ({ callFrames }) => {
      clearTimeout(timeout);
      resolve(
        callFrames.map(({ functionName, location }) => {
          const url = page.scriptUrl(location.scriptId);
          return positions.frame(functionName, url, location.lineNumber + 1, (location.columnNumber ?? 0) + 1);
        }),
      );
    });
  });
  await session.send("Debugger.pause").catch(() => undefined);
  return await paused;
}
