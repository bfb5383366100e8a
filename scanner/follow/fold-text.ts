import { orNull } from "../findings/scan-error.ts";
import { words } from "../rules/words.ts";

/**
 * The result of a string function for known arguments: a text or an array of texts. This reveals keys and code that a
 * program assembles.
 */
export type Folded = string | readonly string[];

/** `repeat` and `padStart` make long texts from short ones. */
const longestText = 10_000;

/** The string methods whose result can be computed. */
export const textMethods = words(
  `toLowerCase toUpperCase trim trimStart trimEnd toString valueOf normalize concat slice substring substr charAt at replace
  replaceAll padStart padEnd repeat split`,
);

const textFunctions: ReadonlyMap<string, (given: readonly string[]) => string> = new Map([
  ["String.fromCharCode", (given) => String.fromCharCode(...given.map(Number))],
  ["String.fromCodePoint", (given) => String.fromCodePoint(...given.map(Number))],
  ["atob", ([text = ""]) => Buffer.from(text, "base64").toString("latin1")],
  ["decodeURIComponent", ([text = ""]) => decodeURIComponent(text)],
  ["decodeURI", ([text = ""]) => decodeURIComponent(text)],
  ["unescape", ([text = ""]) => decodeURIComponent(text)],
]);

/** The paths of functions that make a text from texts. */
export const textFunctionPaths: readonly string[] = [...textFunctions.keys()];

/** The result of `text.name(...given)`, or null if it cannot be computed. */
export function foldMethod(name: string, text: string, given: readonly string[]): Folded | null {
  const method: unknown = Reflect.get(String.prototype, name);
  if (!textMethods.has(name) || typeof method !== "function") return null;
  const most = name === "repeat" ? longestText / text.length : longestText;
  const [first, ...others] = given;
  const isLengthening = first !== undefined && /^(?:repeat|pad)/.test(name);
  const limited = isLengthening ? [Math.min(Number(first), most), ...others] : given;
  const result = orNull((): unknown => Reflect.apply(method, text, limited));
  if (Array.isArray(result)) return result.map(String);
  return typeof result === "string" ? result : "";
}

/** The result of the function at a path, or null if it cannot be computed. */
export function foldCall(path: string, given: readonly string[]): Folded | null {
  const fold = textFunctions.get(path);
  // Empty if the program itself would throw, for example for an invalid code.
  return fold === undefined ? null : (orNull(() => fold(given)) ?? "");
}
