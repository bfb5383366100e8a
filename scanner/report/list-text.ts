import type { createColors } from "picocolors";
import type { ForeignKindOf } from "../findings/foreign-kind.ts";
import type { LineReader } from "./scan-report.ts";

export interface ListOptions {
  readonly colour: boolean;
  /** The width of the terminal. */
  readonly columns: number;
  /** Shows every finding in full, also those beyond the first fifty and those in files that are not the game's own. */
  readonly all: boolean;
  readonly readLine: LineReader;
  readonly foreignKindOf: ForeignKindOf;
}

/** The options of a list with its colours, for each section. */
export interface ListContext extends ListOptions {
  readonly paint: ReturnType<typeof createColors>;
}

/** At most so many findings are shown in full, and so many files counted: nobody reads more at once. */
export const mostShown = 50;

/** A text without control characters, which a terminal would obey: a file's name or text may hold anything. */
export function harmless(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Breaks a text between words into lines of at most `columns`; a longer word has a line of its own. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** The first of some texts, and how many more there are. */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return more > 0 ? `${texts.slice(0, most).join(", ")} and ${String(more)} more` : enumerate(texts);
}
