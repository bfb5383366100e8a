import { countingShaders } from "./counting-shader.ts";

/** The sources that a program was linked from. */
interface LinkedSources {
  readonly vertex: string;
  readonly fragment: string;
}

/** A program that counts the fragments of one of the game's. */
export interface CountingProgram {
  readonly program: WebGLProgram;
  /** Gives it the values of the game's program. It must be in use. */
  copyUniforms(): void;
}

/** The counting programs of a context. */
export class CountingPrograms {
  readonly #gl: WebGL2RenderingContext;
  readonly #isSecond: boolean;
  readonly #sources = new WeakMap<WebGLProgram, LinkedSources>();
  readonly #counting = new WeakMap<WebGLProgram, CountingProgram | null>();

  constructor(gl: WebGL2RenderingContext, isSecond: boolean) {
    this.#gl = gl;
    this.#isSecond = isSecond;
  }

  /** Call when a program was linked: its shaders may be detached, or get other sources, at any time after that. */
  noteLink(program: WebGLProgram): void {
    const gl = this.#gl;
    this.#counting.delete(program);
    this.#sources.delete(program);
    const shaders = gl.getAttachedShaders(program) ?? [];
    const sourceOf = (type: number): string | null => {
      const shader = shaders.find((each) => gl.getShaderParameter(each, gl.SHADER_TYPE) === type);
      return shader === undefined ? null : gl.getShaderSource(shader);
    };
    const vertex = sourceOf(gl.VERTEX_SHADER);
    const fragment = sourceOf(gl.FRAGMENT_SHADER);
    if (vertex !== null && fragment !== null) this.#sources.set(program, { vertex, fragment });
  }

  /** The counting program of a game's program; null if there can be none. */
  of(program: WebGLProgram): CountingProgram | null {
    const known = this.#counting.get(program);
    if (known !== undefined) return known;
    const built = this.#build(program);
    this.#counting.set(program, built);
    return built;
  }

  #build(ofGame: WebGLProgram): CountingProgram | null {
    const sources = this.#sources.get(ofGame);
    if (sources === undefined) return null;
    for (const fragment of countingShaders(sources.fragment)) {
      const program = this.#link(ofGame, sources.vertex, fragment);
      if (program === null) continue;
      const copies = [...this.#uniformCopies(ofGame, program), ...this.#blockCopies(ofGame, program)];
      return {
        program,
        copyUniforms() {
          for (const copy of copies) copy();
        },
      };
    }
    return null;
  }

  #link(ofGame: WebGLProgram, vertex: string, fragment: string): WebGLProgram | null {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type);
      if (shader === null) return null;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    // The game's vertex arrays are set up for the game's own locations.
    const attributes = Number(gl.getProgramParameter(ofGame, gl.ACTIVE_ATTRIBUTES));
    for (let index = 0; index < attributes; index += 1) {
      const name = gl.getActiveAttrib(ofGame, index)?.name ?? "";
      const location = gl.getAttribLocation(ofGame, name);
      if (location >= 0) gl.bindAttribLocation(program, location, name);
    }
    gl.linkProgram(program);
    return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
  }

  #uniformCopies(ofGame: WebGLProgram, counting: WebGLProgram): readonly (() => void)[] {
    const gl = this.#gl;
    const count = Number(gl.getProgramParameter(counting, gl.ACTIVE_UNIFORMS));
    return Array.from({ length: count }, (_, index) => gl.getActiveUniform(counting, index)).flatMap((info) =>
      elementNames(info).flatMap((name) => {
        const from = gl.getUniformLocation(ofGame, name);
        const to = gl.getUniformLocation(counting, name);
        // The members of a block have no locations.
        if (from === null || to === null) return [];
        const set = setterOf(gl, info?.type ?? 0);
        return [
          (): void => {
            const value: unknown = gl.getUniform(ofGame, from);
            set(to, numbersOf(value));
          },
        ];
      }),
    );
  }

  #blockCopies(ofGame: WebGLProgram, counting: WebGLProgram): readonly (() => void)[] {
    const gl = this.#gl;
    if (!this.#isSecond) return [];
    const count = Number(gl.getProgramParameter(counting, gl.ACTIVE_UNIFORM_BLOCKS));
    return Array.from({ length: count }, (_, index) => () => {
      const from = gl.getUniformBlockIndex(ofGame, gl.getActiveUniformBlockName(counting, index) ?? "");
      if (from === gl.INVALID_INDEX) return;
      const binding: unknown = gl.getActiveUniformBlockParameter(ofGame, from, gl.UNIFORM_BLOCK_BINDING);
      gl.uniformBlockBinding(counting, index, Number(binding));
    });
  }
}

/** The names of a uniform's elements: `size`, or `lights[0]` and so on. */
function elementNames(info: WebGLActiveInfo | null): readonly string[] {
  if (info === null) return [];
  const { name, size } = info;
  if (!name.endsWith("[0]")) return [name];
  return Array.from({ length: size }, (_, index) => `${name.slice(0, -"[0]".length)}[${String(index)}]`);
}

/** A uniform's value is a number, a truth value, or a list of them. */
function numbersOf(value: unknown): readonly number[] {
  if (typeof value !== "object" || value === null) return [Number(value)];
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Array.from(value as ArrayLike<unknown>, Number);
}

type SetUniform = (location: WebGLUniformLocation, values: readonly number[]) => void;

const vectorSetters = {
  0x1406: "uniform1fv",
  0x8b50: "uniform2fv",
  0x8b51: "uniform3fv",
  0x8b52: "uniform4fv",
  0x1405: "uniform1uiv",
  0x8dc6: "uniform2uiv",
  0x8dc7: "uniform3uiv",
  0x8dc8: "uniform4uiv",
  0x8b53: "uniform2iv",
  0x8b54: "uniform3iv",
  0x8b55: "uniform4iv",
  0x8b57: "uniform2iv",
  0x8b58: "uniform3iv",
  0x8b59: "uniform4iv",
} as const;

const matrixSetters = {
  0x8b5a: "uniformMatrix2fv",
  0x8b5b: "uniformMatrix3fv",
  0x8b5c: "uniformMatrix4fv",
  0x8b65: "uniformMatrix2x3fv",
  0x8b66: "uniformMatrix2x4fv",
  0x8b67: "uniformMatrix3x2fv",
  0x8b68: "uniformMatrix3x4fv",
  0x8b69: "uniformMatrix4x2fv",
  0x8b6a: "uniformMatrix4x3fv",
} as const;

function setterOf(gl: WebGL2RenderingContext, type: number): SetUniform {
  for (const [key, name] of Object.entries(matrixSetters)) {
    if (Number(key) === type) return (location, values) => gl[name](location, false, [...values]);
  }
  for (const [key, name] of Object.entries(vectorSetters)) {
    if (Number(key) === type) return (location, values) => gl[name](location, [...values]);
  }
  // Whole numbers, truth values, and the unit of a sampler of any kind.
  return (location, values) => gl.uniform1iv(location, [...values]);
}
