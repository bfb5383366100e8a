import type { HashSink } from "../../core/state-hash.ts";
import { MountFailure } from "../../page/mount-failure.ts";
import type { RootPlace } from "../../page/root-adapter.ts";
import type { SceneWorld } from "../../page/scene/count-scene.ts";

/** A trap on a runtime, for the renderers that an unmodified game makes with it. */
export interface Capture {
  /** Resolves when a renderer first draws a scene. */
  readonly captured: Promise<void>;
  /** Renderers that are made from now on belong to another root, or to none. */
  close(): void;
  /** All captured scene graphs; empty if the surface has none. */
  worlds(): readonly SceneWorld[];
  /** Absorbs all captured scenes. */
  hashInto(sink: HashSink): void;
}

/**
 * Waits for the first drawn scene. After `limitMs` of real time, throws a `MountFailure` that describes what is on the
 * page instead.
 */
export async function waitForCapture(
  capture: Capture,
  { context, realNow }: RootPlace,
  limitMs: number,
  document: Document,
): Promise<void> {
  let isCaptured = false;
  const captured = capture.captured.then(() => {
    isCaptured = true;
  });
  const startedMs = realNow();
  // The page is kept running meanwhile, so each of these turns is one of its own frames.
  const watch = async (): Promise<void> => {
    while (!isCaptured) {
      await nextFrame();
      if (realNow() - startedMs > limitMs) {
        const seen = `nothing of its runtime was seen within ${String(limitMs)} ms, but ${describePage(document)}`;
        throw new MountFailure("capture-timeout", context.rootId, seen);
      }
    }
  };
  await Promise.race([captured, watch()]);
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      resolve();
    });
  });
}

/** The elements that a page shows instead of a captured scene. */
export function describePage(document: Document): string {
  const canvases = [...document.querySelectorAll("canvas")];
  const sizes = canvases.map(({ width, height }) => `${String(width)} x ${String(height)}`);
  const elements = document.body.querySelectorAll("*").length;
  const drawn = canvases.length === 0 ? "no canvas" : `${String(canvases.length)} canvas (${sizes.join(", ")})`;
  return `${drawn} and ${String(elements)} elements of DOM`;
}

/** How long a scene counts as shown after others were drawn without it, in virtual milliseconds. */
const shownMs = 1000;

/** The scenes that renderers have drawn lately. A game that has stopped drawing still shows its last ones. */
export class ShownScenes<Scene> {
  readonly #drawnAtMs = new Map<Scene, number>();
  #latestMs = 0;

  /** Notes that a scene is drawn now. */
  add(scene: Scene): void {
    this.#latestMs = performance.now();
    this.#drawnAtMs.set(scene, this.#latestMs);
  }

  list(): readonly Scene[] {
    for (const [scene, atMs] of this.#drawnAtMs) if (atMs < this.#latestMs - shownMs) this.#drawnAtMs.delete(scene);
    return [...this.#drawnAtMs.keys()];
  }
}
