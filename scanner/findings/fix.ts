import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Scope } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { isDocument, languageOf } from "../find/language.ts";
import { shownPath } from "../find/walk.ts";
import { isParseProblem, type ParsedSource, parseSource } from "../parse/parse-source.ts";
import { packageOf } from "./advice.ts";
import type { Finding } from "./finding.ts";
import { orUnreadable } from "./scan-error.ts";
import { hasContext, setupIn } from "./setup-context.ts";
import { writeFile } from "./write-file.ts";

export interface Fixed {
  readonly fixedCount: number;
  /** The files that were rewritten, as they are shown. */
  readonly files: readonly string[];
  readonly left: readonly LeftFinding[];
}

/** A finding that was not fixed. */
export interface LeftFinding {
  readonly finding: Finding;
  readonly reason: LeftReason;
}

export type LeftReason =
  | "in-package"
  | "in-document"
  | "does-not-parse"
  | "no-counterpart"
  | "not-called"
  | "has-arguments"
  | "begins-statement"
  | "no-context";

/**
 * Replaces what can only be replaced in one way: calls of Math.random and performance.now in a function that has a game's
 * context. Everything else is left, with the reason. A file is written as a whole, and only if the result parses. Fixing
 * again changes nothing.
 *
 * @throws ScanError `path-unreadable` and `write-failed`.
 */
export function fixSources(findings: readonly Finding[], cwd: string): Fixed {
  const byFile = new Map<string, Finding[]>();
  for (const finding of findings.filter(({ group }) => group !== "scan")) {
    const path = resolve(cwd, finding.file);
    byFile.set(path, [...(byFile.get(path) ?? []), finding]);
  }
  const fixed = Array.from(byFile, ([path, found]) => {
    if (found.some(({ file }) => packageOf(file) !== null)) return { path, count: 0, left: leave(found, "in-package") };
    if (found.every(({ api }) => !replacements.has(api)))
      return { path, count: 0, left: leave(found, "no-counterpart") };
    const text = orUnreadable(path, () => readFileSync(path, "utf8"));
    const { text: result, count, left } = fixText(path, text, found);
    if (count > 0) writeFile(path, result);
    return { path, count, left };
  });
  return {
    fixedCount: fixed.reduce((sum, { count }) => sum + count, 0),
    files: fixed.filter(({ count }) => count > 0).map(({ path }) => shownPath(path, cwd)),
    left: fixed.flatMap(({ left }) => left),
  };
}

/** The replacement of a call, by the called function. Date.now has none, since a game's time does not begin in 1970. */
const replacements: ReadonlyMap<string, string> = new Map([
  ["Math.random", "ctx.random()"],
  ["performance.now", "(ctx.time.seconds * 1000)"],
]);

interface FixedText {
  readonly text: string;
  readonly count: number;
  readonly left: readonly LeftFinding[];
}

/** Fixes one module's text. Exported for the tests of what is replaced. */
export function fixText(path: string, text: string, findings: readonly Finding[]): FixedText {
  const language = languageOf(path);
  if (language === null || isDocument(language)) return { text, count: 0, left: leave(findings, "in-document") };
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const untouched = { text, count: 0, left: leave(findings, "does-not-parse") };
  const parsed = parseSource(text.slice(mark), language);
  if (isParseProblem(parsed)) return untouched;
  const judge = createJudge(parsed);
  const judged = findings.map((finding) => ({ finding, judgement: judge(finding) }));
  const edits = judged
    .flatMap(({ judgement }) => (typeof judgement === "string" ? [] : [judgement]))
    .sort((left, right) => left.start - right.start);
  const left = judged.flatMap(({ finding, judgement }) =>
    typeof judgement === "string" ? [{ finding, reason: judgement }] : [],
  );
  const result = edited(text, mark, edits);
  return isParseProblem(parseSource(result.slice(mark), language))
    ? untouched
    : { text: result, count: edits.length, left };
}

function leave(findings: readonly Finding[], reason: LeftReason): readonly LeftFinding[] {
  return findings.map((finding) => ({ finding, reason }));
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** Replaces parts of a text. `edits` are in its order, with offsets that do not count the first `mark` characters. */
function edited(text: string, mark: number, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, put } of edits) {
    pieces.push(text.slice(copied, start + mark), put);
    copied = end + mark;
  }
  return [...pieces, text.slice(copied)].join("");
}

/** Makes a function that says how a finding is fixed, or why it is not. */
function createJudge(parsed: ParsedSource): (finding: Finding) => Edit | LeftReason {
  const { calls, statementStarts, setups } = nodesIn(parsed);
  const scopes = new Map<TSESTree.Node, Scope>();
  for (const scope of parsed.scopes.scopes)
    for (const { identifier } of scope.references) scopes.set(identifier, scope);
  const callsByKey = new Map(
    calls.map((call) => [keyOf({ ...parsed.placeOf(call.callee.range[0]), api: calledName(call) }), call]),
  );
  return (finding) => {
    const put = replacements.get(finding.api);
    const call = callsByKey.get(keyOf(finding));
    if (put === undefined) return "no-counterpart";
    if (call === undefined) return "not-called";
    if (call.arguments.length > 0) return "has-arguments";
    const [start, end] = call.range;
    // The parenthesis would call what stands before it, where that ends without a semicolon.
    if (put.startsWith("(") && statementStarts.has(start)) return "begins-statement";
    return hasContext(scopeOf(call, scopes), start, setups) ? { start, end, put } : "no-context";
  };
}

function keyOf({ api, line, column }: Pick<Finding, "api" | "line" | "column">): string {
  return `${String(line)}:${String(column)}:${api}`;
}

function scopeOf({ callee }: TSESTree.CallExpression, scopes: ReadonlyMap<TSESTree.Node, Scope>): Scope | null {
  return (callee.type === "MemberExpression" ? scopes.get(callee.object) : null) ?? null;
}

/** `Math.random` for a call that is written like that. */
function calledName({ callee, optional }: TSESTree.CallExpression): string {
  if (optional || callee.type !== "MemberExpression" || callee.computed || callee.optional) return "";
  if (callee.object.type !== "Identifier" || callee.property.type !== "Identifier") return "";
  return `${callee.object.name}.${callee.property.name}`;
}

interface Nodes {
  readonly calls: readonly TSESTree.CallExpression[];
  readonly statementStarts: ReadonlySet<number>;
  /** Functions and methods that are called setup. */
  readonly setups: ReadonlySet<TSESTree.Node>;
}

function nodesIn({ program, visitorKeys }: ParsedSource): Nodes {
  const calls: TSESTree.CallExpression[] = [];
  const statementStarts = new Set<number>();
  const setups = new Set<TSESTree.Node>();
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) for (const item of node) waiting.push(item);
    if (!isNode(node)) continue;
    if (node.type === "CallExpression") calls.push(node);
    if (node.type === "ExpressionStatement") statementStarts.add(node.range[0]);
    const setup = setupIn(node);
    if (setup !== null) setups.add(setup);
    for (const key of visitorKeys[node.type] ?? []) waiting.push(Reflect.get(node, key));
  }
  return { calls, statementStarts, setups };
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === "object" && value !== null && "type" in value && "range" in value;
}
