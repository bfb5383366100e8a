import type { Page } from "#puppeteer-core";
import { hashInputMap } from "../src/core/input/map-hash.ts";
import type { RunNotice } from "../src/formats/frame-sample.ts";
import type { PlayReport } from "../src/formats/page-port.ts";
import { mainFileOf, type RasterMode, type RunPlan } from "../src/formats/run-plan.ts";
import type { Tape, TapeEvent } from "../src/formats/tape.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import type { GamePage } from "./capture/game-page.ts";
import { openGamePage } from "./capture/open-game-page.ts";
import { frameName, mountFailure, stepFailure, stuckFailure } from "./capture/page-failures.ts";
import { positionsOf, type StackPositions } from "./capture/stack-positions.ts";
import { Stuck, Watchdog } from "./capture/watchdog.ts";
import { withinLimit } from "./capture/within-limit.ts";
import { FramegateError } from "./errors.ts";
import { playScript, type ScriptFile } from "./script/play-script.ts";
import { ScriptPlayer, type SteppedGame } from "./script/script-player.ts";
import { serveSite, type Site } from "./serve/serve-site.ts";

/** Options of `runRecord`. */
export interface RecordOptions {
  /** Steps after which the recording ends; null if only the user ends it. */
  readonly stepsMax: number | null;
  /** Opens no window, for scripts that play. */
  readonly headless: boolean;
  /** The script that plays, without a window, in place of a person; null or missing for a person. */
  readonly script?: ScriptFile | null;
}

/** The surroundings of `runRecord`. */
export interface RecordContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the recording. Before the game is being played, it cancels it. */
  readonly signal: AbortSignal;
  /** Called with each stage, such as `building the game`. */
  readonly onStage: (stage: string) => void;
  /** Called with what a script prints. */
  readonly onPrint?: (text: string) => void;
  /** Called with the page once it listens to its devices, for scripts that play. */
  readonly onPage?: (page: Page, currentStep: () => Promise<number | null>) => void;
}

/** A recorded session. */
export interface Recording {
  readonly tape: Tape;
  /** Completed steps. */
  readonly steps: number;
  /**
   * The state hash that a replay of the tape must have at its end; null if the page was gone before it could answer.
   */
  readonly finalStateHash: string | null;
  /**
   * The hash of all frames, as a count pass has it for the last frame; null if `finalStateHash` is, and with a window.
   */
  readonly frameHash: string | null;
  readonly notices: readonly RunNotice[];
  /** The failure that ended the recording early; null if the user ended it. */
  readonly failure: FramegateError | null;
}

/**
 * Serves and launches a game, lets somebody play it, and returns the recording. Writes nothing.
 *
 * A failure while a person plays the game is part of the result, so that nothing played is lost. Earlier failures, and all
 * of a script, are thrown as `FramegateError`.
 */
export async function runRecord(plan: RunPlan, options: RecordOptions, context: RecordContext): Promise<Recording> {
  const { env, signal, onStage } = context;
  if (!options.headless) refuseWithoutDisplay(env);
  const found = await findBrowser(env, { signal, headed: !options.headless });
  onStage("building the game");
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  onStage("starting the browser");
  // The signal ends the recording, not the browser: the page must still report its last state.
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
  const { script = null } = options;
  if (script !== null) {
    const scripted = { plan, site, browser, options, context, script };
    // A script can play again: a game that reads pixels back gets them the second time.
    return (await recordScript(scripted, "skip")) ?? (await recordScript(scripted, "real")) ?? neverPlayed();
  }
  await using page = await openPage(plan, { site, browser, headless: options.headless, raster: null });
  const positions = positionsOf(site, plan.target);
  const watchdog = new Watchdog(page, positions);
  const lost = pageLoss(page, browser, watchdog);
  await mountGame({ plan, site, page, lost, positions, watchdog, tape: null });
  // The focus of a new window may be in the address bar, and the keys with it. `lost` reports a window that is gone.
  await page.page.bringToFront().catch(() => undefined);
  signal.removeEventListener("abort", breakOff);
  return await playGame({ plan, site, options, context, page, lost, positions, watchdog, tape: null });
}

interface Scripted {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  readonly options: RecordOptions;
  readonly context: RecordContext;
  readonly script: ScriptFile;
}

// A script has nothing to wait for but the game.
const scriptIdleMs = 10_000;

/** Lets a script play in a fresh page. Null if the game reads back pixels that were not rendered. */
async function recordScript(scripted: Scripted, raster: RasterMode): Promise<Recording | null> {
  const { plan, site, browser, options, context } = scripted;
  await using page = await openPage(plan, { site, browser, headless: true, raster });
  const positions = positionsOf(site, plan.target);
  const watchdog = new Watchdog(page, positions);
  const lost = pageLoss(page, browser, watchdog);
  const mounting = { plan, site, page, lost, positions, watchdog };
  try {
    await mountGame({ ...mounting, tape: tapeOf(mounting, []) });
    page.beginFrames();
    context.onStage("playing the script");
    const hashes: string[] = [];
    const player = new ScriptPlayer(steppedGame(mounting, hashes), options.stepsMax);
    await playThrough(scripted, player, lost);
    await player.finish();
    if (player.steps() === 0) throw playedNothing(scripted.script);
    const { finalStateHash, notices } = await throughLoss(page.finish(), lost);
    const tape = tapeOf(mounting, player.events());
    return { tape, steps: player.steps(), finalStateHash, frameHash: hashes.at(-1) ?? null, notices, failure: null };
  } catch (thrown) {
    if (thrown instanceof PixelsMissing && raster === "skip") return null;
    throw thrown;
  }
}

