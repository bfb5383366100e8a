import { type Added, addedBy } from "./added-by.ts";

declare global {
  /** Runs every step of a WebGL game, one after the other, and returns the changes of the counts. */
  var countSteps: (type: "webgl" | "webgl2") => Readonly<Record<string, Added>>;
}

type Gl = WebGL2RenderingContext;

const vertexSource = "attribute vec4 p; uniform mat4 m; void main() { gl_Position = m * p; }";
const fragmentSource =
  "precision mediump float; uniform vec3 c[2]; void main() { gl_FragColor = vec4(c[0] + c[1], 1); }";

function canvasOf(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width, height });
}

function buildProgram(gl: Gl): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexSource],
    [gl.FRAGMENT_SHADER, fragmentSource],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error("There is no shader.");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return program;
}

function stepsOfPrograms(gl: Gl): Readonly<Record<string, () => void>> {
  const programs: WebGLProgram[] = [];
  return {
    "two programs are built"() {
      programs.push(buildProgram(gl), buildProgram(gl));
    },
    "programs are used: two switches"() {
      for (const index of [0, 0, 1]) gl.useProgram(programs[index] ?? null);
      gl.useProgram(null);
    },
    "uniforms get 16, 3 + 3, 6 of 8, and without a location no values"() {
      const program = programs[0] ?? null;
      gl.useProgram(program);
      if (program === null) return;
      gl.uniformMatrix4fv(gl.getUniformLocation(program, "m"), false, new Float32Array(16));
      const colour = gl.getUniformLocation(program, "c");
      gl.uniform3f(colour, 1, 0, 0);
      gl.uniform3fv(colour, [1, 0, 0]);
      gl.uniform3fv(colour, new Float64Array(6));
      gl.uniform3fv(null, [1, 0, 0]);
    },
  };
}

function stepsOfBuffers(gl: Gl): Readonly<Record<string, () => void>> {
  const [vertices, indices] = [gl.createBuffer(), gl.createBuffer()];
  return {
    "buffers get 12 floats, 3 of them again, and 6 indices"() {
      gl.bindBuffer(gl.ARRAY_BUFFER, vertices);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(12), gl.DYNAMIC_DRAW);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, new Float32Array(3));
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(6).buffer, gl.STATIC_DRAW);
    },
    "a buffer is made anew without data"() {
      gl.bufferData(gl.ARRAY_BUFFER, 100, gl.DYNAMIC_DRAW);
    },
    "deleted buffers are free"() {
      for (const deleted of [vertices, indices, indices]) gl.deleteBuffer(deleted);
    },
  };
}

function stepsOfObjects(gl: Gl): Readonly<Record<string, () => void>> {
  const [texture, other, cube] = [gl.createTexture(), gl.createTexture(), gl.createTexture()];
  const renderbuffer = gl.createRenderbuffer();
  const framebuffer = gl.createFramebuffer();
  return {
    "textures are bound in two units: four changes"() {
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.bindTexture(gl.TEXTURE_CUBE_MAP, cube);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.bindTexture(gl.TEXTURE_2D, other);
    },
    "a texture of 8 x 4 texels is left empty"() {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 8, 4, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    },
    "a quarter of it is uploaded"() {
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 4, 2, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(32));
    },
    "it gets 4 x 2, 2 x 1 and 1 x 1 more"() {
      gl.generateMipmap(gl.TEXTURE_2D);
    },
    "a canvas of 16 x 8 takes its place in 2 bytes a texel"() {
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_SHORT_5_6_5, canvasOf(16, 8));
    },
    "six faces of 2 x 2"() {
      gl.activeTexture(gl.TEXTURE1);
      for (let face = 0; face < 6; face += 1)
        gl.texImage2D(
          gl.TEXTURE_CUBE_MAP_POSITIVE_X + face,
          0,
          gl.RGBA,
          2,
          2,
          0,
          gl.RGBA,
          gl.UNSIGNED_BYTE,
          new Uint8Array(16),
        );
      gl.activeTexture(gl.TEXTURE0);
    },
    "framebuffers are switched twice"() {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    },
    "a depth of 10 x 10 in 2 bytes"() {
      gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT16, 10, 10);
    },
    "questions are no commands"() {
      gl.getError();
      gl.isTexture(texture);
      gl.getParameter(gl.VERSION);
    },
    "a call that throws is none"() {
      try {
        Reflect.apply(gl.useProgram, gl, [{}]);
      } catch {
        // As expected.
      }
    },
    "what is deleted is free, and bound no more"() {
      for (const deleted of [other, other, cube]) gl.deleteTexture(deleted);
      gl.deleteRenderbuffer(renderbuffer);
      gl.bindTexture(gl.TEXTURE_2D, null);
    },
  };
}

