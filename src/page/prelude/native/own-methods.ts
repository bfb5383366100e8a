/**
 * The methods of lists, texts, functions, promises, numbers and patterns as they were before any script of the page
 * ran. The bundler rewrites `list.push(entry)` to `ownPush(list, entry)` all over the prelude and the host, see
 * `harness/serve/own-methods-plugin.ts`. Objects with their own methods of these names keep them.
 */

import { tamperWatch } from "./untouched.ts";

type AnyFunction = (this: unknown, ...parameters: unknown[]) => unknown;
type Receiver = Readonly<Record<string, AnyFunction | undefined>>;

const { apply, getPrototypeOf } = globalThis.Reflect;
const { isArray } = globalThis.Array;
const arrays = methodsOf(globalThis.Array.prototype);
const texts = methodsOf(globalThis.String.prototype);
const functions = methodsOf(globalThis.Function.prototype);
const promisePrototype: unknown = globalThis.Promise.prototype;
const promises = methodsOf(globalThis.Promise.prototype);
const numbers = methodsOf(globalThis.Number.prototype);
const patternPrototype: unknown = globalThis.RegExp.prototype;
const patterns = methodsOf(globalThis.RegExp.prototype);
const events = methodsOf(typeof globalThis.Event === "function" ? globalThis.Event.prototype : {});

/** Copies them, because the page may replace them later. */
function methodsOf(prototype: object): Receiver {
  const methods: Record<string, AnyFunction | undefined> = {};
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = value;
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    if (typeof method === "function") methods[name] = method as AnyFunction;
  }
  return methods;
}

function call(method: AnyFunction | undefined, receiver: unknown, parameters: unknown[]): unknown {
  // A missing method throws here as it would at its own call.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return apply(method as AnyFunction, receiver, parameters);
}

export const ownEvery = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["every"] : receiver["every"], receiver, parameters);
export const ownFilter = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["filter"] : receiver["filter"], receiver, parameters);
export const ownFind = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["find"] : receiver["find"], receiver, parameters);
export const ownFindIndex = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["findIndex"] : receiver["findIndex"], receiver, parameters);
export const ownFindLast = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["findLast"] : receiver["findLast"], receiver, parameters);
export const ownFlat = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["flat"] : receiver["flat"], receiver, parameters);
export const ownFlatMap = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["flatMap"] : receiver["flatMap"], receiver, parameters);
export const ownForEach = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["forEach"] : receiver["forEach"], receiver, parameters);
export const ownMap = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["map"] : receiver["map"], receiver, parameters);
export const ownPop = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["pop"] : receiver["pop"], receiver, parameters);
export const ownPush = (receiver: Receiver, ...parameters: unknown[]): unknown => {
  if (!isArray(receiver)) return call(receiver["push"], receiver, parameters);
  tamperWatch.beforePush(receiver.length);
  return call(arrays["push"], receiver, parameters);
};
export const ownReduce = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["reduce"] : receiver["reduce"], receiver, parameters);
export const ownReverse = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["reverse"] : receiver["reverse"], receiver, parameters);
export const ownShift = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["shift"] : receiver["shift"], receiver, parameters);
export const ownSome = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["some"] : receiver["some"], receiver, parameters);
export const ownSort = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["sort"] : receiver["sort"], receiver, parameters);
export const ownSplice = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["splice"] : receiver["splice"], receiver, parameters);
export const ownToReversed = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["toReversed"] : receiver["toReversed"], receiver, parameters);
export const ownToSorted = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["toSorted"] : receiver["toSorted"], receiver, parameters);
export const ownUnshift = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["unshift"] : receiver["unshift"], receiver, parameters);
export const ownEntries = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["entries"] : receiver["entries"], receiver, parameters);
export const ownKeys = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["keys"] : receiver["keys"], receiver, parameters);
export const ownValues = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["values"] : receiver["values"], receiver, parameters);
export const ownFill = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["fill"] : receiver["fill"], receiver, parameters);
export const ownJoin = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isArray(receiver) ? arrays["join"] : receiver["join"], receiver, parameters);
export const ownCharCodeAt = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["charCodeAt"] : receiver["charCodeAt"], receiver, parameters);
export const ownEndsWith = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["endsWith"] : receiver["endsWith"], receiver, parameters);
export const ownMatch = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["match"] : receiver["match"], receiver, parameters);
export const ownMatchAll = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["matchAll"] : receiver["matchAll"], receiver, parameters);
export const ownPadStart = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["padStart"] : receiver["padStart"], receiver, parameters);
export const ownReplace = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["replace"] : receiver["replace"], receiver, parameters);
export const ownReplaceAll = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["replaceAll"] : receiver["replaceAll"], receiver, parameters);
export const ownSplit = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["split"] : receiver["split"], receiver, parameters);
export const ownStartsWith = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["startsWith"] : receiver["startsWith"], receiver, parameters);
export const ownToLowerCase = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["toLowerCase"] : receiver["toLowerCase"], receiver, parameters);
export const ownToUpperCase = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["toUpperCase"] : receiver["toUpperCase"], receiver, parameters);
export const ownTrim = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["trim"] : receiver["trim"], receiver, parameters);
export const ownTrimStart = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "string" ? texts["trimStart"] : receiver["trimStart"], receiver, parameters);
export const ownAt = (receiver: Receiver, ...parameters: unknown[]): unknown => {
  if (isArray(receiver)) return call(arrays["at"], receiver, parameters);
  return call(typeof receiver === "string" ? texts["at"] : receiver["at"], receiver, parameters);
};
export const ownConcat = (receiver: Receiver, ...parameters: unknown[]): unknown => {
  if (isArray(receiver)) return call(arrays["concat"], receiver, parameters);
  return call(typeof receiver === "string" ? texts["concat"] : receiver["concat"], receiver, parameters);
};
export const ownIncludes = (receiver: Receiver, ...parameters: unknown[]): unknown => {
  if (isArray(receiver)) return call(arrays["includes"], receiver, parameters);
  return call(typeof receiver === "string" ? texts["includes"] : receiver["includes"], receiver, parameters);
};
export const ownIndexOf = (receiver: Receiver, ...parameters: unknown[]): unknown => {
  if (isArray(receiver)) return call(arrays["indexOf"], receiver, parameters);
  return call(typeof receiver === "string" ? texts["indexOf"] : receiver["indexOf"], receiver, parameters);
};
export const ownSlice = (receiver: Receiver, ...parameters: unknown[]): unknown => {
  if (isArray(receiver)) return call(arrays["slice"], receiver, parameters);
  return call(typeof receiver === "string" ? texts["slice"] : receiver["slice"], receiver, parameters);
};

