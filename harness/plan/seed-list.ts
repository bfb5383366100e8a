import type { SweepShard } from "../../src/formats/sweep.ts";
import { FramegateError } from "../errors.ts";

/** Ten thousand seeds of a small game take a night. More is a mistake, such as a missing comma. */
export const seedsMax = 10_000;

/**
 * Parses a list of seeds, such as `1..100` or `3,7,20..29`. Returns them once each, ascending.
 *
 * @throws FramegateError `bad-seed`, `bad-seeds`, `too-many-seeds`.
 */
export function parseSeeds(text: string, most = seedsMax): readonly number[] {
  const ranges = text.split(",").map((part) => parseRange(part.trim(), text));
  // Counted before any list is made: a range may be far too long for one.
  const count = ranges.reduce((sum, { first, last }) => sum + (last - first + 1), 0);
  if (count > most) throw new FramegateError("too-many-seeds", { list: text, count, most });
  const seeds = new Set(
    ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index)),
  );
  return [...seeds].toSorted((one, other) => one - other);
}

interface SeedRange {
  readonly first: number;
  readonly last: number;
}

/** One seed, or two with dots between them. Other notations of ranges get the right one as a suggestion. */
function parseRange(part: string, list: string): SeedRange {
  const [, from, dots, to] = /^(-?\d+)(?:\s*(\.{2,}|-|:|…|\s+to\s+)\s*(-?\d+))?$/u.exec(part) ?? [];
  if (from === undefined) throw new FramegateError("bad-seeds", { list, part, instead: null });
  const first = parseSeed(from);
  if (dots === undefined || to === undefined) return { first, last: first };
  const last = parseSeed(to);
  const [least, greatest] = [Math.min(first, last), Math.max(first, last)];
  if (dots !== ".." || first > last) {
    throw new FramegateError("bad-seeds", { list, part, instead: `${String(least)}..${String(greatest)}` });
  }
  return { first, last };
}

/** Parses a seed. @throws {FramegateError} `bad-seed`. */
export function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(seed)) throw new FramegateError("bad-seed", { value: text });
  // The seed -0 would be another one in a set, and the same in a game.
  return seed === 0 ? 0 : seed;
}

/** A list of ascending seeds as text, from which `parseSeeds` gets them back. Null for none. */
export function formatSeeds(seeds: readonly number[]): string | null {
  const ranges: SeedRange[] = [];
  for (const seed of seeds) {
    const before = ranges.at(-1);
    if (before?.last === seed - 1) ranges.splice(-1, 1, { first: before.first, last: seed });
    else ranges.push({ first: seed, last: seed });
  }
  const parts = ranges.map(({ first, last }) => {
    if (first === last) return String(first);
    return last === first + 1 ? `${String(first)},${String(last)}` : `${String(first)}..${String(last)}`;
  });
  return parts.length === 0 ? null : parts.join(",");
}

/** The seeds of a shard: a block of the list, as long as the others or longer by one. */
export function seedsOfShard(seeds: readonly number[], { index, of }: SweepShard): readonly number[] {
  const at = (part: number): number => Math.floor((seeds.length * part) / of);
  return seeds.slice(at(index - 1), at(index));
}
