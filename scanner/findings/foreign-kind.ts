import { resolve } from "node:path";
import { isDocument, languageOf } from "../find/language.ts";
import { readFileAt } from "../find/files.ts";
import { remember } from "./remember.ts";

/** Why a file was probably not written by the game's authors. */
export type ForeignKind = "minified" | "library" | "generated";

/** Returns the kind of a file, given by its path in findings, or null if it may be the game's own. */
export type ForeignKindOf = (file: string) => ForeignKind | null;

/** Creates a function that reads files, relative to `cwd`, and caches their kinds. */
export function createForeignKinds(cwd: string): ForeignKindOf {
  const kinds = new Map<string, ForeignKind | null>();
  return (file) =>
    remember(kinds, file, () => {
      const language = languageOf(file);
      return language === null || isDocument(language) ? null : foreignKindOfText(readFileAt(resolve(cwd, file)) ?? "");
    });
}

/**
 * Judges by content, never by name, and only by nearly certain signs: in 6,122 files of 16 public games and engines,
 * they match 50 minified, 9 wrapped and 5 built files, and none written by hand. A licence or a version in a comment is
 * not such a sign, because games put those above their own code too.
 */
export function foreignKindOfText(text: string): ForeignKind | null {
  // The rest of a long file adds nothing.
  if (isMinified(text.slice(0, 200_000))) return "minified";
  const lastLine = text.slice(text.trimEnd().lastIndexOf("\n") + 1);
  if (/^\/\/[#@] sourceMappingURL=/.test(lastLine) || /\bfunction __webpack_require__\(/.test(text)) return "generated";
  // A UMD module is not written for a single game.
  return /\btypeof define\b[^;{}]{0,80}\bdefine\.amd\b/.test(text) ? "library" : null;
}

/** In shorter code, a few spaces would decide. */
const leastMinifiedLength = 500;
/** Without strings, white space is 0 to 3 % of a tool's output, and 6 % or more of handwritten code. */
const mostMinifiedSpace = 0.045;

function isMinified(text: string): boolean {
  const code = text
    // An unclosed string or comment takes the rest, so no text is read twice.
    .replaceAll(/"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[^])*`?/g, '""')
    .replaceAll(/\/\*(?:[^]*?\*\/|[^]*)/g, "");
  const spaceCount = code.match(/\s/g)?.length ?? 0;
  return code.length >= leastMinifiedLength && spaceCount <= mostMinifiedSpace * code.length;
}
