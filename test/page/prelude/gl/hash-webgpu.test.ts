import { expect, it } from "vitest";
import { createStateHash } from "../../../../src/core/state-hash.ts";
import { createCommandStream } from "../../../../src/page/prelude/gl/command-stream.ts";
import { hashWebGpu } from "../../../../src/page/prelude/gl/hash-webgpu.ts";

// Few machines have WebGPU, so these classes stand in for the browser's.
function createRealm(): {
  readonly GPUDevice: new () => { createRenderPipeline(descriptor: object): object };
  readonly GPUQueue: new () => { writeBuffer(buffer: object, offset: number, ...data: unknown[]): void };
  readonly GPUBuffer: new () => { getMappedRange(): ArrayBuffer; unmap(): void };
} {
  return {
    GPUDevice: class {
      createRenderPipeline(): object {
        return {};
      }
    },
    GPUQueue: class {
      writeBuffer(): void {
        // The GPU has the data.
      }
    },
    GPUBuffer: class {
      getMappedRange(): ArrayBuffer {
        return new ArrayBuffer(8);
      }
      unmap(): void {
        // The GPU has the data.
      }
    },
  };
}

function digestOf(use: (realm: ReturnType<typeof createRealm>) => void): string {
  const realm = createRealm();
  const hash = createStateHash();
  hashWebGpu(realm, createCommandStream(hash), hash);
  use(realm);
  return hash.digest();
}

it.each<[string, (value: number) => (realm: ReturnType<typeof createRealm>) => void]>([
  [
    "a constant deep in a pipeline's descriptor",
    (value) => (realm) => {
      new realm.GPUDevice().createRenderPipeline({ fragment: { constants: { red: value } }, layout: "auto" });
    },
  ],
  [
    "the data of a written buffer",
    (value) => (realm) => {
      new realm.GPUQueue().writeBuffer(new realm.GPUBuffer(), 0, new Float32Array([1, value]));
    },
  ],
  [
    "what is written into a mapped buffer",
    (value) => (realm) => {
      const buffer = new realm.GPUBuffer();
      new Uint8Array(buffer.getMappedRange())[3] = value;
      buffer.unmap();
    },
  ],
])("hashes %s", (_what, place) => {
  expect(digestOf(place(1))).toBe(digestOf(place(1)));
  expect(digestOf(place(2))).not.toBe(digestOf(place(1)));
});

it("hashes no data that a written buffer does not take", () => {
  const write = (memory: readonly number[]) => (realm: ReturnType<typeof createRealm>) => {
    new realm.GPUQueue().writeBuffer(new realm.GPUBuffer(), 0, new Uint8Array(memory), 1, 2);
  };
  expect(digestOf(write([9, 1, 2, 9]))).toBe(digestOf(write([0, 1, 2, 0])));
});
