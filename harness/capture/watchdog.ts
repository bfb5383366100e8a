import type { CDPSession } from "puppeteer-core";
import type { ProcessLoad } from "../browser/process-load.ts";
import { heartbeatBinding, heartbeatIntervalMs, heartbeatStates } from "../../src/formats/page-port.ts";
import { type Hindrance, judgeSilence, type LoadSample } from "./silence.ts";
import type { StackFrame, StackPositions } from "./stack-positions.ts";
import { withinLimit } from "./within-limit.ts";

/** Real milliseconds. */
export interface WatchLimits {
  readonly runningMs: number;
  /**
   * Applies while the page reports that it waits. It then enforces its own limit, and this one is for scripts that run
   * meanwhile.
   */
  readonly waitingMs: number;
}

/** The part of a page that a watchdog needs. */
export interface WatchedPage {
  readonly session: CDPSession;
  /** URL of a script by its number in the debugger; empty if unknown. */
  scriptUrl(scriptId: string): string;
  /** The current step, even while the page is paused in a script; null if the page cannot tell. */
  currentStep(): Promise<number | null>;
  /** CPU time and state of the browser's processes, from /proc; empty except on Linux. */
  readLoad(): Promise<readonly ProcessLoad[]>;
}

/** The page did not answer. */
export class Stuck extends Error {
  readonly limitMs: number;
  /** The stack of the running script, innermost frame first; empty if none was running. */
  readonly frames: readonly StackFrame[];
  /** The current step, warm-up included. If the page could not tell, the last step known to have ended, or null. */
  readonly step: number | null;
  /** The cause that kept the page from running; null if the page itself is to blame, as far as is known. */
  readonly hindrance: Hindrance | null;

  constructor(limitMs: number, seen: Pick<Stuck, "frames" | "step" | "hindrance">) {
    super(`The page did not answer within ${String(limitMs)} ms.`);
    this.limitMs = limitMs;
    this.frames = seen.frames;
    this.step = seen.step;
    this.hindrance = seen.hindrance;
  }
}

const pauseWaitMs = 2000;
const stepWaitMs = 1000;

/**
 * Tells a slow page from a stuck one. The Debugger domain of the session must be enabled: enabling it later would block
 * on the very loop it must find.
 */
export class Watchdog {
  readonly #page: WatchedPage;
  readonly #positions: StackPositions;
  #lastBeatMs = 0;
  #lastStep: number | null = null;
  #isLooking = false;
  #isWaiting = false;
  /** Taken once half of the limit has passed in silence, which is rare. */
  #halfway: LoadSample | null = null;
  #lookAgain = (): void => undefined;

  constructor(page: WatchedPage, positions: StackPositions) {
    this.#page = page;
    this.#positions = positions;
    const { session } = page;
    session.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === heartbeatBinding) this.#hear(payload);
    });
    session.on("Debugger.paused", () => {
      // A `debugger` statement would pause the page until somebody resumes it.
      if (!this.#isLooking) void session.send("Debugger.resume").catch(() => undefined);
    });
  }

  /** The last step that is known to have ended, warm-up included; null before the first. */
  lastStep(): number | null {
    return this.#lastStep;
  }

  /**
   * Awaits `work`, a call into the page. Rejects with `Stuck` if neither a result nor a heartbeat arrives within the
   * limit of the page's current state.
   */
  async watch<T>(work: Promise<T>, { runningMs, waitingMs }: WatchLimits): Promise<T> {
    this.#lastBeatMs = performance.now();
    this.#isWaiting = false;
    this.#halfway = null;
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_resolve, reject) => {
      this.#lookAgain = () => {
        clearTimeout(timer);
        const limitMs = this.#isWaiting ? waitingMs : runningMs;
        // A script that began right after a heartbeat goes unreported until the next one is due.
        const leftMs = this.#lastBeatMs + limitMs + heartbeatIntervalMs - performance.now();
        if (leftMs > limitMs / 2) this.#halfway = null;
        else if (leftMs > 0 && this.#halfway === null) void this.#sampleHalfway();
        if (leftMs > 0) timer = setTimeout(this.#lookAgain, leftMs > limitMs / 2 ? leftMs - limitMs / 2 : leftMs);
        else this.#diagnose(limitMs).then(reject, reject);
      };
      this.#lookAgain();
    });
    try {
      return await Promise.race([work, stuck]);
    } finally {
      clearTimeout(timer);
      this.#lookAgain = () => undefined;
    }
  }

  /**
   * Awaits `work`, which enforces its own limits. Rejects with `Stuck` if a script keeps the page busy for `limitMs`.
   */
  async watchScripts<T>(work: Promise<T>, limitMs: number): Promise<T> {
    let isOver = false;
    // A page that is gone does not answer. The listeners for its loss report that.
    keepAsking(this.#page.session, () => {
      this.#lastBeatMs = performance.now();
      return !isOver;
    }).catch(() => undefined);
    try {
      return await this.watch(work, { runningMs: limitMs, waitingMs: limitMs });
    } finally {
      isOver = true;
    }
  }

  #hear(payload: string): void {
    this.#lastBeatMs = performance.now();
    this.#isWaiting = payload === heartbeatStates.waiting;
    // The other limit applies from now on.
    if (this.#isWaiting || payload === heartbeatStates.running) this.#lookAgain();
    else this.#lastStep = Number(payload);
  }

  async #diagnose(limitMs: number): Promise<Stuck> {
    this.#isLooking = true;
    const frames = await runningFrames(this.#page, this.#positions);
    // A page paused in a script still answers. A page stuck elsewhere does not.
    const asked = frames.length > 0 ? await this.#askStep() : null;
    const now = await this.#sample();
    const hindrance = judgeSilence(this.#halfway, now);
    return new Stuck(limitMs, { frames, step: asked ?? this.#lastStep, hindrance });
  }

  /** Null if the page or its browser does not answer. */
  async #askStep(): Promise<number | null> {
    const late = (): Error => new Error("The page did not tell its step.");
    return await withinLimit(this.#page.currentStep(), stepWaitMs, late).catch(() => null);
  }

  async #sampleHalfway(): Promise<void> {
    const sample = { atMs: performance.now(), processes: [] };
    this.#halfway = sample;
    const taken = await this.#sample();
    if (this.#halfway === sample) this.#halfway = taken;
  }

  async #sample(): Promise<LoadSample> {
    return { atMs: performance.now(), processes: await this.#page.readLoad() };
  }
}

/**
 * Polls the page until `onAnswer` returns false. A page that runs no script answers, which is as good as a heartbeat.
 */
async function keepAsking(session: CDPSession, onAnswer: () => boolean): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve, heartbeatIntervalMs));
    await session.send("Runtime.evaluate", { expression: "0" });
  } while (onAnswer());
}

/** Pauses the page and returns the stack of the running script; empty if none was running. */
async function runningFrames(page: WatchedPage, positions: StackPositions): Promise<readonly StackFrame[]> {
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
  // Not awaited: a stopped process answers nothing.
  session.send("Debugger.pause").catch(() => undefined);
  return await paused;
}
