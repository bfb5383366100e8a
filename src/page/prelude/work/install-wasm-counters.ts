import type { WasmCounts } from "../../../formats/work.ts";
import { type Method, replaceConstructor, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { counterName, countInstructions } from "./count-instructions.ts";

/** Takes what the instances of a realm have executed since the last call. */
export type TakeWasmCounts = () => WasmCounts;

interface Counter {
  /** Reads the total so far. */
  readonly read: () => bigint;
  last: bigint;
}

/**
 * Lets every WebAssembly module that a page compiles count its executed instructions. Before anything else replaces these
 * methods: what a page compiles is then as it was given.
 */
export function installWasmCounters(realm: Window & typeof globalThis): TakeWasmCounts {
  const { ArrayBuffer, Response, SharedArrayBuffer, WebAssembly } = realm;
  const { validate } = WebAssembly;
  const valueOfGlobal = getterOf(WebAssembly.Global.prototype, "value");
  const exportsOfInstance = getterOf(WebAssembly.Instance.prototype, "exports");
  const { arrayBuffer } = Response.prototype;
  const counters: Counter[] = [];
  const known = new WeakMap<object, object>();
  let modules = 0;
  let uncounted = 0;

  /** A module that counts; as it was given if that cannot be. */
  function rewrite(source: unknown): unknown {
    const bytes = bytesOf(source);
    if (bytes === null || !validate(bytes)) return source;
    const counting = countInstructions(bytes);
    if (counting === null || !validate(counting)) {
      uncounted += 1;
      return source;
    }
    modules += 1;
    return counting;
  }

  function bytesOf(source: unknown): Uint8Array<ArrayBuffer> | null {
    // A page may change its own buffer while a module is compiled.
    if (ArrayBuffer.isView(source))
      return new Uint8Array(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
    const isShared = typeof SharedArrayBuffer === "function" && source instanceof SharedArrayBuffer;
    return isShared || source instanceof ArrayBuffer ? new Uint8Array(new Uint8Array(source)) : null;
  }

  async function rewriteResponse(source: unknown): Promise<unknown> {
    const response: unknown = await source;
    if (!(response instanceof Response) || !response.ok || response.bodyUsed) return response;
    const bytes = rewrite(await Reflect.apply(arrayBuffer, response, []));
    return bytes instanceof Uint8Array || bytes instanceof ArrayBuffer
      ? new Response(new Uint8Array(bytes), { headers: response.headers })
      : response;
  }

  /** What a page gets as the exports of an instance, which is counted from now on. */
  function follow(instance: object): object {
    const seen = known.get(instance);
    if (seen !== undefined) return seen;
    const exports: unknown = exportsOfInstance(instance);
    if (typeof exports !== "object" || exports === null) return {};
    const counter: unknown = Reflect.get(exports, counterName);
    const shown = counter instanceof WebAssembly.Global ? withoutCounter(exports) : exports;
    known.set(instance, shown);
    if (counter instanceof WebAssembly.Global) {
      counters.push({ read: () => numberOf(valueOfGlobal(counter)), last: 0n });
    }
    return shown;
  }

  /** The result of `instantiate` is an instance for a module, and both for bytes. */
  function followResult(result: unknown): unknown {
    if (result instanceof WebAssembly.Instance) follow(result);
    else if (typeof result === "object" && result !== null) {
      const instance: unknown = Reflect.get(result, "instance");
      if (instance instanceof WebAssembly.Instance) follow(instance);
    }
    return result;
  }

  const started =
    (original: Method, prepare: (source: unknown) => unknown): Method =>
    (source, ...rest) => {
      const made: unknown = Reflect.apply(original, WebAssembly, [prepare(source), ...rest]);
      return made instanceof Promise ? made.then(followResult) : made;
    };
  for (const name of ["compile", "instantiate"]) {
    replaceMethod(WebAssembly, name, (original) => started(original, rewrite));
  }
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    replaceMethod(WebAssembly, name, (original) => started(original, rewriteResponse));
  }
  replaceConstructor(WebAssembly, "Module", ([source, ...rest], build) => build([rewrite(source), ...rest]));
  replaceConstructor(WebAssembly, "Instance", (parameters, build) => {
    const instance = build(parameters);
    follow(instance);
    return instance;
  });
  replaceGetter(WebAssembly.Instance.prototype, "exports", (original, receiver) =>
    receiver instanceof WebAssembly.Instance ? follow(receiver) : original(),
  );
  replaceMethod(WebAssembly.Module, "exports", (original) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const listed: unknown = Reflect.apply(original, this, parameters);
      return Array.isArray(listed) ? listed.filter((entry: unknown) => !isCounter(entry)) : listed;
    }
    return replacement;
  });

  return () => {
    let instructions = 0;
    for (const counter of counters) {
      const total = counter.read();
      instructions += Number(total - counter.last);
      counter.last = total;
    }
    return { instructions, modules, uncounted };
  };
}

/** The same exports in the same order, frozen and without a prototype as they were. */
function withoutCounter(exports: object): object {
  const shown: object = Object.create(null);
  for (const key of Object.keys(exports)) {
    if (key !== counterName) Reflect.set(shown, key, Reflect.get(exports, key));
  }
  return Object.freeze(shown);
}

function numberOf(value: unknown): bigint {
  return typeof value === "bigint" ? value : 0n;
}

function isCounter(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && Reflect.get(entry, "name") === counterName;
}

function getterOf(owner: object, name: string): (receiver: object) => unknown {
  const read = Object.getOwnPropertyDescriptor(owner, name)?.get;
  if (read === undefined) throw new TypeError(`There is no ${name}.`);
  return (receiver) => Reflect.apply(read, receiver, []);
}
