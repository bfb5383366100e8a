import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { distDir } from "../package-root.ts";

const nativeDir = join(distDir, "src/page/prelude/native");
const methodsFile = join(nativeDir, "own-methods.js");
/** This module is the base of the own methods. */
const untouchedFile = join(nativeDir, "untouched.js");
const builtinsFile = join(nativeDir, "own-builtins.js");

/** Statics of these are copies already, or are called while the bundle starts. */
const namespaces = /^(?:Own)?(?:Array|Atomics|JSON|Math|Number|Object|Promise|Reflect|String|Symbol)$/u;

export interface OwnMethodsOptions {
  /** Whether the modules also get the built-in globals, as the prelude's do through the bundler's injection. */
  readonly withBuiltins: boolean;
}

/**
 * Rewrites the modules of Framegate that run in a page, so that they call no built-in method that the page may have
 * replaced: `list.push(entry)` becomes `ownPush(list, entry)`. Everything else is unchanged.
 */
export function ownMethodsPlugin({ withBuiltins }: OwnMethodsOptions): Plugin {
  const isOurs = (id: string): boolean =>
    ["page", "core", "adapters", "formats"].some((room) => id.startsWith(join(distDir, "src", room))) &&
    ![methodsFile, builtinsFile, untouchedFile].includes(id);
  return {
    name: "framegate:own-methods",
    async transform(code, id) {
      if (!isOurs(id)) return undefined;
      const methods = await exportedNames(methodsFile);
      const { body } = this.parse(code);
      const { text, used } = rewriteCalls(code, body, methods);
      const builtins = withBuiltins ? (await exportedNames(builtinsFile)).filter((name) => mentions(text, name)) : [];
      const imports = [
        importLine(methodsFile, [...used]),
        importLine(
          builtinsFile,
          builtins.map((name) => `${name} as ${name.slice("Own".length)}`),
        ),
      ];
      return { code: `${imports.join("")}${text}`, map: null };
    },
  };
}

const exportedNames = async (file: string): Promise<readonly string[]> => [
  ...new Set((await readFile(file, "utf8")).match(/\bown[A-Z]\w*|\bOwn[A-Za-z]\w*/gu) ?? []),
];

function importLine(file: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from ${JSON.stringify(file)}; `;
}

/** Whether the text contains a built-in's name as a word. A superfluous import does no harm. */
function mentions(text: string, ownName: string): boolean {
  return new RegExp(`(?<![.#\\w$])${ownName.slice("Own".length)}\\b`, "u").test(text);
}

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

interface Rewritten {
  readonly text: string;
  /** Own methods that the text needs. */
  readonly used: ReadonlySet<string>;
}

/** Rewrites the calls of `methods`, such as `ownPush`, in a module whose parsed body is `body`. */
export function rewriteCalls(code: string, body: unknown, methods: readonly string[]): Rewritten {
  const edits: Edit[] = [];
  const used = new Set<string>();
  const maybes = new Set<Node>();
  const callees = new Set<Node>();
  for (const { call, callee, object, property } of methodCalls(body)) {
    const own = ownNameOf(property["name"]);
    if (!methods.includes(own) || namespaces.test(code.slice(object.start, object.end))) continue;
    used.add(own);
    const first = code.indexOf("(", property.end) + 1;
    const isMaybe = callee["optional"] === true || isInOptionalChain(object);
    callees.add(callee);
    if (isMaybe) {
      used.add("ownMaybe");
      maybes.add(call);
    }
    const hasParameters = Array.isArray(call["arguments"]) && call["arguments"].length > 0;
    // The object may be in parentheses, which belong to the call.
    const dot = code.lastIndexOf(callee["optional"] === true ? "?." : ".", property.start);
    edits.push({ at: call.start, end: call.start, text: isMaybe ? `ownMaybe(${own}, ` : `${own}(` });
    edits.push({ at: dot, end: first, text: isMaybe ? ", () => [" : hasParameters ? ", " : "" });
    if (isMaybe) edits.push({ at: call.end - 1, end: call.end - 1, text: "]" });
  }
  edits.push(...chainEdits(code, body, { maybes, callees }));
  return { text: applyEdits(code, edits), used };
}

interface RewrittenNodes {
  /** The calls that may come to nothing. */
  readonly maybes: ReadonlySet<Node>;
  /** The callees of all rewritten calls. */
  readonly callees: ReadonlySet<Node>;
}

/** The chain no longer ends all that follows a rewritten call, so each of these needs a `?.` of its own. */
function chainEdits(code: string, body: unknown, { maybes, callees }: RewrittenNodes): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { node, inner } of continuations(body)) {
    if (!maybes.has(inner) || callees.has(node) || node["optional"] === true) continue;
    const isDot = node.type === "MemberExpression" && node["computed"] === false;
    const at = isDot ? code.indexOf(".", inner.end) : inner.end;
    edits.push({ at, end: at, text: isDot ? "?" : "?." });
  }
  return edits;
}

function ownNameOf(method: unknown): string {
  return typeof method === "string" ? `own${method.charAt(0).toUpperCase()}${method.slice(1)}` : "";
}

/** Edits at the same position keep their order: the outer call's comes first. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  let text = "";
  let from = 0;
  for (const edit of edits.toSorted((left, right) => left.at - right.at)) {
    text += code.slice(from, edit.at) + edit.text;
    from = edit.end;
  }
  return text + code.slice(from);
}

/** A node of the syntax tree, whose other properties depend on its type. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

interface MethodCall {
  readonly call: Node;
  readonly callee: Node;
  readonly object: Node;
  readonly property: Node;
}

/** Method calls by name, outer ones first. */
function* methodCalls(tree: unknown): Generator<MethodCall> {
  if (Array.isArray(tree)) {
    for (const item of tree) yield* methodCalls(item);
    return;
  }
  if (!isNode(tree)) return;
  const found = tree.type === "CallExpression" ? methodCall(tree, tree["callee"]) : null;
  if (found !== null) yield found;
  for (const value of Object.values(tree)) yield* methodCalls(value);
}

function methodCall(call: Node, callee: unknown): MethodCall | null {
  if (!isNode(callee) || callee.type !== "MemberExpression" || callee["computed"] !== false) return null;
  const { object, property } = callee;
  if (!isNode(property) || property.type !== "Identifier") return null;
  return isNode(object) && object.type !== "Super" ? { call, callee, object, property } : null;
}

/** Member accesses and calls on the result of a call: `inner.name`, `inner[0]` or `inner()`. */
function* continuations(tree: unknown): Generator<{ readonly node: Node; readonly inner: Node }> {
  if (Array.isArray(tree)) {
    for (const item of tree) yield* continuations(item);
    return;
  }
  if (!isNode(tree)) return;
  const inner = tree["object"] ?? tree["callee"];
  const goesOn = tree.type === "MemberExpression" || tree.type === "CallExpression";
  if (goesOn && isNode(inner) && inner.type === "CallExpression") yield { node: tree, inner };
  for (const value of Object.values(tree)) yield* continuations(value);
}

/** Whether the expression may short-circuit at a `?.`. */
function isInOptionalChain(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type !== "CallExpression" && node.type !== "MemberExpression") return false;
  return node["optional"] === true || isInOptionalChain(node["callee"] ?? node["object"]);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}
