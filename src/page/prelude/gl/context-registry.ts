import { hookMethod, methodsOf, prototypeOf, type Method, type MethodTable } from "./realm-methods.ts";

/** Knows the GL contexts of a realm: which there are, which have drawn, and which canvases they paint. */
export interface ContextRegistry {
  /** Whether `receiver` is a context or an extension of one. Marks the context as drawing. */
  admitDrawing(receiver: object): boolean;
  isContext(receiver: object): boolean;
  /** Whether the pixels of `value` come from GL or WebGPU. */
  isGlCanvas(value: unknown): boolean;
  contextCount(): number;
  drawingContextCount(): number;
  /** Contexts that have drawn and that the page still holds. */
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
 * Watches a realm's canvases for contexts from now on. `onExtension` is called with every extension object each time
 * a page gets it.
 */
export function watchContexts(realm: object, onExtension: (extension: object) => void): ContextRegistry {
  const records = new WeakMap<object, ContextRecord>();
  const glCanvases = new WeakSet();
  let contextCount = 0;
  // Weak, because a context that the page has given up must be able to go.
  const drawingContexts: WeakRef<object>[] = [];
  let rendererName: string | null = null;
  // A look-up costs more than all the rest of counting a draw, and mostly the context is that of the draw before.
  let lastAdmitted: object | null = null;
  // The originals, because what Framegate asks must not look like the game asking.
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
    contextCount += 1;
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
    // Read now and not when asked: by the end of the run the game may have given the context back.
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
    contextCount: () => contextCount,
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
  // Whoever gets the other half, perhaps a worker, may paint it by any means.
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
