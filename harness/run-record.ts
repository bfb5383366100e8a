import type { Page } from "puppeteer-core";
import { hashInputMap } from "../src/core/input/map-hash.ts";
import type { RunNotice } from "../src/formats/frame-sample.ts";
import type { PlayReport } from "../src/formats/page-port.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { Tape, TapeEvent } from "../src/formats/tape.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import { type GamePage, openGamePage } from "./capture/game-page.ts";
import { frameName, mountFailure, stepFailure, stuckFailure } from "./capture/page-failures.ts";
import { createStackPositions, type StackPositions } from "./capture/stack-positions.ts";
import { Stuck, Watchdog } from "./capture/watchdog.ts";
import { withinLimit } from "./capture/within-limit.ts";
import { FramegateError } from "./errors.ts";
import { serveSite, type Site } from "./serve/serve-site.ts";

/** Options of `runRecord`. */
export interface RecordOptions {
  /** Steps after which the recording ends by itself; null for as long as nobody ends it. */
  readonly stepsMax: number | null;
  /** Without a window: for scripts that play. */
  readonly headless: boolean;
}

/** The surroundings of `runRecord`. */
export interface RecordContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting it ends the recording. Before the game is being played it breaks it off. */
  readonly signal: AbortSignal;
  /** Told what is being done, such as `building the game`. */
  readonly onStage: (stage: string) => void;
  /** Given the page when its devices are listened to, for scripts that play. */
  readonly onPage?: (page: Page) => void;
}

/** What was played. */
export interface Recording {
  readonly tape: Tape;
  /** Steps that were played to their end. */
  readonly steps: number;
  /**
   * As a run of as many steps by this tape reports it; null where the page was gone before it could be asked.
   */
  readonly finalStateHash: string | null;
  /** Chained over all frames, as a count pass reports it for the last one; null where that is, and with a window. */
  readonly frameHash: string | null;
  readonly notices: readonly RunNotice[];
  /** What cut it short; null where it was ended. */
  readonly failure: FramegateError | null;
}

/**
 * The corridor of `record`: serve, launch, play, and keep what was played. Writes nothing. What ends a game that is being
 * played is in what it returns, so that nothing that was played is lost; throws `FramegateError` for what went before.
 */
export async function runRecord(plan: RunPlan, options: RecordOptions, context: RecordContext): Promise<Recording> {
  const { env, signal, onStage } = context;
  if (!options.headless) refuseWithoutDisplay(env);
  const found = await findBrowser(env, { signal, headed: !options.headless });
  onStage("building the game");
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  onStage("starting the browser");
  // Not ended by the signal, which ends the recording only: the page is asked for its last state after that.
  await using browser = await launchBrowser({
    browser: found,
    hostRules: site.hostRules,
    headed: !options.headless,
    width: plan.width,
    height: plan.height,
    env,
  });
  const breakOff = (): void => void browser.close();
  signal.addEventListener("abort", breakOff, { once: true });
  signal.throwIfAborted();
  await using page = await openPage(plan, { site, browser, headless: options.headless });
  const positions = createStackPositions(site.buildDir, plan.target.kind === "manifest" ? plan.target.gameDir : null);
  const watchdog = new Watchdog(page, positions);
  const lost = pageLoss(page, browser, watchdog);
  await mountGame({ plan, site, page, lost, positions, watchdog });
  // A new window may have its focus in the address bar, and the keys with it. One that is gone is told by `lost`.
  await page.page.bringToFront().catch(() => undefined);
  signal.removeEventListener("abort", breakOff);
  return await playGame({ plan, site, options, context, page, lost, positions, watchdog });
}

function refuseWithoutDisplay(env: RecordContext["env"]): void {
  const hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (env[name] ?? "") !== "");
  if (process.platform === "linux" && !hasDisplay) throw new FramegateError("no-display", {});
}

interface Workplace {
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  readonly headless: boolean;
}

async function openPage(plan: RunPlan, { site, browser, headless }: Workplace): Promise<GamePage> {
  return await openGamePage(browser, {
    url: site.hostUrl,
    limitMs: plan.limits.bootMs,
    width: plan.width,
    height: plan.height,
    preludeFile: site.preludeFile,
    prelude: {
      seed: plan.seed.value,
      stepHz: plan.stepHz,
      // Hashing every frame takes time that a person who plays should not miss.
      pass: headless ? "count" : "plain",
      // Nobody looks at what has no window.
      raster: headless ? "skip" : "real",
      // A page may read back what it draws while it loads: to probe the GPU, say.
      rendersBoot: true,
      locksPointer: !headless,
      trapRandom: false,
      settleMs: plan.limits.settleMs,
    },
  });
}

interface Mounting {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly page: GamePage;
  readonly lost: Promise<Loss>;
  readonly positions: StackPositions;
  readonly watchdog: Watchdog;
}

async function mountGame({ plan, site, page, lost, positions, watchdog }: Mounting): Promise<void> {
  const { width, height, limits, target } = plan;
  const { bootMs } = limits;
  const { embedUrl } = site;
  const inputMap = target.kind === "manifest" ? target.inputMap : null;
  const mounting = page.mount({ width, height, bootMs, inputMap, tape: null, lastPictureStep: null, embedUrl });
  const mounted = watchdog.watchScripts(mounting, bootMs).catch(async (thrown: unknown) => {
    if (thrown instanceof Stuck) throw stuckFailure(thrown, "set-up", "--boot-timeout");
    return await lossBehind(thrown, lost);
  });
  const report = await Promise.race([mounted, lost]);
  // Whoever closes the window before there is anything to play has changed his mind.
  if ("failure" in report) throw report.failure ?? new FramegateError("interrupted", {});
  if (!report.ok) throw mountFailure(report, positions, limits);
}

