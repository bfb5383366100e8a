import { faceOf, hasFaces } from "./gl-bindings.ts";
import type { GlTotals } from "./gl-totals.ts";
import { storedBytes, type TexelBox } from "./texel-bytes.ts";

interface Level {
  readonly box: TexelBox;
  readonly bytes: number;
}

interface LiveTexture {
  /** By face and level. */
  readonly levels: Map<number, Level>;
  /** Whether each level has half the depth of the one before. */
  isVolume: boolean;
  bytes: number;
}

/** The place of a picture in a texture. */
interface LevelPlace {
  /** Of the texture, or of one of its faces. */
  readonly target: number;
  readonly level: number;
}

interface LiveBytes {
  bytes: number;
}

/** A picture to store in a texture. */
export interface StoredPicture {
  readonly internalFormat: unknown;
  /** Of the upload. They decide the size of an unsized internal format. */
  readonly format: unknown;
  readonly type: unknown;
  readonly box: TexelBox;
}

const volume = 0x806f;
const firstFace = 0x8515;
/** More than a texture can have. */
const levelsMax = 64;
const facesMax = 6;

/**
 * The textures, buffers and renderbuffers of a context or a device that were created and not deleted, with their bytes.
 * An object that the page merely drops still counts, because the time of garbage collection varies.
 */
export class LiveObjects {
  readonly #totals: GlTotals;
  /** This context's share of the totals, which is subtracted when the context is lost. */
  readonly #own = { liveTextures: 0, textureBytes: 0, renderbufferBytes: 0, liveBuffers: 0, bufferBytes: 0 };
  #textures = new WeakMap<object, LiveTexture>();
  #buffers = new WeakMap<object, LiveBytes>();
  #renderbuffers = new WeakMap<object, LiveBytes>();

  constructor(totals: GlTotals) {
    this.#totals = totals;
  }

  addTexture(texture: object): void {
    this.#textures.set(texture, { levels: new Map(), isVolume: false, bytes: 0 });
    this.#add("liveTextures", 1);
  }

  addBuffer(buffer: object): void {
    this.#buffers.set(buffer, { bytes: 0 });
    this.#add("liveBuffers", 1);
  }

  addRenderbuffer(renderbuffer: object): void {
    this.#renderbuffers.set(renderbuffer, { bytes: 0 });
  }

  removeTexture(texture: object): void {
    const record = this.#textures.get(texture);
    if (record === undefined) return;
    this.#textures.delete(texture);
    this.#add("liveTextures", -1);
    this.#add("textureBytes", -record.bytes);
  }

  removeBuffer(buffer: object): void {
    const record = this.#buffers.get(buffer);
    if (record === undefined) return;
    this.#buffers.delete(buffer);
    this.#add("liveBuffers", -1);
    this.#add("bufferBytes", -record.bytes);
  }

  removeRenderbuffer(renderbuffer: object): void {
    const record = this.#renderbuffers.get(renderbuffer);
    if (record === undefined) return;
    this.#renderbuffers.delete(renderbuffer);
    this.#add("renderbufferBytes", -record.bytes);
  }

  setBuffer(buffer: object, bytes: number): void {
    const record = this.#buffers.get(buffer);
    if (record === undefined) return;
    this.#add("bufferBytes", bytes - record.bytes);
    record.bytes = bytes;
  }

  setRenderbuffer(renderbuffer: object, bytes: number): void {
    const record = this.#renderbuffers.get(renderbuffer);
    if (record === undefined) return;
    this.#add("renderbufferBytes", bytes - record.bytes);
    record.bytes = bytes;
  }

  /** Stores a picture in one level of a texture. */
  setLevel(texture: object, target: number, level: number, { internalFormat, box, ...upload }: StoredPicture): void {
    this.setLevelBytes(texture, { target, level, box, bytes: storedBytes(internalFormat, upload, box) });
  }

  setLevelBytes(texture: object, { target, level, box, bytes }: Level & LevelPlace): void {
    const record = this.#textures.get(texture);
    if (record === undefined) return;
    record.isVolume ||= target === volume;
    const key = faceOf(target) * levelsMax + level;
    const change = bytes - (record.levels.get(key)?.bytes ?? 0);
    record.levels.set(key, { box, bytes });
    record.bytes += change;
    this.#add("textureBytes", change);
  }

  /** Allocates all levels of a texture, as texStorage does. */
  setStorage(texture: object, target: number, levels: number, picture: StoredPicture): void {
    for (let level = 0; level < Math.min(levels, levelsMax); level += 1)
      this.#setFaces(texture, target, level, { ...picture, box: shrunk(picture.box, level, target === volume) });
  }

  /** Allocates the levels after a texture's first one, down to a single texel. */
  generateLevels(texture: object, target: number): void {
    const record = this.#textures.get(texture);
    if (record === undefined) return;
    for (let face = 0; face < facesMax; face += 1) {
      const base = record.levels.get(face * levelsMax);
      if (base === undefined) continue;
      const perTexel = base.bytes / Math.max(1, texelsOf(base.box));
      for (let level = 1; level < levelsMax && !isSingle(base.box, level - 1, record.isVolume); level += 1) {
        const box = shrunk(base.box, level, record.isVolume);
        const place = { target: hasFaces(target) ? firstFace + face : target, level };
        this.setLevelBytes(texture, { ...place, box, bytes: texelsOf(box) * perTexel });
      }
    }
  }

  /** The size of a texture's level, of which all faces have the same; null if it has none. */
  sizeOf(texture: object, level: number): TexelBox | null {
    const levels = this.#textures.get(texture)?.levels;
    for (let face = 0; face < facesMax; face += 1) {
      const known = levels?.get(face * levelsMax + level);
      if (known !== undefined) return known.box;
    }
    return null;
  }

  /** Frees everything, because the context is lost. */
  freeAll(): void {
    this.#textures = new WeakMap();
    this.#buffers = new WeakMap();
    this.#renderbuffers = new WeakMap();
    for (const name of ["liveTextures", "textureBytes", "renderbufferBytes", "liveBuffers", "bufferBytes"] as const)
      this.#add(name, -this.#own[name]);
  }

  #setFaces(texture: object, target: number, level: number, picture: StoredPicture): void {
    if (!hasFaces(target)) this.setLevel(texture, target, level, picture);
    else for (let face = 0; face < facesMax; face += 1) this.setLevel(texture, firstFace + face, level, picture);
  }

  #add(name: LevelName, change: number): void {
    this.#own[name] += change;
    this.#totals[name] += change;
  }
}

type LevelName = "liveTextures" | "textureBytes" | "renderbufferBytes" | "liveBuffers" | "bufferBytes";

function texelsOf({ width, height, depth }: TexelBox): number {
  return width * height * depth;
}

/** The size of a level of a texture whose first level has this size. */
export function shrunk({ width, height, depth }: TexelBox, level: number, isVolume: boolean): TexelBox {
  const half = (size: number): number => Math.max(1, size >> level);
  return { width: half(width), height: half(height), depth: isVolume ? half(depth) : depth };
}

function isSingle(box: TexelBox, level: number, isVolume: boolean): boolean {
  const { width, height, depth } = shrunk(box, level, isVolume);
  return width === 1 && height === 1 && (depth === 1 || !isVolume);
}
