import { heatDigits } from "../../../formats/frame-overdraw.ts";
import type { FragmentTarget } from "../../../formats/page-port.ts";
import type { NativeContext } from "./native-contexts.ts";
import type { TexelBox } from "./texel-bytes.ts";

/** The surface that the game draws into at the moment: its canvas, or one of its framebuffers. */
interface Surface {
  /** The framebuffer, or the context for its canvas. */
  readonly key: object;
  readonly isCanvas: boolean;
  readonly width: number;
  readonly height: number;
  readonly hasDepth: boolean;
  readonly hasStencil: boolean;
  /** The object with its depth, which several framebuffers may share; otherwise the key. */
  readonly depthKey: object;
}

/** A framebuffer of Framegate's with a depth and stencil of its own, which go through the same as the game's. */
interface Shadow {
  readonly framebuffer: WebGLFramebuffer;
  readonly width: number;
  readonly height: number;
  /** True if the game's depth is known: it was cleared in this frame, and not copied since. */
  isCleared: boolean;
}

/** Counts of a surface in the inspected frame. */
interface Tally {
  readonly surface: Surface;
  readonly index: number;
  /** Fragments by pixel, the lowest row first. */
  readonly perPixel: Uint32Array;
  /** Draws against a depth that is not known. */
  keptDepthDraws: number;
}

/** Where a draw goes, for the time of its count. */
export interface CountingTarget {
  readonly framebuffer: WebGLFramebuffer;
  readonly hasDepth: boolean;
  readonly hasStencil: boolean;
  /** The index of the surface among those drawn to. */
  readonly index: number;
  /** Adds up the fragments since the count began. */
  read(): number;
}

// The extension of WebGL 1 that makes such a format renderable has the constant.
const rgba32f = 0x8814;
const depth = 0x1801;
const stencil = 0x1802;

/** The counting targets of a context. */
export class CountingTargets {
  readonly #context: object;
  readonly #gl: WebGL2RenderingContext;
  readonly #isSecond: boolean;
  readonly #sizeOfTexture: CountingParts["sizeOfTexture"];
  readonly #shadows = new Map<object, Shadow>();
  readonly #tallies: Map<object, Tally>;
  /** True if the browser has float render targets with blending. */
  readonly #canAdd: boolean;
  #pixels = new Float32Array(0);

  constructor({ context, gl, isSecond }: NativeContext, parts: CountingParts) {
    this.#context = context;
    this.#gl = gl;
    this.#isSecond = isSecond;
    this.#sizeOfTexture = parts.sizeOfTexture;
    this.#tallies = parts.tallies;
    if (!isSecond) gl.getExtension("OES_texture_float");
    const needed = [isSecond ? "EXT_color_buffer_float" : "WEBGL_color_buffer_float", "EXT_float_blend"];
    this.#canAdd = needed.every((name) => gl.getExtension(name) !== null);
  }

  /** The target for the surface that is bound. */
  current(): CountingTarget | "nothing-drawn" | "not-counted" {
    const gl = this.#gl;
    const surface = this.#surface();
    if (surface === null || surface.width === 0 || surface.height === 0) return "nothing-drawn";
    const shadow = this.#shadowOf(surface);
    if (shadow === null) return "not-counted";
    const tally = this.#tallyOf(surface);
    const { hasDepth, hasStencil } = surface;
    const isTested = (hasDepth && gl.isEnabled(gl.DEPTH_TEST)) || (hasStencil && gl.isEnabled(gl.STENCIL_TEST));
    if (isTested && !shadow.isCleared) tally.keptDepthDraws += 1;
    return {
      ...{ framebuffer: shadow.framebuffer, hasDepth, hasStencil, index: tally.index },
      read: () => this.#read(tally),
    };
  }

  /**
   * Clears the depth and stencil of a shadow as the game has just cleared its own.
   * @param clear Clears whatever is bound.
   */
  mirrorClear(clear: (gl: WebGL2RenderingContext) => void): void {
    const gl = this.#gl;
    const surface = this.#surface();
    const shadow = surface === null ? null : this.#shadowOf(surface);
    if (shadow === null) return;
    const target = this.#drawTarget();
    const bound = this.#boundFramebuffer();
    gl.bindFramebuffer(target, shadow.framebuffer);
    clear(gl);
    gl.bindFramebuffer(target, bound);
    const isWhole = !gl.isEnabled(gl.SCISSOR_TEST) && gl.getParameter(gl.DEPTH_WRITEMASK) === true;
    if (isWhole) shadow.isCleared = true;
  }

