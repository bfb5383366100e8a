import { createStateHash, type StateHash } from "../../../../src/core/state-hash.ts";
import { installCanvas2d, type Canvas2dInstrument } from "../../../../src/page/prelude/gl/install-canvas-2d.ts";
import type { GlMode } from "../../../../src/page/prelude/gl/draw-commands.ts";
import { installGl, type GlInstrument } from "../../../../src/page/prelude/gl/install-gl.ts";
import type { GlReadback } from "../../../../src/page/prelude/gl/readbacks.ts";
import { hideReplacements } from "../../../../src/page/prelude/native/native-look.ts";

/** The options that a test sets before the instruments are installed. */
export interface InstrumentOptions {
  readonly mode: GlMode;
  readonly hashed: boolean;
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
  const gl = installGl({
    global: globalThis,
    mode: options.mode,
    hash: sink,
    images: null,
    onReadback,
    pause: () => Promise.resolve(),
  });
  const queueMicrotask = globalThis.queueMicrotask.bind(globalThis);
  const canvas2d = installCanvas2d({
    global: globalThis,
    hash: sink,
    images: null,
    mode: options.mode,
    onReadback,
    queueMicrotask,
  });
  hideReplacements(globalThis);
  return { gl, canvas2d, hash, readbacks };
}

// Without options the page stays unchanged, for comparison.
if (globalThis.instrumentOptions !== undefined) globalThis.instrument = install(globalThis.instrumentOptions);
