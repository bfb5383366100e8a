import type { TSESTree } from "@typescript-eslint/types";
import { keyOf, type PropertyKey } from "./collect-members.ts";
import { bindPattern } from "./collect-patterns.ts";
import { type Collector, saysStrict, type Surroundings } from "./collector.ts";
import type { FunctionFact } from "./flow-facts.ts";
import { everyKey, none } from "./flow-facts.ts";

type FunctionNode = TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

/** Reads a function and gives the variable of it. The name, if any, becomes part of the symbols within. */
export function readFunction(collector: Collector, node: FunctionNode): number {
  const to = collector.newVariable();
  collector.emit({ ...readBody(collector, node, {}), to });
  if (node.id !== null) bindPattern(collector, node.id, to);
  return to;
}

/** Reads parameters and body. A receiver that is given is what `this` means within: the instance, or the object. */
function readBody(
  collector: Collector,
  node: FunctionNode,
  given: Partial<Pick<Surroundings, "receiver">>,
): FunctionFact {
  const around = collector.surroundings;
  const { returns, yields, result } = newResults(collector, node.generator);
  // An arrow function has the `this` and the `arguments` of what is around it, and makes no instances.
  const own = node.type === "ArrowFunctionExpression" ? none : collector.newVariable();
  const { instance, receiver, argumentsVariable } =
    own === none
      ? arrowOf(around)
      : {
          instance: own,
          receiver: given.receiver ?? collector.newVariable(),
          argumentsVariable: collector.newVariable(),
        };
  const isSloppy = around.isSloppy && !isStrict(node.body);
  collector.surroundings = { ...around, returns, yields, receiver, argumentsVariable, isSloppy };
  const parameters: number[] = [];
  let rest = none;
  for (const parameter of node.params) {
    const variable = collector.newVariable();
    if (parameter.type === "RestElement") rest = variable;
    else parameters.push(variable);
    bindPattern(collector, parameter, variable);
  }
  const value = collector.within(node.id?.name ?? null, () => collector.evaluate(node.body));
  if (node.body.type !== "BlockStatement") collector.copy(returns, value);
  collector.surroundings = around;
  collector.nameKeyword(node.generator ? "yield" : "return", result, node);
  if (own !== none && given.receiver === undefined) collector.nameKeyword("this", receiver, node);
  return {
    kind: "function",
    to: none,
    start: node.range[0],
    end: node.range[1],
    parameters,
    rest,
    returns: result,
    ...(own === none ? ownOfArrow : { argumentsVariable: ifRead(collector, argumentsVariable), receiver, isSloppy }),
    hasOwnReceiver: own !== none && given.receiver === undefined,
    instance,
    receivers: none,
    parent: none,
    forwards: false,
  };
}

/** What a function returns is what a call of it gives. What a generator yields is in an array, with what it returns. */
function newResults(
  collector: Collector,
  isGenerator: boolean,
): Pick<Surroundings, "returns" | "yields"> & { readonly result: number } {
  const returns = collector.newVariable();
  if (!isGenerator) return { returns, yields: none, result: returns };
  const yields = collector.newVariable();
  collector.emit({ kind: "object", to: yields, shape: "array", length: null });
  collector.emit({ kind: "store", object: yields, key: everyKey, keyVariable: none, from: returns, site: none });
  return { returns, yields, result: yields };
}

const ownOfArrow = { argumentsVariable: none, receiver: none, isSloppy: false } as const;

function isStrict(body: TSESTree.BlockStatement | TSESTree.Expression): boolean {
  return body.type === "BlockStatement" && saysStrict(body.body);
}

/** The variable of `arguments` where anyone reads it. */
function ifRead(collector: Collector, argumentsVariable: number): number {
  return collector.readArgumentLists.has(argumentsVariable) ? argumentsVariable : none;
}

function arrowOf({
  receiver,
  argumentsVariable,
}: Surroundings): Pick<FunctionFact, "instance" | "receiver" | "argumentsVariable"> {
  return { instance: none, receiver, argumentsVariable };
}

