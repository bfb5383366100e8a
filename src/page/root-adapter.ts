import type { GameContext } from "../core/game-context.ts";
import type { HashSink } from "../core/state-hash.ts";

/** What an adapter is given to put a root on the page. */
export interface RootPlace {
  /** Positioned at the root's zOrder, as large as the resolution. The adapter puts its surface in. */
  readonly layer: HTMLElement;
  readonly context: GameContext;
  /** The game's own `setup`, to be awaited with the context that the adapter has completed. */
  readonly setup: (context: GameContext) => unknown;
  /** Runs what libraries put off until after the current task. */
  readonly runQueuedWork: () => void;
}

/** A root that is set up. */
export interface MountedRoot {
  /** Entity-tagged nodes; null where the surface has no notion of them. */
  countEntities(): number | null;
  /** Absorbs the state of the root's scene. */
  hashInto(sink: HashSink): void;
  /** Whether its layout has to be forced at the end of a frame, because it shows DOM. */
  readonly hasLayout: boolean;
  /** Whether DOM of the root's own is on the page now. */
  showsDom(): boolean;
}

/** Brings roots of one kind to life. Throws what the game's set-up throws, and `WebglRefused`. */
export type RootAdapter = (place: RootPlace) => Promise<MountedRoot>;

/** The browser gave no WebGL context. */
export class WebglRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "WebglRefused";
  }
}
