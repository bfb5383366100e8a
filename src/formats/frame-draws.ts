import type { ProfiledFunction } from "./cpu-profile.ts";

/** The counts that are attributed to the code that causes them, the most telling first. */
export const drawCountNames = [
  "drawCalls",
  "triangles",
  "canvasOperations",
  "textureUploadBytes",
  "bufferUploadBytes",
] as const;

/** The name of such a count. */
export type DrawCountName = (typeof drawCountNames)[number];

/** These counts for one frame. */
export type DrawCounts = Readonly<Record<DrawCountName, number>>;

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
