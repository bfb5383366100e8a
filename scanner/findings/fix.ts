import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Scope } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { createBreather } from "../find/breather.ts";
import { isDocument, languageOf } from "../find/language.ts";
import { shownPath } from "../find/walk.ts";
import { endOf, nodesIn, startOf } from "../parse/nodes.ts";
import { isParseProblem, type ParsedSource, parseSource } from "../parse/parse-source.ts";
import { scopesOf } from "../parse/scopes-of.ts";
import { type Edit, replaceRanges } from "../text/replace-ranges.ts";
import { packageOf } from "./advice.ts";
import { type Finding, scanGroup } from "./finding.ts";
import { groupBy } from "./group-by.ts";
import { orScanError } from "./scan-error.ts";
import { hasContext, setupIn } from "./setup-context.ts";
import { writeFile } from "./write-file.ts";

export interface Fixed {
  readonly fixedCount: number;
  /** The rewritten files, by shown path. */
  readonly files: readonly string[];
  readonly left: readonly LeftFinding[];
}

/** A finding that was not fixed. */
interface LeftFinding {
  readonly finding: Finding;
  readonly reason: LeftReason;
}

/** Why a finding was not fixed. Each text ends a sentence. */
export const leftReasons = {
  "in-package": "in a package",
  "in-document": "in a document, which --fix does not change",
  "does-not-parse": "in a file that does not parse, or would no longer parse",
  "no-counterpart": "ctx has no equivalent",
  "not-called": "not called directly under its own name",
  "has-arguments": "called with arguments",
  "begins-statement": "at the start of a statement, which would continue the previous line",
  "no-context":
    "no ctx in scope (the first parameter of setup, or a parameter of type GameContext); pass it in as an argument",
};

type LeftReason = keyof typeof leftReasons;

/**
 * Fixes the findings that have only one possible replacement: calls of Math.random and performance.now in a function
 * that has a game's context. Everything else is left, with the reason. A file is written as a whole, and only if the
 * result parses. Fixing again changes nothing.
 *
 * @throws ScanError `path-unreadable` and `write-failed`; the abort reason of `signal`, between two files.
 */
export async function fixSources(findings: readonly Finding[], cwd: string, signal: AbortSignal): Promise<Fixed> {
  const breathe = createBreather(signal);
  const fixable = findings.filter(({ group }) => group !== scanGroup);
  const fixed: (FixedText & { readonly path: string })[] = [];
  for (const [path, found] of groupBy(fixable, ({ file }) => resolve(cwd, file))) {
    await breathe();
    fixed.push({ ...fixFile(path, found), path });
  }
  return {
    fixedCount: fixed.reduce((sum, { count }) => sum + count, 0),
    files: fixed.filter(({ count }) => count > 0).map(({ path }) => shownPath(path, cwd)),
    left: fixed.flatMap(({ left }) => left),
  };
}

interface FixedText {
  readonly text: string;
  readonly count: number;
  readonly left: readonly LeftFinding[];
}

function fixFile(path: string, findings: readonly Finding[]): FixedText {
  if (findings.some(({ file }) => packageOf(file) !== null)) return leave("", findings, "in-package");
  if (findings.every(({ api }) => !replacements.has(api))) return leave("", findings, "no-counterpart");
  const text = orScanError("path-unreadable", path, () => readFileSync(path, "utf8"));
  const fixed = fixText(path, text, findings);
  if (fixed.count > 0) writeFile(path, fixed.text);
  return fixed;
}

/**
 * The replacement of a call, by the called function. Date.now has none, because a game's time does not start in 1970.
 */
const replacements: ReadonlyMap<string, string> = new Map([
  ["Math.random", "ctx.random()"],
  ["performance.now", "(ctx.time.seconds * 1000)"],
]);

function leave(text: string, findings: readonly Finding[], reason: LeftReason): FixedText {
  return { text, count: 0, left: findings.map((finding) => ({ finding, reason })) };
}

/** Fixes the text of one module. Exported for tests. */
export function fixText(path: string, text: string, findings: readonly Finding[]): FixedText {
  const language = languageOf(path);
  if (language === null || isDocument(language)) return leave(text, findings, "in-document");
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const code = text.slice(mark.length);
  const parsed = parseSource(code, language);
  if (isParseProblem(parsed)) return leave(text, findings, "does-not-parse");
  const judge = createJudge(parsed);
  const edits: Edit[] = [];
  const left: LeftFinding[] = [];
  for (const finding of findings) {
    const judgement = judge(finding);
    if (typeof judgement === "string") left.push({ finding, reason: judgement });
    else edits.push(judgement);
  }
  edits.sort((left, right) => left.start - right.start);
  const result = replaceRanges(code, edits);
  if (isParseProblem(parseSource(result, language))) return leave(text, findings, "does-not-parse");
  return { text: mark + result, count: edits.length, left };
}

/** Creates a function that returns the fix of a finding, or the reason why it has none. */
function createJudge(parsed: ParsedSource): (finding: Finding) => Edit | LeftReason {
  const nodes = [...nodesIn(parsed.program)];
  const calls = nodes.filter((node) => node.type === "CallExpression");
  const statementStarts = new Set(nodes.filter(({ type }) => type === "ExpressionStatement").map(startOf));
  const setups = new Set(nodes.flatMap((node) => setupIn(node) ?? []));
  const scopes = new Map<TSESTree.Node, Scope>();
  for (const scope of scopesOf(parsed.program).scopes)
    for (const { identifier } of scope.references) scopes.set(identifier, scope);
  const callsByKey = new Map(
    calls.map((call) => [keyOf({ ...parsed.placeOf(startOf(call.callee)), api: calledName(call) }), call]),
  );
  return (finding) => {
    const put = replacements.get(finding.api);
    const call = callsByKey.get(keyOf(finding));
    if (put === undefined) return "no-counterpart";
    if (call === undefined) return "not-called";
    if (call.arguments.length > 0) return "has-arguments";
    const start = startOf(call);
    // If the previous line has no semicolon, the parenthesis would turn it into a call.
    if (put.startsWith("(") && statementStarts.has(start)) return "begins-statement";
    const scope = call.callee.type === "MemberExpression" ? scopes.get(call.callee.object) : undefined;
    return hasContext(scope ?? null, start, setups) ? { start, end: endOf(call), put } : "no-context";
  };
}

function keyOf({ api, line, column }: Pick<Finding, "api" | "line" | "column">): string {
  return `${line}:${column}:${api}`;
}

/** The called path as it is written, such as `Math.random`. */
function calledName({ callee, optional }: TSESTree.CallExpression): string {
  if (optional || callee.type !== "MemberExpression" || callee.computed || callee.optional) return "";
  if (callee.object.type !== "Identifier" || callee.property.type !== "Identifier") return "";
  return `${callee.object.name}.${callee.property.name}`;
}
