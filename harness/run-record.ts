import { frameName } from "../src/formats/frame-name.ts";
import type { PlayReport } from "../src/formats/page-port.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import type { TapeEvent } from "../src/formats/tape.ts";
import { findBrowser, findBrowserWithWindow } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import { stuckFailure } from "./capture/page-failures.ts";
import { positionsOf } from "./capture/stack-positions.ts";
import { Stuck, Watchdog } from "./capture/watchdog.ts";
import { withinLimit } from "./capture/within-limit.ts";
import {
  endLimitMs,
  failureOf,
  type Loss,
  lossBehind,
  mountGame,
  type Mounting,
  openPage,
  pageLoss,
  tapeOf,
} from "./record-page.ts";
import { recordWithScript } from "./record-script.ts";
import type { RecordContext, Recording, RecordOptions } from "./recording.ts";
import { serveSite } from "./serve/serve-site.ts";

/**
 * Serves and launches a game, lets somebody play it, and returns the recording. Writes nothing.
 *
 * A failure while a person plays is part of the result, so that nothing played is lost. Earlier failures, and any in a
 * script, are thrown as `FramegateError`.
 */
export async function runRecord(plan: RunPlan, options: RecordOptions, context: RecordContext): Promise<Recording> {
  const { env, signal, onStage } = context;
  const found = options.headless ? await findBrowser(env, { signal }) : await findBrowserWithWindow(env, { signal });
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
    return await recordWithScript({ plan, site, browser, options, context, script });
  }
  await using page = await openPage(plan, { site, browser, headless: options.headless, raster: null });
  const positions = positionsOf(site, plan.target);
  const watchdog = new Watchdog(page, positions);
  const lost = pageLoss(page, browser, watchdog);
  await mountGame({ plan, site, page, lost, positions, watchdog, tape: null });
  // A new window may focus its address bar, which would get the keys. `lost` reports a window that is gone.
  await page.page.bringToFront().catch(() => undefined);
  signal.removeEventListener("abort", breakOff);
  return await playGame({ plan, site, options, context, page, lost, positions, watchdog, tape: null });
}

interface Playing extends Mounting {
  readonly options: RecordOptions;
  readonly context: RecordContext;
}

/** End of a session: the page's report, or the loss of the page. */
type Ending = { readonly report: PlayReport } | Loss;

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
  // A background page takes no steps but is not stuck. Only an endless script is.
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
