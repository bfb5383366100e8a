import type { MountReport, PageError } from "../../src/formats/page-port.ts";
import { manifestOf, type PlannedRun, type RunPlan } from "../../src/formats/run-plan.ts";
import type { FramegateError } from "../errors.ts";
import type { NeedsRaster } from "./capture-outcome.ts";
import type { Drive } from "./drive.ts";
import type { GamePage } from "./game-page.ts";
import { hindered, mountFailure, stuckFailure } from "./page-failures.ts";
import { stoppedIn } from "./silence.ts";
import type { StackPositions } from "./stack-positions.ts";
import { Stuck } from "./watchdog.ts";

type Mounted = Extract<MountReport, { readonly ok: true }>;

/** Sets the game up in its page. Throws if that fails, unless pixels must be rendered. */
export async function mount({ run, options, page, watchdog, positions }: Drive): Promise<Mounted | NeedsRaster> {
  const { plan, site } = options;
  const { target, limits } = plan;
  const mounting = page.mount({
    width: plan.width,
    height: plan.height,
    fillsWindow: false,
    bootMs: limits.bootMs,
    inputMap: target.kind === "manifest" ? target.inputMap : null,
    tape: plan.tape?.tape ?? null,
    lastPictureStep: lastPictureStep(run, plan),
    embedUrl: site.embedUrl,
    allowsDebug: manifestOf(target)?.allowProductionDebug ?? false,
  });
  // The page enforces its own limits. This one is for an endless script.
  const report = await watchdog.watchScripts(mounting, limits.bootMs).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, "set-up", "--boot-timeout") : thrown;
  });
  if (report.ok) return report;
  if (report.code === "needs-raster") return needsRaster("boot", report.error, positions);
  throw await orStopped(page, mountFailure(report, positions, limits), { frame: "set-up", limitMs: limits.bootMs });
}

/** Searches the loaded code for engines, before `frame`. Returns how many realms were searched. */
export async function findEngines({ options, page, watchdog }: Drive, frame: string): Promise<number> {
  const { bootMs } = options.plan.limits;
  return await watchdog.watchScripts(page.findEngines(), bootMs).catch((thrown: unknown) => {
    throw thrown instanceof Stuck ? stuckFailure(thrown, frame, "--boot-timeout") : thrown;
  });
}

/** Does not blame a page that waits in vain for a browser process which the system has stopped. */
export async function orStopped(
  page: GamePage,
  failure: FramegateError,
  { frame, limitMs }: { readonly frame: string; readonly limitMs: number },
): Promise<FramegateError> {
  if (failure.code !== "settle-timeout" && failure.code !== "entry-never-resolved") return failure;
  const hindrance = stoppedIn(await page.readLoad());
  return hindrance === null ? failure : hindered(hindrance, frame, limitMs);
}

/** Frames of this run after which a picture is taken, ascending. Only the first run renders for pictures. */
export function pictureFrames(run: PlannedRun, plan: RunPlan): readonly number[] {
  return run.index === 0 ? plan.screenshotFrames : [];
}

/** Null if all pixels are rendered anyway, or no picture is taken. */
function lastPictureStep(run: PlannedRun, plan: RunPlan): number | null {
  const last = pictureFrames(run, plan).at(-1);
  return last === undefined || plan.raster === "real" ? null : plan.warmup + last;
}

/** The outcome of a run whose game read back pixels that were not rendered. */
export function needsRaster(
  during: NeedsRaster["during"],
  { message, stack }: PageError,
  positions: StackPositions,
): NeedsRaster {
  const [inner] = positions.frames(stack ?? "").filter(({ owner }) => owner !== "framegate");
  return { kind: "needs-raster", during, api: message, where: inner?.position ?? null };
}
