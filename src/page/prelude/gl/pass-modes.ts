import type { PreludeConfig } from "../../../formats/page-port.ts";
import type { GlMode } from "./draw-commands.ts";

/** What becomes of the draws of frames. */
export function frameMode({ raster, pass }: PreludeConfig): GlMode {
  if (raster === "real") return "forward";
  return pass === "timed" ? "discard" : "drop";
}

/**
 * What becomes of the draws before frame 0. As in frames: a picture drawn to compile shaders keeps the software
 * rasteriser busy for a second, on the cores that the first frames are to have.
 */
export function bootMode(config: PreludeConfig): GlMode {
  return config.rendersBoot ? "forward" : frameMode(config);
}
