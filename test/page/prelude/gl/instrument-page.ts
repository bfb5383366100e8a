import { createStateHash, type StateHash } from "../../../../src/core/state-hash.ts";
import {
  createCanvas2dShare,
  installCanvas2d,
  type Canvas2dInstrument,
} from "../../../../src/page/prelude/gl/install-canvas-2d.ts";
import { CanvasRecordings } from "../../../../src/page/prelude/gl/canvas-recordings.ts";
import type { GlMode } from "../../../../src/page/prelude/gl/draw-commands.ts";
import {
  createGlShare,
  installGl,
  type GlInstrument,
  isGlUnrendered,
} from "../../../../src/page/prelude/gl/install-gl.ts";
import type { GlReadback } from "../../../../src/page/prelude/gl/readbacks.ts";
import { hideReplacements } from "../../../../src/page/prelude/native/native-look.ts";

/** The options that a test sets before the instruments are installed. */
export interface InstrumentOptions {
  readonly mode: GlMode;
  readonly hashed: boolean;
  /** Whether 2D canvases are rendered regardless of the mode. */
  readonly rendersCanvases?: boolean;
}

/** The objects that a test uses in its page. */
export interface InstrumentUnderTest {
  readonly gl: GlInstrument;
  readonly canvas2d: Canvas2dInstrument;
  readonly hash: StateHash;
  readonly readbacks: readonly GlReadback[];
}

declare global {
  var instrumentOptions: InstrumentOptions | undefined;
  var instrument: InstrumentUnderTest;
}

function install(options: InstrumentOptions): InstrumentUnderTest {
  const hash = createStateHash();
  const sink = options.hashed ? hash : null;
  const readbacks: GlReadback[] = [];
  const onReadback = (readback: GlReadback): void => {
    readbacks.push(readback);
  };
  const { mode } = options;
  const canvasMode = options.rendersCanvases === true ? "forward" : mode;
  const recordings = new CanvasRecordings(canvasMode, globalThis.queueMicrotask.bind(globalThis));
  const common = { hash: sink, images: null, sites: null, onReadback };
  const areCanvasesRendered = (): boolean => recordings.isRendering();
  const glShare = createGlShare({ ...common, global: globalThis, mode, areCanvasesRendered });
  const gl = installGl(globalThis, glShare, { pause: () => Promise.resolve(), endOfTask: () => Promise.resolve() });
  const canvasShare = createCanvas2dShare({
    ...{ ...common, recordings },
    isGlUnrendered: (value): value is object => isGlUnrendered(glShare, value),
  });
  const canvas2d = installCanvas2d(globalThis, canvasShare, null);
  hideReplacements(globalThis);
  return { gl, canvas2d, hash, readbacks };
}

// Without options the page stays unchanged, for comparison.
if (globalThis.instrumentOptions !== undefined) globalThis.instrument = install(globalThis.instrumentOptions);
