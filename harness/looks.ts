/**
 * The numbers of timed repeats after which a gate looks at its figures: it ends as soon as the interval decides, and goes on
 * while it does not. They are fixed, because a gate that looks whenever it likes sees what it likes.
 */
const looks = [2, 3, 5, 8, 12, 15] as const;

/** Repeats before the first look of a gate. */
export const firstLook: number = looks[0];

/** The number of repeats at the look after `repeats`; null if more would not help, because the limit is then too close. */
export function nextLook(repeats: number): number | null {
  return looks.find((look) => look > repeats) ?? null;
}

/**
 * The share of wrong intervals that the look with this many repeats may spend. All looks together spend 5 %, so that the
 * interval at which a gate ends is one of 95 %, whenever that is. Early looks get less: with few repeats an interval is wide
 * anyway, and decides only what is far from its limit.
 */
export function errorSpentAt(repeats: number): number {
  return repeats <= looks[1] ? 0.005 : 0.01;
}
