import type { GlTotals } from "./gl-totals.ts";
import { countBytes } from "./list-bytes.ts";
import { LiveObjects, shrunk } from "./live-objects.ts";
import { type ObserveCall, toInteger } from "./realm-methods.ts";
import { bytesOfTexels } from "./webgpu-texels.ts";
import { boxOfExtent, isObject, propertyOf } from "./webgpu-values.ts";

interface KnownTexture {
  readonly owner: LiveObjects;
  readonly format: unknown;
}

interface KnownBuffer {
  readonly owner: LiveObjects;
  /** True if the buffer is mapped for writing, so that `unmap` hands its ranges over. */
  isWritten: boolean;
  mappedBytes: number;
}

/** `GPUMapMode.WRITE`. */
const writeMode = 2;

/** Counts the buffers and textures of devices, and what the page's memory gives them. */
export class WebGpuObjects {
  readonly #totals: GlTotals;
  readonly #devices = new WeakMap<object, LiveObjects>();
  readonly #textures = new WeakMap<object, KnownTexture>();
  readonly #buffers = new WeakMap<object, KnownBuffer>();

  constructor(totals: GlTotals) {
    this.#totals = totals;
  }

  readonly createBuffer: ObserveCall = (device, [descriptor], buffer) => {
    if (!isObject(buffer)) return;
    const owner = this.#ownerOf(device);
    owner.addBuffer(buffer);
    owner.setBuffer(buffer, Math.max(0, Number(propertyOf(descriptor, "size"))));
    const isWritten = propertyOf(descriptor, "mappedAtCreation") === true;
    this.#buffers.set(buffer, { owner, isWritten, mappedBytes: 0 });
  };

  readonly createTexture: ObserveCall = (device, [descriptor], texture) => {
    if (!isObject(texture)) return;
    const owner = this.#ownerOf(device);
    const format = propertyOf(descriptor, "format");
    const box = boxOfExtent(propertyOf(descriptor, "size"));
    const isVolume = propertyOf(descriptor, "dimension") === "3d";
    const samples = toInteger(propertyOf(descriptor, "sampleCount") ?? 1);
    const levels = toInteger(propertyOf(descriptor, "mipLevelCount") ?? 1);
    owner.addTexture(texture);
    for (let level = 0; level < levels; level += 1) {
      const size = shrunk(box, level, isVolume);
      owner.setLevelBytes(texture, { target: 0, level, box: size, bytes: bytesOfTexels(format, size) * samples });
    }
    this.#textures.set(texture, { owner, format });
  };

  readonly destroyBuffer: ObserveCall = (buffer) => {
    this.#buffers.get(buffer)?.owner.removeBuffer(buffer);
  };

  readonly destroyTexture: ObserveCall = (texture) => {
    this.#textures.get(texture)?.owner.removeTexture(texture);
  };

  readonly destroyDevice: ObserveCall = (device) => {
    this.#ownerOf(device).freeAll();
  };

  readonly mapBuffer: ObserveCall = (buffer, [mode]) => {
    const known = this.#buffers.get(buffer);
    if (known !== undefined) known.isWritten = (toInteger(mode) & writeMode) !== 0;
  };

  /** A range has no length any more once its buffer is unmapped. */
  readonly noteRange: ObserveCall = (buffer, _parameters, range) => {
    const known = this.#buffers.get(buffer);
    if (known !== undefined) known.mappedBytes += countBytes(range, 0, 0) ?? 0;
  };

  readonly unmapBuffer: ObserveCall = (buffer) => {
    const known = this.#buffers.get(buffer);
    if (known === undefined) return;
    if (known.isWritten) this.#totals.bufferUploadBytes += known.mappedBytes;
    known.mappedBytes = 0;
  };

  readonly writeBuffer: ObserveCall = (_queue, [, , data, offset, size]) => {
    // A size of zero writes nothing, and none at all writes the rest.
    if (size !== undefined && toInteger(size) === 0) return;
    this.#totals.bufferUploadBytes += countBytes(data, offset, size) ?? 0;
  };

  readonly writeTexture: ObserveCall = (_queue, [destination, , , size]) => {
    this.#countTexels(destination, size);
  };

  readonly copyPicture: ObserveCall = (_queue, [, destination, size]) => {
    this.#countTexels(destination, size);
  };

  #countTexels(destination: unknown, size: unknown): void {
    const texture = propertyOf(destination, "texture");
    const format = isObject(texture) ? this.#textures.get(texture)?.format : undefined;
    this.#totals.textureUploadBytes += bytesOfTexels(format, boxOfExtent(size));
  }

  #ownerOf(device: object): LiveObjects {
    const known = this.#devices.get(device) ?? new LiveObjects(this.#totals);
    this.#devices.set(device, known);
    return known;
  }
}
