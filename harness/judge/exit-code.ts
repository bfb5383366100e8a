import type { Verdict } from "../../src/formats/verdict.ts";

/** What an inconclusive verdict ends in: `keep` is the exit code of its own. */
export type InconclusivePolicy = "pass" | "fail" | "keep";

export interface ExitPolicy {
  readonly assertBudget: boolean;
  readonly inconclusive: InconclusivePolicy;
}

/** 0 pass, 1 a budget failed, 3 inconclusive, 4 nondeterminism, 5 the game failed. */
export type VerdictExitCode = 0 | 1 | 3 | 4 | 5;

/** The exit code of a run that was judged. Only a budget can be waived: the other two mean that no figure can be trusted. */
export function exitCodeFor(verdict: Verdict, policy: ExitPolicy): VerdictExitCode {
  if (verdict.cause === "nondeterminism") return 4;
  if (verdict.cause === "game") return 5;
  if (!policy.assertBudget) return 0;
  switch (verdict.status) {
    case "pass":
      return 0;
    case "fail":
      return 1;
    case "inconclusive":
      return inconclusiveExitCode(verdict, policy.inconclusive);
  }
}

function inconclusiveExitCode(verdict: Verdict, policy: InconclusivePolicy): VerdictExitCode {
  switch (policy) {
    case "keep":
      return 3;
    case "fail":
      return 1;
    case "pass":
      // The noise is waived, the budget is not: an exceeded metric exits nonzero, however uncertain it is.
      return verdict.lines.some((line) => line.value !== null && line.value > line.budget) ? 1 : 0;
  }
}
