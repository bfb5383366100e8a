import type { AnalyseParts, FileAnalysis } from "../facts/analyse.ts";
import type { WantedName } from "./wants.ts";

/** How many characters of one file may be read because of values that come from elsewhere in it or go there. */
const mostFollowedPerFile = 60_000;

/** The start of a value's way that was not followed to its end. */
export interface UnfollowedValue {
  readonly offset: number;
  readonly name: string;
  readonly value: string;
}

/** The characters that a scan may still read again, and whether it has read any since that was asked. */
export interface Budget {
  left: number;
  hasNews: boolean;
}

/** A file that is being analysed, and how much of it. */
export class Suspect {
  readonly path: string;
  /** The path as findings show it. */
  readonly file: string;
  readonly text: string;
  /** The markup of a component, which is read if it has a name from the scripts that matters; null for any other file. */
  readonly innocentMarkup: string | null;
  readonly #analyse: AnalyseParts;
  /** The offsets to read around; null for the whole file. */
  #kept: Set<number> | null;
  #analysis: FileAnalysis | null = null;
  readonly #known = new Set<string>();
  /** Keys under which another file stores something banned, which this one may read. */
  readonly liveKeys = new Set<string>();
  #unfollowed: UnfollowedValue | null = null;
  #followedLength = 0;

  readonly #budget: Budget;

  constructor(
    given: Pick<Suspect, "path" | "file" | "text" | "innocentMarkup">,
    budget: Budget,
    analyse: AnalyseParts,
    kept: readonly number[] | null,
  ) {
    this.path = given.path;
    this.file = given.file;
    this.text = given.text;
    this.innocentMarkup = given.innocentMarkup;
    this.#budget = budget;
    this.#analyse = analyse;
    this.#kept = kept === null ? null : new Set(kept);
  }

  get unfollowed(): UnfollowedValue | null {
    return this.#unfollowed;
  }

  /** The facts of what has been kept so far. */
  analysis(): FileAnalysis {
    this.#analysis ??= this.#analyse(this.#kept === null ? null : [...this.#kept].sort((a, b) => a - b));
    return this.#analysis;
  }

  /** Keeps the code around every place where a name matters. Returns whether any is new. */
  keepName(wanted: Omit<WantedName, "file">): boolean {
    const { name, start, end, onward } = wanted;
    const key = `${name} ${start} ${end} ${onward === null ? "" : onward.join()}`;
    if (this.#kept === null || this.#known.has(key)) return false;
    this.#known.add(key);
    const most = mostFollowedPerFile / typicalStatement + this.#kept.size + 1;
    return this.#keep(placesOf(name, this.innocentMarkup ?? this.text, { onward, start, end, most }), wanted);
  }

  /** Keeps the code around an offset. */
  keepOffset(offset: number): void {
    if (this.innocentMarkup === null) this.#keep([offset], { name: "", value: null });
  }

  /** Keeps offsets, within the budgets of the file and the scan. If there is none left, it is noted which value is not followed. */
  #keep(offsets: readonly number[], { name, value }: Pick<WantedName, "name" | "value">): boolean {
    const kept = this.#kept;
    if (kept === null) return false;
    const added = offsets.filter((offset) => !kept.has(offset));
    if (added.length === 0) return false;
    if (this.innocentMarkup !== null) {
      // Markup is read as a whole, once.
      this.#kept = this.#analysis = null;
      return (this.#budget.hasNews = true);
    }
    // A statement is a few lines; how long each one is turns out when it is parsed.
    const length = added.length * typicalStatement;
    if (this.#budget.left <= 0 || this.#followedLength + length > mostFollowedPerFile) {
      if (value !== null) this.#unfollowed ??= { offset: added[0] ?? 0, name, value };
      return false;
    }
    this.#followedLength += length;
    for (const offset of added) kept.add(offset);
    // A file that is going to be read again anyway costs no more for another word.
    if (this.#analysis !== null) this.#budget.left -= this.text.length;
    this.#analysis = null;
    this.#budget.hasNews = true;
    return true;
  }
}

const typicalStatement = 100;

/** A regular expression that matches a name. */
export function escapeName(name: string): string {
  return name.replaceAll("$", String.raw`\$`);
}

interface Search {
  readonly onward: readonly string[] | null;
  readonly start: number;
  readonly end: number;
  /** How many places are enough. */
  readonly most: number;
}

/** Where a word stands in a part of a text, other than before a member that leads nowhere. */
export function placesOf(word: string, text: string, { onward, start, end, most }: Search): readonly number[] {
  const members = onward?.map(escapeName).join("|");
  const harmless = members === undefined ? "" : String.raw`(?!\s*(?:\?\.|\.)\s*(?!(?:${members})(?![\w$]))[A-Za-z_$])`;
  const pattern = new RegExp(String.raw`(?<![\w$])${escapeName(word)}(?![\w$])${harmless}`, "g");
  pattern.lastIndex = start;
  const found: number[] = [];
  for (let match = pattern.exec(text); match !== null && match.index < end; match = pattern.exec(text))
    if (found.push(match.index) >= most) break;
  return found;
}
