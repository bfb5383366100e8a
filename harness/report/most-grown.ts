import {
  type BaselineComparison,
  type ColumnComparison,
  type ComparedCount,
  type ComparedDrawer,
  type ComparedFunction,
  comparedLabels,
  type ComparedNodes,
} from "../../src/formats/baseline.ts";
import { formatMs, formatPart, formatShare } from "../../src/formats/format-figures.ts";
import { type DrawCounts, drawCountNames } from "../../src/formats/frame-draws.ts";
import { shortPosition } from "./list-profile.ts";
import { nameOf } from "./list-work.ts";
import { plainText } from "./text-layout.ts";

/** Columns that say most about a regression. The others follow from them, such as texture binds from draws. */
const telling: ReadonlySet<ComparedCount> = new Set([
  ...drawCountNames,
  ...(["shaderCompiles", "work", "wasm", "domChanges"] as const),
]);

/** More than this says only that there was next to nothing before. */
const largestGrowth = 100;

/** The growth of the window that grew the most. Empty if the column is equal in both builds. */
export function formatGrowth({ baseline, worstWindow }: ColumnComparison): string {
  if (worstWindow === null) return "";
  if (baseline === 0) return "new";
  return worstWindow.growth < largestGrowth ? formatShare(worstWindow.growth) : "over 100 times";
}

/** Columns that differ in any frame: those first that explain a regression, and the largest growth first. */
export function differingColumns({ columns, maxWorkGrowth }: BaselineComparison): readonly ColumnComparison[] {
  const growthOf = ({ worstWindow }: ColumnComparison): number => worstWindow?.growth ?? 0;
  const explains = (column: ColumnComparison): boolean => telling.has(column.count) && growthOf(column) > maxWorkGrowth;
  return columns
    .filter(({ firstDifference }) => firstDifference !== null)
    .toSorted((one, other) => Number(explains(other)) - Number(explains(one)) || growthOf(other) - growthOf(one));
}

/** The column that explains a regression, where it grew, and who caused it. */
export function describeMostGrown(baseline: BaselineComparison): string {
  const [most] = differingColumns(baseline);
  if (most === undefined) return "";
  const { count, worstWindow, firstDifference } = most;
  const where = (worstWindow?.frames ?? []).map(String).join(" to ");
  const grown = `${comparedLabels[count]} ${formatGrowth(most)} in frames ${where}, first in frame ${String(firstDifference)}`;
  const drawer = isOfDraws(count) ? describeDrawer(baseline, count) : "";
  return `${grown}${drawer === "" ? describeFunctions(baseline) : drawer}`;
}

/** The function that takes the most time more than before. Empty if none is known. */
export function describeSlowest({ functionTimes }: BaselineComparison): string {
  const [first] = functionTimes.filter(({ baselineMs, currentMs }) => currentMs > baselineMs);
  if (first === undefined) return "";
  const { baselineMs, currentMs, part } = first;
  const where = first.position === "" ? "" : ` (${shortPosition(first.position)})`;
  return `, most of it in ${nameOf(first)}${where}: +${formatMs(currentMs - baselineMs)}, ${formatPart(part, 1)} of a frame`;
}

function isOfDraws(count: ComparedCount): count is keyof DrawCounts {
  const names: readonly string[] = drawCountNames;
  return names.includes(count);
}

/** True if the draws or uploads grew below a call that drew before, and the game has a new function besides. */
export function isByNewCode(baseline: BaselineComparison): boolean {
  const [most] = differingColumns(baseline);
  if (most === undefined || !isOfDraws(most.count)) return false;
  const { drawer, ofGame } = causesOf(baseline, most.count);
  return ofGame?.baseline === 0 && (drawer?.baseline.drawCalls ?? 0) > 0;
}

interface DrawCauses {
  readonly drawer: ComparedDrawer | undefined;
  readonly nodes: ComparedNodes | undefined;
  /** The game's function whose code grew the most, unless it is the drawer. */
  readonly ofGame: ComparedFunction | undefined;
}

function causesOf({ draws, functions }: BaselineComparison, count: keyof DrawCounts): DrawCauses {
  const grownOf = <Entry extends ComparedDrawer | ComparedNodes>(entries: readonly Entry[]): Entry | undefined => {
    const growth = ({ baseline, current }: Entry): number => current[count] - baseline[count];
    return entries.filter((one) => growth(one) > 0).toSorted((one, other) => growth(other) - growth(one))[0];
  };
  const drawer = grownOf(draws?.functions ?? []);
  return { drawer, nodes: grownOf(draws?.nodes ?? []), ofGame: grownBeside(functions, drawer) };
}

/** The function or node with the largest growth of a count of draws. Empty if none is known. */
function describeDrawer(baseline: BaselineComparison, count: keyof DrawCounts): string {
  // An engine draws and uploads by itself, after the game has changed its scene or marked a texture.
  const { drawer, nodes, ofGame } = causesOf(baseline, count);
  const causes = [
    ...(drawer === undefined || (drawer.owner !== "game" && ofGame !== undefined && nodes !== undefined)
      ? []
      : [`by ${nameOf(drawer)} (${shortPosition(drawer.position)})`]),
    ...(nodes === undefined ? [] : [`for ${plainText(nodes.path)}`]),
  ];
  if (causes.length === 0) return "";
  if (ofGame === undefined) return `, most of it ${causes.join(" ")}`;
  return isByNewCode(baseline)
    ? `; the game's new code is ${placeOf(ofGame)}, and most of the growth is ${causes.join(" ")}`
    : `, most of it ${causes.join(" ")}; the game's own code grew the most in ${placeOf(ofGame)}`;
}

/** The game's function whose code grew the most, unless it is the one that draws, whose position is that of its call. */
function grownBeside(
  functions: readonly ComparedFunction[],
  drawer: ComparedDrawer | undefined,
): ComparedFunction | undefined {
  const fileOf = ({ position }: Pick<ComparedFunction, "position">): string => position.replace(/(?::\d+){2}$/u, "");
  const first = functions.find(isGrownOfGame);
  const isDrawer = first !== undefined && drawer?.name === first.name && fileOf(drawer) === fileOf(first);
  return isDrawer ? undefined : first;
}

function isGrownOfGame({ owner, position, baseline, current }: ComparedFunction): boolean {
  return owner === "game" && current > baseline && !position.startsWith(":");
}

/** The first function that executes more, and beside one of the game the library's that grew more, or the reverse. */
function describeFunctions({ functions }: BaselineComparison): string {
  const grown = functions.filter(({ baseline, current }) => current > baseline);
  const [first] = grown;
  if (first === undefined) return "";
  const [most = first] = grown.toSorted((one, other) => growthOf(other) - growthOf(one));
  const ofGame = grown.find(isGrownOfGame);
  if (first !== most) return `, of the game's own code in ${placeOf(first)}, and most of it in ${placeOf(most)}`;
  const own =
    first.owner === "game" || ofGame === undefined ? "" : ` and, of the game's own code, in ${placeOf(ofGame)}`;
  return `, most of it in ${placeOf(first)}${own}`;
}

function growthOf({ baseline, current }: ComparedFunction): number {
  return current - baseline;
}

function placeOf(each: ComparedFunction): string {
  const position = shortPosition(each.position);
  return each.name === "" ? position : `${nameOf(each)} (${position})`;
}
