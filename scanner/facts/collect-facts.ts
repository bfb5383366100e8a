import type { TSESTree } from "@typescript-eslint/types";
import { readCall, readDynamicImport, readTaggedTemplate } from "./collect-calls.ts";
import { readElement } from "./collect-elements.ts";
import * as expressions from "./collect-expressions.ts";
import { readClass, readFunction, readStatements } from "./collect-functions.ts";
import { readEvery, readMember, readName } from "./collect-members.ts";
import * as modules from "./collect-modules.ts";
import { bindPattern } from "./collect-patterns.ts";
import { type CollectOptions, Flow, type Program } from "./flow.ts";
import { type FlowFacts, globalObject, none, thrown, type Use } from "./flow-facts.ts";
import { byType } from "./node-table.ts";
import { namesIn, type Nodes } from "./scopes.ts";

/**
 * Reads a program once and returns its facts about the flow of values. Null if it is nested too deeply for the stack.
 */
export function collectIfShallow(parsed: Program, options: CollectOptions): FlowFacts | null {
  const flow = new Flow(parsed, options, readers);
  try {
    const completion = readStatements(flow, parsed.program.body);
    // The scripts after a plain script can read its top-level variables.
    if (flow.sharesTopLevel)
      for (const name of flow.scopes.top.names.keys()) flow.store(globalObject, name, flow.scopes.variableOf(name));
    return flow.finish(completion);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers = byType<[Flow], [Use], unknown>({
  Identifier: readName,
  Literal: expressions.readLiteral,
  TemplateLiteral: expressions.readTemplate,
  TaggedTemplateExpression: readTaggedTemplate,
  MemberExpression: readMember,
  CallExpression: readCall,
  NewExpression: readCall,
  ImportExpression: readDynamicImport,
  ThisExpression: (flow) => flow.around.receiver,
  ExpressionStatement: (flow, { expression }) => flow.evaluate(expression),
  SequenceExpression: (flow, { expressions: [...all] }, use) => {
    const last = all.pop();
    readAll(flow, all);
    return last === undefined ? none : flow.evaluate(last, use);
  },
  ConditionalExpression: expressions.readConditional,
  LogicalExpression: expressions.readLogical,
  BinaryExpression: expressions.readBinary,
  AssignmentExpression: expressions.readAssignment,
  UnaryExpression: expressions.readUnary,
  UpdateExpression: (flow, { argument }) => {
    flow.evaluate(argument);
    bindPattern(flow, argument, none);
  },
  AwaitExpression: (flow, { argument }) => flow.evaluate(argument),
  YieldExpression: expressions.readYield,
  // `new.target` is the class of the new object.
  MetaProperty: (flow, { meta }) => (meta.name === "new" ? flow.load(flow.around.receiver, "constructor") : none),
  ArrowFunctionExpression: readFunction,
  FunctionExpression: readFunction,
  FunctionDeclaration: readFunction,
  ClassExpression: readClass,
  ClassDeclaration: readClass,
  ObjectExpression: expressions.readObject,
  ArrayExpression: expressions.readArray,
  JSXElement: readElement,
  JSXFragment: (flow, { children }) => readAll(flow, children),
  JSXExpressionContainer: (flow, { expression }) => readAll(flow, [expression]),
  JSXSpreadChild: (flow, { expression }) => readAll(flow, [expression]),
  VariableDeclaration: readVariables,
  BlockStatement: (flow, node) => inBlock(flow, node, node.body, () => readAll(flow, node.body)),
  ReturnStatement: (flow, { argument }) => {
    if (argument !== null) flow.copy(flow.around.returns, flow.evaluate(argument));
  },
  ThrowStatement: (flow, { argument }) => flow.copy(thrown, flow.evaluate(argument)),
  IfStatement: (flow, { test, consequent, alternate }) => guarded(flow, test, [consequent, alternate]),
  WhileStatement: (flow, { test, body }) => guarded(flow, test, [body]),
  DoWhileStatement: (flow, { test, body }) => guarded(flow, test, [body]),
  ForStatement: (flow, node) =>
    inBlock(flow, node, [node.init], () => {
      readAll(flow, [node.init]);
      guarded(flow, node.test, [node.update, node.body]);
    }),
  ForOfStatement: (flow, node) =>
    inBlock(flow, node, [node.left], () => {
      const target = node.left.type === "VariableDeclaration" ? node.left.declarations[0].id : node.left;
      bindPattern(flow, target, readEvery(flow, flow.evaluate(node.right)));
      return flow.evaluate(node.body);
    }),
  ForInStatement: (flow, node) =>
    inBlock(flow, node, [node.left], () =>
      readAll(flow, [node.left.type === "VariableDeclaration" ? node.left : null, node.right, node.body]),
    ),
  SwitchStatement: readSwitch,
  TryStatement: (flow, { block, handler, finalizer }) => readAll(flow, [block, handler, finalizer]),
  CatchClause: (flow, node) =>
    flow.within(null, () => {
      flow.scopes.enter(node);
      flow.scopes.declareAll(namesIn(node.param));
      if (node.param !== null) bindPattern(flow, node.param, thrown);
      flow.evaluate(node.body);
    }),
  WithStatement: (flow, { object, body }) => {
    const around = flow.withObjects;
    flow.withObjects = flow.oneOf(around, flow.evaluate(object));
    flow.evaluate(body);
    flow.withObjects = around;
  },
  LabeledStatement: (flow, { body }) => flow.evaluate(body),
  ImportDeclaration: modules.readImport,
  ExportNamedDeclaration: modules.readNamedExport,
  ExportDefaultDeclaration: modules.readDefaultExport,
  ExportAllDeclaration: modules.readExportAll,
  TSImportEqualsDeclaration: modules.readImportEquals,
  TSExportAssignment: modules.readExportAssignment,
  TSModuleDeclaration: modules.readNamespace,
  TSEnumDeclaration: modules.readEnum,
});

/** Reads a block, which may declare names. */
function inBlock(flow: Flow, node: TSESTree.Node, declaring: Nodes, read: () => unknown): unknown {
  return flow.within(null, () => {
    flow.scopes.enterBlock(node, declaring);
    return read();
  });
}

/** Reads nodes without a common value. */
function readAll(flow: Flow, nodes: Nodes): void {
  for (const node of nodes) if (node !== null) flow.evaluate(node);
}

function guarded(flow: Flow, test: TSESTree.Node | null, nodes: Nodes): void {
  if (test !== null) flow.evaluate(test, "guard");
  readAll(flow, nodes);
}

function readVariables(flow: Flow, { declare, kind, declarations }: TSESTree.VariableDeclaration): void {
  if (declare) return;
  const { scopes, unset } = flow;
  for (const { id, init } of declarations) {
    const name = id.type === "Identifier" ? id.name : null;
    if (kind === "var" && flow.sharesTopLevel && name !== null) {
      const local = scopes.variableOf(name);
      flow.unset = local === scopes.top.names.get(name) ? local : none;
    }
    const value = init === null ? none : flow.evaluateAs(name, init);
    flow.unset = unset;
    bindPattern(flow, id, value, flow.readAt(value));
  }
}

/** Cases compare like `===`. */
function readSwitch(flow: Flow, node: TSESTree.SwitchStatement): void {
  const statements = node.cases.flatMap(({ consequent }) => consequent);
  flow.evaluate(node.discriminant, "identity");
  inBlock(flow, node, statements, () => {
    for (const { test } of node.cases) if (test !== null) flow.evaluate(test, "identity");
    readAll(flow, statements);
  });
}
