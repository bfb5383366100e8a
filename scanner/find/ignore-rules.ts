import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { kindAt, readSource } from "./files.ts";
import { compileGlob, parseGlob } from "./glob.ts";

/** The patterns of one .gitignore, or of `--ignore`, for the paths below a folder. Case-sensitive on every system. */
export class IgnoreRules {
  readonly #prefix: string;
  /** In reverse order, because the last match decides. */
  readonly #rules: readonly IgnoreRule[];

  constructor(folder: string, patterns: readonly string[]) {
    this.#prefix = folder.endsWith(sep) ? folder : folder + sep;
    this.#rules = patterns.flatMap((pattern) => parseRule(pattern) ?? []).reverse();
  }

  /**
   * Whether a path itself is ignored, or null if no pattern matches. Like git, callers ask about each parent folder.
   */
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
  /** True if it has no slash and therefore matches a name in any folder. */
  readonly isForNames: boolean;
  readonly expression: RegExp;
}

/** Null for an empty line, a comment, or a pattern that matches nothing. */
function parseRule(line: string): IgnoreRule | null {
  if (line.startsWith("#")) return null;
  // Without blanks at the end. A backslash keeps the one after it.
  const written = line.replaceAll(/(\\[^]| +(?=[^ ]))| +/g, "$1");
  const isNegated = written.startsWith("!");
  const pattern = isNegated ? written.slice(1) : written;
  const isForFolders = pattern.endsWith("/");
  const path = isForFolders ? pattern.slice(0, -1) : pattern;
  const segments = parseGlob(path.startsWith("/") ? path.slice(1) : path);
  if (segments === null) return null;
  return { isNegated, isForFolders, isForNames: !path.includes("/"), expression: compileGlob(segments) };
}

/** The rules of a folder's own .gitignore, or null without one. */
export function rulesIn(folder: string): IgnoreRules | null {
  const path = join(folder, ".gitignore");
  return kindAt(path) === "file" ? new IgnoreRules(folder, readSource(path).split(/\r?(?:\n|$)/)) : null;
}

/** The rules of the repository's folders from its top down to the parent of `target`. None outside a repository. */
export function rulesAbove(target: string): readonly IgnoreRules[] {
  const above: IgnoreRules[] = [];
  for (let folder = target; ; folder = dirname(folder)) {
    const rules = folder === target ? null : rulesIn(folder);
    if (rules !== null) above.unshift(rules);
    if (existsSync(join(folder, ".git"))) break;
    if (dirname(folder) === folder) return [];
  }
  // A user who names an ignored folder wants it scanned.
  return isBelowIgnored(above, target, true) ? [] : above;
}

/** Whether a path itself is ignored. As in git, the deepest folder with a matching rule decides. */
export function isIgnored(rules: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const decision = rules[index]?.decide(path, isFolder) ?? null;
    if (decision !== null) return decision;
  }
  return false;
}

/** Whether a path or one of its parent folders is ignored. */
export function isBelowIgnored(rules: readonly IgnoreRules[], path: string, isFolder: boolean): boolean {
  const parent = dirname(path);
  return isIgnored(rules, path, isFolder) || (parent !== path && isBelowIgnored(rules, parent, true));
}
