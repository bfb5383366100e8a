import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { orUnreadable } from "../findings/scan-error.ts";
import { createIgnoreRules, type IgnoreRules, parseIgnoreFile } from "./ignore-rules.ts";

/** Patterns for the paths below a folder. */
export interface FolderRules {
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/** The rules of `--ignore`, which are relative to `cwd`. */
export function namedRules(patterns: readonly string[], cwd: string): readonly FolderRules[] {
  return patterns.length === 0 ? [] : [{ folder: cwd, rules: createIgnoreRules(patterns) }];
}

/** The rules in a folder's own .gitignore; null without one. */
export function rulesIn(folder: string): FolderRules | null {
  const path = join(folder, ".gitignore");
  return orUnreadable(path, () => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    return { folder, rules: parseIgnoreFile(readFileSync(path, "utf8")) };
  });
}

/** The rules of the repository's folders from its top down to the one above `target`; none without a repository. */
export function rulesAbove(target: string): readonly FolderRules[] {
  const above: FolderRules[] = [];
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
export function isIgnored(rules: readonly FolderRules[], path: string, isFolder: boolean): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index];
    const inside = rule === undefined ? null : pathInside(rule.folder, path);
    const decision = inside === null ? null : rule?.rules.decide(inside, isFolder);
    if (decision !== null) return decision === "ignored";
  }
  return false;
}

/** Whether a path is ignored, or a folder that it is in. */
export function isBelowIgnored(rules: readonly FolderRules[], path: string, isFolder: boolean): boolean {
  if (isIgnored(rules, path, isFolder)) return true;
  const parent = dirname(path);
  return rules.length > 0 && parent !== path && isBelowIgnored(rules, parent, true);
}

/** A path relative to a folder, with forward slashes; null where it is not below it. */
function pathInside(folder: string, path: string): string | null {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  if (!path.startsWith(prefix) || path.length === prefix.length) return null;
  const inside = path.slice(prefix.length);
  return sep === "/" ? inside : inside.replaceAll(sep, "/");
}
