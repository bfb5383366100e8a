import { frameName } from "../src/formats/frame-name.ts";
import type { RasterMode, RunPlan } from "../src/formats/run-plan.ts";
import type { LaunchedBrowser } from "./browser/launch-browser.ts";
import { stuckFailure } from "./capture/page-failures.ts";
import { positionsOf } from "./capture/stack-positions.ts";
import { Stuck, Watchdog } from "./capture/watchdog.ts";
import { FramegateError } from "./errors.ts";
import {
  failureOf,
  type Loss,
  mountGame,
  type Mounting,
  openPage,
  pageLoss,
  tapeOf,
  throughLoss,
} from "./record-page.ts";
import type { RecordContext, Recording, RecordOptions } from "./recording.ts";
import { playScript, type ScriptFile } from "./script/play-script.ts";
import { ScriptPlayer, type SteppedGame } from "./script/script-player.ts";
import type { Site } from "./serve/serve-site.ts";

export interface Scripted {
  readonly plan: RunPlan;
  readonly site: Site;
  readonly browser: LaunchedBrowser;
  readonly options: RecordOptions;
  readonly context: RecordContext;
  readonly script: ScriptFile;
}

// A script has nothing to wait for but the game.
const scriptIdleMs = 10_000;

/** Lets a script play a game in a fresh page. Writes nothing. Throws the failures of the game and of the script. */
export async function recordWithScript(scripted: Scripted): Promise<Recording> {
  // A script can play twice: a game that reads pixels back gets them the second time.
  return (await recordScript(scripted, "skip")) ?? (await recordScript(scripted, "real")) ?? neverPlayed();
}

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

/** The page as seen by a script. Appends the chained hash of every frame to `hashes`. */
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
