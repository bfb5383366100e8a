import type { TSESTree } from "@typescript-eslint/types";
import type { Collector } from "./collector.ts";
import type { Use } from "./flow-facts.ts";
import { none } from "./flow-facts.ts";
import { codeOfUrl } from "../text/code-url.ts";

/**
 * Runs the code of a `javascript:` URL where the URL is written. The only use of such a URL is to be opened.
 * @param node A text, or texts that are put together, which `variable` holds.
 */
export function runCodeUrl(collector: Collector, node: TSESTree.Expression, variable: number, use: Use): void {
  if (use !== "value" || isConcatenation(collector.parentOf(node))) return;
  const code = codeOfUrl(beginningOf(node));
  if (code === null) return;
  if (node.type === "Literal" || (node.type === "TemplateLiteral" && node.expressions.length === 0)) {
    // Other texts are messages about such URLs.
    if (/[(=[]|\.\w/.test(code)) run(collector, node, textVariable(collector, code));
    return;
  }
  // In front of code, `javascript:` is a label.
  run(collector, node, variable === none ? unknownVariable(collector) : variable);
}

function isConcatenation(node: TSESTree.Node | undefined): node is TSESTree.BinaryExpression {
  return node?.type === "BinaryExpression" && node.operator === "+";
}

/** The text that an expression certainly begins with. */
function beginningOf(node: TSESTree.Expression): string {
  let first: TSESTree.Node = node;
  while (isConcatenation(first)) first = first.left;
  if (first.type === "TemplateLiteral") return first.quasis[0]?.value.cooked ?? "";
  return first.type === "Literal" && typeof first.value === "string" ? first.value : "";
}

function run(collector: Collector, node: TSESTree.Node, code: number): void {
  const callee = collector.newVariable();
  const object = collector.globalVariable;
  collector.emit({
    kind: "load",
    to: callee,
    object,
    key: "eval",
    keyVariable: none,
    site: none,
    use: "value",
    inner: none,
  });
  collector.emit({
    kind: "call",
    to: collector.newVariable(),
    callee,
    receiver: none,
    arguments: [{ variable: code, isSpread: false, written: null }],
    site: collector.siteOf(node),
    isNew: false,
    scope: null,
  });
}

function textVariable(collector: Collector, text: string): number {
  const to = collector.newVariable();
  collector.emit({ kind: "text", to, text });
  return to;
}

function unknownVariable(collector: Collector): number {
  const to = collector.newVariable();
  collector.emit({ kind: "unknown", to });
  return to;
}
