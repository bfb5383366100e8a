import { nativeCalls, type NativeName } from "../../src/formats/work.ts";
import { readTokens, type SourceTokens } from "./source-tokens.ts";

/** A part of a function with its execution count, as reported by V8. The first one is the function itself. */
export interface CoveredRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

export interface CoveredFunction {
  readonly functionName: string;
  readonly ranges: readonly CoveredRange[];
}

/** Work of one function since the last reading, without nested functions. */
export interface FunctionShare {
  readonly name: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly work: number;
}

/** Work of the functions of one script. */
export interface ScriptShare {
  readonly functions: readonly FunctionShare[];
  readonly calls: ReadonlyMap<NativeName, number>;
}

interface KnownFunction {
  readonly start: number;
  readonly end: number;
  /** Directly nested functions, in order. */
  children: readonly KnownFunction[];
}

/**
 * Weights of one script. V8 omits functions that did not run since the last reading, along with their nested functions.
 * A nested function that resumes after an `await` may thus be missing, and must still not count as its parent's: all
 * functions ever reported are kept.
 */
export class ScriptWork {
  readonly #source: string;
  readonly #known = new Map<string, KnownFunction>();
  #isNested = true;
  #lineStarts: readonly number[] | null = null;
  #tokens: SourceTokens | null = null;

  constructor(source: string) {
    this.#source = source;
  }

  /** Line and column of an offset, both one-based. */
  placeOf(offset: number): { readonly line: number; readonly column: number } {
    const starts = (this.#lineStarts ??= lineStartsOf(this.#source));
    const line = firstFrom(starts, offset + 1);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  }

  /**
   * Its text, or that of a function, without what a minifier or a printer chooses anew in every build: blanks and short
   * names. Functions with equal texts are equal, whatever they are called.
   */
  textOf({ startOffset, endOffset }: Pick<FunctionShare, "startOffset" | "endOffset"> = this.#whole): string {
    return this.#source.slice(startOffset, endOffset).replaceAll(shortName, "_").replaceAll(/\s+/gu, "");
  }

  get #whole(): Pick<FunctionShare, "startOffset" | "endOffset"> {
    return { startOffset: 0, endOffset: this.#source.length };
  }

  /** Weighs the code executed since the last reading. */
  weigh(functions: readonly CoveredFunction[]): ScriptShare {
    for (const { ranges } of functions) this.#keep(ranges);
    const running = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0));
    if (running.length === 0) return { functions: [], calls: new Map() };
    this.#nest();
    const { starts, calls } = (this.#tokens ??= readTokens(this.#source));
    const shares: FunctionShare[] = [];
    const called = new Map<NativeName, number>();
    for (const { functionName: name, ranges } of running) {
      const [whole] = ranges;
      if (whole === undefined) continue;
      const pieces = piecesOf(ranges, this.#known.get(keyOf(whole))?.children ?? []);
      const { startOffset, endOffset } = whole;
      shares.push({ name, startOffset, endOffset, work: weighPieces(pieces, starts) });
      for (const native of nativeCalls) {
        const offsets = calls.get(native);
        if (offsets !== undefined) called.set(native, (called.get(native) ?? 0) + weighPieces(pieces, offsets));
      }
    }
    return { functions: shares, calls: called };
  }

  #keep([whole]: readonly CoveredRange[]): void {
    if (whole === undefined || this.#known.has(keyOf(whole))) return;
    this.#known.set(keyOf(whole), { start: whole.startOffset, end: whole.endOffset, children: [] });
    this.#isNested = false;
  }

  /** Determines how functions are nested. */
  #nest(): void {
    if (this.#isNested) return;
    this.#isNested = true;
    const children = new Map<KnownFunction, KnownFunction[]>();
    const around: KnownFunction[] = [];
    for (const each of [...this.#known.values()].sort((a, b) => a.start - b.start || b.end - a.end)) {
      while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= each.start) around.pop();
      const parent = around.at(-1);
      if (parent !== undefined) children.get(parent)?.push(each);
      children.set(each, []);
      around.push(each);
    }
    for (const [parent, inside] of children) parent.children = inside;
  }
}

// Minifiers give names of one and two characters, and in large bundles of three.
const shortName = /(?<![\w$])[A-Za-z_$][\w$]{0,2}(?![\w$])/gu;

function lineStartsOf(source: string): readonly number[] {
  const starts = [0];
  for (let end = source.indexOf("\n"); end !== -1; end = source.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

function keyOf({ startOffset, endOffset }: CoveredRange): string {
  return `${String(startOffset)}:${String(endOffset)}`;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Ranges of a function, with its nested functions as ranges that never ran; outer ones first. */
function piecesOf(ranges: readonly CoveredRange[], children: readonly KnownFunction[]): readonly Piece[] {
  const own = ranges.map(({ startOffset, endOffset, count }) => ({ start: startOffset, end: endOffset, count }));
  const holes = children.map(({ start, end }) => ({ start, end, count: 0 }));
  // The sort is stable, so a function that is a whole branch lies inside that branch's range.
  return [...own, ...holes].sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * The sum over all offsets of their execution counts, which is the count of the innermost piece around each. A piece
 * adds its offsets with its own count, and subtracts them from the piece around it.
 */
function weighPieces(pieces: readonly Piece[], offsets: readonly number[]): number {
  const around: Piece[] = [];
  let total = 0;
  for (const piece of pieces) {
    while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= piece.start) around.pop();
    const change = piece.count - (around.at(-1)?.count ?? 0);
    if (change !== 0) total += change * (firstFrom(offsets, piece.end) - firstFrom(offsets, piece.start));
    around.push(piece);
  }
  return total;
}

/** Index of the first offset that is at least the limit. */
function firstFrom(offsets: readonly number[], limit: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
