import { expect, it } from "vitest";
import { countingShaders } from "../../../../src/page/prelude/gl/counting-shader.ts";

it("makes the outputs of a shader of WebGL 2 plain variables, and writes a one instead", () => {
  const source = `#version 300 es
precision highp float;
layout(location = 0) out highp vec4 colour;
layout ( location = 1 ) out uvec4 ids;
out float first, second[2];
void split(in vec2 from, out vec2 to, out float rest) { to = from; }
void main() { discard; }`;
  expect(countingShaders(source)).toEqual([
    `#version 300 es
#define main framegateGameMain
precision highp float;
highp vec4 colour;
uvec4 ids;
float first, second[2];
void split(in vec2 from, out vec2 to, out float rest) { to = from; }
void main() { discard; }
#undef main
layout(location = 0) out highp vec4 framegateFragment;
void main() {
  framegateGameMain();
  framegateFragment = vec4(1.0);
}
`,
  ]);
});

it("keeps the version the first directive, after comments", () => {
  const [shader] = countingShaders("// sky\n/* by\nhand */ #version 300 es\nout vec4 a;\nvoid main() {}");
  expect(shader?.startsWith("// sky\n/* by\nhand */ #version 300 es\n#define main")).toBe(true);
});

it("writes to either of the two outputs of a shader of WebGL 1", () => {
  const shaders = countingShaders("void main() { gl_FragColor = vec4(0); }");
  expect(shaders.map((shader) => /framegateGameMain\(\);\n {2}(\S+) = /u.exec(shader)?.[1])).toEqual([
    "gl_FragColor",
    "gl_FragData[0]",
  ]);
  expect(shaders.every((shader) => shader.startsWith("#define main framegateGameMain\nvoid main() { gl_F"))).toBe(true);
});
