import type { ProfiledFunction } from "./cpu-profile.ts";

/** What is told apart by who causes it. */
export interface DrawCounts {
  readonly drawCalls: number;
  readonly triangles: number;
  readonly textureUploadBytes: number;
  readonly bufferUploadBytes: number;
}

/** A function of the game that draws; one of a library where no function of the game called it. */
export interface DrawingFunction extends DrawCounts, Pick<ProfiledFunction, "name" | "position" | "owner"> {}

/** Nodes of a scene graph that are drawn, such as all of `Scene/enemies/Mesh`. */
export interface DrawnNodes extends DrawCounts {
  readonly path: string;
}

/** What a frame draws and uploads, by the functions and the nodes that it does it for. */
export interface FrameDraws extends DrawCounts {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** The one with the most draws first. */
  readonly functions: readonly DrawingFunction[];
  /** The same; empty for an engine that does not tell. */
  readonly nodes: readonly DrawnNodes[];
}
