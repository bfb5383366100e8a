import { absorbData, isPlain } from "../../../core/absorb-data.ts";
import { bytesIn, isEmpty } from "../../../core/bytes-in.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import type { ImageSources } from "./image-sources.ts";
import { elementsOfTexel } from "./texel-bytes.ts";
import { hookMethod, methodNames, toInteger, type MethodTable } from "./realm-methods.ts";

/** Feeds the calls to a graphics context into a hash, in order. */
export interface CommandStream {
  /** Absorbs every call of the commands on `owner`, a prototype, but not of queries. With `names`, only of those. */
  absorbCommands(owner: MethodTable, names?: readonly string[]): void;
  absorbCommand(receiver: object, name: string, parameters: readonly unknown[]): void;
  absorbAssignment(receiver: object, name: string, value: unknown): void;
}

/** Queries change nothing, and how often a page asks "is it done yet" depends on the machine. */
const questions = /^(?:get|is[A-Z]|checkFramebufferStatus$|clientWaitSync$|measureText$)/;

/**
 * Creates a stream into `sink`. Objects are hashed by the order of their first appearance, plain ones by their
 * contents, and images by their size and their source. Calls `onCommand` after each command that was taken.
 */
export function createCommandStream(
  sink: HashSink,
  images: ImageSources | null = null,
  onCommand: () => void = () => undefined,
): CommandStream {
  const ordinals = new WeakMap<object, number>();
  let ordinalCount = 0;
  let lastReceiver: object | null = null;

  function absorbOrdinal(value: object): void {
    const known = ordinals.get(value);
    const ordinal = known ?? (ordinalCount += 1);
    if (known === undefined) ordinals.set(value, ordinal);
    sink.addNumber(ordinal);
  }

  function absorbReceiver(receiver: object): void {
    if (receiver === lastReceiver) return;
    lastReceiver = receiver;
    absorbOrdinal(receiver);
  }

  function absorbValue(value: unknown): void {
    if (typeof value === "number") sink.addNumber(value);
    else if (typeof value === "boolean") sink.addNumber(value ? 1 : 0);
    else if (typeof value !== "object" || value === null) sink.addText(String(value));
    else if (ArrayBuffer.isView(value)) sink.addBytes(value);
    else if (isBuffer(value)) sink.addBytes(bytesIn(value));
    else if (Array.isArray(value)) {
      sink.addNumber(value.length);
      value.forEach(absorbValue);
    } else absorbObject(value);
  }

  function absorbObject(value: object): void {
    const source = images?.describe(value) ?? null;
    const isImage = absorbImage(value, sink);
    if (source !== null) sink.addText(source);
    else if (isPlain(value)) absorbData(sink, value, { absorbInstance: absorbObject });
    // An ImageData is a new object each time, so it is hashed by its pixels.
    else if (!isImage || !("data" in value)) absorbOrdinal(value);
  }

  function absorbCall(name: string, id: number, parameters: readonly unknown[]): void {
    // The old content of a buffer that is only written to does not matter.
    sink.name?.(name, callFields);
    const count = name === "readPixels" ? Math.min(6, parameters.length) : parameters.length;
    sink.addNumber(id);
    sink.addNumber(count);
    for (let index = 0; index < count; index += 1) {
      const value = parameters[index];
      const isPart = typeof value === "object" && index + 1 < count && isListWithRange(value);
      absorbValue(isPart ? takeRange(value, usedRange(name, parameters, index)) : value);
    }
  }

  return {
    absorbCommands(owner, names = methodNames(owner)) {
      for (const name of names) {
        if (questions.test(name)) continue;
        const id = idOf(name);
        hookMethod(owner, name, (original) => {
          return function (...parameters) {
            // A call without a receiver throws natively, and the page should get that error.
            if (isObject(this)) {
              absorbReceiver(this);
              absorbCall(name, id, parameters);
            }
            const result = original.apply(this, parameters);
            onCommand();
            return result;
          };
        });
      }
    },
    absorbCommand(receiver, name, parameters) {
      absorbReceiver(receiver);
      absorbCall(name, idOf(name), parameters);
    },
    absorbAssignment(receiver, name, value) {
      absorbReceiver(receiver);
      sink.name?.(`${name} =`, assignmentFields);
      sink.addNumber(idOf(name));
      absorbValue(value);
    },
  };
}

