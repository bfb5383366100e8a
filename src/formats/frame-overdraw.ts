import type { ProfiledFunction } from "./cpu-profile.ts";

/** Fragments of a pixel in the heat of a canvas, from 0. The last one also stands for more. */
export const heatDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Draws, and the fragments that they write. */
export interface FragmentFigures {
  readonly draws: number;
  readonly fragments: number;
}

/** Something that is drawn to. */
export interface OverdrawTarget extends FragmentFigures {
  readonly kind: "canvas" | "framebuffer";
  readonly width: number;
  readonly height: number;
  /** Pixels with at least one fragment. */
  readonly coveredPixels: number;
  /** Fragments of the pixel that has the most. */
  readonly mostPerPixel: number;
  /** Fragments per pixel, of all its pixels. */
  readonly overdraw: number;
}

/** A function of the game that draws, or of a library if no function of the game called it. */
export interface FragmentFunction extends FragmentFigures, Pick<ProfiledFunction, "name" | "position" | "owner"> {}

/** Nodes of a scene graph that are drawn, such as all of `Scene/enemies/Mesh`. */
export interface FragmentNodes extends FragmentFigures {
  readonly path: string;
}

/** A single draw. */
export interface FragmentDraw {
  /** Its place among the frame's counted draws, from 0. */
  readonly draw: number;
  readonly fragments: number;
  /** Its target's place in the list of targets; null if it can write nothing. */
  readonly target: number | null;
  /** The function that draws it; null if it is unknown. */
  readonly by: Pick<ProfiledFunction, "name" | "position" | "owner"> | null;
  /** The scene node that it draws; null if the engine did not report it. */
  readonly node: string | null;
}

/**
 * The gaps and assumptions of a frame's figures. `shader`: draws whose shaders could not be changed, or in a
 * browser that cannot add up floats. `webgpu`: its draws. `other-draws`: draws that the frame has more or fewer than in
 * the other runs. `canvas-2d`: commands of 2D canvases. `kept-depth`: draws that were tested against a depth or stencil
 * from earlier frames, which was taken as clear.
 */
export const overdrawGaps = ["shader", "webgpu", "other-draws", "canvas-2d", "kept-depth"] as const;

/** The fragments of a frame. */
export interface FrameOverdraw extends FragmentFigures {
  /** Measured frame, zero-based. */
  readonly frame: number;
  /** In the order in which they are first drawn to. */
  readonly targets: readonly OverdrawTarget[];
  /** Those with the most fragments first. */
  readonly functions: readonly FragmentFunction[];
  /** Likewise; empty for an engine that does not report its nodes. */
  readonly nodes: readonly FragmentNodes[];
  /** The single draws with the most fragments. */
  readonly largest: readonly FragmentDraw[];
  readonly gaps: readonly { readonly gap: (typeof overdrawGaps)[number]; readonly count: number }[];
}
