import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import {
  readArray,
  readAssignment,
  readBinary,
  readConditional,
  readDynamicImport,
  readLiteral,
  readLogical,
  readName,
  readNumber,
  readObject,
  readTaggedTemplate,
  readTemplate,
} from "./collect-expressions.ts";
import { readElement } from "./collect-elements.ts";
import { readClass, readFunction } from "./collect-functions.ts";
import { readCall, readEvery, readMember, unwrap } from "./collect-members.ts";
import {
  readDefaultExport,
  readEnum,
  readExportAll,
  readExportAssignment,
  readImport,
  readImportEquals,
  readNamedExport,
  readNamespace,
} from "./collect-modules.ts";
import { bindPattern } from "./collect-patterns.ts";
import type { Collector, CollectOptions } from "./collector.ts";
import { createCollector } from "./collector.ts";
import type { FlowFacts, Use } from "./flow-facts.ts";
import { everyKey, none, sentKey } from "./flow-facts.ts";
import type { ParsedSource } from "../parse/parse-source.ts";

/** Reads a program as `collectFacts` does; null for one that is nested too deep for the stack. */
export function collectIfShallow(parsed: ParsedSource, options: CollectOptions): FlowFacts | null {
  try {
    return collectFacts(parsed, options);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads a program once and gives what it says about the flow of values. */
function collectFacts(parsed: ParsedSource, options: CollectOptions): FlowFacts {
  const { collector, finish } = createCollector(parsed, options, evaluate);
  let completion = none;
  for (const statement of parsed.program.body) completion = collector.evaluate(statement);
  if (collector.sharesTopLevel) shareTopLevel(collector, parsed);
  return finish(completion);
}

type Handlers = {
  readonly [Node in TSESTree.Node as Node["type"]]?: (collector: Collector, node: Node, use: Use) => number;
};

const handlers: Handlers = {
  Identifier: readName,
  Literal: readLiteral,
  TemplateLiteral: readTemplate,
  TaggedTemplateExpression: readTaggedTemplate,
  MemberExpression: readMember,
  CallExpression: readCall,
  NewExpression: readCall,
  ImportExpression: readDynamicImport,
  ThisExpression: (collector) => collector.surroundings.receiver,
  ChainExpression: (collector, node, use) => collector.evaluate(unwrap(node), use),
  TSAsExpression: (collector, node, use) => collector.evaluate(unwrap(node), use),
  TSNonNullExpression: (collector, node, use) => collector.evaluate(unwrap(node), use),
  TSSatisfiesExpression: (collector, node, use) => collector.evaluate(unwrap(node), use),
  TSTypeAssertion: (collector, node, use) => collector.evaluate(unwrap(node), use),
  TSInstantiationExpression: (collector, node, use) => collector.evaluate(unwrap(node), use),
  SequenceExpression: (collector, node, use) =>
    node.expressions.reduce(
      (_, expression, index) => collector.evaluate(expression, index === node.expressions.length - 1 ? use : "value"),
      none,
    ),
  ConditionalExpression: readConditional,
  LogicalExpression: readLogical,
  BinaryExpression: readBinary,
  AssignmentExpression: readAssignment,
  UnaryExpression: (collector, node) => {
    if (node.operator === "-" && node.argument.type === "Literal" && typeof node.argument.value === "number")
      return readNumber(collector, -node.argument.value);
    collector.evaluate(node.argument, /^[-+~]$/.test(node.operator) ? "value" : "guard");
    return none;
  },
  UpdateExpression: (collector, node) => {
    collector.evaluate(node.argument);
    bindPattern(collector, node.argument, none);
    return none;
  },
  AwaitExpression: (collector, node) => collector.evaluate(node.argument),
  YieldExpression: readYield,
  ArrowFunctionExpression: readFunction,
  FunctionExpression: readFunction,
  FunctionDeclaration: readFunction,
  ClassExpression: readClass,
  ClassDeclaration: readClass,
  ObjectExpression: readObject,
  ArrayExpression: readArray,
  JSXElement: readElement,
  ExpressionStatement: (collector, node) => collector.evaluate(node.expression),
  VariableDeclaration: readVariables,
  ReturnStatement: (collector, node) => {
    if (node.argument !== null) collector.copy(collector.surroundings.returns, collector.evaluate(node.argument));
    return none;
  },
  IfStatement: (collector, node) => guarded(collector, node.test, [node.consequent, node.alternate]),
  WhileStatement: (collector, node) => guarded(collector, node.test, [node.body]),
  DoWhileStatement: (collector, node) => guarded(collector, node.test, [node.body]),
  ForStatement: (collector, node) => {
    if (node.init !== null) collector.evaluate(node.init);
    return guarded(collector, node.test, [node.update, node.body]);
  },
  SwitchStatement: readSwitch,
  ForOfStatement: readForOf,
  ForInStatement: (collector, node) =>
    guarded(collector, null, [node.left.type === "VariableDeclaration" ? node.left : null, node.right, node.body]),
  WithStatement: (collector, node) => {
    const around = collector.withObjects;
    const object = collector.evaluate(node.object);
    if (object !== none) {
      collector.withObjects = collector.newVariable();
      collector.copy(collector.withObjects, around);
      collector.copy(collector.withObjects, object);
    }
    collector.evaluate(node.body);
    collector.withObjects = around;
    return none;
  },
  // A label is no name of a value.
  LabeledStatement: (collector, node) => collector.evaluate(node.body),
  BreakStatement: () => none,
  ContinueStatement: () => none,
  MetaProperty: (collector, node) => (node.meta.name === "new" ? readConstructor(collector) : none),
  ThrowStatement: (collector, node) => {
    collector.copy(collector.thrownVariable, collector.evaluate(node.argument));
    return none;
  },
  CatchClause: (collector, node) => {
    if (node.param !== null) bindPattern(collector, node.param, collector.thrownVariable);
    return collector.evaluate(node.body);
  },
  ImportDeclaration: readImport,
  ExportNamedDeclaration: readNamedExport,
  ExportDefaultDeclaration: readDefaultExport,
  ExportAllDeclaration: readExportAll,
  TSImportEqualsDeclaration: readImportEquals,
  TSExportAssignment: readExportAssignment,
  TSModuleDeclaration: readNamespace,
  TSEnumDeclaration: readEnum,
  TSModuleBlock: evaluateChildren,
};

function evaluate(collector: Collector, node: TSESTree.Node, use: Use): number {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the table pairs each handler with its own kind of node, which an index cannot say
  const handler = handlers[node.type] as ((collector: Collector, node: TSESTree.Node, use: Use) => number) | undefined;
  if (handler !== undefined) return handler(collector, node, use);
  // What is left of TypeScript's nodes is types: nothing of them runs.
  return node.type.startsWith("TS") ? none : evaluateChildren(collector, node);
}

const typeKeys: ReadonlySet<string> = new Set([
  "typeAnnotation",
  "typeParameters",
  "typeArguments",
  "returnType",
  "superTypeArguments",
  "implements",
]);

/** A node that has no value of its own: whatever is in it is read. */
function evaluateChildren(collector: Collector, node: TSESTree.Node): number {
  for (const key of collector.visitorKeys[node.type] ?? []) {
    if (typeKeys.has(key)) continue;
    const child: unknown = Reflect.get(node, key);
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) collector.evaluate(one);
  }
  return none;
}

function isNode(value: unknown): value is TSESTree.Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function guarded(collector: Collector, test: TSESTree.Node | null, rest: readonly (TSESTree.Node | null)[]): number {
  if (test !== null) collector.evaluate(test, "guard");
  for (const node of rest) if (node !== null) collector.evaluate(node);
  return none;
}

function readVariables(collector: Collector, node: TSESTree.VariableDeclaration): number {
  if (node.declare) return none;
  for (const { id, init } of node.declarations) {
    const name = id.type === "Identifier" ? id.name : null;
    const around = collector.unsetVariable;
    if (node.kind === "var" && collector.sharesTopLevel) collector.unsetVariable = topLevelVariable(collector, id);
    const value = init === null ? none : collector.within(name, () => collector.evaluate(init));
    collector.unsetVariable = around;
    bindPattern(collector, id, value, collector.origins.get(value)?.site ?? none);
  }
  return none;
}

/** The variable of a name that is declared at the top of the program. */
function topLevelVariable(collector: Collector, id: TSESTree.BindingName): Variable | null {
  const [local] = collector.localsOf(id);
  return local !== undefined && local.scope.upper?.upper === null ? local : null;
}

/** A case is chosen by comparing as `===` does. */
function readSwitch(collector: Collector, node: TSESTree.SwitchStatement): number {
  collector.evaluate(node.discriminant, "identity");
  for (const { test, consequent } of node.cases) {
    if (test !== null) collector.evaluate(test, "identity");
    for (const statement of consequent) collector.evaluate(statement);
  }
  return none;
}

function readForOf(collector: Collector, node: TSESTree.ForOfStatement): number {
  const every = readEvery(collector, collector.evaluate(node.right));
  bindPattern(collector, node.left.type === "VariableDeclaration" ? node.left.declarations[0].id : node.left, every);
  return collector.evaluate(node.body);
}

/** `new.target` is the class of what is made. */
function readConstructor(collector: Collector): number {
  const { receiver } = collector.surroundings;
  if (receiver === none) return none;
  const to = collector.newVariable();
  collector.emit({
    kind: "load",
    to,
    object: receiver,
    key: "constructor",
    keyVariable: none,
    site: none,
    use: "value",
    inner: none,
  });
  return to;
}

/** What `yield` gives is what `next()` was given; what `yield*` gives is what the other generator returns. */
function readYield(collector: Collector, node: TSESTree.YieldExpression): number {
  const value = node.argument === null ? none : collector.evaluate(node.argument);
  const from = node.delegate ? readEvery(collector, value) : value;
  const { yields } = collector.surroundings;
  if (yields === none) return none;
  if (from !== none)
    collector.emit({ kind: "store", object: yields, key: everyKey, keyVariable: none, from, site: none });
  if (node.delegate) return from;
  const sent = collector.newVariable();
  collector.emit({
    kind: "load",
    to: sent,
    object: yields,
    key: sentKey,
    keyVariable: none,
    site: none,
    use: "value",
    inner: none,
  });
  return sent;
}

/** The top-level variables of a plain script can be read by the scripts after it. */
function shareTopLevel(collector: Collector, parsed: ParsedSource): void {
  for (const scope of parsed.scopes.scopes) {
    if (scope.type !== "module") continue;
    for (const variable of scope.variables) {
      if (variable.defs.length === 0) continue;
      const from = collector.variableOf(variable);
      collector.emit({
        kind: "store",
        object: collector.globalVariable,
        key: variable.name,
        keyVariable: none,
        from,
        site: none,
      });
    }
  }
}
