import type { TSESTree } from "@typescript-eslint/types";
import { keyOf } from "./collect-members.ts";
import { bindName, bindPattern } from "./collect-patterns.ts";
import { type Flow, saysStrict, type Surroundings } from "./flow.ts";
import { emptyFunction, everyKey, type FunctionFact, type Key, none } from "./flow-facts.ts";
import { namesIn } from "./scopes.ts";
import { endOf, startOf } from "../parse/nodes.ts";

type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;
type FunctionNode = TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

/** Reads a function and returns its variable. Its name, if any, becomes part of the symbols inside. */
export function readFunction(flow: Flow, node: FunctionNode): number {
  const to = flow.newVariable();
  const { scopes } = flow;
  flow.within(null, () => {
    // The name of a function expression is visible only inside.
    if (node.type === "FunctionExpression" && node.id !== null) {
      scopes.enter(node);
      scopes.declareAll([node.id.name]);
    }
    const { current } = scopes;
    flow.facts.push(readBody(flow, node, to));
    scopes.current = current;
    if (node.id !== null) bindName(flow, node.id.name, to);
  });
  return to;
}

/**
 * Reads parameters and body, and stays in their scope.
 * @param known The value of `this`, if it is known: the instance or the object.
 */
function readBody(flow: Flow, node: FunctionNode, to: number, known = none): FunctionFact {
  const { around } = flow;
  const { generator, body } = node;
  const isArrow = node.type === "ArrowFunctionExpression";
  const returns = flow.newVariable();
  // A generator's yielded and returned values are in one array.
  const yields = generator ? flow.object("array") : none;
  flow.store(yields, everyKey, returns);
  const [result, keyword] = generator ? [yields, "yield"] : [returns, "return"];
  const isSloppy = around.isSloppy && !saysStrict(body);
  const argumentList = { variable: none };
  const hasOwnReceiver = !isArrow && known === none;
  const receiver = hasOwnReceiver ? flow.newVariable() : known;
  // An arrow function uses `this` and `arguments` of the surrounding function.
  flow.around = { ...around, returns, yields, isSloppy, ...(isArrow ? null : { receiver, argumentList }) };
  flow.scopes.enter(node);
  const bound = bindParameters(flow, node.params);
  flow.within(node.id?.name ?? null, () => readReturns(flow, body, returns));
  flow.scopes.nameVariable(keyword, result);
  if (hasOwnReceiver) flow.scopes.nameVariable("this", receiver);
  return {
    ...emptyFunction,
    to,
    ...bound,
    receiver,
    hasOwnReceiver,
    instance: isArrow ? none : flow.newVariable(),
    returns: result,
    argumentsVariable: argumentList.variable,
    start: startOf(node),
    end: endOf(node),
    isSloppy,
  };
}

function readReturns(flow: Flow, body: FunctionNode["body"], returns: number): void {
  if (body.type === "BlockStatement") readStatements(flow, body.body);
  else flow.copy(returns, flow.evaluate(body));
}

/** Reads the statements of a function or a program, and returns the value of the last one. */
export function readStatements(flow: Flow, statements: readonly TSESTree.ProgramStatement[]): number {
  flow.scopes.declareBody(statements);
  let completion = none;
  for (const statement of statements) completion = flow.evaluate(statement);
  return completion;
}

function bindParameters(flow: Flow, nodes: readonly TSESTree.Parameter[]): Pick<FunctionFact, "parameters" | "rest"> {
  flow.scopes.declareAll(nodes.flatMap(namesIn));
  const parameters: number[] = [];
  let rest = none;
  for (const node of nodes) {
    const variable = flow.newVariable();
    if (node.type === "RestElement") rest = variable;
    else parameters.push(variable);
    bindPattern(flow, node, variable);
  }
  return { parameters, rest };
}

/** Reads a class and returns its variable. */
export function readClass(flow: Flow, node: ClassNode): number {
  if (node.declare) return none;
  const name = node.id?.name ?? null;
  const to = flow.newVariable();
  for (const { expression } of node.decorators) flow.evaluate(expression);
  flow.within(null, () => {
    flow.scopes.enter(node);
    flow.scopes.declareAll(namesIn(node.id));
    const parent = node.superClass === null ? none : flow.evaluate(node.superClass);
    flow.scopes.nameVariable("super", parent);
    flow.within(name, () => readClassBody(flow, node, to, parent));
    if (name !== null) bindName(flow, name, to);
  });
  if (name !== null && node.type === "ClassDeclaration") bindName(flow, name, to);
  return to;
}

function readClassBody(flow: Flow, node: ClassNode, to: number, parent: number): void {
  const instance = flow.newVariable();
  // The members belong to the instance, but may also be called on instances of subclasses.
  const receivers = flow.newVariable();
  flow.copy(receivers, instance);
  const around = { ...flow.around, parent, isSloppy: false };
  const ofInstance: Surroundings = { ...around, receiver: receivers, parentInstance: flow.load(parent, "prototype") };
  const ofClass: Surroundings = { ...around, receiver: to, parentInstance: parent };
  let made: FunctionFact | null = null;
  for (const member of node.body.body) {
    const isStatic = member.type === "StaticBlock" || ("static" in member && member.static);
    flow.around = isStatic ? ofClass : ofInstance;
    made = readClassMember(flow, member, isStatic ? to : instance) ?? made;
  }
  const forwards = made === null && parent !== none;
  const body = made ?? { ...emptyFunction, start: startOf(node), end: endOf(node) };
  flow.facts.push({ ...body, to, instance, receivers, parent, forwards });
}

/**
 * Reads a member of a class. Returns it if it is the constructor.
 * @param owner The owner of the member: the instance, or the class itself.
 */
function readClassMember(flow: Flow, member: TSESTree.ClassElement, owner: number): FunctionFact | null {
  if (member.type === "StaticBlock")
    flow.within(null, () => {
      flow.scopes.enter(member);
      readStatements(flow, member.body);
    });
  if (!("key" in member)) return null;
  for (const { expression } of member.decorators) flow.evaluate(expression);
  const key = keyOf(flow, member.key, member.computed);
  const { receiver } = flow.around;
  return flow.within(key, () => {
    if (member.type === "PropertyDefinition" || member.type === "AccessorProperty") {
      if (member.value !== null) flow.store(owner, key, flow.evaluate(member.value));
    } else if (member.type === "MethodDefinition" && member.value.type === "FunctionExpression") {
      if (member.kind === "constructor") return readBody(flow, member.value, none, receiver);
      readMethod(flow, member.value, { kind: member.kind, key, owner, receiver });
    }
    return null;
  });
}

interface Method {
  readonly kind: "get" | "set" | "method" | "init";
  readonly key: Key;
  readonly owner: number;
  readonly receiver: number;
}

/** Reads a method of a class or an object. A getter stands for its result, and a setter gets every stored value. */
export function readMethod(flow: Flow, node: TSESTree.FunctionExpression, method: Method): void {
  const { kind, key, owner, receiver } = method;
  const to = flow.newVariable();
  const fact = readBody(flow, node, to, receiver);
  flow.facts.push(fact);
  const [given] = fact.parameters;
  if (kind === "set" && given !== undefined) flow.load(receiver, key, { to: given });
  else if (kind !== "set") flow.store(owner, key, kind === "get" ? fact.returns : to);
}
