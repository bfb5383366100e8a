import type { TSESTree } from "@typescript-eslint/types";
import { visitorKeys } from "@typescript-eslint/visitor-keys";

/** The nodes that a node consists of. */
export function partsOf(node: TSESTree.Node): readonly TSESTree.Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key): unknown => Reflect.get(node, key)).filter(isNode);
}

/** All nodes of a tree. Uses a list instead of recursion, because a tree may be deeper than the stack. */
export function* nodesIn(root: TSESTree.Node): Generator<TSESTree.Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const part of partsOf(node)) waiting.push(part);
  }
}

/** The name in an import, an export or an enum, which may be written as a string. */
export function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/**
 * The start of a node. The fast parser stores it in a field without a type: a `range` per node would take a third
 * longer.
 */
export function startOf(node: TSESTree.Node): number {
  return "start" in node ? Number(node.start) : node.range[0];
}

export function endOf(node: TSESTree.Node): number {
  return "end" in node ? Number(node.end) : node.range[1];
}
