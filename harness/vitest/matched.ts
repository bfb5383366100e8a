import type { MatcherState } from "vitest";
import type { Verdict } from "../../src/formats/verdict.ts";
import type { ListOptions } from "../report/list.ts";
import { harmlessText } from "../report/terminal-text.ts";

/** A matcher's result for vitest. */
export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Maps a verdict's three outcomes to vitest's two: an expectation holds only if the verdict is a pass, and its negation
 * only if it fails for the expected reason. Neither holds for a crashed game, or for a limit within the noise.
 */
export function matchVerdict(verdict: Verdict, cause: Verdict["cause"], { isNot }: MatcherState): boolean {
  if (!isNot) return verdict.status === "pass";
  return !(verdict.status === "fail" && verdict.cause === cause);
}

/** Escapes control characters and workflow commands in a message: a game may have written parts of it. */
export function messageOf(render: (options: ListOptions) => string, state: MatcherState): () => string {
  return () => harmlessText(render({ colour: hasColour(state), columns: 100 })).trimEnd();
}

/** Vitest decides about colours, for each of its reporters. */
function hasColour({ utils }: MatcherState): boolean {
  return utils.RECEIVED_COLOR("text") !== "text";
}