/** Reads a class and gives the variable of it. */
export function readClass(collector: Collector, node: TSESTree.ClassDeclaration | TSESTree.ClassExpression): number {
  const to = collector.newVariable();
  const instance = collector.newVariable();
  const parent = node.superClass === null ? none : collector.evaluate(node.superClass);
  collector.nameKeyword("super", parent, node);
  const around = collector.surroundings;
  const parentInstance = parent === none ? none : collector.newVariable();
  if (parentInstance !== none) collector.emit(prototypeRead(parentInstance, parent));
  // What has the members is one thing; what they may be called on is that, and instances of what extends it.
  const receivers = collector.newVariable();
  collector.copy(receivers, instance);
  const ofInstance: Surroundings = { ...around, receiver: receivers, parent, parentInstance, isSloppy: false };
  const ofClass: Surroundings = { ...around, receiver: to, parent, parentInstance: parent, isSloppy: false };
  for (const decorator of node.decorators) collector.evaluate(decorator);
  const constructor = collector.within(node.id?.name ?? null, () => {
    let found: FunctionFact | null = null;
    for (const member of node.body.body) {
      const isStatic = member.type === "StaticBlock" || ("static" in member && member.static);
      collector.surroundings = isStatic ? ofClass : ofInstance;
      found = readClassMember(collector, member, isStatic ? to : instance) ?? found;
    }
    return found;
  });
  collector.surroundings = around;
  const made = constructor ?? {
    kind: "function",
    parameters: [],
    rest: none,
    argumentsVariable: none,
    returns: none,
    receiver: none,
    isSloppy: false,
    hasOwnReceiver: false,
    start: node.range[0],
    end: node.range[1],
  };
  collector.emit({ ...made, to, instance, receivers, parent, forwards: constructor === null && parent !== none });
  if (node.id !== null) bindPattern(collector, node.id, to);
  return to;
}

function prototypeRead(to: number, object: number): Parameters<Collector["emit"]>[0] {
  return { kind: "load", to, object, key: "prototype", keyVariable: none, site: none, use: "value", inner: none };
}

/**
 * Reads a member of a class, and gives the constructor back where it is one.
 * @param object What has the member: what the class makes, or the class itself.
 */
function readClassMember(collector: Collector, member: TSESTree.ClassElement, object: number): FunctionFact | null {
  if (member.type === "StaticBlock") {
    for (const statement of member.body) collector.evaluate(statement);
    return null;
  }
  if (!("key" in member)) return null;
  if ("decorators" in member) for (const decorator of member.decorators) collector.evaluate(decorator);
  const key = keyOf(collector, member.key, member.computed);
  const { receiver } = collector.surroundings;
  const store = (from: number): void => {
    if (from !== none) collector.emit({ kind: "store", object, ...key, from, site: none });
  };
  return collector.within(key.key, () => {
    if (member.type === "PropertyDefinition" || member.type === "AccessorProperty") {
      if (member.value !== null) store(collector.evaluate(member.value));
      return null;
    }
    if (member.type !== "MethodDefinition" || member.value.type !== "FunctionExpression") return null;
    if (member.kind === "constructor") return readBody(collector, member.value, { receiver });
    readMethod(collector, { value: member.value, kind: member.kind, key, receiver, store });
    return null;
  });
}

interface Method {
  readonly value: TSESTree.FunctionExpression;
  readonly kind: "get" | "set" | "method" | "init";
  readonly key: PropertyKey;
  readonly receiver: number;
  readonly store: (from: number) => void;
}

/** Reads a method of a class or of an object. A getter stands for what it gives back, and a setter gets all that is stored. */
export function readMethod(collector: Collector, { value, kind, key, receiver, store }: Method): void {
  const fact = readBody(collector, value, { receiver });
  if (kind === "get") store(fact.returns);
  const [given] = fact.parameters;
  if (kind === "set" && given !== undefined)
    collector.emit({ kind: "load", to: given, object: receiver, ...key, site: none, use: "value", inner: none });
  const to = collector.newVariable();
  collector.emit({ ...fact, to });
  if (kind === "method" || kind === "init") store(to);
}
