import type { CountingTarget } from "./counting-targets.ts";

/**
 * Binds a counting target, empties it, and sets a context up to add to it what a draw writes. All other state stays the
 * game's. Returns a function that puts everything back.
 */
export function countingState(gl: WebGL2RenderingContext, isSecond: boolean, target: CountingTarget): () => void {
  const read = (name: number): unknown => gl.getParameter(name);
  const restores = [
    keepProgram(gl, isSecond),
    keepFramebuffers(gl, isSecond),
    keepColour(gl),
    keepBlending(gl),
    ...(isSecond ? [keepPacking(gl)] : []),
    ...[gl.BLEND, gl.SCISSOR_TEST, gl.DEPTH_TEST, gl.STENCIL_TEST].map((capability) => keepEnabled(gl, capability)),
  ];
  const isScissored = read(gl.SCISSOR_TEST) === true;
  gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
  gl.disable(gl.SCISSOR_TEST);
  gl.colorMask(true, true, true, true);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
  if (isScissored) gl.enable(gl.SCISSOR_TEST);
  // A test without a buffer always passes.
  if (!target.hasDepth) gl.disable(gl.DEPTH_TEST);
  if (!target.hasStencil) gl.disable(gl.STENCIL_TEST);
  gl.enable(gl.BLEND);
  gl.blendEquation(gl.FUNC_ADD);
  gl.blendFunc(gl.ONE, gl.ONE);
  return () => {
    for (const restore of restores) restore();
  };
}

function keepEnabled(gl: WebGL2RenderingContext, capability: number): () => void {
  return gl.isEnabled(capability) ? () => gl.enable(capability) : () => gl.disable(capability);
}

/** A transform feedback would capture the vertices twice, and holds on to its program. */
function keepProgram(gl: WebGL2RenderingContext, isSecond: boolean): () => void {
  const program = objectAt(gl, gl.CURRENT_PROGRAM);
  const isCapturing =
    isSecond &&
    gl.getParameter(gl.TRANSFORM_FEEDBACK_ACTIVE) === true &&
    gl.getParameter(gl.TRANSFORM_FEEDBACK_PAUSED) !== true;
  if (isCapturing) gl.pauseTransformFeedback();
  return () => {
    gl.useProgram(program);
    if (isCapturing) gl.resumeTransformFeedback();
  };
}

function keepFramebuffers(gl: WebGL2RenderingContext, isSecond: boolean): () => void {
  const drawn = objectAt(gl, gl.FRAMEBUFFER_BINDING);
  if (!isSecond) return () => gl.bindFramebuffer(gl.FRAMEBUFFER, drawn);
  const isRead = objectAt(gl, gl.READ_FRAMEBUFFER_BINDING);
  return () => {
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, drawn);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, isRead);
  };
}

function keepColour(gl: WebGL2RenderingContext): () => void {
  const [red = true, green = true, blue = true, alpha = true] = listAt(gl, gl.COLOR_WRITEMASK).map(
    (value) => value === true,
  );
  const [r = 0, g = 0, b = 0, a = 0] = listAt(gl, gl.COLOR_CLEAR_VALUE).map(Number);
  return () => {
    gl.colorMask(red, green, blue, alpha);
    gl.clearColor(r, g, b, a);
  };
}

function keepBlending(gl: WebGL2RenderingContext): () => void {
  const ofRgb = Number(gl.getParameter(gl.BLEND_EQUATION_RGB));
  const ofAlpha = Number(gl.getParameter(gl.BLEND_EQUATION_ALPHA));
  const [sourceRgb = 0, destinationRgb = 0, sourceAlpha = 0, destinationAlpha = 0] = [
    gl.BLEND_SRC_RGB,
    gl.BLEND_DST_RGB,
    gl.BLEND_SRC_ALPHA,
    gl.BLEND_DST_ALPHA,
  ].map((name) => Number(gl.getParameter(name)));
  return () => {
    gl.blendEquationSeparate(ofRgb, ofAlpha);
    gl.blendFuncSeparate(sourceRgb, destinationRgb, sourceAlpha, destinationAlpha);
  };
}

/** Where pixels that are read go to. WebGL 1 has only an alignment, which rows of whole floats always have. */
function keepPacking(gl: WebGL2RenderingContext): () => void {
  const buffer = objectAt(gl, gl.PIXEL_PACK_BUFFER_BINDING);
  const settings = [gl.PACK_ROW_LENGTH, gl.PACK_SKIP_ROWS, gl.PACK_SKIP_PIXELS].map(
    (name) => [name, Number(gl.getParameter(name))] as const,
  );
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  for (const [name] of settings) gl.pixelStorei(name, 0);
  return () => {
    for (const [name, value] of settings) gl.pixelStorei(name, value);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
  };
}

function objectAt(gl: WebGL2RenderingContext, name: number): object | null {
  const value: unknown = gl.getParameter(name);
  return typeof value === "object" ? value : null;
}

function listAt(gl: WebGL2RenderingContext, name: number): readonly unknown[] {
  // A list of four, perhaps of another realm.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Array.from(gl.getParameter(name) as ArrayLike<unknown>);
}
