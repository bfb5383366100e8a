/** A part of a glob between two slashes. */
export interface GlobSegment {
  /** Whether it stands for any number of folders: two stars or more, and nothing else. */
  readonly isGlobstar: boolean;
  /** The one name that it matches; null where it has wildcards. */
  readonly literal: string | null;
  /** Whether it names the dot that a hidden file begins with, instead of meeting it with a wildcard. */
  readonly hasLeadingDot: boolean;
  readonly matches: (name: string) => boolean;
}

/**
 * Reads a glob as git reads the patterns of a .gitignore: `*`, `**`, `?`, classes and backslashes. Null for one that
 * matches nothing, because a class has no end or a backslash has nothing behind it.
 */
export function parseGlob(glob: string): readonly GlobSegment[] | null {
  const tokens = readTokens([...glob]);
  if (tokens === null) return null;
  const segments: GlobSegment[] = [];
  let own: Token[] = [];
  for (const token of [...tokens, slash] as const) {
    if (token !== slash) own.push(token);
    else {
      segments.push(toSegment(own));
      own = [];
    }
  }
  // Several `**` in a row mean the same as one. At the end it needs a name: `a/**` does not match `a`.
  const single = segments.filter(({ isGlobstar }, index) => !isGlobstar || segments[index - 1]?.isGlobstar !== true);
  return single.at(-1)?.isGlobstar === true ? [...single, anyName] : single;
}

/**
 * Tells whether segments match all of a path, which is given by its names. A mismatch goes back to the last `**` only: what
 * an earlier one takes in addition, the last one can take as well. So it takes no more steps than segments times names.
 */
export function matchesPath(segments: readonly GlobSegment[], names: readonly string[]): boolean {
  if (segments.length > 2 * names.length + 1) return false;
  return matchesGreedily(segments, names, {
    isStar: ({ isGlobstar }) => isGlobstar,
    matches: (segment, name) => segment.matches(name),
  });
}

type Character = (character: string) => boolean;
type Token = "*" | "/" | { readonly literal: string } | Character;

const slash = "/" as const;

const anyName: GlobSegment = { isGlobstar: false, literal: null, hasLeadingDot: false, matches: () => true };

function toSegment(tokens: readonly Token[]): GlobSegment {
  const [first] = tokens;
  const shared = {
    isGlobstar: tokens.length > 1 && tokens.every((token) => token === "*"),
    hasLeadingDot: typeof first === "object" && first.literal === ".",
  };
  if (tokens.every((token) => typeof token === "object")) {
    const literal = tokens.map((token) => token.literal).join("");
    return { ...shared, literal, matches: (name) => name === literal };
  }
  const single = tokens.filter((token, index) => token !== "*" || tokens[index - 1] !== "*");
  const leastLength = single.filter((token) => token !== "*").length;
  return {
    ...shared,
    literal: null,
    // A glob that is longer than the name costs nothing, and one that is not costs at most the square of the name's length.
    matches: (name) => leastLength <= name.length && matchesGreedily(single, [...name], characterMatcher),
  };
}

interface GreedyMatcher<Token, Item> {
  readonly isStar: (token: Token) => boolean;
  readonly matches: (token: Token, item: Item) => boolean;
}

const characterMatcher: GreedyMatcher<Token, string> = {
  isStar: (token) => token === "*",
  matches: (token, character) =>
    typeof token === "function" ? token(character) : typeof token === "object" && token.literal === character,
};

/** Lets each star take as little as it can; a mismatch lets the last star take one more. */
function matchesGreedily<Token, Item>(
  tokens: readonly Token[],
  items: readonly Item[],
  { isStar, matches }: GreedyMatcher<Token, Item>,
): boolean {
  let at = 0;
  let star: { readonly token: number; item: number } | null = null;
  for (let item = 0; item < items.length;) {
    const token = tokens[at];
    const current = items[item];
    if (token !== undefined && isStar(token)) {
      star = { token: at++, item };
    } else if (token !== undefined && current !== undefined && matches(token, current)) {
      at++;
      item++;
    } else if (star !== null) {
      item = ++star.item;
      at = star.token + 1;
    } else return false;
  }
  return tokens.slice(at).every(isStar);
}

