import type { GameContext } from "../core/game-context.ts";
import type { HashSink } from "../core/state-hash.ts";

/** Everything that an adapter receives to mount a root. */
export interface RootPlace {
  /** Positioned at the root's zOrder, as large as the resolution. The adapter adds its surface to it. */
  readonly layer: HTMLElement;
  readonly context: GameContext;
  /** The game's own `setup`, to be awaited with the context that the adapter has completed. */
  readonly setup: (context: GameContext) => unknown;
  /** Runs the work that libraries have queued for after the current task. */
  readonly runQueuedWork: () => void;
}

/** A mounted root. */
export interface MountedRoot {
  /** Number of entity-tagged nodes; null if the surface has no such nodes. */
  countEntities(): number | null;
  /** Absorbs the state of the root's scene. */
  hashInto(sink: HashSink): void;
  /** Whether the root shows DOM, so that layout must be forced at the end of a frame. */
  readonly hasLayout: boolean;
  /** Whether the root has DOM on the page now. */
  showsDom(): boolean;
}

/** Mounts roots of one kind. Throws whatever the game's setup throws, and `WebglRefused`. */
export type RootAdapter = (place: RootPlace) => Promise<MountedRoot>;

/** The browser refused a WebGL context. */
export class WebglRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "WebglRefused";
  }
}