/** Runs the script to its end, or until the page is gone. Its thread has ended when this settles. */
async function playThrough({ script, context }: Scripted, player: ScriptPlayer, lost: Promise<Loss>): Promise<void> {
  const { onPrint = (): void => undefined, signal } = context;
  const over = new AbortController();
  const playing = playScript(script, {
    perform: async (call) => {
      await player.perform(call);
    },
    onPrint,
    signal: AbortSignal.any([signal, over.signal]),
    idleMs: scriptIdleMs,
  });
  try {
    await throughLoss(playing, lost);
  } finally {
    over.abort();
    await playing.catch(() => undefined);
  }
}

/** The page as a script plays it. Puts the chained hash of every frame into `hashes`. */
function steppedGame({ plan, page, positions, watchdog }: Omit<Mounting, "tape">, hashes: string[]): SteppedGame {
  const { frameMs, settleMs } = plan.limits;
  return {
    append: async (events) => {
      await page.append(events);
    },
    lookFor: async (target) => await page.lookFor(target),
    async step(count) {
      const limits = { runningMs: frameMs, waitingMs: settleMs + frameMs };
      const { stateHash, stopped } = await watchdog.watch(page.step(count), limits).catch((thrown: unknown) => {
        throw thrown instanceof Stuck ? stuckFailure(thrown, frameName(thrown.step ?? hashes.length, 0)) : thrown;
      });
      hashes.push(...stateHash);
      if (stopped?.code === "needs-raster") throw new PixelsMissing();
      if (stopped !== null) throw failureOf(stopped, hashes.length, { plan, positions });
    },
  };
}

function playedNothing({ name }: ScriptFile): FramegateError {
  return new FramegateError("script-failed", { script: name, reason: "it played no frame.", where: name });
}

class PixelsMissing extends Error {}

function neverPlayed(): never {
  throw new Error("A game that renders its pixels lacked them.");
}

/** The result of `work`, or the failure that took the page away meanwhile. */
async function throughLoss<T>(work: Promise<T>, lost: Promise<Loss>): Promise<T> {
  const gone = lost.then(({ failure }): never => {
    throw failure ?? new FramegateError("interrupted", {});
  });
  return await Promise.race([work, gone]);
}

function refuseWithoutDisplay(env: RecordContext["env"]): void {
  const hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (env[name] ?? "") !== "");
  if (process.platform === "linux" && !hasDisplay) throw new FramegateError("no-display", {});
}

interface Workplace {
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  readonly headless: boolean;
  /** Null for what the headlessness asks for. */
  readonly raster: RasterMode | null;
}

async function openPage(plan: RunPlan, { site, browser, headless, raster }: Workplace): Promise<GamePage> {
  return await openGamePage(browser, {
    url: site.hostUrl,
    limitMs: plan.limits.bootMs,
    width: plan.width,
    height: plan.height,
    preludeFile: site.preludeFile,
    prelude: {
      seed: plan.seed.value,
      stepHz: plan.stepHz,
      // Hashing every frame takes time, which would disturb a person who plays.
      pass: headless ? "count" : "plain",
      // Without a window nobody sees the pixels.
      raster: raster ?? (headless ? "skip" : "real"),
      // A page may read pixels back while it loads, for example to probe the GPU.
      rendersBoot: true,
      rendersCanvases: true,
      locksPointer: !headless,
      trapRandom: false,
      settleMs: plan.limits.settleMs,
      inspect: null,
      engines: null,
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
  /** The tape that a script adds to; null if a person plays. */
  readonly tape: Tape | null;
}

async function mountGame({ plan, site, page, lost, positions, watchdog, tape }: Mounting): Promise<void> {
  const { width, height, limits, target } = plan;
  const { bootMs } = limits;
  const { embedUrl } = site;
  const inputMap = target.kind === "manifest" ? target.inputMap : null;
  const mounting = page.mount({
    ...{ width, height, bootMs, inputMap, tape, lastPictureStep: null, embedUrl },
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

interface Playing extends Mounting {
  readonly options: RecordOptions;
  readonly context: RecordContext;
}

/** The end of a session: a report of the page, or the loss of the page. */
type Ending = { readonly report: PlayReport } | Loss;

/** A page that is gone or does not answer. Without a failure, the user closed it. */
interface Loss {
  readonly report: null;
  readonly failure: FramegateError | null;
}

// A page ends with its next frame. A stuck page never does, and its events so far are kept.
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
    context.onPage?.(page.page, async () => await page.currentStep());
  };
  // A page in the background takes no steps, and is not stuck. Only a script that does not end is.
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

function tapeOf({ plan }: Pick<Mounting, "plan">, events: readonly TapeEvent[]): Tape {
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

function failureOf(
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

async function waitForEnding(playing: Playing, played: Promise<PlayReport>): Promise<Ending> {
  const { context, page, lost } = playing;
  const overdue = new Promise<Ending>((resolve) => {
    const end = (): void => {
      // `lost` reports a page that is gone by now.
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

/**
 * The loss of the page becomes known a moment after a call to it has failed. If it does not, the failure is a bug of
 * ours.
 */
async function lossBehind(thrown: unknown, lost: Promise<Loss>): Promise<Loss> {
  return await withinLimit(lost, endLimitMs, () => new Error("The page could not be played.", { cause: thrown }));
}

/** Resolves when the page is gone. Closing the window ends a recording, and is no failure. */
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
