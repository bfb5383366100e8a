import type { SeedVerdict } from "../src/formats/sweep.ts";
import type { Verdict } from "../src/formats/verdict.ts";

/** Every exit code of the command line. */
export const exitCodes = {
  pass: 0,
  failed: 1,
  usage: 2,
  inconclusive: 3,
  nondeterminism: 4,
  game: 5,
  environment: 6,
  // EX_SOFTWARE of sysexits.h.
  fault: 70,
  // Exit code for SIGINT; other signals have their own.
  interrupted: 130,
} as const;

/** 128 and the number of the signal, as shells report it. */
export const signalExitCodes = { SIGINT: exitCodes.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;

export type ExitReason = keyof typeof exitCodes;

/** The meaning of each exit code, for the help. */
export const exitMeanings: readonly (readonly [ExitReason, string])[] = [
  ["pass", "pass"],
  ["failed", "a gate failed"],
  ["usage", "usage or an invalid file"],
  ["inconclusive", "inconclusive"],
  ["nondeterminism", "nondeterminism"],
  ["game", "the game failed"],
  ["environment", "environment"],
  ["fault", "a fault in Framegate itself"],
  ["interrupted", "interrupted (SIGTERM: 143, SIGHUP: 129)"],
];

/**
 * The most severe first. Anything that keeps a game from being judged comes before any verdict, so that a broken gate
 * is never mistaken for an exceeded budget: Framegate's own fault, the machine, the files, the game, its randomness.
 */
const bySeverity: readonly number[] = [
  exitCodes.interrupted,
  exitCodes.fault,
  exitCodes.environment,
  exitCodes.usage,
  exitCodes.game,
  exitCodes.nondeterminism,
  exitCodes.failed,
  exitCodes.inconclusive,
];

/** The exit code of several games: the most severe one. */
export function mostSevereExitCode(codes: readonly number[]): number {
  return bySeverity.find((code) => codes.includes(code)) ?? exitCodes.pass;
}

/** How an inconclusive verdict exits: with its own code, or as a pass or a failure. */
export type InconclusivePolicy = "pass" | "fail" | "keep";

export interface ExitPolicy {
  /** Whether a budget decides. */
  readonly assertBudget: boolean;
  readonly inconclusive: InconclusivePolicy;
}

/** Exit codes of a judged run. */
export type VerdictExitCode = (typeof exitCodes)["pass" | "failed" | "inconclusive" | "nondeterminism" | "game"];

/**
 * The exit code of a judged run. A budget counts only if it is asserted; a regression counts because passing a baseline
 * asks for it; nondeterminism and a failed game always count.
 */
export function exitCodeFor(verdict: Verdict, policy: ExitPolicy): VerdictExitCode {
  if (verdict.cause === "nondeterminism") return exitCodes.nondeterminism;
  if (verdict.cause === "game") return exitCodes.game;
  if (verdict.cause !== "regression" && !policy.assertBudget) return exitCodes.pass;
  switch (verdict.status) {
    case "pass":
      return exitCodes.pass;
    case "fail":
      return exitCodes.failed;
    case "inconclusive":
      return inconclusiveExitCode(verdict, policy.inconclusive);
  }
}

function inconclusiveExitCode(verdict: Verdict, policy: InconclusivePolicy): VerdictExitCode {
  switch (policy) {
    case "keep":
      return exitCodes.inconclusive;
    case "fail":
      return exitCodes.failed;
    case "pass":
      // This waives the noise, not the budget: a metric above its limit fails, however uncertain.
      return verdict.lines.some((line) => line.value !== null && line.value > line.budget)
        ? exitCodes.failed
        : exitCodes.pass;
  }
}

/** The exit code of a sweep: that of its worst seed. Seeds that are missing keep it from being judged as a whole. */
export function sweepExitCode(verdicts: readonly SeedVerdict[], missing: string | null, policy: ExitPolicy): number {
  const codes = verdicts.map((verdict) => seedExitCode(verdict, policy));
  return mostSevereExitCode(missing === null ? codes : [...codes, exitCodes.usage]);
}

function seedExitCode({ cause, status, lines }: SeedVerdict, policy: ExitPolicy): number {
  if (cause === "environment") return exitCodes.environment;
  return exitCodeFor(cause === null ? { status, lines } : { status, cause, lines }, policy);
}
