import type { HashSink } from "../../core/state-hash.ts";
import type { PageNotice } from "../../formats/page-port.ts";
import type { MountedRoot, RootPlace } from "../../page/root-adapter.ts";
import type { SceneWorld } from "../../page/scene/count-scene.ts";
import { type Capture, describePage } from "./capture.ts";
import { unmanaged } from "./unmanaged.ts";

export interface LateOptions {
  readonly place: RootPlace;
  readonly game: { readonly runtime: string; readonly captureTimeoutMs: number };
  readonly startCapture: () => Capture;
  /** Of the game's frame. */
  readonly document: Document;
}

/**
 * A bundle that did not import its runtime while it loaded. Until it does, it is clocked, seeded, driven and counted
 * like an opaque embed. Times here are virtual, so that it behaves the same in every run.
 */
export class LateCapture implements MountedRoot {
  readonly hasLayout = true;
  readonly removal = unmanaged.removal;
  readonly resize = unmanaged.resize;
  readonly #options: LateOptions;
  readonly #mountedMs = performance.now();
  #capture: Capture | null = null;

  constructor(options: LateOptions) {
    this.#options = options;
  }

  /** Call when the bundle imports its runtime. */
  start(): void {
    const { startCapture, place, game } = this.#options;
    const capture = startCapture();
    this.#capture = capture;
    void capture.captured.then(() => {
      capture.close();
    });
    const afterMs = performance.now() - this.#mountedMs;
    const isTooLate = afterMs > game.captureTimeoutMs;
    // A module that was requested while the bundle loaded may arrive a moment later.
    if (afterMs === 0) return;
    const imported = `The bundle of root "${place.context.rootId}" imported "${game.runtime}" ${afterMs.toFixed(0)} ms after it had loaded`;
    place.note(
      isTooLate
        ? this.#notice(
            "capture-late",
            "failure",
            `${imported}, and its captureTimeoutMs is ${String(game.captureTimeoutMs)}: raise it.`,
          )
        : this.#notice("capture-late", "warning", `${imported}. Its scene is known from then on.`),
    );
  }

  worlds(): readonly SceneWorld[] {
    return this.#capture?.worlds() ?? [];
  }

  hashInto(sink: HashSink): void {
    this.#capture?.hashInto(sink);
  }

  showsDom(): boolean {
    return false;
  }

  countEntities(): null {
    return null;
  }

  endNotices(): readonly PageNotice[] {
    if (this.#capture !== null) return [];
    const { place, game, document } = this.#options;
    const passedMs = (performance.now() - this.#mountedMs).toFixed(0);
    const seen = `in ${passedMs} ms of its time there were ${describePage(document)}`;
    const message = `The bundle of root "${place.context.rootId}" never imports "${game.runtime}" (${seen}), so it has its runtime inlined and cannot be captured: the root falls back to opaque-embed. Build it with "${game.runtime}" as an external.`;
    return [this.#notice("runtime-inlined", "warning", message)];
  }

  #notice(code: string, severity: PageNotice["severity"], message: string): PageNotice {
    return { code, severity, message, where: `root "${this.#options.place.context.rootId}"` };
  }
}
