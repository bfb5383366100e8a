import type { AnalyseParts, FileAnalysis } from "../facts/analyse.ts";
import type { Notice } from "../findings/finding.ts";
import { unfollowedNotice } from "../findings/notices.ts";
import { escapeExpression } from "../text/patterns.ts";
import { createPlaceFinder } from "../text/place-finder.ts";
import type { Role, WantedName } from "./wants.ts";

/** The most characters of one file that are read because values lead there. */
const mostFollowedPerFile = 60_000;

/** Names with a wider scope are searched for at once. */
const mostSearchedAlone = 10_000;

/** The characters that a scan may still read again, and whether it has read any since the last check. */
export interface Budget {
  left: number;
  hasNews: boolean;
}

/** A file under analysis, and the parts of it that are read. */
export class Suspect {
  readonly path: string;
  /** The path as findings show it. */
  readonly file: string;
  readonly text: string;
  /** The text, or the scripts of a document in place. */
  readonly scripts: string;
  /** The markup of a component in place, which is read only if it uses a wanted name of the scripts. Else empty. */
  innocentMarkup: string;
  readonly #analyse: AnalyseParts;
  /** The offsets to read around, or null for all scripts. */
  #kept: Set<number> | null;
  #analysis: FileAnalysis | null = null;
  readonly #known = new Set<string>();
  #offsets: ReadonlyMap<string, readonly number[]> = new Map();
  /** Keys under which another file stores something banned that this one may read. */
  readonly liveKeys = new Set<string>();
  /** A value that was not followed to its end, and where that began. */
  unfollowed: Notice | null = null;
  #followedLength = 0;

  readonly #budget: Budget;

  constructor(
    given: Pick<Suspect, "path" | "file" | "text" | "scripts" | "innocentMarkup">,
    budget: Budget,
    analyse: AnalyseParts,
    kept: readonly number[] | null,
  ) {
    this.path = given.path;
    this.file = given.file;
    this.text = given.text;
    this.scripts = given.scripts;
    this.innocentMarkup = given.innocentMarkup;
    this.#budget = budget;
    this.#analyse = analyse;
    this.#kept = kept === null ? null : new Set(kept);
  }

  /** True if no part of the file is left out. */
  get isWhole(): boolean {
    return this.#kept === null && this.innocentMarkup === "";
  }

  /** The facts of the code kept so far. */
  analysis(): FileAnalysis {
    const kept = this.#kept;
    this.#analysis ??= this.#analyse(kept && [...kept].sort((a, b) => a - b), this.innocentMarkup === "");
    return this.#analysis;
  }

  /** Searches for some names at once, because `keepName` would read much of the text again for each. */
  searchFor(wanted: readonly WantedName[]): void {
    const wide = wanted.filter((one) => one.end - one.start > mostSearchedAlone && !this.#known.has(keyOf(one)));
    this.#offsets = offsetsOf(new Set(wide.map(({ name }) => name)), this.scripts);
  }

  /** Keeps the code around every relevant occurrence of a name. Returns whether any is new. */
  keepName(wanted: Wanted): boolean {
    const { name, start, end, onward } = wanted;
    const key = keyOf(wanted);
    if (this.isWhole || this.#known.has(key)) return false;
    this.#known.add(key);
    const search = { as: roleOf(wanted), onward, start, end };
    const isInMarkup = placesOf(name, this.innocentMarkup, { ...search, most: 1 }).length > 0;
    if (isInMarkup) this.#readMarkup();
    if (this.#kept === null) return isInMarkup;
    const most = mostFollowedPerFile / typicalStatement + this.#kept.size + 1;
    const found = this.#offsets.get(name);
    return this.#keep(placesOf(name, this.scripts, { ...search, most, found }), wanted) || isInMarkup;
  }

  /** Markup is read as a whole, once. */
  #readMarkup(): void {
    this.innocentMarkup = "";
    this.#analysis = null;
    this.#budget.hasNews = true;
  }

  /** Keeps the code around an offset. */
  keepOffset(offset: number): void {
    this.#keep([offset], { name: "", value: null });
  }

  /**
   * Keeps offsets within the budgets of the file and the scan. If they are used up, notes which value is not followed.
   */
  #keep(offsets: readonly number[], { name, value }: Pick<WantedName, "name" | "value">): boolean {
    const kept = this.#kept;
    if (kept === null) return false;
    const added = offsets.filter((offset) => !kept.has(offset));
    if (added.length === 0) return false;
    // An estimate, because the length of a statement is known only after parsing.
    const length = added.length * typicalStatement;
    if (this.#budget.left <= 0 || this.#followedLength + length > mostFollowedPerFile) {
      const { file, text } = this;
      const placeOf = createPlaceFinder(text);
      if (value !== null) this.unfollowed ??= unfollowedNotice({ file, ...placeOf(added[0] ?? 0) }, { name, value });
      return false;
    }
    this.#followedLength += length;
    for (const offset of added) kept.add(offset);
    // Another word in a file that will be read again anyway is free.
    if (this.#analysis !== null) this.#budget.left -= this.text.length;
    this.#analysis = null;
    this.#budget.hasNews = true;
    return true;
  }
}

const typicalStatement = 100;

type Wanted = Omit<WantedName, "file">;

/** A variable of a whole script is a property of the global object. */
function roleOf({ as, end }: Wanted): Role {
  return as ?? (end === Number.MAX_SAFE_INTEGER ? "key" : "variable");
}

function keyOf(wanted: Wanted): string {
  const { name, start, end, onward } = wanted;
  return `${name} ${start} ${end} ${roleOf(wanted)} ${onward === null ? "" : onward.join()}`;
}

interface Search extends Pick<WantedName, "onward" | "start" | "end"> {
  readonly as: Role;
  /** The search stops after this many places. */
  readonly most: number;
  /** All offsets of the word in the text, if they are known. */
  readonly found?: Iterable<number> | undefined;
}

/** Follows a member that may be assigned to, also in a pattern. */
const assigned =
  /\s*(?:[\],}]|\/[*/]|(?:of|in|as|satisfies)\b|\+\+|--|[)!\s]*(?:\*\*|>>>?|<<|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>]))/y;
