import type { HashParts } from "../../../core/hash-parts.ts";
import type { PreludeConfig } from "../../../formats/page-port.ts";
import { sharedOriginals } from "../native/native-look.ts";
import { type Canvas2dInstrument, createCanvas2dShare, installCanvas2d, joinCanvas2d } from "./install-canvas-2d.ts";
import type { Canvas2dShare } from "./install-canvas-2d.ts";
import { createGlShare, type GlInstrument, type GlShare, installGl, joinGl } from "./install-gl.ts";
import { bootMode, canvasMode } from "./pass-modes.ts";
import type { GlReadback } from "./readbacks.ts";

/** What the realms of one origin in a page have in common. */
interface Shared {
  readonly originals: WeakMap<object, object>;
  gl: GlShare | null;
  canvas2d: Canvas2dShare | null;
}

/**
 * Joins `realm` to the realm above, if that has the same origin: what a page draws by the methods of an iframe belongs to
 * the page, even when the iframe is gone. Call before anything of the realm is replaced. Returns what is shared.
 *
 * The realms find each other by an event whose type is the secret, so no script can hear it or send it.
 */
export function joinRealms(realm: Window & typeof globalThis, secret: string): Shared {
  const { CustomEvent, EventTarget } = realm;
  const type = `framegate.join ${secret}`;
  const detail: { shared: Shared | null } = { shared: null };
  // Null at the outermost frame of an origin.
  if (realm.frameElement !== null) {
    const ask = new CustomEvent(type, { detail });
    Reflect.apply(EventTarget.prototype.dispatchEvent, realm.parent, [ask]);
  }
  if (detail.shared !== null) sharedOriginals.use(detail.shared.originals);
  const shared = detail.shared ?? { originals: sharedOriginals.take(), gl: null, canvas2d: null };
  const readDetail = Object.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;
  realm.addEventListener(
    type,
    (event) => {
      event.stopImmediatePropagation();
      const asked: unknown = readDetail === undefined ? null : Reflect.apply(readDetail, event, []);
      if (typeof asked === "object" && asked !== null) Reflect.set(asked, "shared", shared);
    },
    true,
  );
  return shared;
}

export interface DrawingOptions {
  readonly realm: Window & typeof globalThis;
  readonly config: PreludeConfig;
  readonly hashParts: HashParts | null;
  /** Null in a worker, which shares nothing. */
  readonly shared: Shared | null;
  readonly onReadback: (readback: GlReadback) => void;
  readonly queueMicrotask: (callback: () => void) => void;
  readonly pause: () => Promise<void>;
}

/** Hooks all that draws in a realm. */
export function installDrawing(options: DrawingOptions): { gl: GlInstrument; canvas2d: Canvas2dInstrument } {
  const { realm, config, hashParts, shared, onReadback, queueMicrotask, pause } = options;
  const { gl: sharedGl = null, canvas2d: sharedCanvas2d = null } = shared ?? {};
  if (sharedGl !== null && sharedCanvas2d !== null)
    return { gl: joinGl(realm, sharedGl), canvas2d: joinCanvas2d(realm, sharedCanvas2d) };
  const mode = bootMode(config);
  const gl = createGlShare({ global: realm, mode, onReadback, hash: hashParts?.part("gl") ?? null });
  const canvas2d = createCanvas2dShare({
    ...{ mode: canvasMode(config, mode), onReadback, queueMicrotask },
    hash: hashParts?.part("canvas2d") ?? null,
  });
  if (shared !== null) Object.assign(shared, { gl, canvas2d });
  return { gl: installGl(realm, gl, pause), canvas2d: installCanvas2d(realm, canvas2d) };
}
