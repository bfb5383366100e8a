import type { FlameChart } from "../formats/flame-view.ts";

/** A call with its place in the chart. Times are microseconds on an axis where all frames follow each other. */
export interface PlacedCall {
  /** Index of its frame in the chart. */
  readonly frame: number;
  /** Index of its function. */
  readonly function: number;
  readonly depth: number;
  readonly startUs: number;
  readonly endUs: number;
  /** Its time without that of the calls in it. */
  readonly selfUs: number;
  readonly parent: PlacedCall | null;
  /** Those in it, in order. */
  readonly children: readonly PlacedCall[];
}

/** A frame with its place in the chart. */
export interface PlacedFrame {
  readonly startUs: number;
  readonly endUs: number;
  readonly calls: readonly PlacedCall[];
}

/** A function's share of a frame. */
export interface FunctionOfFrame {
  readonly function: number;
  readonly selfUs: number;
  /** With everything that it calls. A call within another one of the same function counts once. */
  readonly totalUs: number;
  readonly calls: number;
}

/** All calls with their places. */
export interface FlameLayout {
  readonly frames: readonly PlacedFrame[];
  readonly endUs: number;
  /** The calls of each depth, ascending in time. */
  readonly rows: readonly (readonly PlacedCall[])[];
}

interface Growing extends PlacedCall {
  selfUs: number;
  readonly children: Growing[];
}

/** Lays out the frames one after the other: the time between two frames is not the game's. */
export function layOutFlames({ frames }: FlameChart): FlameLayout {
  const rows: Growing[][] = [];
  let startUs = 0;
  const placed = frames.map(({ spanUs, calls }, frame): PlacedFrame => {
    const made: Growing[] = [];
    for (const [index, of] of calls.functions.entries()) {
      const parent = made[calls.parents[index] ?? -1] ?? null;
      const [from, to] = [startUs + (calls.startUs[index] ?? 0), startUs + (calls.endUs[index] ?? 0)];
      const depth = parent === null ? 0 : parent.depth + 1;
      const place = { frame, function: of, depth, startUs: from, endUs: to };
      const call: Growing = { ...place, selfUs: to - from, parent, children: [] };
      if (parent !== null) {
        parent.selfUs -= to - from;
        parent.children.push(call);
      }
      made.push(call);
      (rows[depth] ??= []).push(call);
    }
    const start = startUs;
    startUs += spanUs;
    return { startUs: start, endUs: startUs, calls: made };
  });
  return { frames: placed, endUs: startUs, rows };
}

/** The functions of a frame's calls, those with the most time of their own first. */
export function functionsOfFrame(calls: readonly PlacedCall[]): readonly FunctionOfFrame[] {
  const sums = new Map<number, { selfUs: number; totalUs: number; calls: number }>();
  for (const call of calls) {
    const sum = sums.get(call.function) ?? { selfUs: 0, totalUs: 0, calls: 0 };
    sums.set(call.function, sum);
    sum.selfUs += call.selfUs;
    sum.calls += 1;
    if (!isWithinItself(call)) sum.totalUs += call.endUs - call.startUs;
  }
  return [...sums]
    .map(([of, sum]) => ({ function: of, ...sum }))
    .sort((one, other) => other.selfUs - one.selfUs || other.totalUs - one.totalUs || one.function - other.function);
}

function isWithinItself({ function: of, parent }: PlacedCall): boolean {
  for (let at = parent; at !== null; at = at.parent) if (at.function === of) return true;
  return false;
}

/** Index of the first call of a row that ends after a time. */
export function firstAfter(row: readonly PlacedCall[], timeUs: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle]?.endUs ?? Infinity) <= timeUs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The call of a row at a time; null if there is none. */
export function callAt(row: readonly PlacedCall[], timeUs: number): PlacedCall | null {
  const call = row[firstAfter(row, timeUs)];
  return call !== undefined && call.startUs <= timeUs ? call : null;
}

/** Colours for files. More files than colours share them in turn. */
export const fileColours = 10;

/** A file, or a package, with the colour of its calls. */
export interface ColouredFile {
  readonly name: string;
  /** A custom property of the style. */
  readonly colour: string;
}

/** The files of the functions, those with the most time first. `ofFunction` has one entry per function. */
export function colourFiles(
  { functions }: FlameChart,
  { frames }: FlameLayout,
): { readonly files: readonly ColouredFile[]; readonly ofFunction: readonly ColouredFile[] } {
  const names = functions.map(fileOf);
  const selfUs = new Map<string, number>();
  for (const { calls } of frames) {
    for (const call of calls) {
      const name = names[call.function] ?? "";
      selfUs.set(name, (selfUs.get(name) ?? 0) + call.selfUs);
    }
  }
  const others = new Set(functions.flatMap(({ owner }, index) => (isNoFile(owner) ? [names[index] ?? ""] : [])));
  const sorted = [...selfUs]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .map(([name]) => name);
  const inColour = sorted.filter((name) => !others.has(name));
  const files = sorted.map((name): ColouredFile => {
    const place = inColour.indexOf(name);
    return { name, colour: place === -1 ? "--flame-other" : `--flame-${String(place % fileColours)}` };
  });
  const byName = new Map(files.map((each) => [each.name, each]));
  const none: ColouredFile = { name: "", colour: "--flame-other" };
  return { files, ofFunction: names.map((name) => byName.get(name) ?? none) };
}

function isNoFile(owner: FlameChart["functions"][number]["owner"]): boolean {
  return owner === "browser" || owner === "framegate";
}

/** The file of a function, the package of a library's, or who else it belongs to. */
function fileOf({ position, owner }: FlameChart["functions"][number]): string {
  if (owner === "browser") return "the browser";
  if (owner === "framegate") return "Framegate";
  const file = position.replace(/(?::\d+){2}$/u, "");
  return /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? file;
}
