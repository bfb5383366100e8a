import { editDistance } from "./edit-distance.ts";

/** Longer names are not compared, because the cost is the product of both lengths. */
const longestCompared = 64;

/**
 * The candidate that was probably meant, or null if none is close enough. Of equally close ones the first wins.
 * @param name A name from outside. Games in plain JavaScript can pass any value; one that is not a text has no match.
 */
export function nearestName(name: unknown, candidates: Iterable<string>): string | null {
  if (typeof name !== "string" || name.length > longestCompared) return null;
  const wanted = name.toLowerCase();
  let nearest: string | null = null;
  // Up to a third of the name may be wrong. Beyond that, anything resembles anything.
  let nearestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > longestCompared) continue;
    // Two texts differ by at least the difference of their lengths, which rules out most candidates cheaply.
    if (Math.abs(candidate.length - name.length) >= nearestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < nearestDistance && distance < Math.max(name.length, candidate.length)) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest ?? findShortened(wanted, candidates);
}

/** Limit on comparisons for the suggestions of one file: about a tenth of a second, and more than any author needs. */
const mostComparisons = 200_000;

/**
 * Suggests names from a fixed list of candidates. Each name is looked up once. After a few hundred different names it
 * suggests nothing more, because a file with that many wrong names was not written by hand.
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

/** Finds "threejs" for "three": many letters are missing, yet none is wrong. */
function findShortened(wanted: string, candidates: Iterable<string>): string | null {
  if (wanted.length < 3) return null;
  for (const candidate of candidates) {
    if (candidate.length > wanted.length && candidate.toLowerCase().startsWith(wanted)) return candidate;
  }
  return null;
}
