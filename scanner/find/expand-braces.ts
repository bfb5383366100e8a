/** In all globs together: more than anyone writes down, where `{a,b}` thirty times over would be a thousand million globs. */
const mostCharacters = 100_000;

/** The globs that one with alternatives in braces, such as `*.{js,ts}`, stands for; null for too many. */
export function expandBraces(glob: string): readonly string[] | null {
  const expanded: string[] = [];
  const waiting = [glob];
  let characterCount = 0;
  for (const one of waiting) {
    const braces = findBraces(one);
    if (braces === null) {
      expanded.push(one);
      continue;
    }
    for (const option of braces.options) {
      const made = braces.before + option + braces.behind;
      characterCount += made.length;
      if (characterCount > mostCharacters) return null;
      waiting.push(made);
    }
  }
  return [...new Set(expanded)];
}

interface Braces {
  readonly before: string;
  readonly options: readonly string[];
  readonly behind: string;
}

/** The outermost braces that come first, hold a comma, and are closed. */
function findBraces(glob: string): Braces | null {
  const marks = firstMarks(glob);
  return marks === null
    ? null
    : {
        before: glob.slice(0, marks[0]),
        options: marks.slice(0, -1).map((mark, index) => glob.slice(mark + 1, marks[index + 1])),
        behind: glob.slice((marks.at(-1) ?? 0) + 1),
      };
}

/** The indexes of a brace, of its commas, and of its end. */
type Marks = readonly [start: number, ...others: number[]];

function firstMarks(glob: string): Marks | null {
  const open: [number, ...number[]][] = [];
  let first: Marks | null = null;
  // A backslash makes a plain character of what is behind it.
  for (const { 0: text, index } of glob.matchAll(/\\[^]|[{},]/g)) {
    if (text === "{") open.push([index]);
    if (text === ",") open.at(-1)?.push(index);
    if (text === "}") first = earlier(first, open.pop(), index);
    if (first !== null && open.length === 0) return first;
  }
  return first;
}

/** Takes marks that end, and have a comma, if they begin earlier: outer braces are closed after those inside. */
function earlier(known: Marks | null, marks: Marks | undefined, end: number): Marks | null {
  if (marks === undefined || marks.length < 2 || (known !== null && known[0] < marks[0])) return known;
  return [...marks, end];
}
