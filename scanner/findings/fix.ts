import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Scope } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { Finding } from "./finding.ts";
import { isDocument, languageOf } from "../find/language.ts";
import { isParseProblem, type ParsedSource, parseSource } from "../parse/parse-source.ts";
import { scopesOfNames } from "../facts/scope-names.ts";
import { orUnreadable } from "./scan-error.ts";
import { shownPath } from "../find/walk.ts";
import { writeFile } from "./write-file.ts";

export interface Fixed {
  readonly fixedCount: number;
  /** The files that were rewritten, as they are shown. */
  readonly files: readonly string[];
}

/**
 * Replaces what can only be replaced in one way: calls of Math.random and performance.now in a function that has a game's
 * context at hand. What is wrong elsewhere, or in another way, stays as it is. A file is written as a whole, and only when
 * what came out can be parsed. Fixing again changes nothing.
 *
 * @throws ScanError `path-unreadable` and `write-failed`.
 */
export function fixSources(findings: readonly Finding[], cwd: string): Fixed {
  const files = [...new Set(findings.filter(({ api }) => replacements.has(api)).map(({ file }) => resolve(cwd, file)))];
  const places = new Map(files.map((path): [string, Finding[]] => [path, []]));
  for (const finding of findings) places.get(resolve(cwd, finding.file))?.push(finding);
  const fixed = Array.from(places, ([path, found]) => {
    const text = orUnreadable(path, () => readFileSync(path, "utf8"));
    const { text: result, count } = fixText(path, text, found);
    if (count > 0) writeFile(path, result);
    return { path, count };
  });
  const changed = fixed.filter(({ count }) => count > 0);
  const fixedCount = changed.reduce((sum, { count }) => sum + count, 0);
  return { fixedCount, files: changed.map(({ path }) => shownPath(path, cwd)) };
}

/** A call, by what is called, and what has the same meaning under a seed. A time since 1970 has none. */
const replacements: ReadonlyMap<string, string> = new Map([
  ["Math.random", "ctx.random()"],
  ["performance.now", "(ctx.time.seconds * 1000)"],
]);

interface FixedText {
  readonly text: string;
  readonly count: number;
}

/** Fixes one module's text. Exported for the tests of what is replaced. */
export function fixText(path: string, text: string, findings: readonly Finding[]): FixedText {
  const language = languageOf(path);
  const unchanged = { text, count: 0 };
  if (language === null || isDocument(language)) return unchanged;
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const parsed = parseSource(text.slice(mark), language);
  if (isParseProblem(parsed)) return unchanged;
  const found = new Set(findings.map(findingKey));
  const { calls, statementStarts } = nodesIn(parsed);
  const scopes = scopesOfNames(parsed.scopes);
  const fixable = calls.filter(
    (call) => isFound(call, found, parsed) && !(statementStarts.has(call.range[0]) && beginsWithParenthesis(call)),
  );
  const edits = fixable
    .flatMap((call) => editOf(call, scopeOf(call, scopes)) ?? [])
    .sort((left, right) => left.start - right.start);
  const result = edited(text, mark, edits);
  return isParseProblem(parseSource(result.slice(mark), language)) ? unchanged : { text: result, count: edits.length };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** Puts in what is new. `edits` are in the order of the text, from which `mark` characters were taken in front. */
function edited(text: string, mark: number, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, put } of edits) {
    pieces.push(text.slice(copied, start + mark), put);
    copied = end + mark;
  }
  return [...pieces, text.slice(copied)].join("");
}

function findingKey({ api, line, column }: Pick<Finding, "api" | "line" | "column">): string {
  return `${String(line)}:${String(column)}:${api}`;
}

function isFound(call: TSESTree.CallExpression, found: ReadonlySet<string>, { placeOf }: ParsedSource): boolean {
  const api = calledName(call);
  return replacements.has(api) && found.has(findingKey({ ...placeOf(call.callee.range[0]), api }));
}

function scopeOf({ callee }: TSESTree.CallExpression, scopes: ReadonlyMap<TSESTree.Node, Scope>): Scope | null {
  return (callee.type === "MemberExpression" ? scopes.get(callee.object) : null) ?? null;
}

function editOf(call: TSESTree.CallExpression, inner: Scope | null): Edit | null {
  const put = replacements.get(calledName(call));
  const [start, end] = call.range;
  if (put === undefined || call.arguments.length > 0 || !hasContext(inner, start)) return null;
  return { start, end, put };
}

/** `Math.random` for a call that is written like that. */
function calledName({ callee, optional }: TSESTree.CallExpression): string {
  if (optional || callee.type !== "MemberExpression" || callee.computed || callee.optional) return "";
  if (callee.object.type !== "Identifier" || callee.property.type !== "Identifier") return "";
  return `${callee.object.name}.${callee.property.name}`;
}

/**
 * Whether `ctx` means a game's context there. Most variables of that name are drawing contexts: it has to be the first
 * parameter of a function named setup, or of a type that is called GameContext, and nothing may be assigned to it. It is not
 * there yet in the defaults of parameters before it.
 */
function hasContext(inner: Scope | null, at: number): boolean {
  let scope = inner;
  while (scope !== null && !scope.set.has("ctx")) scope = scope.upper;
  const variable = scope?.set.get("ctx");
  const [definition, ...others] = variable?.defs ?? [];
  if (definition?.type !== "Parameter" || others.length > 0) return false;
  const isReassigned = variable?.references.some((reference) => reference.isWrite()) === true;
  return !isReassigned && isThere(definition.name, at) && isSetupParameter(definition.name, definition.node);
}

/** Whether a parameter has a value at a place: from where it is declared on, unless it may be left out. */
function isThere(name: TSESTree.Node, at: number): boolean {
  return name.range[1] <= at && name.type === "Identifier" && !name.optional;
}

function isSetupParameter(name: TSESTree.Node, owner: TSESTree.Node): boolean {
  if (!("params" in owner) || name.type !== "Identifier") return false;
  const type = name.typeAnnotation?.typeAnnotation;
  if (
    type?.type === "TSTypeReference" &&
    type.typeName.type === "Identifier" &&
    type.typeName.name.endsWith("GameContext")
  )
    return true;
  const isNamedSetup = "id" in owner && owner.id?.type === "Identifier" && owner.id.name === "setup";
  return isNamedSetup && owner.params[0] === name;
}

/** At the beginning of a statement a parenthesis would call what stands before it, where that ends without a semicolon. */
function beginsWithParenthesis(call: TSESTree.CallExpression): boolean {
  return replacements.get(calledName(call))?.startsWith("(") === true;
}

interface Nodes {
  readonly calls: readonly TSESTree.CallExpression[];
  readonly statementStarts: ReadonlySet<number>;
}

function nodesIn({ program, visitorKeys }: ParsedSource): Nodes {
  const calls: TSESTree.CallExpression[] = [];
  const statementStarts = new Set<number>();
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) for (const item of node) waiting.push(item);
    if (!isNode(node)) continue;
    if (node.type === "CallExpression") calls.push(node);
    if (node.type === "ExpressionStatement") statementStarts.add(node.range[0]);
    for (const key of visitorKeys[node.type] ?? []) waiting.push(Reflect.get(node, key));
  }
  return { calls, statementStarts };
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === "object" && value !== null && "type" in value && "range" in value;
}
