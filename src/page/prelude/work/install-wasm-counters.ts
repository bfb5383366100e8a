import { bytesIn } from "../../../core/bytes-in.ts";
import type { WasmCounts } from "../../../formats/work.ts";
import { type Method, replaceConstructor, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { counterName, countInstructions } from "./count-instructions.ts";

/** Takes the instructions that a realm's instances have executed since the last call. */
export type TakeWasmCounts = () => WasmCounts;

/**
 * Makes every WebAssembly module that a page compiles count its executed instructions. Call before anything else
 * replaces these methods, so that it sees the page's original arguments.
 */
export function installWasmCounters(realm: Window & typeof globalThis): TakeWasmCounts {
  const { WebAssembly } = realm;
  const modules = createRewriter(realm);
  const instances = createCounters(realm);
  const started =
    (original: Method, prepare: (source: unknown) => unknown): Method =>
    (source, ...rest) => {
      const made: unknown = Reflect.apply(original, WebAssembly, [prepare(source), ...rest]);
      return made instanceof Promise ? made.then(instances.followResult) : made;
    };
  for (const name of ["compile", "instantiate"]) {
    replaceMethod(WebAssembly, name, (original) => started(original, modules.rewrite));
  }
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    replaceMethod(WebAssembly, name, (original) => started(original, modules.rewriteResponse));
  }
  const { Instance, Module } = WebAssembly;
  replaceConstructor(WebAssembly, "Module", ([source, ...rest], build) => build([modules.rewrite(source), ...rest]));
  replaceConstructor(WebAssembly, "Instance", (parameters, build) => {
    const instance = build(parameters);
    instances.follow(instance);
    return instance;
  });
  replaceGetter(Instance.prototype, "exports", (original, receiver) =>
    receiver instanceof Instance ? instances.follow(receiver) : original(),
  );
  replaceMethod(Module, "exports", (original) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const listed: unknown = Reflect.apply(original, this, parameters);
      return Array.isArray(listed) ? listed.filter((entry: unknown) => !isCounter(entry)) : listed;
    }
    return replacement;
  });
  return () => ({ instructions: instances.takeInstructions(), ...modules.counts() });
}

interface Rewriter {
  /** Returns a module that counts, or the source unchanged if that is impossible. */
  readonly rewrite: (source: unknown) => unknown;
  /** The same for a response, which may be a promise. */
  readonly rewriteResponse: (source: unknown) => Promise<unknown>;
  readonly counts: () => Pick<WasmCounts, "modules" | "uncounted">;
}

function createRewriter(realm: Window & typeof globalThis): Rewriter {
  const { ArrayBuffer, Response, SharedArrayBuffer, WebAssembly } = realm;
  const { validate } = WebAssembly;
  const readBody: unknown = Reflect.get(Response.prototype, "arrayBuffer");
  let modules = 0;
  let uncounted = 0;

  /** A copy, because a page may change its own buffer while a module is compiled. */
  function bytesOf(source: unknown): Uint8Array<ArrayBuffer> | null {
    // Pages that are not cross-origin isolated have no shared buffers.
    const isShared = typeof SharedArrayBuffer === "function" && source instanceof SharedArrayBuffer;
    const isData = ArrayBuffer.isView(source) || isShared || source instanceof ArrayBuffer;
    return isData ? new Uint8Array(bytesIn(source)) : null;
  }

  function rewrite(source: unknown): unknown {
    const bytes = bytesOf(source);
    // The compilation reports the error.
    if (bytes === null || !validate(bytes)) return source;
    const counting = countInstructions(bytes);
    const isValid = counting !== null && validate(counting);
    if (isValid) modules += 1;
    else uncounted += 1;
    return isValid ? counting : source;
  }

  async function rewriteResponse(source: unknown): Promise<unknown> {
    const response: unknown = await source;
    const isReadable = response instanceof Response && response.ok && !response.bodyUsed;
    if (!isReadable || typeof readBody !== "function") return response;
    const body: unknown = await Reflect.apply(readBody, response, []);
    const bytes = bytesOf(rewrite(body));
    return new Response(bytes, { headers: response.headers });
  }
  return { rewrite, rewriteResponse, counts: () => ({ modules, uncounted }) };
}

interface Counters {
  /** Returns the exports of an instance for the page, and counts the instance from now on. */
  readonly follow: (instance: object) => object;
  /** Follows the instance that `instantiate` has made, alone for a module and with its module for bytes. */
  readonly followResult: (result: unknown) => unknown;
  /** Of all instances, since the last call. */
  readonly takeInstructions: () => number;
}

function createCounters({ WebAssembly }: typeof globalThis): Counters {
  const { Global, Instance } = WebAssembly;
  const valueOfGlobal = getterOf(Global.prototype, "value");
  const exportsOfInstance = getterOf(Instance.prototype, "exports");
  const counters: { readonly global: object; last: bigint }[] = [];
  const known = new WeakMap<object, object>();

  function follow(instance: object): object {
    const seen = known.get(instance);
    if (seen !== undefined) return seen;
    const exports: unknown = exportsOfInstance(instance);
    if (typeof exports !== "object" || exports === null) return {};
    const global: unknown = Reflect.get(exports, counterName);
    const isCounted = global instanceof Global;
    const shown = isCounted ? withoutCounter(exports) : exports;
    known.set(instance, shown);
    if (isCounted) counters.push({ global, last: 0n });
    return shown;
  }

  function followResult(result: unknown): unknown {
    const isObject = typeof result === "object" && result !== null;
    const instance: unknown = isObject && !(result instanceof Instance) ? Reflect.get(result, "instance") : result;
    if (instance instanceof Instance) follow(instance);
    return result;
  }

  function takeInstructions(): number {
    let instructions = 0;
    for (const counter of counters) {
      const value: unknown = valueOfGlobal(counter.global);
      if (typeof value !== "bigint") continue;
      instructions += Number(value - counter.last);
      counter.last = value;
    }
    return instructions;
  }
  return { follow, followResult, takeInstructions };
}

/** The same exports in the same order, frozen and without a prototype like the originals. */
function withoutCounter(exports: object): object {
  const shown = {};
  Reflect.setPrototypeOf(shown, null);
  for (const key of Object.keys(exports)) {
    if (key !== counterName) Reflect.set(shown, key, Reflect.get(exports, key));
  }
  return Object.freeze(shown);
}

function isCounter(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && Reflect.get(entry, "name") === counterName;
}

function getterOf(owner: object, name: string): (receiver: object) => unknown {
  const read = Object.getOwnPropertyDescriptor(owner, name)?.get;
  if (read === undefined) throw new TypeError(`There is no ${name}.`);
  return (receiver): unknown => Reflect.apply(read, receiver, []);
}