// Reflect has one too, but is not a function. It never gets here.
export const ownApply = apply;
export const ownCall = (receiver: Receiver | AnyFunction, ...parameters: unknown[]): unknown =>
  typeof receiver === "function"
    ? call(functions["call"], receiver, parameters)
    : call(receiver["call"], receiver, parameters);
export const ownBind = (method: AnyFunction, ...parameters: unknown[]): unknown =>
  call(functions["bind"], method, parameters);

const isPromise = (value: object): boolean => getPrototypeOf(value) === promisePrototype;
export const ownThen = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(isPromise(receiver) ? promises["then"] : receiver["then"], receiver, parameters);
export const ownCatch = (receiver: Receiver, onError: unknown): unknown =>
  isPromise(receiver)
    ? call(promises["then"], receiver, [undefined, onError])
    : call(receiver["catch"], receiver, [onError]);
/** Awaits, because the browser's own `finally` calls `then` by its name. */
export async function ownFinally(receiver: Promise<unknown>, whenSettled: () => void): Promise<unknown> {
  try {
    return await receiver;
  } finally {
    whenSettled();
  }
}

export const ownToString = (receiver: Receiver, ...parameters: unknown[]): unknown =>
  call(typeof receiver === "number" ? numbers["toString"] : receiver["toString"], receiver, parameters);

const isPattern = (value: object): boolean => getPrototypeOf(value) === patternPrototype;
export const ownExec = (receiver: Receiver, text: unknown): unknown =>
  call(isPattern(receiver) ? patterns["exec"] : receiver["exec"], receiver, [text]);
/** Calls `exec`, because the browser's own `test` calls it by its name. */
export const ownTest = (receiver: Receiver, text: unknown): unknown =>
  isPattern(receiver) ? call(patterns["exec"], receiver, [text]) !== null : call(receiver["test"], receiver, [text]);

export const ownStopImmediatePropagation = (receiver: Receiver): unknown =>
  call(events["stopImmediatePropagation"], receiver, []);

/** Calls `method` if there is a receiver, like `?.`. */
export const ownMaybe = (method: AnyFunction, receiver: unknown, parameters: () => unknown[]): unknown => {
  if (receiver === undefined || receiver === null) return undefined;
  const all = parameters();
  call(arrays["unshift"], all, [receiver]);
  return apply(method, undefined, all);
};
