import type { TSESTree } from "@typescript-eslint/types";
import { lastUpTo } from "../text/place-finder.ts";
import { endOf, partsOf, startOf } from "./nodes.ts";

/**
 * Removes parts of a tree that contain none of the offsets: items of a sequence, properties of an object, initial
 * values of variables. Minified code consists of these, and has few statements that a skeleton could leave out.
 */
export function prune(program: TSESTree.Program, kept: readonly number[]): void {
  const holdsAny = (node: TSESTree.Node): boolean => {
    const end = endOf(node);
    const last = kept[lastUpTo(kept, end - 1)] ?? Infinity;
    return startOf(node) <= last && last < end;
  };
  const visit = (node: TSESTree.Node): void => {
    if (node.type === "ObjectExpression") node.properties = node.properties.filter(holdsAny);
    if (node.type === "SequenceExpression") {
      const last = node.expressions.at(-1);
      node.expressions = node.expressions.filter((one) => one === last || holdsAny(one));
    }
    if (node.type === "VariableDeclaration")
      for (const declarator of node.declarations) if (!holdsAny(declarator)) declarator.init = null;
    for (const part of partsOf(node)) if (holdsAny(part)) visit(part);
  };
  visit(program);
}
