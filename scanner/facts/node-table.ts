import type { TSESTree } from "@typescript-eslint/types";

/** Functions by node type, with their parameters before and after the node. */
export type NodeTable<Before extends readonly unknown[], After extends readonly unknown[], Result> = {
  readonly [Node in TSESTree.Node as Node["type"]]?: (...given: [...Before, Node, ...After]) => Result;
};

type Lookup<Before extends readonly unknown[], After extends readonly unknown[], Result> = Readonly<
  Partial<Record<string, (...given: [...Before, TSESTree.Node, ...After]) => Result>>
>;

/** The table with look-up by any node type. */
export function byType<Before extends readonly unknown[], After extends readonly unknown[], Result>(
  table: NodeTable<Before, After, Result>,
): Lookup<Before, After, Result> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the table pairs each function with its own kind of node, which an index cannot say
  return table as Lookup<Before, After, Result>;
}

/** An expression without wrappers that have no effect at run time: type assertions, `!`, and `?.` chains. */
export function unwrap(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case "ChainExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSInstantiationExpression":
      return unwrap(node.expression);
    default:
      return node;
  }
}
