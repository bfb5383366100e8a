import type { AnalyseParts, FileAnalysis } from "../facts/analyse.ts";
import { tableOf } from "../text/characters.ts";
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
  readonly #analyse: AnalyseParts;
  /** The offsets to read around; null for the whole file. */
  #kept: Set<number> | null;
  #analysis: FileAnalysis | null = null;
  readonly #known = new Set<string>();
  /** Keys under which another file stores something banned, which this one may read. */
  readonly liveKeys = new Set<string>();
  unfollowed: UnfollowedValue | null = null;
  #followedLength = 0;

  readonly #budget: Budget;

  constructor(
    given: Pick<Suspect, "path" | "file" | "text">,
    budget: Budget,
    analyse: AnalyseParts,
    kept: readonly number[] | null,
  ) {
    this.path = given.path;
    this.file = given.file;
    this.text = given.text;
    this.#budget = budget;
    this.#analyse = analyse;
    this.#kept = kept === null ? null : new Set(kept);
  }

  /** The facts of what has been kept so far. */
  analysis(): FileAnalysis {
    this.#analysis ??= this.#analyse(this.#kept === null ? null : [...this.#kept].sort((a, b) => a - b));
    return this.#analysis;
  }

  /** Keeps the code around every place where a name matters. Returns whether any is new. */
  keepName(wanted: Omit<WantedName, "file">, sought?: Role): boolean {
    const { name, start, end, onward } = wanted;
    // A variable of a whole script is a property of the global object.
    const as = sought ?? (end === Number.MAX_SAFE_INTEGER ? "key" : "variable");
    const key = `${name} ${start} ${end} ${as} ${onward === null ? "" : onward.join()}`;
    if (this.#kept === null || this.#known.has(key)) return false;
    this.#known.add(key);
    const most = mostFollowedPerFile / typicalStatement + this.#kept.size + 1;
    return this.#keep(placesOf(name, this.text, { as, onward, start, end, most }), wanted);
  }

  /** Keeps the code around an offset. */
  keepOffset(offset: number): void {
    this.#keep([offset], { name: "", value: null });
  }

  /** Keeps offsets, within the budgets of the file and the scan. If there is none left, it is noted which value is not followed. */
  #keep(offsets: readonly number[], { name, value }: Pick<WantedName, "name" | "value">): boolean {
    const kept = this.#kept;
    if (kept === null) return false;
    const added = offsets.filter((offset) => !kept.has(offset));
    if (added.length === 0) return false;
    // A statement is a few lines; how long each one is turns out when it is parsed.
    const length = added.length * typicalStatement;
    if (this.#budget.left <= 0 || this.#followedLength + length > mostFollowedPerFile) {
      if (value !== null) this.unfollowed ??= { offset: added[0] ?? 0, name, value };
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

/** How a word is meant: as a variable, or as a key by which something is stored or read, or that is looked for for both. */
export type Role = "variable" | "stored" | "read" | "key";

interface Search {
  readonly as: Role;
  readonly onward: readonly string[] | null;
  readonly start: number;
  readonly end: number;
  /** How many places are enough. */
  readonly most: number;
}

const wordParts = tableOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");

/** What follows a member that may be assigned to, in a pattern, too. */
const assigned =
  /\s*(?:[\],}]|\/[*/]|(?:of|in|as|satisfies)\b|\+\+|--|[)!\s]*(?:\*\*|>>>?|<<|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>]))/y;
const replaced = /\s*=(?![=>])/y;

/** Whether a member is certainly not meant: no variable has a dot before it, and who seeks a value needs no place that reads it. */
function isBeside(as: Role, text: string, start: number, end: number): boolean {
  if (as === "key" || text.charAt(start - 1) !== "." || text.charAt(start - 2) === ".") return false;
  if (as === "variable") return true;
  const pattern = as === "stored" ? assigned : replaced;
  pattern.lastIndex = end;
  return pattern.test(text) === (as === "read");
}

/** Where a word stands in a part of a text, other than before a member that leads nowhere. */
export function placesOf(word: string, text: string, { as, onward, start, end, most }: Search): readonly number[] {
  const members = onward?.map(escapeName).join("|");
  // A member that leads nowhere.
  const harmless =
    members === undefined ? null : new RegExp(String.raw`\s*(?:\?\.|\.)\s*(?!(?:${members})(?![\w$]))[A-Za-z_$]`, "y");
  const found: number[] = [];
  const part = text.slice(0, end + word.length - 1);
  for (let index = part.indexOf(word, start); index !== -1; index = part.indexOf(word, index + 1)) {
    const behind = index + word.length;
    if (wordParts[text.charCodeAt(index - 1)] === 1 || wordParts[text.charCodeAt(behind)] === 1) continue;
    if (isBeside(as, text, index, behind)) continue;
    if (harmless !== null) harmless.lastIndex = behind;
    if (harmless?.test(text) !== true && found.push(index) >= most) break;
  }
  return found;
}
