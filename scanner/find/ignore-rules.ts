import { type GlobSegment, matchesPath, parseGlob } from "./glob.ts";

/** The patterns of one .gitignore, or of `--ignore`. */
export interface IgnoreRules {
  /**
   * Says what the last pattern says that matches a path itself: git asks about each folder above on its own.
   * @param path Relative to the folder of the patterns, with forward slashes.
   */
  decide(path: string, isFolder: boolean): "ignored" | "kept" | null;
}

/** Reads the text of a .gitignore. */
export function parseIgnoreFile(text: string): IgnoreRules {
  return createIgnoreRules(
    text
      .replace(/^\ufeff/, "")
      .split("\n")
      .map((line) => line.replace(/\r$/, "")),
  );
}

/**
 * Takes patterns in the syntax of .gitignore, one a line. They match in linear time: compiled to regular expressions, as
 * packages do, one with thirty stars takes minutes for a single name. Upper and lower case differ on every system.
 */
export function createIgnoreRules(lines: readonly string[]): IgnoreRules {
  const rules = lines.flatMap((line) => parseRule(line) ?? []).reverse();
  return {
    decide(path, isFolder) {
      const names = path.split("/");
      const name = names.slice(-1);
      const rule = rules.find(
        ({ segments, isForFolders, isForNames }) =>
          (isFolder || !isForFolders) && matchesPath(segments, isForNames ? name : names),
      );
      if (rule === undefined) return null;
      return rule.isNegated ? "kept" : "ignored";
    },
  };
}

interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Whether it has no slash, and so matches a name in any folder. */
  readonly isForNames: boolean;
  readonly segments: readonly GlobSegment[];
}

/** Null for an empty line, a comment, and what matches nothing. */
function parseRule(line: string): IgnoreRule | null {
  if (line.startsWith("#")) return null;
  const written = withoutSpacesAtEnd(line);
  const isNegated = written.startsWith("!");
  const pattern = isNegated ? written.slice(1) : written;
  const isForFolders = pattern.endsWith("/");
  const path = isForFolders ? pattern.slice(0, -1) : pattern;
  const isForNames = !path.includes("/");
  const segments = parseGlob(path.startsWith("/") ? path.slice(1) : path);
  return segments === null ? null : { isNegated, isForFolders, isForNames, segments };
}

/** A backslash keeps the space behind it. */
function withoutSpacesAtEnd(line: string): string {
  let end = 0;
  for (let index = 0; index < line.length; index++) {
    const isEscape = line[index] === "\\";
    if (isEscape) index++;
    if (isEscape || line[index] !== " ") end = index + 1;
  }
  return line.slice(0, end);
}
