import type { Group } from "./finding.ts";
import texts from "./group-texts.json" with { type: "json" };

/** The text of reports about a group of banned functions. */
interface GroupTexts {
  /** A sentence: how a game does without them. */
  readonly rule: string;
  /** Why they are banned, as the end of a sentence. Advice depends on the game, so reports add it. */
  readonly reason: string;
  /** The replacement to use, as the end of a sentence. */
  readonly advice: string;
  /** The same for a game without a `ctx`, if it differs. */
  readonly adviceWithoutContext?: string;
}

/** The texts of each group. */
export const groupTexts: Readonly<Record<Group, GroupTexts>> = texts;
