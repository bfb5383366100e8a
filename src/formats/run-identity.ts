import type { RunReport } from "./report.ts";
import type { RunPlan } from "./run-plan.ts";

/** What two runs of a game need in common for their frames to be comparable. */
export type RunIdentity = Readonly<Record<"the seed" | "the frames" | "the tape" | "the query", string>>;

/** Of a stored run. */
export function identityOfReport({ seed, frames, tape, query }: RunReport): RunIdentity {
  return identityOf(seed.value, [frames.measured, frames.warmup], tape?.hash, query);
}

/** Of a run that is planned. */
export function identityOfPlan({ seed, frames, warmup, tape, query }: RunPlan): RunIdentity {
  return identityOf(seed.value, [frames, warmup], tape?.hash, query);
}

/** The parts that differ, as a sentence names them. */
export function differingParts(one: RunIdentity, other: RunIdentity): readonly string[] {
  const parts = ["the seed", "the frames", "the tape", "the query"] as const;
  return parts.filter((part) => one[part] !== other[part]);
}

function identityOf(seed: number, frames: readonly number[], tape: string | undefined, query: string): RunIdentity {
  return { "the seed": String(seed), "the frames": frames.join("+"), "the tape": tape ?? "", "the query": query };
}
