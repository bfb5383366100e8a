import { describe, expect, it } from "vitest";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";
import { drawsOf } from "./draws-of.ts";
import { reportOf, runJson } from "./run-command.ts";

const rawGame = `
const gl = document.querySelector("canvas").getContext("webgl");
const compile = (type, source) => {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
};
const program = gl.createProgram();
gl.attachShader(program, compile(gl.VERTEX_SHADER, "void main() { gl_Position = vec4(0); gl_PointSize = 9.0; }"));
gl.attachShader(program, compile(gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1); }"));
gl.linkProgram(program);
gl.useProgram(program);
gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
const pixels = new Uint8Array(64 * 64 * 4);
let frame = 0;
function drawSky() {
  gl.drawArrays(gl.TRIANGLES, 0, 3);
}
function drawEnemies() {
  for (let index = 0; index < 5; index += 1) gl.drawArrays(gl.TRIANGLES, 0, 6);
}
function uploadNoise() {
  pixels[0] = frame;
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 64, 64, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
}
function tick() {
  requestAnimationFrame(tick);
  frame += 1;
  gl.clearColor(frame / 100, 0, 0, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  drawSky();
  drawEnemies();
  uploadNoise();
}
requestAnimationFrame(tick);`;

describe("a frame with more draws than its limit", () => {
  it("names the functions that draw, with their lines", async () => {
    await using folder = await createGameFolder({
      "package.json": {},
      "game.js": rawGame,
      "index.html": '<!doctype html><canvas></canvas><script src="game.js"></script>',
    });
    const draws = await drawsOf(folder, "--budget", "maxDrawCalls=5");
    expect(draws).toMatchObject({ drawCalls: 6, triangles: 11, textureUploadBytes: 16_384, nodes: [] });
    const line = (text: string): string =>
      `game.js:${String(rawGame.slice(0, rawGame.indexOf(text)).split("\n").length)}:`;
    expect(draws.functions).toMatchObject([
      { name: "drawEnemies", drawCalls: 5, triangles: 10, position: expect.stringContaining(line("for (let index")) },
      { name: "drawSky", drawCalls: 1, position: expect.stringContaining(line("gl.drawArrays(gl.TRIANGLES, 0, 3)")) },
      { name: "uploadNoise", drawCalls: 0, textureUploadBytes: 16_384 },
    ]);
  });
});

const canvasGame = `
const context = document.querySelector("canvas").getContext("2d");
let frame = 0;
function drawSky() {
  context.fillRect(0, 0, 300, 100);
}
function drawBoard() {
  for (let index = 0; index < 8; index += 1) {
    context.fillRect(index * 20, frame % 50, 10, 10);
    context.drawImage(context.canvas, 0, 0, 4, 4, index, 0, 4, 4);
  }
}
function tick() {
  requestAnimationFrame(tick);
  frame += 1;
  drawSky();
  drawBoard();
  // A second pass.
  if (frame === 12) drawBoard();
}
requestAnimationFrame(tick);`;

describe("a frame with more operations of 2D canvases than its limit", () => {
  it.each(["--budget maxCanvasOperations=20", "--why"])("names the functions that draw, with %s", async (flags) => {
    await using folder = await createGameFolder({
      "package.json": {},
      "game.js": canvasGame,
      "index.html": '<!doctype html><canvas></canvas><script src="game.js"></script>',
    });
    const draws = await drawsOf(folder, ...flags.split(" "));
    expect(draws).toMatchObject({ frame: 6, drawCalls: 0, canvasOperations: 33 });
    const line = (text: string): string =>
      `game.js:${String(canvasGame.slice(0, canvasGame.indexOf(text)).split("\n").length)}:`;
    expect(draws.functions).toMatchObject([
      { name: "drawBoard", canvasOperations: 16, position: expect.stringContaining(line("context.fillRect(index")) },
      { name: "drawBoard", canvasOperations: 16, position: expect.stringContaining(line("context.drawImage")) },
      { name: "drawSky", canvasOperations: 1, position: expect.stringContaining(line("context.fillRect(0")) },
    ]);
  });

  it("counts those of an iframe and of a worker, too", async () => {
    const drawing = (count: number): string =>
      `function drawPart(){for(let i=0;i<${String(count)};i++)context.fillRect(i,0,1,1);requestAnimationFrame(drawPart)}requestAnimationFrame(drawPart);`;
    await using folder = await createGameFolder({
      "package.json": {},
      "worker.js": `onmessage=({data})=>{const context=data.getContext("2d");${drawing(3)}};`,
      "inner.html": `<!doctype html><canvas></canvas><script>const context=document.querySelector("canvas").getContext("2d");${drawing(4)}</script>`,
      "index.html": `<!doctype html><canvas></canvas><iframe src="inner.html"></iframe><script>
const canvas=document.querySelector("canvas").transferControlToOffscreen();
new Worker("worker.js").postMessage(canvas,[canvas]);</script>`,
    });
    const { functions } = await drawsOf(folder, "--why");
    expect(
      functions.map(({ name, canvasOperations, position }) => [name, canvasOperations, position.split(":")[0]]),
    ).toEqual([
      ["drawPart", 4, "inner.html"],
      ["drawPart", 3, "worker.js"],
    ]);
  });
});

describe("a build that draws more than its baseline", () => {
  it("is failed with the name of the function that draws more", async () => {
    const page = '<!doctype html><canvas></canvas><script src="game.js"></script>';
    await using folder = await createGameFolder({
      "package.json": {},
      ...{ "old/index.html": page, "old/game.js": rawGame },
      ...{ "new/index.html": page, "new/game.js": `\n${rawGame.replace("index < 5", "index < 9")}` },
    });
    const [now, old] = ["new", "old"].map((name) => `${folder.path}/${name}/index.html`);
    const args = ["perf", now!, "--baseline", old!, "--frames", "20", "--warmup", "5", "--repeat", "0"];
    const result = await runJson(args);
    expect(result.exitCode, result.stderr).toBe(1);
    expect(reportOf(result).report.baseline?.draws?.functions).toMatchObject([
      { name: "drawEnemies", owner: "game", baseline: { drawCalls: 5 }, current: { drawCalls: 9 } },
    ]);
    expect(result.stderr.replaceAll(/\s+/gu, " ")).toMatch(
      /more work than .*: triangles \+72\.7 % in frames 0 to 19, first in frame 0, most of it by drawEnemies \(.*game\.js:\d/u,
    );
  });
});

describe("the functions that draw", () => {
  it("begin with the one that uploads when a limit of uploads is exceeded", async () => {
    await using folder = await createGameFolder({
      "package.json": {},
      "game.js": rawGame,
      "index.html": '<!doctype html><canvas></canvas><script src="game.js"></script>',
    });
    const draws = await drawsOf(folder, "--budget", "maxTextureUploadBytes=100");
    expect(draws.functions[0]).toMatchObject({ name: "uploadNoise", drawCalls: 0, textureUploadBytes: 16_384 });
  });

  it("are none in a game without draws", async () => {
    await using folder = await createGameFolder({
      "package.json": {},
      "index.html":
        "<!doctype html><p></p><script>setInterval(() => (document.querySelector('p').textContent += 'x'), 10)</script>",
    });
    const args = ["perf", `${folder.path}/index.html`, "--frames", "20", "--warmup", "0", "--repeat", "0", "--why"];
    expect(reportOf(await runJson(args)).report.draws).toBeNull();
  });
});
