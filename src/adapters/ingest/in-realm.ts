import type { MountedRoot, RootAdapter } from "../../page/root-adapter.ts";
import { type Capture, waitForCapture } from "./capture.ts";
import { applyStubs } from "./dom-stubs.ts";
import { unmanaged } from "./unmanaged.ts";

/** An unmodified game whose sources are a part of the host's own build, with the strategy shared or deduped. */
export interface InRealmGame {
  readonly startCapture: () => Capture | Promise<Capture>;
  /** Runs the game's main module. */
  readonly loadGame: () => Promise<unknown>;
  readonly captureTimeoutMs: number;
  readonly domStubs: readonly string[];
  /** Whether the surface is DOM. */
  readonly isDom: boolean;
}

/** Mounts an unmodified game in the host's realm. The page's own body is its layer. */
export function ingestInRealm(game: InRealmGame): RootAdapter {
  return async (place): Promise<MountedRoot> => {
    applyStubs(game.domStubs, window);
    const capture = await game.startCapture();
    await game.loadGame();
    await waitForCapture(capture, place, game.captureTimeoutMs, document);
    capture.close();
    return {
      ...unmanaged,
      hasLayout: true,
      showsDom: () => game.isDom,
      worlds: () => capture.worlds(),
      countEntities: () => null,
      hashInto: (sink) => {
        capture.hashInto(sink);
      },
    };
  };
}
