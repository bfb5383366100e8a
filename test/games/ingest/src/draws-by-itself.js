const canvas = document.createElement("canvas");
document.body.append(canvas);
const gl = canvas.getContext("webgl");
const program = gl.createProgram();
for (const [type, source] of [
  [gl.VERTEX_SHADER, "attribute float at; void main() { gl_Position = vec4(at, at * at, 0, 1); }"],
  [gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1); }"],
]) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  gl.attachShader(program, shader);
}
gl.linkProgram(program);
gl.useProgram(program);
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, 0, 0.5]), gl.STATIC_DRAW);
gl.enableVertexAttribArray(0);
gl.vertexAttribPointer(0, 1, gl.FLOAT, false, 0, 0);
requestAnimationFrame(function frame() {
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  requestAnimationFrame(frame);
});