const replaced = /\s*=(?![=>])/y;

/**
 * True for a member that cannot matter: a variable has no dot before it, and a search for stored values skips reads.
 */
function isBeside(as: Role, text: string, start: number, end: number): boolean {
  if (as === "declared") return !mayDeclare(text, start, end);
  if (as === "key" || text.charAt(start - 1) !== "." || text.charAt(start - 2) === ".") return false;
  if (as === "variable") return true;
  const pattern = as === "stored" ? assigned : replaced;
  pattern.lastIndex = end;
  return pattern.test(text) === (as === "read");
}

/**
 * Whether a name may be declared or changed at a place: by an assignment, or by a method like `push`. A parameter is
 * never left out of its function.
 */
function mayDeclare(text: string, start: number, end: number): boolean {
  changed.lastIndex = assigned.lastIndex = end;
  if (changed.test(text) || assigned.test(text)) return true;
  return declaring.test(text.slice(Math.max(0, start - longestDeclaring), start));
}

const changed = /\s*\??\.\s*[\w$]+\s*\(/y;

const declaring = /(?:\b(?:var|let|const|function\*?|class|as)\s+|[,{[:]\s*|\.\.\.)$/;
const longestDeclaring = 20;

/** The offsets of some words in a text, by word, from a single search. */
function offsetsOf(words: ReadonlySet<string>, text: string): ReadonlyMap<string, readonly number[]> {
  if (words.size === 0) return new Map();
  const found = new Map<string, number[]>(Array.from(words, (word) => [word, []]));
  const pattern = new RegExp(`(?<![\\w$])(?:${Array.from(words, escapeExpression).join("|")})(?![\\w$])`, "g");
  for (const { 0: word, index } of text.matchAll(pattern)) found.get(word)?.push(index);
  return found;
}

/** The offsets of a word in a part of a text. */
function* offsetsBetween(start: number, end: number, word: string, text: string): Iterable<number> {
  const isPart = (index: number): boolean => /[\w$]/.test(text.charAt(index));
  for (let at = text.indexOf(word, start); at !== -1 && at < end; at = text.indexOf(word, at + 1))
    if (!isPart(at - 1) && !isPart(at + word.length)) yield at;
}

/** The offsets of a word in a part of a text, except before a member that leads nowhere. */
export function placesOf(word: string, text: string, search: Search): readonly number[] {
  const { as, onward, start, end, most, found = offsetsBetween(start, end, word, text) } = search;
  const members = onward?.map(escapeExpression).join("|");
  // A member that leads nowhere.
  const harmless =
    members === undefined
      ? /(?!)/y
      : new RegExp(String.raw`\s*(?:\?\.|\.)\s*(?!(?:${members})(?![\w$]))[A-Za-z_$]`, "y");
  const places: number[] = [];
  for (const index of found) {
    const behind = index + word.length;
    harmless.lastIndex = behind;
    if (index < start || index >= end || isBeside(as, text, index, behind) || harmless.test(text)) continue;
    if (places.push(index) >= most) break;
  }
  return places;
}
