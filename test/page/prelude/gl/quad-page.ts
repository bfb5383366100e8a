/** A canvas of 8 x 8 pixels with a context that can fill it with red. */
export interface Quad {
  readonly canvas: HTMLCanvasElement;
  readonly gl: WebGL2RenderingContext;
  /** Draws two triangles that cover the canvas. */
  draw(): void;
  /** Red, green, blue and alpha of the pixel in the middle. */
  pixel(): number[];
}

declare global {
  var createQuad: (contextType: "webgl" | "webgl2", attributes?: WebGLContextAttributes) => Quad;
}

globalThis.createQuad = (contextType, attributes) => {
  const canvas = document.createElement("canvas");
  canvas.width = 8;
  canvas.height = 8;
  // WebGL 1 is a subset of WebGL 2, and the tests only use that subset on it.
  const gl = canvas.getContext(contextType, attributes) as WebGL2RenderingContext;
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, "attribute vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }"],
    [gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }"],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, "corner");
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, -1, 1, 1, -1, 1]), gl.STATIC_DRAW);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array([0, 1, 2, 3, 4, 5]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.clearColor(0, 0, 1, 1);
  return {
    canvas,
    gl,
    draw() {
      gl.drawArrays(gl.TRIANGLES, 0, 6);
    },
    pixel() {
      const bytes = new Uint8Array(4);
      gl.readPixels(4, 4, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      return [...bytes];
    },
  };
};
