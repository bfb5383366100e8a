import type { TSESTree } from "@typescript-eslint/types";
import { partsOf, startOf } from "../parse/nodes.ts";
import { words } from "../rules/words.ts";

/** Node types with the effects of their parts. A directive is a string expression, which has none. */
const composed = words(`
  ImportDeclaration ImportSpecifier ImportDefaultSpecifier ImportNamespaceSpecifier ImportAttribute
  ExportAllDeclaration ExportSpecifier ExportNamedDeclaration ExportDefaultDeclaration EmptyStatement
  ExpressionStatement VariableDeclaration VariableDeclarator Literal Identifier PrivateIdentifier ThisExpression
  TemplateElement TemplateLiteral SequenceExpression ArrayExpression ObjectExpression Property UnaryExpression
  BinaryExpression LogicalExpression ConditionalExpression MemberExpression CallExpression NewExpression
  ClassDeclaration ClassExpression ClassBody MethodDefinition PropertyDefinition AccessorProperty
  TSAbstractMethodDefinition TSAbstractPropertyDefinition TSAbstractAccessorProperty TSAsExpression
  TSNonNullExpression TSSatisfiesExpression TSTypeAssertion
`);

/** TypeScript node types that emit code. All others are types. */
const codeOfTypescript = words(`
  TSEnumDeclaration TSModuleDeclaration TSImportEqualsDeclaration TSExportAssignment TSInstantiationExpression
`);

/**
 * Whether a top-level statement may have an effect, by the rules of bundlers: calls marked as pure and reads of named
 * properties have none.
 */
export function mayRunCode(node: TSESTree.Node, text: string): boolean {
  // A function runs later.
  if (/Function/.test(node.type)) return false;
  if (!composed.has(node.type)) return !node.type.startsWith("TS") || codeOfTypescript.has(node.type);
  return hasOwnEffect(node, text) || evaluatedParts(node).some((part) => mayRunCode(part, text));
}

function hasOwnEffect(node: TSESTree.Node, text: string): boolean {
  if (node.type === "UnaryExpression") return node.operator === "delete";
  // A pattern reads properties, which may be getters.
  if (node.type === "VariableDeclarator") return node.id.type !== "Identifier";
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
  const start = startOf(node);
  return !/[#@]__PURE__\s*\*\/\s*\(?\s*$/.test(text.slice(Math.max(0, start - 40), start));
}

/** The parts that are evaluated with a node: the arguments of a pure call, and also the value of a static field. */
function evaluatedParts(node: TSESTree.Node): readonly TSESTree.Node[] {
  if (node.type === "CallExpression" || node.type === "NewExpression") return node.arguments;
  const isField = node.type === "PropertyDefinition" || node.type === "AccessorProperty";
  return partsOf(node).filter((part) => !isField || node.static || part !== node.value);
}
