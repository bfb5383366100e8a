/** A matcher for one character of a name, as a regular expression. Null is a star. */
type Token = string | null;

const star = null;

/** The part of a glob between two slashes. */
export interface GlobSegment {
  /** True if it matches any number of folders: two or more stars and nothing else. */
  readonly isGlobstar: boolean;
  /** The texts between the stars, as regular expressions. */
  readonly parts: readonly string[];
}

/** The longest path of any system. A longer glob matches nothing, and would make too large a regular expression. */
const longestPath = 32_767;

/** The most globs that one may stand for by its braces. */
const mostAlternatives = 1000;

/** A list in braces that contains no other. A single name in braces is no list. */
const list = /(?<!\\)\{([^{},]*,[^{}]*)\}/;

/** The globs that a glob with lists in braces stands for: `{a,b}.ts` for `a.ts` and `b.ts`. Null if there are too many. */
export function expandBraces(glob: string): readonly string[] | null {
  let globs = [glob];
  for (let count = 0; count < globs.length && globs.length <= mostAlternatives;) {
    count = globs.length;
    globs = globs.flatMap((one) => {
      const items = list.exec(one)?.[1]?.split(",") ?? [];
      return items.length === 0 ? one : items.map((item) => one.replace(list, () => item));
    });
  }
  return globs.length > mostAlternatives ? null : globs;
}

/**
 * Parses a glob as git parses the patterns of a .gitignore: `*`, `**`, `?`, classes and backslashes. Null if it matches
 * nothing, because a class is unclosed or misnamed, a backslash comes last, or the glob is longer than any path.
 */
export function parseGlob(glob: string): readonly GlobSegment[] | null {
  const names: Token[][] = [[]];
  let characterCount = 0;
  for (let index = 0; index < glob.length;) {
    const read = readToken(glob, index);
    if (read === null) return null;
    const [token, end] = read;
    if (token === "/") names.push([]);
    else names.at(-1)?.push(token);
    if (token !== star && ++characterCount > longestPath) return null;
    index = end;
  }
  const segments = names.map(segmentOf);
  // Several `**` in a row equal one. A final one needs a name: `a/**` does not match `a`.
  const single = segments.filter(({ isGlobstar }, index) => !isGlobstar || segments[index - 1]?.isGlobstar !== true);
  return single.at(-1)?.isGlobstar === true ? [...single, segmentOf([star])] : single;
}

function segmentOf(tokens: readonly Token[]): GlobSegment {
  const parts: string[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    if (token !== star) parts.at(-1)?.push(token);
    else if (index === 0 || tokens[index - 1] !== star) parts.push([]);
  }
  return {
    isGlobstar: tokens.length > 1 && tokens.every((token) => token === star),
    parts: parts.map((part) => part.join("")),
  };
}

/**
 * Compiles a glob to a regular expression for paths with slashes. It matches in linear time, because each star takes as
 * little as it can and never backtracks: anything more, a later star can take as well. The expressions that packages
 * make of a glob with thirty stars take minutes for a single name.
 */
export function compileGlob(segments: readonly GlobSegment[], { hidesDots = false } = {}): RegExp {
  // A name that starts with a dot matches only a dot in the glob.
  const visible = hidesDots ? String.raw`(?!\.)` : "";
  const groups: string[][] = [[]];
  for (const [index, segment] of segments.entries()) {
    if (segment.isGlobstar) groups.push([]);
    else groups.at(-1)?.push(`${isDotted(segment) ? "" : visible}${sourceOf(segment, index)}`);
  }
  const [first = [], ...others] = groups;
  const last = others.pop();
  const folder = `(?:${visible}[^/]+/)`;
  const middle = others.map((group, index) => once(`folders${index}`, `${folder}*?${group.join("/")}/`));
  const source =
    last === undefined
      ? first.join("/")
      : [...first.map((name) => `${name}/`), ...middle, `${folder}*${last.join("/")}`].join("");
  return new RegExp(`^${source}$`, "u");
}

/** Whether a segment starts with a dot, as the names of hidden files do. */
export function isDotted({ parts: [first = ""] }: GlobSegment): boolean {
  return first.startsWith(String.raw`\.`);
}

function sourceOf({ parts: [first = "", ...others] }: GlobSegment, index: number): string {
  const last = others.pop();
  const middle = others.map((part, number) => once(`name${index}_${number}`, `[^/]*?${part}`));
  return [first, ...middle, last === undefined ? "" : `[^/]*${last}`].join("");
}

/** Makes an expression atomic: it does not backtrack for another match. */
function once(name: string, source: string): string {
  return String.raw`(?=(?<${name}>${source}))\k<${name}>`;
}

/** A token and its end. */
type ReadToken = readonly [token: Token, end: number];

const anyToken = /\\?[^]/uy;

function readToken(glob: string, start: number): ReadToken | null {
  anyToken.lastIndex = start;
  const [written = ""] = anyToken.exec(glob) ?? [];
  const end = start + written.length;
  if (written === "*") return [star, end];
  if (written === "?") return ["[^/]", end];
  if (written === "[") return readClass(glob, start);
  const literal = written.replace("\\", "");
  return written === "\\" ? null : [literal.replace(/[$()*+.?[\\\]^{|}]/, String.raw`\$&`), end];
}

/** The named classes of POSIX, as members of a class of a regular expression. As in git, all are of ASCII. */
const namedClasses: ReadonlyMap<string, string> = new Map([
  ["alnum", "0-9A-Za-z"],
  ["alpha", "A-Za-z"],
  ["blank", " \\t"],
  ["cntrl", "\\0-\\x1f\\x7f"],
  ["digit", "0-9"],
  ["graph", "!-~"],
  ["lower", "a-z"],
  ["print", " -~"],
  ["punct", "!-/:-@\\[-`{-~"],
  ["space", " \\t-\\r"],
  ["upper", "A-Z"],
  ["xdigit", "0-9A-Fa-f"],
]);

/** `[:alpha:]`, `a`, `\a` or `a-z`. A bracket after the dash ends the class. */
const classMember = /\[:([^\]]*):\]|\\?([^])(?:-(?!\])\\?([^]))?/uy;

/** Reads a class such as `[!a-z_]`, where a leading bracket is a character. Null if it is unclosed or misnamed. */
function readClass(glob: string, start: number): ReadToken | null {
  const isNegated = glob[start + 1] === "!" || glob[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  let members = "";
  for (let index = first; index < glob.length; index = classMember.lastIndex) {
    if (glob[index] === "]" && index > first) return [`(?!/)[${isNegated ? "^" : ""}${members}]`, index + 1];
    classMember.lastIndex = index;
    const [, named, lower = "", upper = lower] = classMember.exec(glob) ?? [];
    const range = named === undefined ? rangeOf(lower, upper) : namedClasses.get(named);
    if (range === undefined) return null;
    members += range;
  }
  return null;
}

/** As in git, a reversed range still matches its first character. */
function rangeOf(lower: string, upper: string): string {
  const [least = 0, most = 0] = [lower, upper].map((character) => character.codePointAt(0));
  return least < most ? `\\u{${least.toString(16)}}-\\u{${most.toString(16)}}` : `\\u{${least.toString(16)}}`;
}
