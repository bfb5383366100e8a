import type { Group } from "../findings/finding.ts";
import { expandBraces } from "../find/glob.ts";
import { words } from "./words.ts";

/**
 * The use of a path that is banned: obtaining it; reading its value, even to compare it; calling or constructing it; or
 * the same with arguments that leave the result to chance or to the clock.
 */
export const whens = [
  "obtained",
  "value",
  "called",
  "called-without-argument",
  "constructed",
  "constructed-without-argument",
  "constructed-with-parts",
  "called-or-constructed",
  "used-without-seed",
] as const;

export type When = (typeof whens)[number];

/** Lists of paths, by their banned use. */
export type BannedPaths = Readonly<Partial<Record<When, string | readonly string[]>>>;

/**
 * One ban. The path starts at the global object, or at a package (`npm:three`). `#` stands for an instance:
 * `Intl.DateTimeFormat#format`.
 */
export interface Rule {
  readonly path: string;
  readonly group: Group;
  readonly when: When;
  /** Its name in findings. */
  readonly api: string;
}

/** The start of a path that leads into a package. */
export const packagePrefix = "npm:";

/** The path of a property of the object at a path. */
export function joinPath(path: string, key: string): string {
  return path === "" || path.endsWith("#") ? path + key : `${path}.${key}`;
}

/** The global variable or the package that a path starts at. */
export function rootOf(path: string): string {
  return /^[^.#]+/.exec(path)?.[0] ?? path;
}

/** Parses a list of paths such as `Date.now Math.{sin,cos}`, in one text or in several. */
export function pathsIn(text: string | readonly string[] | undefined): readonly string[] {
  return text === undefined ? [] : [...words([text].flat().join(" "))].flatMap((path) => expandBraces(path) ?? []);
}
