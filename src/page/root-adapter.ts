import type { GameContext } from "../core/game-context.ts";
import type { PageNotice } from "../formats/page-port.ts";
import type { HashSink } from "../core/state-hash.ts";
import type { SceneWorld } from "./scene/count-scene.ts";

/** Everything that an adapter receives to mount a root. */
export interface RootPlace {
  /** Positioned at the root's zOrder, as large as the resolution. The adapter adds its surface to it. */
  readonly layer: HTMLElement;
  readonly context: GameContext;
  /** The exports of the root's entry module; null for a root without one. */
  readonly entry: EntryModule | null;
  /** Adds the adapter's own drawing as the last system of a frame, if the adapter is to draw the root. */
  readonly addDrawing: (draw: () => void) => void;
  /** Stops virtual time until a frame has loaded, which takes as long as the network takes. */
  readonly whileLoading: <T>(loading: Promise<T>) => Promise<T>;
  /** See `RealmAgent`. */
  readonly opened: (frame: Window) => Promise<void>;
  /** Runs the work that libraries have queued for after the current task. */
  readonly runQueuedWork: () => void;
  /** Real monotonic milliseconds, for time limits. */
  readonly realNow: () => number;
  /** Adds a notice to the report. */
  readonly note: (notice: PageNotice) => void;
}

/** The exports of a game's module. */
export type EntryModule = Readonly<Record<string, unknown>>;

/** The two steps of removing a mounted root. */
export interface RootRemoval {
  /** Calls the game's own `teardown`, if it has one. Throws whatever that throws. */
  readonly tearDown: () => unknown;
  /** Releases everything that the adapter has made. The root's layer is removed afterwards. */
  readonly dispose: () => unknown;
}

/** A mounted root. */
export interface MountedRoot {
  /** Null if only a reload of the page can remove the root. */
  readonly removal: RootRemoval | null;
  /** Resizes the root's surface, in CSS pixels. Its layer has that size already. */
  resize(width: number, height: number): void;
  /** The root's scene graphs; empty if the surface has none. */
  worlds(): readonly SceneWorld[];
  /** Number of entities that are in no scene graph; null if there are none to count. */
  countEntities(): number | null;
  /** Absorbs the state of the root's scene. */
  hashInto(sink: HashSink): void;
  /** Whether the root shows DOM, so that layout must be forced at the end of a frame. */
  readonly hasLayout: boolean;
  /** Whether the root has DOM on the page now. */
  showsDom(): boolean;
  /** Notices that can be given only after the last frame. */
  endNotices?(): readonly PageNotice[];
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
