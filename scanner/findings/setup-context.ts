import type { Scope } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";

/**
 * Whether `ctx` means a game's context at an offset. Most variables of that name are drawing contexts: it has to be the
 * first parameter of a function or method called setup, or of a type that ends in GameContext, and nothing may assign to it.
 * In the defaults of parameters before it, it has no value yet.
 */
export function hasContext(inner: Scope | null, at: number, setups: ReadonlySet<TSESTree.Node>): boolean {
  let scope = inner;
  while (scope !== null && !scope.set.has("ctx")) scope = scope.upper;
  const variable = scope?.set.get("ctx");
  const [definition, ...others] = variable?.defs ?? [];
  if (definition?.type !== "Parameter" || others.length > 0) return false;
  const isReassigned = variable?.references.some((reference) => reference.isWrite()) === true;
  return !isReassigned && isThere(definition.name, at) && isContext(definition.name, definition.node, setups);
}

/** The function that a node names setup; null for any other node. */
export function setupIn(node: TSESTree.Node): TSESTree.Node | null {
  const { name, value } = namedBy(node);
  const isSetup =
    (name?.type === "Identifier" && name.name === "setup") || (name?.type === "Literal" && name.value === "setup");
  return isSetup ? value : null;
}

interface Named {
  readonly name: TSESTree.Node | null;
  readonly value: TSESTree.Node | null;
}

const unnamed: Named = { name: null, value: null };

function namedBy(node: TSESTree.Node): Named {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
      return { name: node.id, value: node };
    case "VariableDeclarator":
      return { name: node.id, value: node.init };
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return node.computed ? unnamed : { name: node.key, value: node.value };
    case "AssignmentExpression":
      return { name: assignedName(node.left), value: node.right };
    default:
      return unnamed;
  }
}

/** `setup` in `exports.setup = ...`. */
function assignedName(left: TSESTree.Expression): TSESTree.Node | null {
  if (left.type !== "MemberExpression") return left;
  return left.computed ? null : left.property;
}

/** Whether a parameter has a value at an offset: from its declaration on, unless it is optional. */
function isThere(name: TSESTree.Node, at: number): boolean {
  return name.range[1] <= at && name.type === "Identifier" && !name.optional;
}

function isContext(name: TSESTree.Node, owner: TSESTree.Node, setups: ReadonlySet<TSESTree.Node>): boolean {
  if (!("params" in owner) || name.type !== "Identifier") return false;
  const type = name.typeAnnotation?.typeAnnotation;
  if (type?.type === "TSTypeReference")
    return type.typeName.type === "Identifier" && type.typeName.name.endsWith("GameContext");
  return setups.has(owner) && owner.params[0] === name;
}
