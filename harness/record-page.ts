import { frameName } from "../src/formats/frame-name.ts";
import { hashInputMap } from "../src/core/input/map-hash.ts";
import type { PlayReport } from "../src/formats/page-port.ts";
import { mainFileOf, type RasterMode, type RunPlan } from "../src/formats/run-plan.ts";
import type { Tape, TapeEvent } from "../src/formats/tape.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import type { GamePage } from "./capture/game-page.ts";
import { openGamePage } from "./capture/open-game-page.ts";
import { mountFailure, stepFailure, stuckFailure } from "./capture/page-failures.ts";
import { gamePathOf, type StackPositions } from "./capture/stack-positions.ts";
import { Stuck, type Watchdog } from "./capture/watchdog.ts";
import { withinLimit } from "./capture/within-limit.ts";
import { FramegateError } from "./errors.ts";
import type { Site } from "./serve/serve-site.ts";

interface Workplace {
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  readonly headless: boolean;
  /** Null for the default: real pixels in a window, none without one. */
  readonly raster: RasterMode | null;
}

export async function openPage(plan: RunPlan, { site, browser, headless, raster }: Workplace): Promise<GamePage> {
  return await openGamePage(browser, {
    url: site.hostUrl,
    limitMs: plan.limits.bootMs,
    width: plan.width,
    height: plan.height,
    pageScripts: site.pageScripts,
    prelude: {
      seed: plan.seed.value,
      stepHz: plan.stepHz,
      // Hashing every frame takes time, which would disturb the player.
      pass: headless ? "count" : "plain",
      // Without a window nobody sees the pixels.
      raster: raster ?? (headless ? "skip" : "real"),
      // A page may read pixels back while it loads, for example to probe the GPU.
      rendersBoot: true,
      rendersCanvases: true,
      locksPointer: !headless,
      countsWasm: false,
      trapRandom: false,
      settleMs: plan.limits.settleMs,
      bootMs: plan.limits.bootMs,
      inspect: null,
      recordsFrames: false,
      engines: null,
    },
  });
}

export interface Mounting {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly page: GamePage;
  readonly lost: Promise<Loss>;
  readonly positions: StackPositions;
  readonly watchdog: Watchdog;
  /** The tape that a script extends; null if a person plays. */
  readonly tape: Tape | null;
}

export async function mountGame({ plan, site, page, lost, positions, watchdog, tape }: Mounting): Promise<void> {
  const { width, height, limits, target } = plan;
  const { bootMs } = limits;
  const { embedUrl } = site;
  const inputMap = target.kind === "manifest" ? target.inputMap : null;
  const mounting = page.mount({
    ...{ width, height, bootMs, inputMap, tape, lastPictureStep: null, embedUrl },
    fillsWindow: false,
    allowsDebug: true,
  });
  const mounted = watchdog.watchScripts(mounting, bootMs).catch(async (thrown: unknown) => {
    if (thrown instanceof Stuck) throw stuckFailure(thrown, "set-up", "--boot-timeout");
    return await lossBehind(thrown, lost);
  });
  const report = await Promise.race([mounted, lost]);
  // Closing the window before the game is ready cancels the recording.
  if ("failure" in report) throw report.failure ?? new FramegateError("interrupted", {});
  if (!report.ok) throw mountFailure(report, positions, limits);
}

/** A page that is gone or does not answer. Without a failure, the user has closed it. */
export interface Loss {
  readonly report: null;
  readonly failure: FramegateError | null;
}

// A page ends with its next frame. A stuck page never does, but its events so far are kept.
export const endLimitMs = 3000;

export function tapeOf({ plan }: Pick<Mounting, "plan">, events: readonly TapeEvent[]): Tape {
  const { game, target, stepHz } = plan;
  const inputMap = target.kind === "manifest" ? target.inputMap : null;
  return {
    version: 1,
    stepHz,
    seed: plan.seed.value,
    // A page has no version for the tape to refer to.
    ...(game.version === null ? {} : { game: { name: game.name, version: game.version } }),
    ...(inputMap === null ? {} : { mapHash: hashInputMap(inputMap) }),
    events,
  };
}

export function failureOf(
  stopped: NonNullable<PlayReport["stopped"]>,
  step: number,
  { plan, positions }: Pick<Mounting, "plan" | "positions">,
): FramegateError {
  if (stopped.code !== "needs-raster") return stepFailure(stopped, step, { positions, warmup: 0, limits: plan.limits });
  return new FramegateError("not-supported", {
    what: `Playing a game without a window that reads pixels back (${stopped.error.message})`,
    path: mainFileOf(plan.target),
    instead: "Play it in a window: leave --headless out.",
  });
}

/** Result of `work`, or the failure that took the page away meanwhile. */
export async function throughLoss<T>(work: Promise<T>, lost: Promise<Loss>): Promise<T> {
  const gone = lost.then(({ failure }): never => {
    throw failure ?? new FramegateError("interrupted", {});
  });
  return await Promise.race([work, gone]);
}

/**
 * The loss of a page becomes known shortly after a call to it has failed. If it does not, the failure is our own bug.
 */
export async function lossBehind(thrown: unknown, lost: Promise<Loss>): Promise<Loss> {
  return await withinLimit(lost, endLimitMs, () => new Error("The page could not be played.", { cause: thrown }));
}

/** Resolves when the page is gone. Closing the window ends a recording, and is not a failure. */
export async function pageLoss(page: GamePage, browser: LaunchedBrowser, watchdog: Watchdog): Promise<Loss> {
  const frame = (): string => {
    const lastStep = watchdog.lastStep();
    return lastStep === null ? "set-up or one of its first frames" : frameName(lastStep + 1, 0);
  };
  return await new Promise((resolve) => {
    const lose = (failure: FramegateError | null): void => {
      resolve({ report: null, failure });
    };
    page.onCrashed(() => {
      lose(new FramegateError("page-crashed", { frame: frame() }));
    });
    page.onLeft((url) => {
      lose(new FramegateError("page-left", { frame: frame(), url: gamePathOf(url) }));
    });
    page.onClosed(() => {
      lose(null);
    });
    browser.onDisconnected((how) => {
      lose(how === "exited with code 0" ? null : new FramegateError("browser-lost", { frame: frame(), how }));
    });
  });
}