interface Playing extends Mounting {
  readonly options: RecordOptions;
  readonly context: RecordContext;
}

/** How playing ended: with a report of the page's, or without one. */
type Ending = { readonly report: PlayReport } | Loss;

/** A page that is gone or does not answer. Where there is no failure, it is what the person wanted. */
interface Loss {
  readonly report: null;
  readonly failure: FramegateError | null;
}

// A page that is asked to end does so with its next picture. One that is stuck never does; what it told so far is kept.
const endLimitMs = 3000;

async function playGame(playing: Playing): Promise<Recording> {
  const { context, page, watchdog } = playing;
  const events: TapeEvent[] = [];
  let isListening = false;
  const onEvents = (told: readonly TapeEvent[]): void => {
    events.push(...told);
    if (isListening) return;
    isListening = true;
    context.onStage("playing");
    context.onPage?.(page.page);
  };
  // A page in the background draws nothing and takes no step, and is not stuck: only a script that does not end is.
  const played = watchdog.watchScripts(
    page.play({ stepsMax: playing.options.stepsMax }, onEvents),
    playing.plan.limits.frameMs,
  );
  const ending = await waitForEnding(playing, played);
  const tape = tapeOf(playing, events);
  if (ending.report === null) {
    const lastStep = Math.max(watchdog.lastStep() ?? -1, events.at(-1)?.step ?? -1);
    return { steps: lastStep + 1, tape, ...unknownState, failure: ending.failure };
  }
  const { steps, stopped, stateHash } = ending.report;
  if (stopped !== null) {
    return { steps, tape, ...unknownState, failure: failureOf(stopped, steps, playing) };
  }
  const finished = await withinLimit(page.finish(), endLimitMs, () => new Error("The page did not finish.")).catch(
    () => null,
  );
  if (finished === null) return { steps, tape, ...unknownState, failure: null };
  const { finalStateHash, notices } = finished;
  return { steps, tape, finalStateHash, frameHash: stateHash, notices, failure: null };
}

const unknownState = { finalStateHash: null, frameHash: null, notices: [] } as const;

function tapeOf({ plan }: Playing, events: readonly TapeEvent[]): Tape {
  const { game, target, stepHz } = plan;
  const inputMap = target.kind === "manifest" ? target.inputMap : null;
  return {
    version: 1,
    stepHz,
    seed: plan.seed.value,
    // A page has no version that a tape could be held to.
    ...(game.version === null ? {} : { game: { name: game.name, version: game.version } }),
    ...(inputMap === null ? {} : { mapHash: hashInputMap(inputMap) }),
    events,
  };
}

function failureOf(
  stopped: NonNullable<PlayReport["stopped"]>,
  step: number,
  { plan, positions }: Playing,
): FramegateError {
  if (stopped.code !== "needs-raster") return stepFailure(stopped, step, { positions, warmup: 0, limits: plan.limits });
  return new FramegateError("not-supported", {
    what: `Playing a game without a window that reads pixels back (${stopped.error.message})`,
    path: plan.target.kind === "manifest" ? plan.target.manifestPath : plan.target.htmlPath,
    instead: "Play it in a window: leave --headless out.",
  });
}

async function waitForEnding(playing: Playing, played: Promise<PlayReport>): Promise<Ending> {
  const { context, page, lost } = playing;
  const overdue = new Promise<Ending>((resolve) => {
    const end = (): void => {
      // A page that is gone meanwhile is told by `lost`.
      page.endPlay().catch(() => undefined);
      setTimeout(resolve, endLimitMs, { report: null, failure: null }).unref();
    };
    if (context.signal.aborted) end();
    else context.signal.addEventListener("abort", end, { once: true });
  });
  const ended = played.then(
    (report): Ending => ({ report }),
    async (thrown: unknown): Promise<Ending> => {
      if (thrown instanceof Stuck)
        return { report: null, failure: stuckFailure(thrown, frameName(thrown.step ?? 0, 0)) };
      return await lossBehind(thrown, lost);
    },
  );
  return await Promise.race([ended, lost, overdue]);
}

/** Why the page does not answer any more is known a moment after a call to it has failed; if not, it is a fault of ours. */
async function lossBehind(thrown: unknown, lost: Promise<Loss>): Promise<Loss> {
  return await withinLimit(lost, endLimitMs, () => new Error("The page could not be played.", { cause: thrown }));
}

/** Resolves when the page is gone. Closing the window is the way to end a recording, and no failure. */
async function pageLoss(page: GamePage, browser: LaunchedBrowser, watchdog: Watchdog): Promise<Loss> {
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
      lose(new FramegateError("page-left", { frame: frame(), url }));
    });
    page.onClosed(() => {
      lose(null);
    });
    browser.onDisconnected((how) => {
      lose(how === "exited with code 0" ? null : new FramegateError("browser-lost", { frame: frame(), how }));
    });
  });
}
