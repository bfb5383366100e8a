/** The result of a text function for known arguments: a text, or the texts of an array. It makes keys and code readable that a program puts together. */
export type Folded = string | readonly string[];

type Fold = (text: string, given: readonly string[]) => Folded;

/** `repeat` and `padStart` make long texts of short ones. */
const longestText = 10_000;

const textMethods: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ["toLowerCase", (text) => text.toLowerCase()],
  ["toUpperCase", (text) => text.toUpperCase()],
  ["trim", (text) => text.trim()],
  ["trimStart", (text) => text.trimStart()],
  ["trimEnd", (text) => text.trimEnd()],
  ["toString", (text) => text],
  ["valueOf", (text) => text],
  ["normalize", (text) => text.normalize()],
  ["concat", (text, given) => text.concat(...given)],
  ["slice", (text, [start, end]) => text.slice(numberOf(start), numberOf(end))],
  ["substring", (text, [start, end]) => text.substring(numberOf(start) ?? 0, numberOf(end))],
  ["substr", (text, [start, length]) => textAfter(text, numberOf(start) ?? 0, numberOf(length))],
  ["charAt", (text, [index]) => text.charAt(numberOf(index) ?? 0)],
  ["at", (text, [index]) => text.at(numberOf(index) ?? 0) ?? ""],
  ["replace", (text, [from = "", to = ""]) => text.replace(from, to)],
  ["replaceAll", (text, [from = "", to = ""]) => text.replaceAll(from, to)],
  ["padStart", (text, [length, filler]) => text.padStart(Math.min(numberOf(length) ?? 0, longestText), filler)],
  ["padEnd", (text, [length, filler]) => text.padEnd(Math.min(numberOf(length) ?? 0, longestText), filler)],
  [
    "repeat",
    (text, [times]) =>
      text === "" ? "" : text.repeat(Math.min(Math.max(numberOf(times) ?? 0, 0), longestText / text.length)),
  ],
  ["split", (text, [separator]) => (separator === undefined ? [text] : text.split(separator))],
]);

const textFunctions: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ["String.fromCharCode", (_, given) => String.fromCharCode(...given.map(Number))],
  ["String.fromCodePoint", (_, given) => given.map(fromCodePoint).join("")],
  ["atob", (_, [text = ""]) => Buffer.from(text, "base64").toString("latin1")],
  ["decodeURIComponent", (_, [text = ""]) => decoded(text)],
  ["decodeURI", (_, [text = ""]) => decoded(text)],
  ["unescape", (_, [text = ""]) => decoded(text)],
]);

/** The paths of functions that make a text of texts. */
export const textFunctionPaths: readonly string[] = [...textFunctions.keys()];

/** True if the result of a text method can be computed. */
export function isTextMethod(name: string): boolean {
  return textMethods.has(name);
}

/** The result of `text.name(...given)`; null if it cannot be computed. */
export function foldMethod(name: string, text: string, given: readonly string[]): Folded | null {
  return textMethods.get(name)?.(text, given) ?? null;
}

/** The result of the function at a path; null if it cannot be computed. */
export function foldCall(path: string, given: readonly string[]): Folded | null {
  return textFunctions.get(path)?.("", given) ?? null;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function textAfter(text: string, start: number, length: number | undefined): string {
  const from = start < 0 ? Math.max(text.length + start, 0) : start;
  return text.slice(from, length === undefined ? undefined : from + Math.max(length, 0));
}

function fromCodePoint(text: string): string {
  const code = Number(text);
  return Number.isInteger(code) && code >= 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed escape throws in the program, too.
    return "";
  }
}
