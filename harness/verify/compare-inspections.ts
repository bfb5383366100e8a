import type { GivenResults, RealmInspection, RecordedValue } from "../../src/formats/page-port.ts";
import { type PhaseName, phaseNames } from "../../src/formats/phases.ts";
import type { DivergenceCause, DivergenceClass, LoadedFile } from "../../src/formats/verify-report.ts";

/** The first value that differs between two inspected runs. */
export interface ValueDifference {
  readonly path: string;
  readonly values: readonly [string, string];
  readonly class: DivergenceClass;
}

/** A result of the browser that differs, or arrives at another point of the run. */
export interface ResultDifference {
  readonly api: string;
  readonly realm: string;
  /** As printed by V8, innermost call first. */
  readonly stack: string;
  /** True if the other run makes another call at this point, or none. */
  readonly isOtherCall: boolean;
}

// Less than the rounding error of summing a few numbers in another order.
const epsilon = 1e-9;
const nothing = "nothing";
const textLengthMax = 300;
const lengthBefore = 60;

/** The first differing value of the inspected part; null if both are the same. */
export function findValueDifference(
  left: readonly RecordedValue[],
  right: readonly RecordedValue[],
): ValueDifference | null {
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = compareValues(left[index], right[index]);
    if (difference !== null) return difference;
  }
  return null;
}

/** Phase in which the part began to differ; null if before the first or after the last one. */
export function findPhase(left: readonly string[], right: readonly string[]): PhaseName | null {
  const first = left.findIndex((digest, index) => digest !== right[index]);
  // The first digest is of the part before all phases.
  return first < 1 ? null : (phaseNames[first - 1] ?? null);
}

/**
 * The first result that differs in any realm; null if none does. Among several realms, the earliest step wins, and
 * within a step the nested realm, because a page gets its workers' results. `isOwn` recognises Framegate's stacks;
 * `hasNamed` tells whether the page used an API whose results are not repeatable.
 */
export function findResultDifference(
  left: readonly RealmInspection[],
  right: readonly RealmInspection[],
  { isOwn, hasNamed }: { readonly isOwn: (stack: string) => boolean; readonly hasNamed: boolean },
): ResultDifference | null {
  const found = findDifference(left, right, { isOwn, read: withoutBlobs });
  // Another call at the same point is the effect of another order. It, and the random URL that every blob has and that
  // most pages only pass on, are the cause only if nothing else can be.
  if (hasNamed) return found?.isOtherCall === false ? found : null;
  return found ?? findDifference(left, right, { isOwn, read: asItIs });
}

/** The first file with different contents in the two runs; null if all are the same. */
export function findFileDifference(left: readonly LoadedFile[], right: readonly LoadedFile[]): DivergenceCause | null {
  const differing = left.find(({ url }) => hashesOf(left, url) !== hashesOf(right, url));
  if (differing === undefined) return null;
  const { api, realm, stack } = differing;
  return { api, realm, stack };
}

function hashesOf(files: readonly LoadedFile[], url: string): string {
  return files.flatMap((file) => (file.url === url ? [file.hash] : [])).join(" ");
}

interface Reading {
  readonly isOwn: (stack: string) => boolean;
  readonly read: (result: string) => string;
}

function withoutBlobs(result: string): string {
  return result.replaceAll(/blob:[^\s"')]+/gu, "blob:");
}

function asItIs(result: string): string {
  return result;
}

function findDifference(
  left: readonly RealmInspection[],
  right: readonly RealmInspection[],
  reading: Reading,
): ResultDifference | null {
  const differences = left.flatMap(({ realm, given }) => {
    const other = right.find((inspection) => inspection.realm === realm);
    const found =
      other === undefined ? null : compareResults(listGiven(given, reading), listGiven(other.given, reading));
    return found === null ? [] : [{ ...found, realm }];
  });
  const [first] = differences.toSorted((one, other) => one.step - other.step);
  if (first === undefined) return null;
  return { api: first.api, realm: first.realm, stack: first.stack, isOtherCall: first.isOtherCall };
}

function compareValues(left: RecordedValue | undefined, right: RecordedValue | undefined): ValueDifference | null {
  if (right === undefined) {
    return left === undefined ? null : { ...structural(left), values: cutToDifference(left.text, nothing) };
  }
  if (left === undefined) return { ...structural(right), values: cutToDifference(nothing, right.text) };
  if (left.path !== right.path) {
    return { ...structural(left), values: cutToDifference(`${left.path} ${left.text}`, `${right.path} ${right.text}`) };
  }
  if (left.text === right.text) return null;
  return { path: left.path, values: cutToDifference(left.text, right.text), class: classOf(left, right) };
}

/** Two texts, long ones only from a little before the place where they begin to differ. */
function cutToDifference(left: string, right: string): readonly [string, string] {
  const length = Math.max(left.length, right.length);
  if (length <= textLengthMax) return [left, right];
  let at = 0;
  while (at < length && left[at] === right[at]) at += 1;
  const start = Math.max(0, at - lengthBefore);
  const cut = (text: string): string => {
    if (text.length <= textLengthMax) return text;
    const before = start === 0 ? "" : "…";
    const after = text.length > start + textLengthMax ? "…" : "";
    const part = text.slice(start, start + textLengthMax);
    return `${before}${part}${after} (${String(text.length)} characters in all)`;
  };
  return [cut(left), cut(right)];
}

function structural({ path }: RecordedValue): Pick<ValueDifference, "path" | "class"> {
  return { path, class: "structural" };
}

function classOf(left: RecordedValue, right: RecordedValue): DivergenceClass {
  if (left.kind !== right.kind) return "structural";
  if (left.kind === "text") return "exact";
  const one = Number(left.text);
  const other = Number(right.text);
  const size = Math.max(1, Math.abs(one), Math.abs(other));
  return Math.abs(one - other) <= epsilon * size ? "below-epsilon" : "exact";
}

interface Given {
  readonly step: number;
  readonly api: string;
  readonly result: string;
  readonly stack: string;
  /** The stack without the random URLs of scripts that came as blobs, as those of workers do. */
  readonly place: string;
}

const givenKeys = ["step", "api", "result", "place"] as const;
const numbersPerEntry = 4;

function listGiven({ apis, results, stacks, entries }: GivenResults, { isOwn, read }: Reading): readonly Given[] {
  const own = stacks.map(isOwn);
  const texts = results.map(read);
  const places = stacks.map(withoutBlobs);
  const given: Given[] = [];
  for (let index = 0; index + numbersPerEntry <= entries.length; index += numbersPerEntry) {
    const [step = 0, api = 0, result = 0, stack = 0] = entries.slice(index, index + numbersPerEntry);
    if (own[stack] === true) continue;
    const facts = { api: apis[api] ?? "", result: texts[result] ?? "", stack: stacks[stack] ?? "" };
    given.push({ step, ...facts, place: places[stack] ?? "" });
  }
  return given;
}

interface GivenDifference extends Given {
  readonly isOtherCall: boolean;
}

function compareResults(left: readonly Given[], right: readonly Given[]): GivenDifference | null {
  const length = Math.max(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const one = left[index];
    const other = right[index];
    if (one === undefined || other === undefined) {
      const only = one ?? other;
      return only === undefined ? null : { ...only, isOtherCall: true };
    }
    // The same result in another frame is a difference, too.
    if (givenKeys.every((key) => one[key] === other[key])) continue;
    const isOtherCall = one.api !== other.api || one.place !== other.place;
    return { ...one, step: Math.min(one.step, other.step), isOtherCall };
  }
  return null;
}
