import { hookMethod, methodsOf, prototypeOf, type Method, type MethodTable } from "./realm-methods.ts";

/** The GL contexts of a realm: all of them, those with draws, and their canvases. */
export interface ContextRegistry {
  /** Whether `receiver` is a context or an extension of one. Marks the context as drawing. */
  admitDrawing(receiver: object): boolean;
  isContext(receiver: object): boolean;
  /** Whether GL or WebGPU renders the pixels of `value`. */
  isGlCanvas(value: unknown): boolean;
  drawingContextCount(): number;
  /** Contexts with draws that the page still references. */
  drawingContexts(): readonly object[];
  rendererName(): string | null;
}

interface ContextRecord {
  readonly context: object;
  hasDrawn: boolean;
}

const contextTypes: readonly unknown[] = ["webgl", "webgl2", "experimental-webgl"];

const rendererParameter = 0x1f01;
const unmaskedRendererParameter = 0x9246;

/**
 * Watches a realm's canvases for contexts from now on. Calls `onExtension` with every extension object, each time a
 * page gets it.
 */
export function watchContexts(realm: object, onExtension: (extension: object) => void): ContextRegistry {
  const records = new WeakMap<object, ContextRecord>();
  const glCanvases = new WeakSet();
  // Weak references, so that a context that the page has dropped can be garbage-collected.
  const drawingContexts: WeakRef<object>[] = [];
  let rendererName: string | null = null;
  // The lookup is the most expensive part of counting a draw, and consecutive draws mostly use the same context.
  let lastAdmitted: object | null = null;
  // The native functions, because Framegate's own queries must not look like the game's.
  const readRenderer = new Map(
    ["WebGLRenderingContext", "WebGL2RenderingContext"].map((name) => {
      const prototype = prototypeOf(realm, name);
      return [prototype, prototype === null ? () => null : createRendererReader(prototype)] as const;
    }),
  );

  function noteContext(canvas: object, type: unknown, context: unknown): void {
    if (typeof context !== "object" || context === null) return;
    if (type === "webgpu" || contextTypes.includes(type)) glCanvases.add(canvas);
    if (!contextTypes.includes(type) || records.has(context)) return;
    records.set(context, { context, hasDrawn: false });
  }

  function noteExtension(context: object, extension: unknown): void {
    const record = records.get(context);
    if (record === undefined || typeof extension !== "object" || extension === null) return;
    records.set(extension, record);
    onExtension(extension);
  }

  watchCanvases(realm, noteContext);
  for (const prototype of readRenderer.keys()) {
    hookMethod(prototype, "getExtension", (original) =>
      observeResult(original, (context, _parameters, extension) => {
        noteExtension(context, extension);
      }),
    );
  }

  function markDrawing(record: ContextRecord): void {
    record.hasDrawn = true;
    drawingContexts.push(new WeakRef(record.context));
    // Read now, because by the end of the run the game may have released the context.
    const read = readRenderer.get(methodsOf(Reflect.getPrototypeOf(record.context) ?? {}));
    rendererName = read?.(record.context) ?? rendererName;
  }

  return {
    admitDrawing(receiver) {
      if (receiver === lastAdmitted) return true;
      const record = records.get(receiver);
      if (record === undefined) return false;
      if (!record.hasDrawn) markDrawing(record);
      lastAdmitted = receiver;
      return true;
    },
    isContext: (receiver) => records.has(receiver),
    isGlCanvas: (value) => typeof value === "object" && value !== null && glCanvases.has(value),
    drawingContextCount: () => drawingContexts.length,
    drawingContexts: () => drawingContexts.flatMap((reference) => reference.deref() ?? []),
    rendererName: () => rendererName,
  };
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

function observeResult(
  original: Method,
  observe: (receiver: object, parameters: readonly unknown[], result: unknown) => void,
): Method {
  return function (...parameters) {
    const result = original.apply(this, parameters);
    observe(this, parameters, result);
    return result;
  };
}

function createRendererReader(prototype: MethodTable): (context: object) => string | null {
  const { getExtension, getParameter } = prototype;
  return (context) => {
    const isUnmasked = (getExtension?.call(context, "WEBGL_debug_renderer_info") ?? null) !== null;
    const name = getParameter?.call(context, isUnmasked ? unmaskedRendererParameter : rendererParameter);
    return typeof name === "string" ? name : null;
  };
}