function stepsOfSecond(gl: Gl): Readonly<Record<string, () => void>> {
  const [texture, layers, block] = [gl.createTexture(), gl.createTexture(), gl.createTexture()];
  const [vertices, indices, blocks] = [gl.createBuffer(), gl.createBuffer(), gl.createBuffer()];
  const vertexArray = gl.createVertexArray();
  const renderbuffer = gl.createRenderbuffer();
  return {
    "storage of 16 x 16 with 5 levels in 8 bytes"() {
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texStorage2D(gl.TEXTURE_2D, 5, gl.RGBA16F, 16, 16);
    },
    "a volume of 4 x 4 x 4 with 3 levels"() {
      gl.bindTexture(gl.TEXTURE_3D, block);
      gl.texStorage3D(gl.TEXTURE_3D, 3, gl.R8, 4, 4, 4);
    },
    "3 layers of 4 x 4, which keep their number in each level"() {
      gl.bindTexture(gl.TEXTURE_2D_ARRAY, layers);
      gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RG8, 4, 4, 3, 0, gl.RG, gl.UNSIGNED_BYTE, new Uint8Array(96));
      gl.generateMipmap(gl.TEXTURE_2D_ARRAY);
    },
    "texels of a buffer are no upload"() {
      gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, blocks);
      gl.bufferData(gl.PIXEL_UNPACK_BUFFER, new Uint8Array(64), gl.STATIC_DRAW);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2, 2, gl.RGBA, gl.HALF_FLOAT, 0);
      gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    },
    "10 of 16 numbers from the third on"() {
      gl.bindBuffer(gl.ARRAY_BUFFER, vertices);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(16), gl.STATIC_DRAW, 2, 10);
    },
    "each vertex array has indices of its own"() {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, blocks);
      gl.bindVertexArray(vertexArray);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.bindVertexArray(null);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, 30, gl.STATIC_DRAW);
      gl.bindVertexArray(vertexArray);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, 500, gl.STATIC_DRAW);
    },
    "what is bound to an index is bound to the target"() {
      gl.bindBufferBase(gl.UNIFORM_BUFFER, 1, blocks);
      gl.bufferSubData(gl.UNIFORM_BUFFER, 0, new Float32Array(4));
    },
    "a picture with 4 samples"() {
      gl.bindRenderbuffer(gl.RENDERBUFFER, renderbuffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, 4, gl.RGBA8, 10, 10);
    },
    "reading and drawing are switched apart"() {
      const framebuffer = gl.createFramebuffer();
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    },
    "a lost context has nothing"() {
      const extension = gl.getExtension("WEBGL_lose_context");
      extension?.loseContext();
      gl.deleteTexture(texture);
      gl.createTexture();
    },
  };
}

globalThis.countSteps = (type) => {
  const gl = canvasOf(32, 32).getContext(type);
  // WebGL 1 is a subset of WebGL 2.
  const context = gl as Gl;
  const steps = {
    ...stepsOfPrograms(context),
    ...stepsOfBuffers(context),
    ...stepsOfObjects(context),
    ...(type === "webgl2" ? stepsOfSecond(context) : {}),
  };
  return Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, addedBy(step)]));
};