  /** Call when the game has copied a depth or stencil from another framebuffer, which nothing follows. */
  noteCopy(): void {
    const surface = this.#surface();
    const shadow = surface === null ? null : this.#shadowOf(surface);
    if (shadow !== null) shadow.isCleared = false;
  }

  #drawTarget(): number {
    return this.#isSecond ? this.#gl.DRAW_FRAMEBUFFER : this.#gl.FRAMEBUFFER;
  }

  #boundFramebuffer(): WebGLFramebuffer | null {
    return objectOf(this.#gl.getParameter(this.#gl.FRAMEBUFFER_BINDING));
  }

  #surface(): Surface | null {
    const gl = this.#gl;
    const framebuffer = this.#boundFramebuffer();
    if (framebuffer === null) {
      const attributes = gl.getContextAttributes();
      return {
        ...{ key: this.#context, isCanvas: true, depthKey: this.#context },
        ...{ width: gl.drawingBufferWidth, height: gl.drawingBufferHeight },
        hasDepth: attributes?.depth === true,
        hasStencil: attributes?.stencil === true,
      };
    }
    const target = this.#drawTarget();
    if (gl.checkFramebufferStatus(target) !== gl.FRAMEBUFFER_COMPLETE) return null;
    const attached = (point: number): object | null =>
      gl.getFramebufferAttachmentParameter(target, point, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) === gl.NONE
        ? null
        : objectOf(gl.getFramebufferAttachmentParameter(target, point, gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
    // In WebGL 1 what is attached to the two at once is attached to neither of them.
    const both = this.#isSecond ? null : attached(gl.DEPTH_STENCIL_ATTACHMENT);
    const depthObject = both ?? attached(gl.DEPTH_ATTACHMENT);
    const stencilObject = both ?? attached(gl.STENCIL_ATTACHMENT);
    return {
      ...{ key: framebuffer, isCanvas: false, depthKey: depthObject ?? stencilObject ?? framebuffer },
      ...this.#sizeOf(target, both === null ? gl.DEPTH_ATTACHMENT : gl.DEPTH_STENCIL_ATTACHMENT),
      hasDepth: depthObject !== null,
      hasStencil: stencilObject !== null,
    };
  }

  /** The size of the bound framebuffer, which that of any attachment is. */
  #sizeOf(target: number, depthPoint: number): { readonly width: number; readonly height: number } {
    const gl = this.#gl;
    for (const point of [gl.COLOR_ATTACHMENT0, depthPoint]) {
      const read = (name: number): unknown => gl.getFramebufferAttachmentParameter(target, point, name);
      const type = read(gl.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
      if (type === gl.NONE) continue;
      const object = objectOf(read(gl.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
      if (object === null) continue;
      if (type === gl.RENDERBUFFER) return this.#sizeOfRenderbuffer(object);
      const level = Number(read(gl.FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL));
      const size = this.#sizeOfTexture(this.#context, object, level);
      if (size !== null) return size;
    }
    // A texture that was made in a way that nobody follows. Nothing is drawn outside of the viewport.
    const [left = 0, bottom = 0, width = 0, height = 0] = numbersIn(gl.getParameter(gl.VIEWPORT));
    return { width: left + width, height: bottom + height };
  }

  #sizeOfRenderbuffer(renderbuffer: WebGLRenderbuffer): { readonly width: number; readonly height: number } {
    const gl = this.#gl;
    const bound = objectOf(gl.getParameter(gl.RENDERBUFFER_BINDING));
    gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
    const width = Number(gl.getRenderbufferParameter(gl.RENDERBUFFER, gl.RENDERBUFFER_WIDTH));
    const height = Number(gl.getRenderbufferParameter(gl.RENDERBUFFER, gl.RENDERBUFFER_HEIGHT));
    gl.bindRenderbuffer(gl.RENDERBUFFER, bound);
    return { width, height };
  }

  #shadowOf(surface: Surface): Shadow | null {
    const { depthKey, width, height, isCanvas } = surface;
    const known = this.#shadows.get(depthKey);
    if (known?.width === width && known.height === height) return known;
    const framebuffer = this.#canAdd ? this.#createFramebuffer(width, height) : null;
    if (framebuffer === null) return null;
    // The browser clears a canvas before each frame, unless the game asks it not to.
    const isKept = !isCanvas || this.#gl.getContextAttributes()?.preserveDrawingBuffer === true;
    const shadow = { framebuffer, width, height, isCleared: !isKept };
    this.#shadows.set(depthKey, shadow);
    return shadow;
  }

  /** A framebuffer whose depth and stencil are clear. */
  #createFramebuffer(width: number, height: number): WebGLFramebuffer | null {
    const gl = this.#gl;
    const target = this.#drawTarget();
    const boundFramebuffer = this.#boundFramebuffer();
    const boundRenderbuffer = objectOf(gl.getParameter(gl.RENDERBUFFER_BINDING));
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(target, framebuffer);
    for (const [format, point] of [
      // WebGL 1 has no renderable format with one channel of this precision.
      [this.#isSecond ? gl.R32F : rgba32f, gl.COLOR_ATTACHMENT0],
      [this.#isSecond ? gl.DEPTH24_STENCIL8 : gl.DEPTH_STENCIL, gl.DEPTH_STENCIL_ATTACHMENT],
    ] as const) {
      const renderbuffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
      gl.framebufferRenderbuffer(target, point, gl.RENDERBUFFER, renderbuffer);
    }
    // New renderbuffers read as if they were cleared to a depth of 1 and a stencil of 0, as WebGL guarantees.
    const isComplete = gl.checkFramebufferStatus(target) === gl.FRAMEBUFFER_COMPLETE;
    gl.bindFramebuffer(target, boundFramebuffer);
    gl.bindRenderbuffer(gl.RENDERBUFFER, boundRenderbuffer);
    return isComplete ? framebuffer : null;
  }

  #tallyOf(surface: Surface): Tally {
    const { key, width, height } = surface;
    const known = this.#tallies.get(key);
    if (known?.surface.width === width && known.surface.height === height) return known;
    const index = this.#tallies.size;
    const tally = { surface, index, perPixel: new Uint32Array(width * height), keptDepthDraws: 0 };
    // One that has changed its size in the frame stays in the list.
    if (known !== undefined) this.#tallies.set({}, known);
    this.#tallies.set(key, tally);
    return tally;
  }

  /** Adds what is in the bound framebuffer to a tally. */
  #read({ surface: { width, height }, perPixel }: Tally): number {
    const gl = this.#gl;
    const channels = this.#isSecond ? 1 : 4;
    const length = width * height * channels;
    if (this.#pixels.length !== length) this.#pixels = new Float32Array(length);
    const pixels = this.#pixels;
    gl.readPixels(0, 0, width, height, this.#isSecond ? gl.RED : gl.RGBA, gl.FLOAT, pixels);
    let sum = 0;
    for (let at = 0, pixel = 0; at < length; at += channels, pixel += 1) {
      const fragments = pixels[at] ?? 0;
      if (fragments === 0) continue;
      sum += fragments;
      perPixel[pixel] = (perPixel[pixel] ?? 0) + fragments;
    }
    return sum;
  }
}

/** State that the contexts of a page share. */
export interface CountingParts {
  /** The size of a texture's level; null if nobody knows it. */
  readonly sizeOfTexture: (context: object, texture: object, level: number) => TexelBox | null;
  readonly tallies: Map<object, Tally>;
}

/** Describes what was counted, in the order of the indexes. */
export function describeTallies(tallies: ReadonlyMap<object, Tally>): readonly FragmentTarget[] {
  return [...tallies.values()]
    .toSorted((one, other) => one.index - other.index)
    .map(({ surface: { isCanvas, width, height }, perPixel, keptDepthDraws }) => {
      let coveredPixels = 0;
      let mostPerPixel = 0;
      for (let pixel = 0; pixel < perPixel.length; pixel += 1) {
        const fragments = perPixel[pixel] ?? 0;
        if (fragments > 0) coveredPixels += 1;
        if (fragments > mostPerPixel) mostPerPixel = fragments;
      }
      const heat = isCanvas ? encodeHeat(perPixel) : null;
      return { isCanvas, width, height, coveredPixels, mostPerPixel, keptDepthDraws, heat };
    });
}

function encodeHeat(perPixel: Uint32Array): string {
  let text = "";
  for (let pixel = 0; pixel < perPixel.length; pixel += 1) {
    text += heatDigits[Math.min(perPixel[pixel] ?? 0, heatDigits.length - 1)] ?? "";
  }
  return text;
}

/** True for a depth or stencil buffer, as a clear command names it. */
export function isDepthOrStencil(buffer: unknown): boolean {
  return buffer === depth || buffer === stencil;
}

function objectOf(value: unknown): object | null {
  return typeof value === "object" ? value : null;
}

function numbersIn(value: unknown): readonly number[] {
  // A list of four, perhaps of another realm.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Array.from(value as ArrayLike<unknown>, Number);
}
