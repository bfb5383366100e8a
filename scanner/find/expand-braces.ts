/** In all globs together: more than anyone writes down, where `{a,b}` thirty times over would be a thousand million globs. */
const mostCharacters = 100_000;

/** Braces without braces in them. A backslash makes a plain character of what is behind it. */
const innermost = /\\[^]|\{((?:\\[^]|[^\\{}])*)\}/g;
const plainComma = /(?<=(?:^|[^\\])(?:\\\\)*),/;

/** The globs that one with alternatives in braces, such as `*.{js,ts}`, stands for; null for too many. */
export function expandBraces(glob: string): readonly string[] | null {
  const expanded: string[] = [];
  const waiting = new Set([glob]);
  let characterCount = 0;
  // A set takes what is added to it while it is gone through.
  for (const one of waiting) {
    const braces = [...one.matchAll(innermost)].find(([, inside]) => inside !== undefined);
    if (braces === undefined) {
      expanded.push(one);
      continue;
    }
    const { 0: written, 1: inside = "", index } = braces;
    const options = inside.split(plainComma);
    // Without a comma they are plain characters.
    for (const option of options.length === 1 ? [`\\{${inside}\\}`] : options) {
      const made = one.slice(0, index) + option + one.slice(index + written.length);
      characterCount += made.length;
      if (characterCount > mostCharacters) return null;
      waiting.add(made);
    }
  }
  return expanded;
}
