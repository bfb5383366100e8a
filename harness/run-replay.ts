import type { RecordedRun, ReplayReport, SurroundingDifference } from "../src/formats/replay-report.ts";
import type { RunReport } from "../src/formats/report.ts";
import type { RunPlan } from "../src/formats/run-plan.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { type LaunchedBrowser, launchBrowser } from "./browser/launch-browser.ts";
import { cacheFolder } from "./cache-folder.ts";
import { packageVersion } from "./package-root.ts";
import { repeatFirst } from "./repeat-first.ts";
import { serveSite } from "./serve/serve-site.ts";
import { compareReplay, compareSurroundings, isSameGame } from "./verify/compare-replay.ts";

/** A step of `runReplay`. */
export type ReplayEvent =
  | { readonly kind: "building" | "running" }
  /** Emitted before the run, so that they are printed even if it fails. */
  | { readonly kind: "surroundings"; readonly differences: readonly SurroundingDifference[] };

export interface ReplayContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the browser, and `runReplay` rejects. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ReplayEvent) => void;
}

/** Repeats the first run of a report, planned for the same game, and compares it frame by frame. Writes nothing. */
export async function runReplay(
  report: RunReport,
  recorded: RecordedRun,
  plan: RunPlan,
  { env, signal, onEvent }: ReplayContext,
): Promise<ReplayReport> {
  const found = await findBrowser(env, { signal });
  onEvent({ kind: "building" });
  await using site = await serveSite(plan, cacheFolder(env), signal);
  signal.throwIfAborted();
  const { width, height } = plan;
  await using browser = await launchBrowser({
    ...{ browser: found, hostRules: site.hostRules },
    ...{ signal, width, height, env },
  });
  const surroundings = compareSurroundings(
    { environment: describeReport(report), files: recorded.files },
    {
      environment: describeMachine(plan, browser),
      files: await site.hashFiles(recorded.files.map(({ url }) => url)),
    },
  );
  onEvent({ kind: "surroundings", differences: surroundings });
  onEvent({ kind: "running" });
  const { samples } = await repeatFirst(plan, { site, browser, signal });
  const difference = compareReplay(report, recorded, samples);
  return {
    ...{ identical: difference === null, sameGame: isSameGame(surroundings), frames: plan.frames },
    ...{ surroundings, difference },
  };
}

function describeReport({ environment, game, tape }: RunReport): Readonly<Record<string, string>> {
  return {
    framegate: environment.framegate,
    browser: environment.browserVersion,
    flags: comparedFlags(environment.browserFlags),
    platform: `${environment.platform} ${environment.arch}`,
    manifest: game.manifestHash ?? "none",
    tape: tape?.hash ?? "none",
  };
}

function describeMachine({ game, tape }: RunPlan, browser: LaunchedBrowser): Readonly<Record<string, string>> {
  return {
    framegate: packageVersion,
    browser: browser.version,
    flags: comparedFlags(browser.flags),
    platform: `${process.platform} ${process.arch}`,
    manifest: game.manifestHash ?? "none",
    tape: tape?.hash ?? "none",
  };
}

/** The resolver rules contain a port, which differs in each run. */
function comparedFlags(flags: readonly string[]): string {
  return flags.filter((flag) => !flag.startsWith("--host-resolver-rules=")).join(" ");
}
