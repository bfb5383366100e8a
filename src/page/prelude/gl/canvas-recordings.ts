import type { GlMode } from "./draw-commands.ts";
import { invokeMethod, type Method, type MethodTable } from "./realm-methods.ts";

/** A class of contexts, by its native methods. */
export interface ContextClass {
  /** Undefined for contexts that only show ImageBitmaps: nothing is recorded for them. */
  readonly clearRect: Method | undefined;
  readonly getContextAttributes: Method | undefined;
  readonly canvasOf: (context: object) => unknown;
}

/** The state of a canvas that was drawn to without rendering. */
interface Recording {
  readonly context: object;
  readonly clearRect: Method | undefined;
  /** The page said `willReadFrequently`. */
  readonly isReadOften: boolean;
  /** Drawing commands since the browser's recording was discarded. */
  pendingCount: number;
  isQueued: boolean;
  /** Whether pixels are missing, even if the browser rendered all that it has recorded. */
  isLost: boolean;
}

/**
 * Chromium rasterises by itself when a recording exceeds 4 MB. A command takes some hundred bytes with the state around
 * it, and discarding a recording costs as much as a few commands.
 */
const pendingMaximum = 500;

/** That many commands are discarded before a clip, since under the clip they could not be. */
const pendingMany = pendingMaximum / 2;

/** Covers the canvas under every transform of use, and overflows no float when it is scaled up. */
const everywhere: readonly number[] = [-1e15, -1e15, 2e15, 2e15];

/** Captures the native methods of a context's prototype before a page can replace them. */
export function contextClassOf(prototype: MethodTable): ContextClass {
  const { clearRect, getContextAttributes } = prototype;
  const canvas = Object.getOwnPropertyDescriptor(prototype, "canvas")?.get;
  const canvasOf = (context: object): unknown => (canvas === undefined ? null : Reflect.apply(canvas, context, []));
  return { clearRect, getContextAttributes, canvasOf };
}

/**
 * The recordings of a realm's 2D contexts. Chromium records the commands of a context and rasterises them at the end of
 * the task, or as soon as something needs the pixels. A command that clears the whole canvas makes it discard the
 * recording, since nobody could see the result. So the canvas is cleared just before that moment. The state of the
 * context and its path are kept. Under a clip nothing is discarded, and the browser rasterises as usual.
 */
export class CanvasRecordings {
  readonly #queueMicrotask: (callback: () => void) => void;
  /** By context, and by canvas. */
  readonly #recordings = new WeakMap<object, Recording>();
  #mode: GlMode;
  #isLoading = true;
  #hasLostPatterns = false;
  #queue: Recording[] = [];
  // Consecutive commands mostly go to the same context.
  #last: Recording | null = null;

  /** `queueMicrotask` is the browser's own. */
  constructor(mode: GlMode, queueMicrotask: (callback: () => void) => void) {
    this.#mode = mode;
    this.#queueMicrotask = queueMicrotask;
  }

  /** Whether the browser renders what the page draws. If so, there is nothing to note. */
  isRendering(): boolean {
    return this.#mode === "forward";
  }

  /** Sets the mode of the frames that follow. */
  setMode(mode: GlMode): void {
    this.#mode = mode;
    this.#isLoading = false;
  }

  /** To be called after each command that draws into `context`. */
  noteDrawing(context: object, contextClass: ContextClass): void {
    const recording = this.#last?.context === context ? this.#last : this.#open(context, contextClass);
    this.#last = recording;
    recording.pendingCount += 1;
    if (!recording.isQueued) this.#enqueue(recording);
    if (recording.pendingCount >= pendingMaximum) discard(recording);
  }

  /** Notes that pixels were drawn into `context` that have not been rendered. */
  noteLostSource(context: object, contextClass: ContextClass): void {
    this.#open(context, contextClass).isLost = true;
  }

  /** Notes a pattern of pixels that have not been rendered. Every canvas may be painted with it. */
  noteLostPattern(): void {
    this.#hasLostPatterns = true;
  }

  /** Notes that `canvas`, or the canvas of a context, is transparent again, as when its size is set. */
  noteReset(canvas: object): void {
    const recording = this.#recordings.get(canvas);
    if (recording === undefined) return;
    recording.pendingCount = 0;
    recording.isLost = false;
  }

  /**
   * Whether drawing the canvas `value` would make the browser rasterise a recording that is to be discarded, or give
   * wrong pixels.
   */
  isUnrendered(value: unknown): value is object {
    const recording = this.#find(value);
    // While loading, pages compose pictures and read them, and rendering those costs less than loading again.
    return recording !== undefined && (recording.isLost || !this.#isLoading);
  }

  /** Discards the recording of `canvas`, because something is about to make the browser rasterise it. */
  discard(canvas: unknown): void {
    const recording = this.#find(canvas);
    if (recording !== undefined && recording.pendingCount > 0) discard(recording);
  }

  /** Discards the recording of `context` before its pixels are set, as by `putImageData`. */
  discardBeforeWrite(context: object): void {
    // While loading, canvases are also read.
    if (!this.#isLoading) this.discard(context);
  }

  /** Discards a long recording of `context`, because a clip is about to keep it from being discarded. */
  discardBeforeClip(context: object): void {
    const recording = this.#find(context);
    if (recording !== undefined && recording.pendingCount >= pendingMany) discard(recording);
  }

  /** Whether whoever reads `value`, a canvas or a context, needs a run with real rendering. */
  lacksPixels(value: unknown): boolean {
    const recording = this.#find(value);
    if (recording === undefined) return false;
    if (recording.isLost || this.#hasLostPatterns) return true;
    // Libraries measure fonts and detect features on small canvases that they read at once, before the browser's
    // recording is discarded. Chromium renders those on the CPU in any case.
    return recording.pendingCount > 0 && !this.#isLoading && !recording.isReadOften;
  }

  #find(value: unknown): Recording | undefined {
    return typeof value === "object" && value !== null ? this.#recordings.get(value) : undefined;
  }

  #open(context: object, { clearRect, getContextAttributes, canvasOf }: ContextClass): Recording {
    const known = this.#recordings.get(context);
    if (known !== undefined) return known;
    const attributes = invokeMethod(getContextAttributes, context, []);
    const recording: Recording = {
      context,
      clearRect,
      isReadOften: isObject(attributes) && Reflect.get(attributes, "willReadFrequently") === true,
      pendingCount: 0,
      isQueued: false,
      isLost: false,
    };
    this.#recordings.set(context, recording);
    const canvas = canvasOf(context);
    if (isObject(canvas)) this.#recordings.set(canvas, recording);
    return recording;
  }

  #enqueue(recording: Recording): void {
    recording.isQueued = true;
    this.#queue[this.#queue.length] = recording;
    if (this.#queue.length > 1) return;
    // Microtasks still belong to the task, so this comes before the browser renders.
    this.#queueMicrotask(() => {
      const queue = this.#queue;
      this.#queue = [];
      for (const queued of queue) {
        queued.isQueued = false;
        if (queued.pendingCount > 0) discard(queued);
      }
    });
  }
}

function discard(recording: Recording): void {
  recording.pendingCount = 0;
  recording.isLost = true;
  invokeMethod(recording.clearRect, recording.context, everywhere);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
