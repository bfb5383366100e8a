import type { Page } from "puppeteer-core";
import { hashInputMap } from "../src/core/input/map-hash.ts";
import type { RunNotice } from "../src/formats/frame-sample.ts";
import { heartbeatBinding, type PlayReport } from "../src/formats/page-port.ts";
import type { ManifestTarget, RunPlan } from "../src/formats/run-plan.ts";
import type { Tape, TapeEvent } from "../src/formats/tape.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import { type GamePage, openGamePage } from "./capture/game-page.ts";
import { frameName, mountFailure, stepFailure, stuckFailure } from "./capture/page-failures.ts";
import { createStackPositions, type StackPositions } from "./capture/stack-positions.ts";
import { createWatchdog, Stuck, type Watchdog } from "./capture/watchdog.ts";
import { withinLimit } from "./capture/within-limit.ts";
import { FramegateError } from "./errors.ts";
import { serveSite, type Site } from "./serve/serve-site.ts";

export interface RecordOptions {
  /** Steps after which the recording ends by itself; null for as long as nobody ends it. */
  readonly stepsMax: number | null;
  /** Without a window: for scripts that play. */
  readonly headless: boolean;
}

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
  const target = refuseWhatCannotBePlayed(plan, options, env);
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
  const positions = createStackPositions(site.buildDir, target.gameDir);
  const watchdog = createWatchdog(page, heartbeatBinding, positions);
  await mountGame({ plan, target, page, positions, watchdog });
  signal.removeEventListener("abort", breakOff);
  return await playGame({ plan, target, options, context, browser, page, positions, watchdog });
}

function refuseWhatCannotBePlayed({ target }: RunPlan, { headless }: RecordOptions, env: RecordContext["env"]): ManifestTarget {
  if (target.kind === "page") {
    throw new FramegateError("not-supported", {
      what: "Recording a page that has no manifest",
      path: target.htmlPath,
      instead: "Write its tape by hand: `framegate perf page.html --tape FILE` plays it.",
    });
  }
  const hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (env[name] ?? "") !== "");
  if (!headless && process.platform === "linux" && !hasDisplay) throw new FramegateError("no-display", {});
  return target;
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
      pass: "plain",
      // Nobody looks at what has no window.
      raster: headless ? "skip" : "real",
      rendersBoot: !headless,
      trapRandom: false,
      settleMs: plan.limits.settleMs,
    },
  });
}

interface Mounting {
  readonly plan: RunPlan;
  readonly target: ManifestTarget;
  readonly page: GamePage;
  readonly positions: StackPositions;
  readonly watchdog: Watchdog;
}

async function mountGame({ plan, target, page, positions, watchdog }: Mounting): Promise<void> {
  const { width, height, limits } = plan;
  const { bootMs } = limits;
  const { inputMap } = target;
  const mounting = page.mount({ width, height, bootMs, inputMap, tape: null, lastPictureStep: null, embedUrl: null });
  const report = await watchdog.watchScripts(mounting, bootMs).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, "set-up", "--boot-timeout") : thrown;
  });
  if (!report.ok) throw mountFailure(report, positions, limits);
}

interface Playing extends Mounting {
  readonly options: RecordOptions;
  readonly context: RecordContext;
  readonly browser: LaunchedBrowser;
}

/** How playing ended: with a report of the page's, or with the page, where a failure is not what the person did. */
type Ending = { readonly report: PlayReport } | { readonly report: null; readonly failure: FramegateError | null };

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
  const played = watchdog.watchScripts(page.play({ stepsMax: playing.options.stepsMax }, onEvents), playing.plan.limits.frameMs);
  const ending = await waitForEnding(playing, played);
  const tape = tapeOf(playing, events);
  if (ending.report === null) {
    const lastStep = Math.max(watchdog.lastStep() ?? -1, events.at(-1)?.step ?? -1);
    return { steps: lastStep + 1, tape, finalStateHash: null, notices: [], failure: ending.failure };
  }
  const { steps, stopped } = ending.report;
  if (stopped !== null) {
    return { steps, tape, finalStateHash: null, notices: [], failure: failureOf(stopped, steps, playing) };
  }
  const finished = await withinLimit(page.finish(), endLimitMs, () => new Error("The page did not finish.")).catch(() => null);
  return { steps, tape, finalStateHash: finished?.finalStateHash ?? null, notices: finished?.notices ?? [], failure: null };
}

function tapeOf({ plan, target }: Playing, events: readonly TapeEvent[]): Tape {
  const { name, version } = target.manifest;
  return {
    version: 1,
    stepHz: plan.stepHz,
    seed: plan.seed.value,
    game: { name, version },
    ...(target.inputMap === null ? {} : { mapHash: hashInputMap(target.inputMap) }),
    events,
  };
}

function failureOf(stopped: NonNullable<PlayReport["stopped"]>, step: number, { plan, target, positions }: Playing): FramegateError {
  if (stopped.code !== "needs-raster") return stepFailure(stopped, step, { positions, warmup: 0, limits: plan.limits });
  return new FramegateError("not-supported", {
    what: `Playing a game without a window that reads pixels back (${stopped.error.message})`,
    path: target.manifestPath,
    instead: "Play it in a window: leave --headless out.",
  });
}

async function waitForEnding(playing: Playing, played: Promise<PlayReport>): Promise<Ending> {
  const { context, page } = playing;
  const lost = pageLoss(playing);
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
    // Why the page does not answer any more is known a moment later, and if not, it is a fault of ours.
    async (thrown: unknown): Promise<Ending> => {
      if (thrown instanceof Stuck) return { report: null, failure: stuckFailure(thrown, frameName(thrown.step ?? 0, 0)) };
      return await withinLimit(lost, endLimitMs, () => new Error("The page could not be played.", { cause: thrown }));
    },
  );
  return await Promise.race([ended, lost, overdue]);
}

/** Resolves when the page is gone. Closing the window is the way to end a recording, and no failure. */
async function pageLoss({ page, browser, watchdog }: Playing): Promise<Ending> {
  const frame = (): string => frameName((watchdog.lastStep() ?? -1) + 1, 0);
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
