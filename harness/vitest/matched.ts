import type { MatcherState } from "vitest";
import type { Verdict } from "../../src/formats/verdict.ts";
import type { ListOptions } from "../report/list.ts";
import { harmlessText } from "../report/terminal-text.ts";

/** What a matcher hands to vitest. */
export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * What a verdict says about an expectation. There are three answers, and vitest has two: an expectation holds only if the verdict
 * is a pass, and its negation only if it fails for the reason that is expected. Neither holds of a game that crashed, or
 * of a limit within the noise.
 */
export function matchVerdict(verdict: Verdict, cause: Verdict["cause"], { isNot }: MatcherState): boolean {
  if (!isNot) return verdict.status === "pass";
  return !(verdict.status === "fail" && verdict.cause === cause);
}

/** A text that nothing obeys: a game may have written parts of it. */
export function messageOf(render: (options: ListOptions) => string, state: MatcherState): () => string {
  return () => harmlessText(render({ colour: hasColour(state), columns: 100 })).trimEnd();
}

/** Vitest decides about colours, for each of its reporters. */
function hasColour({ utils }: MatcherState): boolean {
  return utils.RECEIVED_COLOR("text") !== "text";
}
