/** A page that draws rectangles of known sizes into a canvas of 100 x 80 pixels, in a context of `type`. */
export function rectanglesPage(type: "webgl" | "webgl2"): string {
  return `<!doctype html><body><canvas width="100" height="80"></canvas><script>
const isSecond = ${String(type === "webgl2")};
${rectangles}</script>`;
}

// Most shaders are of WebGL 1, which both contexts have.
const rectangles = `
const gl = document.querySelector("canvas").getContext(isSecond ? "webgl2" : "webgl", { stencil: true });
function build(vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  for (const shader of gl.getAttachedShaders(program)) {
    gl.detachShader(program, shader);
    gl.deleteShader(shader);
  }
  return program;
}
const vertex = \`
attribute vec2 corner;
uniform vec4 area[2];
uniform float depth;
void main() {
  // In pixels of a canvas of 100 x 80.
  vec2 at = area[1].xy + corner * area[1].zw;
  gl_Position = vec4(at / vec2(50, 40) - 1.0 + area[0].xy, depth, 1);
}\`;
const plain = build(vertex, "precision mediump float; uniform vec4 colour; void main() { gl_FragColor = colour; }");
// Only every second column is left.
const sieve = build(vertex, \`
precision mediump float;
void main() {
  if (mod(floor(gl_FragCoord.x), 2.0) > 0.5) discard;
  gl_FragData[0] = vec4(0.5);
}\`);
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
function rectangle(program, x, y, width, height, depth = 0) {
  gl.useProgram(program);
  const corner = gl.getAttribLocation(program, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  gl.uniform4fv(gl.getUniformLocation(program, "area"), [0, 0, 0, 0, x, y, width, height]);
  gl.uniform1f(gl.getUniformLocation(program, "depth"), depth);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
}
const texture = gl.createTexture();
gl.bindTexture(gl.TEXTURE_2D, texture);
gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 32, 16, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
const framebuffer = gl.createFramebuffer();
gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
gl.bindFramebuffer(gl.FRAMEBUFFER, null);

function drawBackground() {
  rectangle(plain, 0, 0, 100, 80);
}
function drawPair() {
  gl.enable(gl.DEPTH_TEST);
  rectangle(plain, 10, 10, 20, 10, -0.5);
  // Half of it lies behind the one before.
  rectangle(plain, 20, 10, 20, 10, -0.25);
  gl.disable(gl.DEPTH_TEST);
}
function drawSieve() {
  rectangle(sieve, 0, 40, 40, 10);
}
function drawCut() {
  gl.enable(gl.SCISSOR_TEST);
  gl.scissor(50, 50, 5, 5);
  // Would clear the depth of all, and must not.
  gl.clear(gl.DEPTH_BUFFER_BIT);
  rectangle(plain, 40, 40, 40, 40);
  gl.disable(gl.SCISSOR_TEST);
}
function drawMasked() {
  gl.enable(gl.STENCIL_TEST);
  gl.stencilFunc(gl.ALWAYS, 1, 255);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
  gl.colorMask(false, false, false, false);
  rectangle(plain, 60, 0, 10, 10);
  gl.colorMask(true, true, true, true);
  gl.stencilFunc(gl.EQUAL, 1, 255);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
  rectangle(plain, 55, 0, 10, 20);
  gl.disable(gl.STENCIL_TEST);
}
function drawIntoTexture() {
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.viewport(0, 0, 64, 64);
  // It has no depth, so the test lets all pass.
  gl.enable(gl.DEPTH_TEST);
  rectangle(plain, 0, 0, 100, 80, 0.9);
  gl.disable(gl.DEPTH_TEST);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.viewport(0, 0, 100, 80);
}
const instancing = isSecond ? null : gl.getExtension("ANGLE_instanced_arrays");
function drawCrowd() {
  rectangle(plain, 90, 70, 10, 10);
  // More than a byte can count.
  if (isSecond) gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, 300);
  else instancing.drawArraysInstancedANGLE(gl.TRIANGLE_STRIP, 0, 4, 300);
}
function drawCulled() {
  gl.enable(gl.CULL_FACE);
  gl.frontFace(gl.CW);
  rectangle(plain, 0, 0, 100, 80);
  gl.frontFace(gl.CCW);
  gl.disable(gl.CULL_FACE);
}
const modern = isSecond && build(\`#version 300 es
layout(std140) uniform Box { vec4 box; };
in vec2 corner;
out vec2 place;
void main() {
  place = corner;
  gl_Position = vec4((box.xy + corner * box.zw) / vec2(50, 40) - 1.0, 0, 1);
}\`, \`#version 300 es
precision highp float;
layout(location = 0) out highp vec4 colour;
layout(location = 1) out highp uvec4 ids;
in vec2 place;
void halve(in vec2 from, out vec2 to) { to = from / 2.0; }
void main(void) {
  vec2 half_;
  halve(place, half_);
  if (half_.y > 0.25) discard;
  if (place.x > 0.5) return;
  colour = vec4(half_, 0, 1);
  ids = uvec4(7);
}\`);
function drawModern() {
  gl.useProgram(modern);
  gl.uniformBlockBinding(modern, gl.getUniformBlockIndex(modern, "Box"), 3);
  const buffer = gl.createBuffer();
  gl.bindBufferBase(gl.UNIFORM_BUFFER, 3, buffer);
  gl.bufferData(gl.UNIFORM_BUFFER, new Float32Array([20, 60, 20, 10]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(modern, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, gl.createBuffer());
  gl.pixelStorei(gl.PACK_SKIP_PIXELS, 3);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  gl.disable(gl.RASTERIZER_DISCARD);
  gl.useProgram(plain);
}
function tick() {
  requestAnimationFrame(tick);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.clearColor(0.25, 0.5, 0.75, 1);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  drawBackground();
  drawPair();
  drawSieve();
  drawCut();
  drawMasked();
  drawIntoTexture();
  drawCrowd();
  drawCulled();
  if (isSecond) drawModern();
  const state = [gl.getParameter(gl.CURRENT_PROGRAM) === plain, gl.isEnabled(gl.BLEND), gl.getParameter(gl.BLEND_SRC_RGB),
    gl.getParameter(gl.FRAMEBUFFER_BINDING), gl.getParameter(gl.RENDERBUFFER_BINDING), ...gl.getParameter(gl.COLOR_CLEAR_VALUE),
    ...gl.getParameter(gl.VIEWPORT), gl.isEnabled(gl.SCISSOR_TEST), gl.isEnabled(gl.DEPTH_TEST), gl.getError()];
  if (String(state) !== String([true, true, gl.SRC_ALPHA, null, null, 0.25, 0.5, 0.75, 1, 0, 0, 100, 80, false, false, 0]))
    throw new Error("The state of the game has changed: " + state);
}
requestAnimationFrame(tick);
`;
