import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("shows a page the same errors of GL in every pass", async () => {
  const script = `
    const gl = document.createElement("canvas").getContext("webgl2");
    found.errors = [];
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, "#version 300 es\\nvoid main() { gl_Position = vec4(0); }"],
      [gl.FRAGMENT_SHADER, "#version 300 es\\nprecision highp float; out vec4 color; void main() { color = vec4(1); }"],
    ]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    requestAnimationFrame(() => {
      const use = () => gl.useProgram(program);
      for (const draw of [() => gl.drawArrays(gl.TRIANGLES, 0, 3), use, () => gl.drawArrays(gl.TRIANGLES, 0, 3), () => gl.drawArrays(gl.TRIANGLES, 0, -1), () => gl.drawArrays(99, 0, 3),
        () => gl.clear(1), () => gl.drawElements(gl.TRIANGLES, 3, gl.FLOAT, 0)]) {
        draw();
        found.errors.push(gl.getError());
      }
    });`;
  const [count, timed] = await Promise.all([
    runPreludePage({ script, frames: 2, pass: "count" }),
    runPreludePage({ script, frames: 2, pass: "timed" }),
  ]);
  expect(count.found).toEqual(timed.found);
  // No program, then one, a negative count, an invalid mode, an invalid bit, an invalid type.
  expect(count.found).toEqual({ errors: [0x502, 0, 0, 0x501, 0x500, 0x501, 0x500] });
});