// Before the parameters come the name, as a number, and their count.
const callFields = ["name", "parameters"];
const assignmentFields = ["name", "value"];

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The entries of a list, or elements of a view, that a command reads. */
interface Range {
  readonly offset: number;
  readonly length: number;
}

function isListWithRange(value: unknown): value is readonly unknown[] | ArrayBufferView {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function takeRange(list: readonly unknown[] | ArrayBufferView, { offset, length }: Range): unknown {
  if (!ArrayBuffer.isView(list)) return list.slice(offset, offset + length);
  if (isEmpty(list)) return list;
  const bytesPerElement = "BYTES_PER_ELEMENT" in list ? toInteger(list.BYTES_PER_ELEMENT) : 1;
  const start = Math.min(list.byteLength, offset * bytesPerElement);
  const byteLength = Math.min(list.byteLength - start, length * bytesPerElement);
  return new Uint8Array(list.buffer, list.byteOffset + start, byteLength);
}

/**
 * Programs compiled to WebAssembly pass their whole memory with an offset and a length. Hashing the whole view would be
 * slow, and would include data that the command does not use.
 */
function usedRange(name: string, parameters: readonly unknown[], index: number): Range {
  // Only bufferData(target, data, usage, offset, length) has another parameter in between.
  const offsetAt = name === "bufferData" ? index + 2 : index + 1;
  if (offsetAt >= parameters.length) return { offset: 0, length: Infinity };
  const offset = toInteger(parameters[offsetAt]);
  if (name.startsWith("multiDraw")) return { offset, length: toInteger(parameters.at(-1)) };
  if (name.startsWith("clearBuffer")) return { offset, length: parameters[0] === colorBuffer ? 4 : 1 };
  const texels = countTexels(name, parameters);
  if (texels !== null) return { offset, length: texels };
  const length = toInteger(parameters[offsetAt + 1]);
  return { offset, length: length > 0 ? length : Infinity };
}

/** `gl.COLOR`: such a buffer is cleared with four values, the others with one. */
const colorBuffer = 0x1800;

/**
 * Positions of width, height and perhaps depth, and of format and type, in the uploads that take an offset but no
 * length.
 */
const uploadShapes: Readonly<Record<string, { readonly sizes: readonly number[]; readonly format: number }>> = {
  texImage2D: { sizes: [3, 4], format: 6 },
  texSubImage2D: { sizes: [4, 5], format: 6 },
  texImage3D: { sizes: [3, 4, 5], format: 7 },
  texSubImage3D: { sizes: [5, 6, 7], format: 8 },
};

/**
 * The number of elements that an upload reads; null for other commands. It ignores the padding of rows, which is off by
 * a few bytes.
 */
function countTexels(name: string, parameters: readonly unknown[]): number | null {
  const shape = uploadShapes[name];
  if (shape === undefined) return null;
  const texels = shape.sizes.reduce((product, position) => product * toInteger(parameters[position]), 1);
  return texels * elementsOfTexel(parameters[shape.format], parameters[shape.format + 1]);
}

// By name instead of by class, because the buffer may come from another realm.
function isBuffer(value: object): value is ArrayBuffer {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]";
}

/** Absorbs the size of an image, a canvas or a video, and the content of an ImageData, which is directly available. */
function absorbImage(value: object, sink: HashSink): boolean {
  if (!("width" in value && "height" in value)) return false;
  const { width, height } = value;
  if (typeof width !== "number" || typeof height !== "number") return false;
  sink.addNumber(width);
  sink.addNumber(height);
  if ("data" in value && ArrayBuffer.isView(value.data)) sink.addBytes(value.data);
  return true;
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): stable between builds, and cheaper to absorb than the name. */
function idOf(name: string): number {
  let id = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) id = Math.imul(id ^ name.charCodeAt(index), 0x01000193);
  return id >>> 0;
}
