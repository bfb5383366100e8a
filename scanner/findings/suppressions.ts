import { coreGroups, type Finding, type Group, groups, type Place, type Scan, scanGroup } from "./finding.ts";
import { stripSource } from "../text/strip.ts";
import type { SourceTraits } from "../text/filter.ts";
import { createPlaceFinder } from "../text/place-finder.ts";

/** The findings of sources before suppressions are applied. */
export interface ScannedSources extends Scan {
  readonly suppressions: readonly Suppression[];
}

/** A comment that suppresses findings of some groups on one line. */
export interface Suppression extends Place {
  /** The line whose findings it suppresses, one-based. */
  readonly targetLine: number;
  readonly groups: readonly Group[];
  /** A faulty suppression suppresses nothing. */
  readonly fault: SuppressionFault | null;
  readonly text: string;
}

interface SuppressionFault {
  readonly api: "suppression-without-reason" | "unused-suppression";
  readonly message: string;
}

const usage = "`framegate-ignore-next-line <group> -- <reason>`";

/** Finds the suppressions in the comments of a file: those of scripts, of JSX and of documents. */
export function findSuppressions(file: string, text: string, traits: SourceTraits): readonly Suppression[] {
  if (!text.includes(keyword)) return [];
  const stripped = traits.document !== null ? null : stripSource(text, traits.hasTags);
  const comments =
    stripped?.comments.map(({ start, end }) => ({ start, body: text.slice(start, end) })) ?? looseComments(text);
  const placeOf = createPlaceFinder(text);
  return comments.flatMap(({ start, body }) => {
    const match = directive.exec(body);
    if (match === null) return [];
    const [all, opening = "", kind = "", rest = ""] = match;
    const { line, column } = placeOf(start + opening.length);
    // The line after the one that the comment ends on.
    const endLine = line + (body.slice(opening.length).match(lineBreaks)?.length ?? 0);
    const targetLine = kind === "-next-line" ? endLine + 1 : line;
    const { groups: named, fault } = readDirective(kind, rest);
    return [{ file, line, column, targetLine, groups: named, fault, text: all.slice(opening.length).trim() }];
  });
}

/**
 * Removes suppressed findings, and adds one for each suppression that is faulty or unused. A suppression of a disabled
 * group does not count as unused. The findings are in no particular order.
 */
export function applySuppressions(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  enabled: readonly Group[] = coreGroups,
): { readonly findings: readonly Finding[]; readonly suppressedCount: number } {
  // A set, because a minified file may have thousands of findings in one line.
  const passing = new Set<string>();
  for (const { file, targetLine: line, groups: named, fault } of suppressions) {
    if (fault === null) for (const group of named) passing.add(keyOf({ file, line, group }));
  }
  const found = new Set(findings.map(keyOf));
  const kept = findings.filter((finding) => !passing.has(keyOf(finding)));
  const unread = new Set(findings.filter(({ api }) => api === "parse-error").map(({ file }) => file));
  const own = suppressions.flatMap((suppression): readonly Finding[] => {
    const { file, line, column, text } = suppression;
    const fault = suppression.fault ?? idleFault(suppression, found, enabled);
    if (fault === null || unread.has(file)) return [];
    const shared = { group: scanGroup, severity: "error", related: [], chain: [], symbol: "" } as const;
    return [{ ...shared, ...fault, file, line, column, text }];
  });
  return { findings: [...kept, ...own], suppressedCount: findings.length - kept.length };
}

function keyOf({ file, line, group }: Pick<Finding, "file" | "line" | "group">): string {
  return `${line}:${group}:${file}`;
}

function idleFault(
  { file, groups: named, targetLine: line }: Suppression,
  found: ReadonlySet<string>,
  enabled: readonly Group[],
): SuppressionFault | null {
  const idle = named.filter((group) => enabled.includes(group) && !found.has(keyOf({ file, line, group })));
  if (idle.length === 0) return null;
  return unused(`There is no ${idle.join(", ")} finding on line ${line}. Remove the unused suppression.`);
}

function unused(message: string): SuppressionFault {
  return { api: "unused-suppression", message };
}

const keyword = "framegate-ignore";
/** Only at the start of a comment: elsewhere the comment only mentions it. */
const directive = /^((?:\/\/|\/\*|<!--)[\s*]*)framegate-ignore(-[a-z-]+)?(?![\w-])([^\n\r]*)/;
const lineBreaks = /\r\n|[\n\r\u2028\u2029]/g;

/** Everything that looks like a comment, for documents and for scripts whose comments cannot be told from strings. */
function looseComments(text: string): readonly { readonly start: number; readonly body: string }[] {
  // An unclosed comment is no comment, and its end would be searched for again and again.
  const ends = new Map(["/*", "<!--"].map((one) => [one, text.lastIndexOf(one === "/*" ? "*/" : "-->")]));
  const ended = text.replaceAll(/\/\*|<!--/g, (opening, index: number) =>
    index + opening.length <= (ends.get(opening) ?? 0) ? opening : " ".repeat(opening.length),
  );
  const comments = ended.matchAll(/\/\/[^\n\r]*|\/\*[^]*?\*\/|<!--[^]*?-->/g);
  return Array.from(comments, ({ 0: body, index }) => ({ start: index, body }));
}

function readDirective(kind: string, rest: string): Pick<Suppression, "groups" | "fault"> {
  if (kind !== "-line" && kind !== "-next-line") {
    const message = `framegate-ignore${kind} is not a suppression. Write ${usage}, or framegate-ignore-line after the code.`;
    return { groups: [], fault: unused(message) };
  }
  const [named = "", reason = ""] = withoutEnd(rest).split(/\s--\s|\s--$|^--\s?/, 2);
  const names = named.split(/[\s,]+/).filter((name) => name !== "");
  const known = groups.filter((group) => names.includes(group));
  const unknown = names.find((name) => !groups.some((group) => group === name));
  let fault: SuppressionFault | null = null;
  if (names.length === 0) fault = missing("group", "Name the group to suppress");
  else if (reason.trim() === "") fault = missing("reason", "Say why the code may stay");
  else if (unknown !== undefined) fault = unused(`There is no group "${unknown}". Groups: ${groups.join(", ")}.`);
  return { groups: known, fault };
}

/** Strips the end of a comment and, in JSX, of the braces around it. */
function withoutEnd(rest: string): string {
  const bare = rest.trimEnd().replace(/\}$/, "").trimEnd();
  return /(?:\*\/|-->)$/.test(bare) ? bare.replace(/(?:\*\/|-->)$/, "") : rest;
}

function missing(what: string, why: string): SuppressionFault {
  const message = `A suppression without a ${what} has no effect. ${why}: ${usage}.`;
  return { api: "suppression-without-reason", message };
}
