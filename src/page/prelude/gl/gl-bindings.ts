const arrayElementBuffer = 0x8893;
const framebufferTarget = 0x8d40;
const readTarget = 0x8ca8;
const drawTarget = 0x8ca9;
const firstUnit = 0x84c0;
/** Targets are smaller, so a unit and a target make one key. */
const targetsMax = 0x10000;

/** The first and the last of the six faces of a cube map, and its binding. */
const firstFace = 0x8515;
const lastFace = 0x851a;
const cubeMap = 0x8513;

/** The face that a target of an upload names, from 0; 0 for a texture without faces. */
export function faceOf(target: number): number {
  return isFace(target) ? target - firstFace : 0;
}

/** Whether textures with this target have six faces. */
export function hasFaces(target: number): boolean {
  return target === cubeMap || isFace(target);
}

function isFace(target: number): boolean {
  return target >= firstFace && target <= lastFace;
}

/**
 * A context's bindings, as far as counts depend on them. They follow from the calls; the context itself is never
 * queried.
 */
export class GlBindings {
  #program: object | null = null;
  #unit = 0;
  readonly #textures = new Map<number, object | null>();
  #drawFramebuffer: object | null = null;
  #readFramebuffer: object | null = null;
  readonly #buffers = new Map<number, object | null>();
  #vertexArray: object = this;
  /** By vertex array. This object itself stands for the default one. */
  readonly #elementBuffers = new WeakMap<object, object | null>();
  #renderbuffer: object | null = null;

  /** Returns whether this is another program than before. */
  useProgram(program: object | null): boolean {
    const isSwitch = program !== null && program !== this.#program;
    this.#program = program;
    return isSwitch;
  }

  activeTexture(texture: number): void {
    this.#unit = texture - firstUnit;
  }

  /** Returns whether this changes the binding of the active unit. */
  bindTexture(target: number, texture: object | null): boolean {
    const key = this.#unit * targetsMax + target;
    const isChange = (this.#textures.get(key) ?? null) !== texture;
    this.#textures.set(key, texture);
    return isChange;
  }

  /** The texture that an upload to the target goes to. */
  textureAt(target: number): object | null {
    const binding = isFace(target) ? cubeMap : target;
    return this.#textures.get(this.#unit * targetsMax + binding) ?? null;
  }

  /** Returns whether this changes the framebuffer that is drawn to or read from. */
  bindFramebuffer(target: number, framebuffer: object | null): boolean {
    const binds = (one: number): boolean => target === one || target === framebufferTarget;
    const isChange =
      (binds(drawTarget) && this.#drawFramebuffer !== framebuffer) ||
      (binds(readTarget) && this.#readFramebuffer !== framebuffer);
    if (binds(drawTarget)) this.#drawFramebuffer = framebuffer;
    if (binds(readTarget)) this.#readFramebuffer = framebuffer;
    return isChange;
  }

  bindBuffer(target: number, buffer: object | null): void {
    if (target === arrayElementBuffer) this.#elementBuffers.set(this.#vertexArray, buffer);
    else this.#buffers.set(target, buffer);
  }

  bufferAt(target: number): object | null {
    if (target === arrayElementBuffer) return this.#elementBuffers.get(this.#vertexArray) ?? null;
    return this.#buffers.get(target) ?? null;
  }

  bindVertexArray(vertexArray: object | null): void {
    this.#vertexArray = vertexArray ?? this;
  }

  bindRenderbuffer(renderbuffer: object | null): void {
    this.#renderbuffer = renderbuffer;
  }

  renderbuffer(): object | null {
    return this.#renderbuffer;
  }

  /** Unbinds a deleted object, except for a program, which stays current. */
  forget(deleted: object): void {
    for (const [key, texture] of this.#textures) if (texture === deleted) this.#textures.set(key, null);
    for (const [target, buffer] of this.#buffers) if (buffer === deleted) this.#buffers.set(target, null);
    if (this.#elementBuffers.get(this.#vertexArray) === deleted) this.#elementBuffers.set(this.#vertexArray, null);
    if (this.#vertexArray === deleted) this.#vertexArray = this;
    if (this.#drawFramebuffer === deleted) this.#drawFramebuffer = null;
    if (this.#readFramebuffer === deleted) this.#readFramebuffer = null;
    if (this.#renderbuffer === deleted) this.#renderbuffer = null;
  }
}
