import type { ColumnComparison, ComparedDraws } from "../../src/formats/baseline.ts";
import { type DrawCounts, drawCountNames, type FrameDraws } from "../../src/formats/frame-draws.ts";
import type { ExactColumns } from "./compare-columns.ts";
import { fileOfPosition } from "./match-functions.ts";
import { addDraws, compareAmounts, nothingDrawn } from "./frame-draws.ts";

/** The exact columns of two builds, without the warm-up. */
export type ColumnsOfBoth = Readonly<Record<"baseline" | "current", ExactColumns>>;

/**
 * The measured frame in which the draws or uploads of the current build exceed those of the baseline the most. Null if
 * they grew by no more than `maxGrowth`, a fraction of a window of frames.
 */
export function frameOfMoreDraws(
  { baseline, current }: ColumnsOfBoth,
  columns: readonly ColumnComparison[],
  maxGrowth: number,
): number | null {
  const grown = drawCountNames.find((name) =>
    columns.some(({ count, worstWindow }) => count === name && (worstWindow?.growth ?? 0) > maxGrowth),
  );
  if (grown === undefined) return null;
  const before = baseline[grown] ?? [];
  const excess = (current[grown] ?? []).map((count, frame) => count - (before[frame] ?? 0));
  return excess.indexOf(Math.max(...excess));
}

const listed = 5;

/**
 * Compares who draws in a frame of two builds; null for a build that draws nothing. Functions are matched by name and
 * file, because lines move and packages may be installed elsewhere; nodes by their path.
 */
export function compareDraws(frame: number, baseline: FrameDraws | null, current: FrameDraws | null): ComparedDraws {
  const functionKey = ({ name, position }: FrameDraws["functions"][number]): string =>
    `${name}\n${fileOfPosition(position)}`;
  return {
    frame,
    functions: compareLists(baseline?.functions ?? [], current?.functions ?? [], functionKey).map(
      ([{ name, position, owner }, counts]) => ({ name, position, owner, ...counts }),
    ),
    nodes: compareLists(baseline?.nodes ?? [], current?.nodes ?? [], ({ path }) => path).map(([{ path }, counts]) => ({
      path,
      ...counts,
    })),
  };
}

interface CountsOfBoth {
  readonly baseline: DrawCounts;
  readonly current: DrawCounts;
}

/** The entries that differ, largest growth first, as the current build has them if it has them. */
function compareLists<Entry extends DrawCounts>(
  baseline: readonly Entry[],
  current: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly (readonly [Entry, CountsOfBoth])[] {
  const compared = new Map<string, readonly [Entry, CountsOfBoth]>();
  for (const side of ["current", "baseline"] as const) {
    for (const entry of side === "current" ? current : baseline) {
      const key = keyOf(entry);
      const [known, counts] = compared.get(key) ?? [entry, { baseline: nothingDrawn, current: nothingDrawn }];
      compared.set(key, [known, { ...counts, [side]: addDraws(counts[side], entry) }]);
    }
  }
  return [...compared.values()]
    .map(([entry, counts]) => ({ entry, counts, growth: addDraws(counts.current, counts.baseline, -1) }))
    .filter(({ growth }) => Object.values(growth).some((amount) => amount !== 0))
    .sort((one, other) => compareAmounts(one.growth, other.growth))
    .slice(0, listed)
    .map(({ entry, counts }) => [entry, counts]);
}
