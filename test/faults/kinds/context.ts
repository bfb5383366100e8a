import { strikePart } from "../browser-parts.ts";
import type { Expected, Fault, FaultGroup } from "../fault.ts";
import { failsBy, htmlFault, inFrame, inWorker, passes } from "../page-fault.ts";

const lost = failsBy("context-lost");

/** A page that clears a canvas with GL in every frame. */
function glPage(script: string, { type = "webgl", around = "" } = {}): string {
  return `<!doctype html><canvas width="64" height="64"></canvas>${around}<script>
const canvas = document.querySelector("canvas");
const gl = canvas.getContext("${type}");
const lose = gl.getExtension("WEBGL_lose_context");
let frame = 0;
let isLost = false;
function build() {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, "attribute vec2 p; void main() { gl_Position = vec4(p, 0, 1); }"], [gl.FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1); }"]]) {
    const one = gl.createShader(kind);
    gl.shaderSource(one, source);
    gl.compileShader(one);
    gl.attachShader(program, one);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
}
build();
function draw() {
  frame += 1;
  if (!isLost) {
    gl.clearColor(frame / 100, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);
${script}
</script>`;
}

const restores = `canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); isLost = true; });
canvas.addEventListener("webglcontextrestored", () => { isLost = false; build(); });`;

/** A context that is lost: by the game, by the browser, or with the GPU process. */
export const contextFaults: FaultGroup = {
  title: "The WebGL context is lost",
  faults: [
    htmlFault("none: the page that the others disturb", glPage(""), passes),
    htmlFault("lost in a frame, for good", glPage(inFrame(`lose.loseContext();`)), lost, {
      inCi: true,
      says: /frame 5|frame 4|frame 6/u,
    }),
    htmlFault(
      "lost in a frame, for good, by WebGL 2",
      glPage(inFrame(`lose.loseContext();`), { type: "webgl2" }),
      lost,
    ),
    htmlFault("lost while it loads", glPage(`lose.loseContext();`), lost),
    htmlFault("lost in the last frame", glPage(inFrame(`lose.loseContext();`, 20)), lost),
    htmlFault(
      "lost, and the game goes on drawing",
      glPage(inFrame(`canvas.addEventListener("webglcontextlost", () => {}); lose.loseContext();`)),
      lost,
    ),
    htmlFault(
      "lost, restored and drawn again",
      glPage(restores + inFrame(`lose.loseContext(); setTimeout(() => lose.restoreContext(), 50);`)),
      passes,
      { inCi: true, says: /context-restored/u },
    ),
    htmlFault(
      "lost, restored and not drawn again",
      glPage(
        restores +
          inFrame(`lose.loseContext(); setTimeout(() => lose.restoreContext(), 50);`) +
          `canvas.addEventListener("webglcontextrestored", () => { isLost = true; });`,
      ),
      lost,
    ),
    htmlFault(
      "lost and restored a hundred times",
      glPage(
        restores +
          `(function again() { if (isLost) lose.restoreContext(); else lose.loseContext(); setTimeout(again, 20); })();`,
      ),
      { exit: [0, 5], code: [null, "context-lost"] },
      { says: /context-(?:lost|restored)/u },
    ),
    htmlFault(
      "lost in a frame by a canvas that is in no document",
      glPage(
        inFrame(
          `const other = document.createElement("canvas").getContext("webgl"); other.clear(other.COLOR_BUFFER_BIT); other.drawArrays(other.POINTS, 0, 0); other.getExtension("WEBGL_lose_context").loseContext();`,
        ),
      ),
      { exit: [0, 5], code: [null, "context-lost"] },
    ),
    htmlFault(
      "lost in an OffscreenCanvas",
      glPage(
        inFrame(
          `const other = new OffscreenCanvas(8, 8).getContext("webgl"); other.drawArrays(other.POINTS, 0, 1); other.getExtension("WEBGL_lose_context").loseContext(); globalThis.kept = other;`,
        ),
      ),
      { exit: [0, 5], code: [null, "context-lost"] },
    ),
    htmlFault(
      "lost in a worker",
      glPage(`const worker = ${inWorker(`onmessage = ({ data }) => { const gl = data.getContext("webgl"); let frame = 0; (function draw() { gl.drawArrays(gl.POINTS, 0, 1); frame += 1; if (frame === 5) gl.getExtension("WEBGL_lose_context").loseContext(); requestAnimationFrame(draw); })(); };`)}
        const other = document.createElement("canvas").transferControlToOffscreen(); worker.postMessage(other, [other]);`),
      lost,
    ),
    htmlFault(
      "lost in an iframe",
      `${glPage("")}<iframe srcdoc='${glPage(inFrame(`lose.loseContext();`)).replaceAll("'", "&#39;")}'></iframe>`,
      lost,
    ),
    htmlFault(
      "seventeen contexts, of which the browser takes the first",
      glPage(
        inFrame(
          `globalThis.kept = []; for (let i = 0; i < 17; i += 1) { const one = document.createElement("canvas").getContext("webgl"); one.drawArrays(one.POINTS, 0, 1); kept.push(one); }`,
        ),
      ),
      lost,
      { says: /oldest/u },
    ),
    htmlFault(
      "a hundred contexts that are let go",
      glPage(
        inFrame(
          `for (let i = 0; i < 100; i += 1) document.createElement("canvas").getContext("webgl").getExtension("WEBGL_lose_context").loseContext();`,
        ),
      ),
      { exit: [0, 5], code: [null, "context-lost"] },
    ),
    htmlFault(
      "isContextLost says that it is not",
      glPage(
        `gl.isContextLost = () => false; canvas.addEventListener("webglcontextlost", (event) => event.stopImmediatePropagation(), true);` +
          inFrame(`lose.loseContext();`),
      ),
      lost,
    ),
    htmlFault(
      "lost by what the page does beside it",
      glPage(inFrame(`canvas.width = canvas.height = 1e9; gl.clear(gl.COLOR_BUFFER_BIT);`)),
      { exit: [0, 5], code: [null, "context-lost"] },
    ),
    killed("killed with the GPU process", glPage(""), { exit: 6, code: "context-taken", withinMs: 30_000 }),
    killed("killed with the GPU process, by WebGL 2", glPage("", { type: "webgl2" }), {
      exit: 6,
      code: "context-taken",
      withinMs: 30_000,
    }),
    // When the browser restores a context depends on the machine, and a game that shows it differs from run to run.
    killed("killed with the GPU process, and restored", glPage(restores), {
      exit: [0, 4],
      code: [null, "nondeterminism"],
      withinMs: 60_000,
      says: /context-restored/u,
      // The report has a figure for each of 30,000 frames.
      saysBytesMax: 16_000_000,
    }),
  ],
};

function killed(name: string, html: string, expected: Expected): Fault {
  return {
    name,
    args: ["perf", "index.html", "--frames", "30000", "--warmup", "0", "--repeat", "1", "--json"],
    prepare: ({ write }) => void write("index.html", html),
    strike: { when: "count pass 1", act: strikePart("GPU process", "SIGKILL", 2500) },
    expected,
  };
}
