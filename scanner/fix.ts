import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Scope, ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import type { Finding } from "./finding.ts";
import { languageOf } from "./language.ts";
import { isParseProblem, type ParsedSource, parseSource } from "./parse-source.ts";
import { orUnreadable } from "./scan-error.ts";
import { shownPath } from "./walk.ts";
import { writeWhole } from "./write-whole.ts";

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
  const fixed = files.map((path) => {
    const text = orUnreadable(path, () => readFileSync(path, "utf8"));
    const places = findings.filter(({ file }) => resolve(cwd, file) === path);
    const { text: result, count } = fixText(path, text, places);
    if (count > 0) writeWhole(path, result);
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
  if (language === null || language === "vue" || language === "svelte" || language === "html") return unchanged;
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const parsed = parseSource(text.slice(mark), language);
  if (isParseProblem(parsed)) return unchanged;
  const edits = callsIn(parsed).flatMap((call) => editOf(call, findings, parsed) ?? []);
  const result = edits
    .toSorted((left, right) => right.start - left.start)
    .reduce((before, { start, end, put }) => before.slice(0, start + mark) + put + before.slice(end + mark), text);
  return isParseProblem(parseSource(result.slice(mark), language)) ? unchanged : { text: result, count: edits.length };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

function editOf(call: TSESTree.CallExpression, findings: readonly Finding[], { scopes, placeOf }: ParsedSource): Edit | null {
  const api = calledName(call);
  const put = replacements.get(api);
  const { line, column } = placeOf(call.callee.range[0]);
  const isFound = findings.some((finding) => finding.api === api && finding.line === line && finding.column === column);
  if (put === undefined || !isFound || call.arguments.length > 0 || !hasContext(call, scopes)) return null;
  const [start, end] = call.range;
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
 * parameter of a function named setup, or of a type that is called GameContext, and nothing may be assigned to it.
 */
function hasContext(call: TSESTree.CallExpression, scopes: ScopeManager): boolean {
  const inner = scopes.scopes.filter(({ block }) => block.range[0] <= call.range[0] && call.range[1] <= block.range[1]);
  let scope: Scope | null = inner.at(-1) ?? null;
  while (scope !== null && !scope.set.has("ctx")) scope = scope.upper;
  const variable = scope?.set.get("ctx");
  const [definition, ...others] = variable?.defs ?? [];
  if (definition?.type !== "Parameter" || others.length > 0) return false;
  const isReassigned = variable?.references.some((reference) => reference.isWrite()) === true;
  return !isReassigned && isSetupParameter(definition.name, definition.node);
}

function isSetupParameter(name: TSESTree.Node, owner: TSESTree.Node): boolean {
  if (!("params" in owner) || name.type !== "Identifier") return false;
  const type = name.typeAnnotation?.typeAnnotation;
  if (type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name.endsWith("GameContext")) return true;
  const isNamedSetup = "id" in owner && owner.id?.type === "Identifier" && owner.id.name === "setup";
  return isNamedSetup && owner.params[0] === name;
}

function callsIn({ program, visitorKeys }: ParsedSource): readonly TSESTree.CallExpression[] {
  const calls: TSESTree.CallExpression[] = [];
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) waiting.push(...node.map((item: unknown) => item));
    if (!isNode(node)) continue;
    if (node.type === "CallExpression") calls.push(node);
    for (const key of visitorKeys[node.type] ?? []) waiting.push(Reflect.get(node, key));
  }
  return calls;
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === "object" && value !== null && "type" in value && "range" in value;
}
