/** A point of light. Positions are in CSS pixels, sizes too. */
export interface Point {
  x: number;
  y: number;
  size: number;
  /** From 0, dark, to 1. */
  glow: number;
}

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const valuesPerPoint = 4;

const vertexShader = `#version 300 es
in vec4 point;
uniform vec2 resolution;
out float glow;
void main() {
  gl_Position = vec4(point.xy / resolution * vec2(2, -2) + vec2(-1, 1), 0, 1);
  gl_PointSize = point.z;
  glow = point.w;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
in float glow;
out vec4 colour;
void main() {
  float edge = max(0.0, 1.0 - length(gl_PointCoord - 0.5) * 2.0);
  colour = vec4(0.9, 1.0, 0.5, 1.0) * edge * edge * glow;
}`;

/** Draws all points in one draw call. */
export class PointEngine {
  readonly points: Point[] = [];
  readonly #gl: WebGL2RenderingContext;
  readonly #resolution: WebGLUniformLocation | null;
  #values = new Float32Array(0);

  constructor(canvas: HTMLCanvasElement, size: Size) {
    const gl = canvas.getContext("webgl2");
    if (gl === null) throw new Error("This browser has no WebGL 2.");
    this.#gl = gl;
    const program = link(gl);
    gl.useProgram(program);
    this.#resolution = gl.getUniformLocation(program, "resolution");
    this.resize(size);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    const place = gl.getAttribLocation(program, "point");
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, valuesPerPoint, gl.FLOAT, false, 0, 0);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.clearColor(0.02, 0.03, 0.06, 1);
  }

  resize({ width, height }: Size): void {
    Object.assign(this.#gl.canvas, { width, height });
    this.#gl.viewport(0, 0, width, height);
    this.#gl.uniform2f(this.#resolution, width, height);
  }

  /** A browser keeps few contexts, and collects a canvas late. */
  dispose(): void {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  draw(): void {
    const gl = this.#gl;
    const { length } = this.points;
    if (this.#values.length !== length * valuesPerPoint) this.#values = new Float32Array(length * valuesPerPoint);
    this.points.forEach(({ x, y, size, glow }, index) => {
      this.#values.set([x, y, size, glow], index * valuesPerPoint);
    });
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.bufferData(gl.ARRAY_BUFFER, this.#values, gl.DYNAMIC_DRAW);
    gl.drawArrays(gl.POINTS, 0, length);
  }
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error("The WebGL context is lost.");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error(gl.getProgramInfoLog(program) ?? "");
  return program;
}
