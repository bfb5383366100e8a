/** What matches one character of a name: the character itself, or a class. Null is a star. */
type Token = string | RegExp | null;

const star = null;

/** A part of a glob between two slashes. */
export class GlobSegment {
  /** Whether it stands for any number of folders: two stars or more, and nothing else. */
  readonly isGlobstar: boolean;
  /** The one name that it matches; null where it has wildcards. */
  readonly literal: string | null;
  /** Whether it names the dot that a hidden file begins with, instead of meeting it with a wildcard. */
  readonly hasLeadingDot: boolean;
  readonly #tokens: readonly Token[];
  readonly #leastLength: number;
  /** The characters behind the last star, if they are all literal. */
  readonly #end: string;

  constructor(tokens: readonly Token[]) {
    this.isGlobstar = tokens.length > 1 && tokens.every((token) => token === star);
    this.literal = literalOf(tokens);
    this.hasLeadingDot = tokens[0] === ".";
    this.#tokens = tokens.filter((token, index) => token !== star || tokens[index - 1] !== star);
    this.#leastLength = tokens.filter((token) => token !== star).length;
    this.#end = literalOf(tokens.slice(tokens.lastIndexOf(star) + 1)) ?? "";
  }

  matches(name: string): boolean {
    if (this.literal !== null) return name === this.literal;
    // A glob that is longer than the name costs nothing, and any other at most the square of the name's length.
    return this.#leastLength <= name.length && name.endsWith(this.#end) && matchesGreedily(this.#tokens, [...name]);
  }
}

/**
 * Lets each star take as little as it can. A mismatch goes back to the last star only: what an earlier one takes in
 * addition, the last one can take as well.
 */
function matchesGreedily(tokens: readonly Token[], characters: readonly string[]): boolean {
  let at = 0;
  let last: { readonly token: number; index: number } | null = null;
  for (let index = 0; index < characters.length;) {
    const token = tokens[at];
    const character = characters[index] ?? "";
    if (token === star) {
      last = { token: at++, index };
    } else if (token === character || (token instanceof RegExp && token.test(character))) {
      at++;
      index++;
    } else if (last !== null) {
      index = ++last.index;
      at = last.token + 1;
    } else return false;
  }
  return tokens.slice(at).every((token) => token === star);
}

function literalOf(tokens: readonly Token[]): string | null {
  return tokens.every((token) => typeof token === "string") ? tokens.join("") : null;
}

/**
 * Reads a glob as git reads the patterns of a .gitignore: `*`, `**`, `?`, classes and backslashes. Null for one that
 * matches nothing, because a class has no end or a backslash has nothing behind it.
 */
export function parseGlob(glob: string): readonly GlobSegment[] | null {
  const parts: Token[][] = [[]];
  for (let index = 0; index < glob.length;) {
    const read = readToken(glob, index);
    if (read === null) return null;
    const [token, end] = read;
    if (token === "/") parts.push([]);
    else parts.at(-1)?.push(token);
    index = end;
  }
  const segments = parts.map((part) => new GlobSegment(part));
  // Several `**` in a row mean the same as one. At the end it needs a name: `a/**` does not match `a`.
  const single = segments.filter(({ isGlobstar }, index) => !isGlobstar || segments[index - 1]?.isGlobstar !== true);
  return single.at(-1)?.isGlobstar === true ? [...single, new GlobSegment([star])] : single;
}

/** Tells whether segments match all of a path, which is given by its names. */
export function matchesPath(segments: readonly GlobSegment[], names: readonly string[]): boolean {
  // Nearly every path differs at one of its ends. The last segment is no `**`.
  const [first] = segments;
  if (first?.isGlobstar === false && !first.matches(names[0] ?? "")) return false;
  if (segments.at(-1)?.matches(names.at(-1) ?? "") !== true) return false;
  let positions: ReadonlySet<number> = new Set([0]);
  for (const name of names) positions = advance(segments, positions, (segment) => segment.matches(name));
  return positions.has(segments.length);
}

/**
 * Where a glob stands behind one more name, by the indexes of its segments: at most once at each of them, so that nothing is
 * tried twice.
 */
export function advance(
  segments: readonly (GlobSegment | null)[],
  positions: ReadonlySet<number>,
  matches: (segment: GlobSegment) => boolean,
): ReadonlySet<number> {
  const next = new Set<number>();
  const waiting = new Set(positions);
  for (const position of waiting) {
    const segment = segments[position] ?? null;
    if (segment?.isGlobstar === true) waiting.add(position + 1);
    if (segment !== null && matches(segment)) next.add(segment.isGlobstar ? position : position + 1);
  }
  return next;
}

/** A token, and the index behind it. */
type ReadToken = readonly [token: Token, end: number];

const anyToken = /\\?[^]/uy;

function readToken(glob: string, start: number): ReadToken | null {
  anyToken.lastIndex = start;
  const [written = ""] = anyToken.exec(glob) ?? [];
  const end = start + written.length;
  if (written === "*") return [star, end];
  if (written === "?") return [/[^]/u, end];
  if (written === "[") return readClass(glob, start);
  return written === "\\" ? null : [written.replace("\\", ""), end];
}

/** `[:alpha:]`, `a`, `\a` or `a-z`. A bracket behind the dash ends the class. */
const classMember = /\[:([^\]]*):\]|\\?([^])(?:-(?!\])\\?([^]))?/uy;

/** Reads a class such as `[!a-z_]`, in which a bracket that comes first is a character; null for one without an end. */
function readClass(glob: string, start: number): ReadToken | null {
  const isNegated = glob[start + 1] === "!" || glob[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  let members = "";
  for (let index = first; index < glob.length; index = classMember.lastIndex) {
    if (glob[index] === "]" && index > first)
      return [new RegExp(`[${isNegated ? "^" : ""}${members}]`, "u"), index + 1];
    classMember.lastIndex = index;
    const [, named, lower = "", upper = lower] = classMember.exec(glob) ?? [];
    const member = named === undefined ? rangeOf(lower, upper) : namedClasses.get(named);
    if (member === undefined) return null;
    members += member;
  }
  return null;
}

/** As git does it, a range the wrong way round still has the character that it begins with. */
function rangeOf(lower: string, upper: string): string {
  const [least, most] = [codeOf(lower), codeOf(upper)];
  return least < most ? `\\u{${least.toString(16)}}-\\u{${most.toString(16)}}` : `\\u{${least.toString(16)}}`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

const namedClasses: ReadonlyMap<string, string> = new Map([
  ["alnum", "A-Za-z0-9"],
  ["alpha", "A-Za-z"],
  ["blank", " \\t"],
  ["cntrl", "\\0-\\x1f\\x7f"],
  ["digit", "0-9"],
  ["graph", "!-~"],
  ["lower", "a-z"],
  ["print", " -~"],
  ["punct", "!-\\/:-@\\[-`{-~"],
  ["space", "\\t-\\r "],
  ["upper", "A-Z"],
  ["xdigit", "A-Fa-f0-9"],
]);
