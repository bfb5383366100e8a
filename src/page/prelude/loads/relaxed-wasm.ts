import { bytesIn } from "../../../core/bytes-in.ts";
import { type Method, replaceConstructor, replaceMethod } from "../native/native-look.ts";
import type { SharedMemory } from "./shared-memory.ts";
import { nativeMethod } from "./native-method.ts";
import { hasRelaxedInstruction, readNumber } from "./wasm-instructions.ts";

const api = "WebAssembly relaxed SIMD";
const headerBytes = 8;
const memorySection = 5;
const codeSection = 10;
// Of a memory: whether it has a maximum, and whether it is shared.
const limitFlag = 1;
const sharedFlag = 2;
// An instruction of relaxed SIMD is the prefix 0xFD and a number from 0x100 to 0x113, as LEB128 in two bytes.
const prefix = 0xfd;
const lowest = 0x80;
const highest = 0x93;
const second = 0x02;

/** Records the current call site, for a use that is detected later. */
export type MarkUse = () => (api: string) => void;

interface Parts {
  readonly markUse: MarkUse;
  readonly sharedMemory: Pick<SharedMemory, "note">;
}

/** Reports modules with relaxed SIMD, whose results depend on the processor, and notes those that make shared memory. */
export function nameRelaxedWasm(realm: Window & typeof globalThis, { markUse: mark, sharedMemory }: Parts): void {
  const { ArrayBuffer, Response, SharedArrayBuffer, WebAssembly } = realm;
  const read = nativeMethod(Response.prototype, "arrayBuffer");
  const clone = nativeMethod(Response.prototype, "clone");

  function look(source: unknown, onUse: ReturnType<MarkUse>): void {
    // Pages that are not cross-origin isolated have no shared buffers.
    const isShared = typeof SharedArrayBuffer === "function" && source instanceof SharedArrayBuffer;
    if (ArrayBuffer.isView(source) || isShared || source instanceof ArrayBuffer) lookAt(bytesIn(source), onUse);
  }
  function lookAt(bytes: Uint8Array, onUse: ReturnType<MarkUse>): void {
    if (isRelaxed(bytes)) onUse(api);
    if (makesSharedMemory(bytes)) sharedMemory.note("WebAssembly.Memory");
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
      // The compilation reports whatever is wrong with a response.
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

/** Whether a module has an instruction of relaxed SIMD, or an unknown instruction in code that seems to contain one. */
export function isRelaxed(bytes: Uint8Array): boolean {
  const code = sectionOf(bytes, codeSection);
  return code !== null && hasRelaxedFunction(code);
}

/** Whether a module has shared memory of its own, which it may export. */
export function makesSharedMemory(bytes: Uint8Array): boolean {
  const memories = sectionOf(bytes, memorySection);
  if (memories === null) return false;
  let [count, at] = readNumber(memories, 0);
  for (; count > 0 && at < memories.length; count -= 1) {
    const flags = memories[at] ?? 0;
    if ((flags & sharedFlag) !== 0) return true;
    [, at] = readNumber(memories, at + 1);
    if ((flags & limitFlag) !== 0) [, at] = readNumber(memories, at);
  }
  return false;
}

function sectionOf(bytes: Uint8Array, id: number): Uint8Array | null {
  for (let at = headerBytes; at < bytes.length;) {
    const [size, start] = readNumber(bytes, at + 1);
    if (bytes[at] === id) return bytes.subarray(start, start + size);
    at = start + size;
  }
  return null;
}

/** Constants and offsets look like relaxed SIMD about once in a megabyte, so the instructions must be read in order. */
function hasRelaxedFunction(code: Uint8Array): boolean {
  let [count, at] = readNumber(code, 0);
  for (; count > 0 && at < code.length; count -= 1) {
    const [size, start] = readNumber(code, at);
    at = start + size;
    const body = code.subarray(start, at);
    if (looksRelaxed(body) && hasRelaxedInstruction(body)) return true;
  }
  return false;
}

function looksRelaxed(body: Uint8Array): boolean {
  for (let at = body.indexOf(prefix); at >= 0; at = body.indexOf(prefix, at + 1)) {
    const low = body[at + 1] ?? 0;
    if (low >= lowest && low <= highest && body[at + 2] === second) return true;
  }
  return false;
}
