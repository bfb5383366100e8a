import type { RunReport } from "./report.ts";
import type { RunPlan } from "./run-plan.ts";

/** The settings that two runs must share for their frames to be comparable. */
export type RunIdentity = Readonly<Record<"the seed" | "the frames" | "the tape" | "the query", string>>;

/** The identity of a stored run. */
export function identityOfReport({ seed, frames, tape, query }: RunReport): RunIdentity {
  return identityOf(seed.value, [frames.measured, frames.warmup], tape?.hash, query);
}

/** The identity of a planned run. */
export function identityOfPlan({ seed, frames, warmup, tape, query }: RunPlan): RunIdentity {
  return identityOf(seed.value, [frames, warmup], tape?.hash, query);
}

/** The names of the parts that differ. */
export function differingParts(one: RunIdentity, other: RunIdentity): readonly string[] {
  const parts = ["the seed", "the frames", "the tape", "the query"] as const;
  return parts.filter((part) => one[part] !== other[part]);
}

function identityOf(seed: number, frames: readonly number[], tape: string | undefined, query: string): RunIdentity {
  return { "the seed": String(seed), "the frames": frames.join("+"), "the tape": tape ?? "", "the query": query };
}
