import type { MatcherState } from "vitest";
import type { Budget } from "../../src/formats/metrics.ts";
import { judgeReport } from "../judge/judge-report.ts";
import { renderListBelowVerdict } from "../report/list.ts";
import { acceptResult } from "./accept-result.ts";
import { acceptBudget } from "./accept-budget.ts";
import { type Matched, matchVerdict, messageOf } from "./matched.ts";

/** The matcher `toBeWithinBudget`. */
export function withinBudget(this: MatcherState, received: unknown, given: Budget = {}): Matched {
  const { report } = acceptResult(received, "toBeWithinBudget");
  const budget = { ...report.budget, ...acceptBudget(given) };
  if (Object.keys(budget).length === 0) {
    const problem = `toBeWithinBudget needs a budget, and the run of ${report.target} has none.`;
    throw new TypeError(`${problem} Pass one, as in toBeWithinBudget({ maxDrawCalls: 200 }).`);
  }
  const verdict = judgeReport(report, budget);
  const file = { report: { ...report, budget }, verdict };
  return {
    pass: matchVerdict(verdict, "budget", this),
    message: messageOf((options) => renderListBelowVerdict(file, options), this),
  };
}
