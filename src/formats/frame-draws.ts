import type { ProfiledFunction } from "./cpu-profile.ts";

/** Counts that are attributed to the code that causes them. */
export interface DrawCounts {
  readonly drawCalls: number;
  readonly triangles: number;
  readonly textureUploadBytes: number;
  readonly bufferUploadBytes: number;
}

/** A function of the game that draws, or of a library if no function of the game called it. */
export interface DrawingFunction extends DrawCounts, Pick<ProfiledFunction, "name" | "position" | "owner"> {}

/** Nodes of a scene graph that are drawn, such as all of `Scene/enemies/Mesh`. */
export interface DrawnNodes extends DrawCounts {
  readonly path: string;
}

/** The draws and uploads of a frame, by function and by node. */
export interface FrameDraws extends DrawCounts {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** Those with the most draws first. */
  readonly functions: readonly DrawingFunction[];
  /** Likewise; empty for an engine that does not report its nodes. */
  readonly nodes: readonly DrawnNodes[];
}
