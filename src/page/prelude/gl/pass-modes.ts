import type { PreludeConfig } from "../../../formats/page-port.ts";
import type { GlMode } from "./draw-commands.ts";

/**
 * The mode for the draws of frames. The same in every pass, because a page could tell the modes apart by a GL error.
 */
export function frameMode({ raster }: PreludeConfig): GlMode {
  return raster === "real" ? "forward" : "discard";
}

/** The mode for 2D canvases, in frames and before. */
export function canvasMode(config: PreludeConfig, ofOthers: GlMode): GlMode {
  return config.rendersCanvases ? "forward" : ofOthers;
}

/**
 * The mode for the draws before frame 0, the same as in frames: a picture that a game draws to compile its shaders
 * keeps the software rasteriser busy for a second, on cores that the first frames need.
 */
export function bootMode(config: PreludeConfig): GlMode {
  return config.rendersBoot ? "forward" : frameMode(config);
}
