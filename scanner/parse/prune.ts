import type { TSESTree } from "@typescript-eslint/types";
import { lastUpTo } from "../text/place-finder.ts";
import { partsOf } from "./nodes.ts";

/**
 * Takes out of a tree what holds none of some offsets: the items of a sequence, the properties of an object, the values that
 * variables are declared with. Minified code is made of these, and has few statements that a skeleton could leave out.
 */
export function prune(program: TSESTree.Program, kept: readonly number[]): void {
  new Pruner(kept).visit(program);
}

class Pruner {
  readonly #kept: readonly number[];

  constructor(kept: readonly number[]) {
    this.#kept = kept;
  }

  visit(node: TSESTree.Node): void {
    if (node.type === "ObjectExpression") node.properties = node.properties.filter((one) => this.#holdsAny(one));
    if (node.type === "SequenceExpression") {
      const last = node.expressions.at(-1);
      node.expressions = node.expressions.filter((one) => one === last || this.#holdsAny(one));
    }
    if (node.type === "VariableDeclaration")
      for (const declarator of node.declarations) if (!this.#holdsAny(declarator)) declarator.init = null;
    for (const part of partsOf(node)) if (this.#holdsAny(part)) this.visit(part);
  }

  #holdsAny({ range: [start, end] }: TSESTree.Node): boolean {
    const last = this.#kept[lastUpTo(this.#kept, end - 1)] ?? Infinity;
    return start <= last && last < end;
  }
}
