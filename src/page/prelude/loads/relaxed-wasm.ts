import { type Method, replaceConstructor, replaceMethod } from "../native/native-look.ts";
import { nativeMethod } from "./native-method.ts";

const api = "WebAssembly relaxed SIMD";
const headerBytes = 8;
const codeSection = 10;
// An instruction of relaxed SIMD is the prefix 0xFD and a number from 0x100 to 0x113, as LEB128 in two bytes.
const prefix = 0xfd;
const lowest = 0x80;
const highest = 0x93;
const second = 0x02;

/** Keeps the call site of now, for a use that shows later. */
export type MarkUse = () => (api: string) => void;

/** Names modules with relaxed SIMD, whose results depend on the processor. */
export function nameRelaxedWasm(realm: Window & typeof globalThis, mark: MarkUse): void {
  const { ArrayBuffer, Response, SharedArrayBuffer, WebAssembly } = realm;
  const read = nativeMethod(Response.prototype, "arrayBuffer");
  const clone = nativeMethod(Response.prototype, "clone");

  function look(source: unknown, onUse: ReturnType<MarkUse>): void {
    // Pages that are not isolated from others have no shared buffers.
    const isShared = typeof SharedArrayBuffer === "function" && source instanceof SharedArrayBuffer;
    if (ArrayBuffer.isView(source)) {
      if (isRelaxed(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))) onUse(api);
    } else if (isShared || source instanceof ArrayBuffer) {
      if (isRelaxed(new Uint8Array(source))) onUse(api);
    }
  }
  async function lookLater(source: unknown, onUse: ReturnType<MarkUse>): Promise<void> {
    const response = await source;
    if (!(response instanceof Response) || response.bodyUsed) return;
    const copy: unknown = Reflect.apply(clone, response, []);
    if (copy instanceof Response) look(await Reflect.apply(read, copy, []), onUse);
  }
  const watch = (original: Method, isStreamed: boolean): Method => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [source] = parameters;
      // Whatever is wrong with a response is told by the compilation.
      if (isStreamed) lookLater(source, mark()).catch(() => undefined);
      else look(source, mark());
      return Reflect.apply(original, this, parameters);
    }
    return replacement;
  };
  replaceConstructor(WebAssembly, "Module", (parameters, build) => {
    look(parameters[0], mark());
    return build(parameters);
  });
  for (const name of ["compile", "instantiate"]) {
    replaceMethod(WebAssembly, name, (original) => watch(original, false));
  }
  for (const name of ["compileStreaming", "instantiateStreaming"]) {
    replaceMethod(WebAssembly, name, (original) => watch(original, true));
  }
}

/** Whether the code section of a module has an instruction of relaxed SIMD, or something that looks like one. */
function isRelaxed(bytes: Uint8Array): boolean {
  for (let at = headerBytes; at < bytes.length;) {
    const [size, start] = readNumber(bytes, at + 1);
    if (bytes[at] === codeSection) return hasRelaxed(bytes.subarray(start, start + size));
    at = start + size;
  }
  return false;
}

function hasRelaxed(code: Uint8Array): boolean {
  for (let at = code.indexOf(prefix); at >= 0; at = code.indexOf(prefix, at + 1)) {
    const low = code[at + 1] ?? 0;
    if (low >= lowest && low <= highest && code[at + 2] === second) return true;
  }
  return false;
}

/** An unsigned number in LEB128, and the offset after it. */
function readNumber(bytes: Uint8Array, from: number): readonly [number, number] {
  let value = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * 2 ** (7 * (at - from));
    if (byte < 128) return [value, at + 1];
  }
  return [0, bytes.length];
}
