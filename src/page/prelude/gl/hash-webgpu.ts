import type { HashSink } from "../../../core/state-hash.ts";
import type { CommandStream } from "./command-stream.ts";
import { hookMethod, prototypeOf } from "./realm-methods.ts";

const classes = [
  "GPUDevice",
  "GPUQueue",
  "GPUCommandEncoder",
  "GPURenderPassEncoder",
  "GPUComputePassEncoder",
  "GPURenderBundleEncoder",
  "GPUBuffer",
  "GPUTexture",
  "GPUCanvasContext",
];

/** Hashes the commands of WebGPU and the data that they write, if the realm has it. */
export function hashWebGpu(realm: object, stream: CommandStream, sink: HashSink): void {
  for (const className of classes) {
    const owner = prototypeOf(realm, className);
    if (owner !== null) stream.absorbCommands(owner);
  }
  hashMappedBuffers(realm, sink);
}

/** A page writes into the ranges of a mapped buffer. They are read when it is unmapped, before they are detached. */
function hashMappedBuffers(realm: object, sink: HashSink): void {
  const owner = prototypeOf(realm, "GPUBuffer");
  const ranges = new WeakMap<object, ArrayBuffer[]>();
  hookMethod(owner, "getMappedRange", (original) => {
    return function (...parameters) {
      const range = original.apply(this, parameters);
      if (isBuffer(range)) ranges.set(this, [...(ranges.get(this) ?? []), range]);
      return range;
    };
  });
  hookMethod(owner, "unmap", (original) => {
    return function (...parameters) {
      for (const range of ranges.get(this) ?? []) sink.addBytes(new Uint8Array(range));
      ranges.delete(this);
      return original.apply(this, parameters);
    };
  });
}

function isBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}
