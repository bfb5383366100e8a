import type { GlCountName } from "../../../formats/frame-counts.ts";

/** Running totals, and levels as they are now. */
export type GlTotals = Record<GlCountName, number>;

/** Creates a record with one value for each of these counts. */
export function recordByGlCount<T>(valueOf: (name: GlCountName) => T): Record<GlCountName, T> {
  return {
    drawCalls: valueOf("drawCalls"),
    triangles: valueOf("triangles"),
    vertices: valueOf("vertices"),
    instances: valueOf("instances"),
    glCommands: valueOf("glCommands"),
    programSwitches: valueOf("programSwitches"),
    textureBinds: valueOf("textureBinds"),
    framebufferSwitches: valueOf("framebufferSwitches"),
    uniformBytes: valueOf("uniformBytes"),
    bufferUploadBytes: valueOf("bufferUploadBytes"),
    textureUploadBytes: valueOf("textureUploadBytes"),
    shaderCompiles: valueOf("shaderCompiles"),
    liveTextures: valueOf("liveTextures"),
    textureBytes: valueOf("textureBytes"),
    renderbufferBytes: valueOf("renderbufferBytes"),
    liveBuffers: valueOf("liveBuffers"),
    bufferBytes: valueOf("bufferBytes"),
  };
}

/** Totals before anything has happened. */
export function createGlTotals(): GlTotals {
  return recordByGlCount(() => 0);
}
