import type { LaunchOutcome } from "./compare-failures.ts";

const timeLimits: ReadonlySet<string> = new Set(["entry-never-resolved", "frame-never-ended", "settle-timeout"]);

/**
 * Repeats the launches that reached a time limit which another did not: they may have found a busy machine, which is no
 * difference of the game. What they reach again stays. `launchAgain` gets the index of a launch, and gives it more time.
 */
export async function repeatOutOfTime<NeedsRaster extends { readonly kind: "needs-raster" }>(
  outcomes: readonly LaunchOutcome[],
  launchAgain: (index: number) => Promise<LaunchOutcome | NeedsRaster>,
): Promise<readonly LaunchOutcome[] | NeedsRaster> {
  if (outcomes.every(isOutOfTime)) return outcomes;
  const repeated: LaunchOutcome[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const final = isOutOfTime(outcome) ? await launchAgain(index) : outcome;
    if (final.kind === "needs-raster") return final;
    repeated.push(final);
  }
  return repeated;
}

function isOutOfTime(outcome: LaunchOutcome): boolean {
  return outcome.kind === "failed" && timeLimits.has(outcome.error.code);
}
