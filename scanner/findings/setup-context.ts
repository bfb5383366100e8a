import type { Scope } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { endOf } from "../parse/nodes.ts";

/**
 * True if `ctx` is a game's context at an offset. Most variables of that name are drawing contexts, so it must be the
 * first parameter of a function or method called setup, or have a type that ends in GameContext, and nothing may assign
 * to it. In the defaults of earlier parameters it has no value yet.
 */
export function hasContext(inner: Scope | null, at: number, setups: ReadonlySet<TSESTree.Node>): boolean {
  let scope = inner;
  while (scope !== null && !scope.set.has("ctx")) scope = scope.upper;
  const variable = scope?.set.get("ctx");
  const [definition, ...others] = variable?.defs ?? [];
  if (definition?.type !== "Parameter" || others.length > 0) return false;
  const isReassigned = variable?.references.some((reference) => reference.isWrite()) === true;
  return !isReassigned && isContext(definition.name, definition.node, at, setups);
}

function isContext(name: TSESTree.Node, owner: TSESTree.Node, at: number, setups: ReadonlySet<TSESTree.Node>): boolean {
  // An optional parameter may have no value, and no parameter has one before its declaration.
  if (name.type !== "Identifier" || name.optional || endOf(name) > at) return false;
  const type = name.typeAnnotation?.typeAnnotation;
  if (type?.type === "TSTypeReference")
    return type.typeName.type === "Identifier" && type.typeName.name.endsWith("GameContext");
  return setups.has(owner) && "params" in owner && owner.params[0] === name;
}

/** The function that a node names setup, or null for any other node. */
export function setupIn(node: TSESTree.Node): TSESTree.Node | null {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
      return ifSetup(node.id, node);
    case "VariableDeclarator":
      return ifSetup(node.id, node.init);
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return node.computed ? null : ifSetup(node.key, node.value);
    case "AssignmentExpression":
      return ifSetup(assignedName(node.left), node.right);
    default:
      return null;
  }
}

function ifSetup(name: TSESTree.Node | null, value: TSESTree.Node | null): TSESTree.Node | null {
  if (name?.type === "Identifier") return name.name === "setup" ? value : null;
  return name?.type === "Literal" && name.value === "setup" ? value : null;
}

/** `setup` in `exports.setup = ...`. */
function assignedName(left: TSESTree.Expression): TSESTree.Node | null {
  if (left.type !== "MemberExpression") return left;
  return left.computed ? null : left.property;
}
