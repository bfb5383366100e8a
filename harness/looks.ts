/**
 * The numbers of timed repeats after which a gate checks its figures: it stops as soon as the interval decides. They
 * are fixed, because a gate that stops whenever it likes sees what it likes.
 */
const looks = [2, 3, 5, 8, 12, 15] as const;

/** Repeats before a gate's first look. */
export const firstLook: number = looks[0];

/** Number of repeats at the look after `repeats`; null if more would not help, because the limit is then too close. */
export function nextLook(repeats: number): number | null {
  return looks.find((look) => look > repeats) ?? null;
}

/**
 * The error probability that the look with this many repeats may spend. All looks together spend 5 %, so a gate ends
 * with a 95 % interval whenever it ends. Early looks get less: with few repeats an interval is wide anyway, and only
 * decides values far from their limit.
 */
export function errorSpentAt(repeats: number): number {
  return repeats <= looks[1] ? 0.005 : 0.01;
}
