import type { TSESTree } from "@typescript-eslint/types";

type Parts = readonly (TSESTree.Node | null)[];

/** For each kind of node without an effect of its own, the parts that are evaluated with it; null where it has an effect. */
type PartsTable = { readonly [Node in TSESTree.Node as Node["type"]]?: (node: Node, text: string) => Parts | null };

const nothing = (): Parts => [];
const expressionIn = ({ expression }: { readonly expression: TSESTree.Node }): Parts => [expression];
const expressionsIn = ({ expressions }: { readonly expressions: Parts }): Parts => expressions;
const sidesOf = ({ left, right }: { readonly left: TSESTree.Node; readonly right: TSESTree.Node }): Parts => [
  left,
  right,
];

const partsTable: PartsTable = {
  ImportDeclaration: nothing,
  ExportAllDeclaration: nothing,
  ExportNamedDeclaration: ({ declaration }) => [declaration],
  ExportDefaultDeclaration: ({ declaration }) => [declaration],
  EmptyStatement: nothing,
  // A directive is a string as an expression, which has no effect.
  ExpressionStatement: expressionIn,
  // A pattern reads properties, which may be getters.
  VariableDeclaration: ({ declarations }) =>
    declarations.every(({ id }) => id.type === "Identifier") ? declarations.map(({ init }) => init) : null,
  FunctionDeclaration: nothing,
  FunctionExpression: nothing,
  ArrowFunctionExpression: nothing,
  ClassDeclaration: partsOfClass,
  ClassExpression: partsOfClass,
  Literal: nothing,
  Identifier: nothing,
  ThisExpression: nothing,
  TemplateLiteral: expressionsIn,
  SequenceExpression: expressionsIn,
  ArrayExpression: ({ elements }) => elements,
  ObjectExpression: partsOfObject,
  UnaryExpression: ({ operator, argument }) => (operator === "delete" ? null : [argument]),
  BinaryExpression: sidesOf,
  LogicalExpression: sidesOf,
  ConditionalExpression: ({ test, consequent, alternate }) => [test, consequent, alternate],
  MemberExpression: ({ object, property, computed }) => [object, computed ? property : null],
  TSAsExpression: expressionIn,
  TSNonNullExpression: expressionIn,
  TSSatisfiesExpression: expressionIn,
  TSTypeAssertion: expressionIn,
  CallExpression: partsOfCall,
  NewExpression: partsOfCall,
  TSTypeAliasDeclaration: nothing,
  TSInterfaceDeclaration: nothing,
  TSDeclareFunction: nothing,
};

/**
 * Whether a statement at the top of a module may have an effect, by the rules of bundlers: calls marked as pure and reads of
 * named properties have none.
 *
 * @param text The text of the module, for the marks.
 */
export function mayRunCode(node: TSESTree.Node, text: string): boolean {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the table pairs each entry with its own kind of node, which an index cannot say
  const partsOf = partsTable[node.type] as ((node: TSESTree.Node, text: string) => Parts | null) | undefined;
  const parts = partsOf?.(node, text) ?? null;
  return parts === null || parts.some((part) => part !== null && mayRunCode(part, text));
}

function partsOfObject({ properties }: TSESTree.ObjectExpression): Parts | null {
  const parts = properties.map((property) =>
    property.type === "Property" ? [property.value, property.computed ? property.key : null] : null,
  );
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

function partsOfCall(node: TSESTree.CallExpression | TSESTree.NewExpression, text: string): Parts | null {
  const [start] = node.range;
  const isMarked = /[#@]__PURE__\s*\*\/\s*\(?\s*$/.test(text.slice(Math.max(0, start - 40), start));
  return isMarked && node.arguments.every(({ type }) => type !== "SpreadElement") ? node.arguments : null;
}

/** The parts of a class that are evaluated with it: its superclass, computed names and static fields. */
function partsOfClass({
  decorators,
  superClass,
  body,
}: TSESTree.ClassDeclaration | TSESTree.ClassExpression): Parts | null {
  const members = body.body.map((member): Parts | null => {
    if (member.type === "StaticBlock" || member.type === "TSIndexSignature")
      return member.type === "StaticBlock" ? null : [];
    if (member.decorators.length > 0) return null;
    const isStaticField = (member.type === "PropertyDefinition" || member.type === "AccessorProperty") && member.static;
    return [member.computed ? member.key : null, isStaticField ? member.value : null];
  });
  return decorators.length === 0 && members.every((member) => member !== null) ? [superClass, ...members.flat()] : null;
}
