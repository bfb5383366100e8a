import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { kindAt, readSource } from "./files.ts";
import { compileGlob, parseGlob } from "./glob.ts";

/** The patterns of one .gitignore, or of `--ignore`, for the paths below a folder. Upper and lower case differ on every system. */
export class IgnoreRules {
  readonly #prefix: string;
  /** The last one, which decides, comes first. */
  readonly #rules: readonly IgnoreRule[];

  constructor(folder: string, patterns: readonly string[]) {
    this.#prefix = folder.endsWith(sep) ? folder : folder + sep;
    this.#rules = patterns.flatMap((pattern) => parseRule(pattern) ?? []).reverse();
  }

  /** Whether a path is ignored itself; null where no pattern matches it. Git asks about each folder above on its own. */
  decide(path: string, isFolder: boolean): boolean | null {
    if (this.#rules.length === 0 || !path.startsWith(this.#prefix)) return null;
    const names = path.slice(this.#prefix.length).split(sep);
    const [name, inner] = [names.at(-1) ?? "", names.join("/")];
    const rule = this.#rules.find(
      ({ expression, isForFolders, isForNames }) =>
        (isFolder || !isForFolders) && expression.test(isForNames ? name : inner),
    );
    return rule === undefined ? null : !rule.isNegated;
  }
}

interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Whether it has no slash, and so matches a name in any folder. */
  readonly isForNames: boolean;
  readonly expression: RegExp;
}

/** Null for an empty line, a comment, and what matches nothing. */
function parseRule(line: string): IgnoreRule | null {
  if (line.startsWith("#")) return null;
  const written = withoutSpacesAtEnd(line);
  const isNegated = written.startsWith("!");
  const pattern = isNegated ? written.slice(1) : written;
  const isForFolders = pattern.endsWith("/");
  const path = isForFolders ? pattern.slice(0, -1) : pattern;
  const segments = parseGlob(path.startsWith("/") ? path.slice(1) : path);
  if (segments === null) return null;
  return { isNegated, isForFolders, isForNames: !path.includes("/"), expression: compileGlob(segments) };
}

/** A backslash keeps the space behind it. */
function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === " ") end--;
  let slashes = end;
  while (line[slashes - 1] === "\\") slashes--;
  return line.slice(0, end + ((end - slashes) % 2));
}

/** The rules in a folder's own .gitignore; null without one. */
export function rulesIn(folder: string): IgnoreRules | null {
  const path = join(folder, ".gitignore");
  return kindAt(path) === "file" ? new IgnoreRules(folder, readSource(path).split(/\r?(?:\n|$)/)) : null;
}

/** The rules of the repository's folders from its top down to the one above `target`; none without a repository. */
export function rulesAbove(target: string): readonly IgnoreRules[] {
  const above: IgnoreRules[] = [];
  for (let folder = target; ; folder = dirname(folder)) {
    const rules = folder === target ? null : rulesIn(folder);
    if (rules !== null) above.unshift(rules);
    if (existsSync(join(folder, ".git"))) break;
    if (dirname(folder) === folder) return [];
  }
  // Whoever names a folder that is ignored wants it scanned.
  return isBelowIgnored(above, target, true) ? [] : above;
}

/** Whether a path is ignored itself. As in git, the deepest folder decides whose rules say anything about it. */
export function isIgnored(rules: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const decision = rules[index]?.decide(path, isFolder) ?? null;
    if (decision !== null) return decision;
  }
  return false;
}

/** Whether a path is ignored, or a folder that it is in. */
export function isBelowIgnored(rules: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  const parent = dirname(path);
  return isIgnored(rules, path, isFolder) || (parent !== path && isBelowIgnored(rules, parent, true));
}
