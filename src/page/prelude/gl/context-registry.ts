import type { ContextLoss } from "../../../formats/page-port.ts";
import { type WatchedContext, watchContextLosses } from "./context-losses.ts";
import { hookMethod, invokeMethod, methodsOf, observeResult, prototypeOf } from "./realm-methods.ts";

/** The GL contexts of all realms of one origin in a page: all of them, those with draws, and their canvases. */
export interface ContextRegistry {
  /** Whether `receiver` is a context or an extension of one. Marks the context as drawing. */
  admitDrawing(receiver: object): boolean;
  isContext(receiver: object): boolean;
  /** The context that `receiver` is, or is an extension of; null if it is neither. */
  contextOf(receiver: object): object | null;
  /** Whether a context is lost at this moment. */
  isLost(context: object): boolean;
  /** The contexts that were lost when `lookForLosses` looked last. */
  lostContexts(): readonly object[];
  /** Whether GL or WebGPU renders the pixels of `value`. */
  isGlCanvas(value: unknown): boolean;
  drawingContextCount(): number;
  /** Contexts with draws that the page still references. */
  drawingContexts(): readonly { readonly context: object; readonly isSecond: boolean }[];
  rendererName(): string | null;
  /** Looks for contexts that are lost. Call at the end of each frame. */
  lookForLosses(step: number): void;
  contextLosses(): readonly ContextLoss[];
}

interface ContextRecord extends WatchedContext {
  hasDrawn: boolean;
}

/** Events that a realm's hooks report to a registry. */
export interface RegistryNotes {
  noteContext(canvas: object, type: unknown, context: unknown): void;
  noteExtension(context: object, extension: unknown): void;
  /** The page calls `loseContext` of an extension. */
  noteGivenUp(extension: object): void;
}

const contextTypes: readonly unknown[] = ["webgl", "webgl2", "experimental-webgl"];

/** Chromium loses a page's oldest context when the page creates more than this. */
const contextsMax = 16;

const rendererParameter = 0x1f01;
const unmaskedRendererParameter = 0x9246;

/** Creates a registry from the native functions of `realm`, which work on contexts of other realms too. */
export function createContextRegistry(realm: object): ContextRegistry & RegistryNotes {
  const records = new WeakMap<object, ContextRecord>();
  const glCanvases = new WeakSet();
  // Weak references, so that a context that the page has dropped can be garbage-collected.
  const drawing: WeakRef<ContextRecord>[] = [];
  const losses = watchContextLosses(realm);
  let isAnyLost = false;
  let rendererName: string | null = null;
  // The lookup is the most expensive part of counting a draw, and consecutive draws mostly use the same context.
  let lastAdmitted: object | null = null;
  // The native functions, because Framegate's own queries must not look like the game's.
  const first = nativeOf(realm, "WebGLRenderingContext");
  const second = nativeOf(realm, "WebGL2RenderingContext");

  function markDrawing(record: ContextRecord): void {
    record.hasDrawn = true;
    const { context, isSecond } = record;
    drawing.push(new WeakRef(record));
    // Read now, because by the end of the run the game may have released the context.
    rendererName = (isSecond ? second : first).readRenderer(context) ?? rendererName;
  }

  function recordOf(receiver: object): ContextRecord | undefined {
    const known = records.get(receiver);
    if (known !== undefined) return known;
    // A context of a realm that is out of reach, such as one across a frame of another origin.
    const isSecond = second.isOne(receiver);
    if (!isSecond && !first.isOne(receiver)) return undefined;
    const record = recordFor(receiver, isSecond);
    records.set(receiver, record);
    return record;
  }

  /** Contexts with draws that the page still references, oldest first. */
  const drawingRecords = (): readonly ContextRecord[] =>
    drawing.flatMap((reference) => {
      const kept = reference.deref();
      return kept === undefined ? [] : [kept];
    });

  return {
    noteContext(canvas, type, context) {
      if (typeof context !== "object" || context === null) return;
      if (type === "webgpu" || contextTypes.includes(type)) glCanvases.add(canvas);
      if (!contextTypes.includes(type) || records.has(context)) return;
      records.set(context, recordFor(context, type === "webgl2"));
      const others = drawingRecords().filter(({ loss }) => loss === null);
      for (const record of others.slice(0, Math.max(0, others.length + 1 - contextsMax))) record.isGivenUp = true;
    },
    noteExtension(context, extension) {
      const record = recordOf(context);
      if (record !== undefined && typeof extension === "object" && extension !== null) records.set(extension, record);
    },
    noteGivenUp(extension) {
      const record = records.get(extension);
      if (record !== undefined) record.isGivenUp = true;
    },
    admitDrawing(receiver) {
      if (receiver === lastAdmitted) return true;
      const record = recordOf(receiver);
      if (record === undefined) return false;
      if (!record.hasDrawn) markDrawing(record);
      record.drawsSince += 1;
      // Once a context is lost, the draws of each context are counted, so every draw is looked up.
      if (!isAnyLost) lastAdmitted = receiver;
      return true;
    },
    isContext: (receiver) => records.has(receiver),
    contextOf: (receiver) => recordOf(receiver)?.context ?? null,
    isLost(context) {
      const record = recordOf(context);
      return record !== undefined && (record.isSecond ? second : first).isLost(context);
    },
    lostContexts() {
      if (!isAnyLost) return [];
      return drawingRecords().flatMap(({ context, loss }) => (loss?.isLost === true ? [context] : []));
    },
    isGlCanvas: (value) => typeof value === "object" && value !== null && glCanvases.has(value),
    drawingContextCount: () => drawing.length,
    drawingContexts: () => drawingRecords().map(({ context, isSecond }) => ({ context, isSecond })),
    rendererName: () => rendererName,
    lookForLosses(step) {
      if (drawing.length === 0) return;
      const contexts = drawingRecords();
      losses.look(contexts, step);
      isAnyLost ||= contexts.some(({ loss }) => loss !== null);
      if (isAnyLost) lastAdmitted = null;
    },
    contextLosses: () => losses.losses(drawingRecords()),
  };
}

