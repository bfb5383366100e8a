import { invokeMethod, methodsOf, prototypeOf, type Method } from "./realm-methods.ts";

/** Waits until the GPU process has finished all commands of a context. */
export type GlDrain = (context: object, isSecond: boolean) => Promise<void>;

const commandsComplete = 0x9117;
const syncStatus = 0x9114;
const signaled = 0x9119;
const rgba = 0x1908;
const unsignedByte = 0x1401;

/**
 * Creates a drain from the realm's native functions; call before any is hooked. WebGL 2 uses a fence, which is
 * invisible to the page. WebGL 1 has to read a pixel, which leaves its state unchanged. Waiting for animation frames is
 * not enough: measured in Chromium 147, ten frames of 400 ms each took 130 ms of animation frames and left 5 s of work
 * behind. `gl.finish()` does not wait at all.
 */
export function createGlDrain(realm: object, pause: () => Promise<void>): GlDrain {
  const second = prototypeOf(realm, "WebGL2RenderingContext");
  const first = prototypeOf(realm, "WebGLRenderingContext");
  const fence = second === null ? null : createFence(second, pause);
  const readPixels: Method | undefined = first?.["readPixels"];
  return async (context, isSecond) => {
    if (fence !== null && isSecond) await fence(context);
    else if (readPixels !== undefined)
      Reflect.apply(readPixels, context, [0, 0, 1, 1, rgba, unsignedByte, new Uint8Array(4)]);
  };
}

function createFence(prototype: object, pause: () => Promise<void>): (context: object) => Promise<void> {
  const { fenceSync, getSyncParameter, deleteSync, flush, isContextLost } = methodsOf(prototype);
  return async (context) => {
    const sync = invokeMethod(fenceSync, context, [commandsComplete, 0]);
    invokeMethod(flush, context, []);
    // The fence of a context that is lost, perhaps meanwhile, is never signaled.
    const isLost = (): boolean => invokeMethod(isContextLost, context, []) === true;
    while (!isLost() && invokeMethod(getSyncParameter, context, [sync, syncStatus]) !== signaled) await pause();
    invokeMethod(deleteSync, context, [sync]);
  };
}