function readTokens(characters: readonly string[]): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? "";
    if (character === "*" || character === slash) tokens.push(character);
    else if (character === "?") tokens.push(() => true);
    else if (character === "[") {
      const found = readClass(characters, index);
      if (found === null) return null;
      tokens.push(found.matches);
      index = found.end;
    } else {
      const literal = character === "\\" ? characters[++index] : character;
      if (literal === undefined) return null;
      tokens.push(literal === slash ? slash : { literal });
    }
  }
  return tokens;
}

interface CharacterClass {
  readonly matches: Character;
  /** The index of its closing bracket. */
  readonly end: number;
}

/** Reads a class such as `[!a-z_]`, in which a bracket that comes first is a character; null for one without an end. */
function readClass(characters: readonly string[], start: number): CharacterClass | null {
  const isNegated = /^[!^]$/.test(characters[start + 1] ?? "");
  const members: Character[] = [];
  let lower: string | null = null;
  for (let index = start + (isNegated ? 2 : 1); index < characters.length;) {
    if (characters[index] === "]" && members.length > 0)
      return { matches: (one) => members.some((member) => member(one)) !== isNegated, end: index };
    const member: ClassMember | "malformed" = readNamedClass(characters, index) ?? readRange(characters, index, lower);
    if (member === "malformed") return null;
    members.push(member.matches);
    lower = member.single;
    index = member.end + 1;
  }
  return null;
}

interface ClassMember {
  readonly matches: Character;
  /** The index of its last character. */
  readonly end: number;
  /** The character that a range may begin with; null behind a range. */
  readonly single: string | null;
}

/** Reads `a`, `\\a`, or the `-z` of a range that began with `lower`. */
function readRange(characters: readonly string[], start: number, lower: string | null): ClassMember | "malformed" {
  const behind = characters[start + 1];
  const isRange = characters[start] === "-" && lower !== null && behind !== "]" && behind !== undefined;
  const written = isRange ? start + 1 : start;
  const end = characters[written] === "\\" ? written + 1 : written;
  const upper = characters[end];
  if (upper === undefined) return "malformed";
  return isRange
    ? { matches: between(lower, upper), end, single: null }
    : { matches: (character) => character === upper, end, single: upper };
}

function between(lower: string, upper: string): Character {
  const [least, most] = [codeOf(lower), codeOf(upper)];
  return (character) => least <= codeOf(character) && codeOf(character) <= most;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Reads `[:alpha:]`; null for another member, even one that begins like it. */
function readNamedClass(characters: readonly string[], start: number): ClassMember | "malformed" | null {
  if (characters[start] !== "[" || characters[start + 1] !== ":") return null;
  const end = characters.indexOf("]", start + 2);
  if (end < start + 3 || characters[end - 1] !== ":") return null;
  const pattern = namedClasses.get(characters.slice(start + 2, end - 1).join(""));
  return pattern === undefined ? "malformed" : { matches: (character) => pattern.test(character), end, single: null };
}

const namedClasses: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /^[A-Za-z0-9]$/],
  ["alpha", /^[A-Za-z]$/],
  ["blank", /^[ \t]$/],
  ["cntrl", /^[\u0000-\u001f\u007f]$/],
  ["digit", /^[0-9]$/],
  ["graph", /^[!-~]$/],
  ["lower", /^[a-z]$/],
  ["print", /^[ -~]$/],
  ["punct", /^[!-/:-@[-`{-~]$/],
  ["space", /^[\t-\r ]$/],
  ["upper", /^[A-Z]$/],
  ["xdigit", /^[A-Fa-f0-9]$/],
]);