function recordFor(context: object, isSecond: boolean): ContextRecord {
  return { context, isSecond, hasDrawn: false, drawsSince: 0, isGivenUp: false, loss: null };
}

/**
 * Watches a realm's canvases for contexts from now on. Calls `onExtension` with every extension object, each time a
 * page gets it.
 */
export function watchContexts(realm: object, registry: RegistryNotes, onExtension: (extension: object) => void): void {
  watchCanvases(realm, registry.noteContext);
  for (const className of ["WebGLRenderingContext", "WebGL2RenderingContext"]) {
    hookMethod(prototypeOf(realm, className), "getExtension", (original) =>
      observeResult(original, (context, _parameters, extension) => {
        registry.noteExtension(context, extension);
        if (typeof extension === "object" && extension !== null) onExtension(extension);
      }),
    );
  }
}

type NoteContext = (canvas: object, type: unknown, context: unknown) => void;

function watchCanvases(realm: object, noteContext: NoteContext): void {
  for (const className of ["HTMLCanvasElement", "OffscreenCanvas"]) {
    hookMethod(prototypeOf(realm, className), "getContext", (original) =>
      observeResult(original, (canvas, [type], context) => {
        noteContext(canvas, type, context);
      }),
    );
  }
  // The owner of the transferred half, perhaps a worker, may render it by any means.
  hookMethod(prototypeOf(realm, "HTMLCanvasElement"), "transferControlToOffscreen", (original) =>
    observeResult(original, (canvas, _parameters, offscreen) => {
      noteContext(canvas, "webgpu", offscreen);
    }),
  );
}

interface NativeClass {
  isOne(value: object): boolean;
  isLost(context: object): boolean;
  readRenderer(context: object): string | null;
}

function nativeOf(realm: object, className: string): NativeClass {
  const { getExtension, getParameter, isContextLost } = prototypeOf(realm, className) ?? methodsOf({});
  return {
    isOne(value) {
      try {
        return invokeMethod(isContextLost, value, []) !== undefined;
      } catch {
        return false;
      }
    },
    isLost: (context) => invokeMethod(isContextLost, context, []) === true,
    readRenderer(context) {
      const isUnmasked = (invokeMethod(getExtension, context, ["WEBGL_debug_renderer_info"]) ?? null) !== null;
      const name = invokeMethod(getParameter, context, [isUnmasked ? unmaskedRendererParameter : rendererParameter]);
      return typeof name === "string" ? name : null;
    },
  };
}
