/** Longer names are not compared: the distance takes the product of both lengths. */
const longestCompared = 64;

/**
 * The candidate that was probably meant, or null where none is near enough. The first of equally near ones wins.
 * @param name A name from outside; games in plain JavaScript call with anything, and what is no text is near nothing.
 */
export function nearestName(name: unknown, candidates: Iterable<string>): string | null {
  if (typeof name !== "string" || name.length > longestCompared) return null;
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  // A third of the name may be wrong: more than that and anything resembles anything.
  let nearestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > longestCompared) continue;
    // Texts differ by at least as much as their lengths do, and most candidates need no closer look.
    if (Math.abs(candidate.length - name.length) >= nearestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < nearestDistance && distance < Math.max(name.length, candidate.length)) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest ?? findShortened(wanted, candidates);
}

/** Comparisons that the suggestions for one file may take: about a tenth of a second, and more than any author needs. */
const mostComparisons = 200_000;

/**
 * Suggestions for many names out of the same candidates. The same name is looked up once, and after a few hundred
 * different ones nothing is suggested any more: who made a file with that many wrong names did not write it by hand.
 */
export function createSuggester(candidates: readonly string[]): (name: string) => string | null {
  const known = new Map<string, string | null>();
  const mostNames = Math.max(1, mostComparisons / Math.max(1, candidates.length));
  return (name) => {
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const nearest = known.size < mostNames ? nearestName(name, candidates) : null;
    if (known.size < mostNames) known.set(name, nearest);
    return nearest;
  };
}

/** "three" for "threejs": many letters are missing, and yet nothing is wrong. */
function findShortened(wanted: string, candidates: Iterable<string>): string | null {
  if (wanted.length < 3) return null;
  for (const candidate of candidates) {
    if (candidate.length > wanted.length && candidate.toLowerCase().startsWith(wanted)) return candidate;
  }
  return null;
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours between two texts: the optimal string
 * alignment distance, https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance.
 */
export function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = at(last, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let distance = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
