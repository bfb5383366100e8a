import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, FaultGroup } from "../fault.ts";
import {
  failsBy,
  htmlFault,
  impatientRun,
  inFrame,
  inWorker,
  pageFault,
  passes,
  patientRun,
  type PageEnd,
} from "../page-fault.ts";
import { movingPage, rootsGame } from "../pages.ts";
import { silentServer } from "../silent-server.ts";

const neverEnds = failsBy("frame-never-ended");

const shaderLoop = shader(
  "float v = 0.0; " +
    "for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) v += sin(v + float(i * j)); ".repeat(500) +
    "gl_FragColor = vec4(v);",
);

const shaderDraw = shader(
  "float v = 0.0; for (int i = 0; i < 30000; i++) for (int j = 0; j < 30000; j++) v += sin(v + float(i * j)); gl_FragColor = vec4(v);",
);

/** A page or a worker that never finishes. */
export const hangFaults: FaultGroup = {
  title: "The page does not end",
  faults: [
    pageFault("an endless loop while it loads", `for (;;);`, neverEnds),
    rootFault("an endless loop in setup", `export function setup() { for (;;); }`, neverEnds),
    rootFault("an endless loop at the top of a module", `for (;;);\nexport function setup() {}`, neverEnds),
    rootFault(
      "a setup that never settles",
      `export async function setup() { await new Promise(() => {}); }`,
      failsBy("entry-never-resolved"),
    ),
    rootFault(
      "a top-level await that never settles",
      `await new Promise(() => {});\nexport function setup() {}`,
      failsBy("entry-never-resolved"),
    ),
    pageFault("an endless loop in a frame", inFrame(`for (;;);`), neverEnds, {
      inCi: true,
      says: /[Ff]rame \d+ did not end/u,
    }),
    pageFault("an endless loop in a timer", `setTimeout(() => { for (;;); }, 50);`, neverEnds),
    pageFault(
      "an endless loop of microtasks",
      inFrame(`(function again() { Promise.resolve().then(again); })();`),
      neverEnds,
    ),
    pageFault(
      "an endless loop of microtasks while it loads",
      `(function again() { queueMicrotask(again); })();`,
      neverEnds,
    ),
    pageFault("an endless loop of await", inFrame(`(async () => { for (;;) await null; })();`), neverEnds),
    pageFault(
      "an endless loop in a message",
      inFrame(`onmessage = () => { for (;;); }; postMessage(1, "*");`),
      neverEnds,
    ),
    pageFault(
      "an endless loop in an event listener",
      inFrame(`document.addEventListener("x", () => { for (;;); }); document.dispatchEvent(new Event("x"));`),
      neverEnds,
    ),
    pageFault(
      "an endless loop in a getter of the state",
      inFrame(`Object.defineProperty(document, "title", { get() { for (;;); } }); document.title;`),
      neverEnds,
    ),
    pageFault(
      "an endless loop in a mutation observer",
      inFrame(
        `new MutationObserver(() => { document.body.append("x"); }).observe(document.body, { childList: true }); document.body.append("x");`,
      ),
      neverEnds,
    ),
    pageFault("a regular expression that takes for ever", inFrame(`/^(a+)+$/.test("a".repeat(60) + "b");`), neverEnds),
    pageFault("a sort that takes for ever", inFrame(`[1, 2, 3].sort(() => { for (;;); });`), neverEnds),
    pageFault(
      "a generator without end",
      inFrame(`[...(function* () { for (;;) yield; })()].length;`),
      failsBy("frame-never-ended", "page-crashed", "uncaught-error", "frame-threw"),
    ),
    pageFault(
      "JSON of a value without end",
      inFrame(`JSON.stringify(new Proxy([], { get: (t, k) => k === "length" ? 2 ** 40 : 1 }));`),
      failsBy("frame-never-ended", "uncaught-error"),
    ),
    pageFault(
      "a WebAssembly loop without end",
      inFrame(`const code = new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]);
      new WebAssembly.Instance(new WebAssembly.Module(code)).exports.f();`),
      neverEnds,
    ),
    pageFault(
      "Atomics.wait in the page",
      inFrame(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`),
      failsBy("uncaught-error", "frame-threw"),
    ),
    pageFault(
      "Atomics.wait in a worker",
      inWorker(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`),
      passes,
      { withinMs: 30_000, says: /does not answer/u },
    ),
    pageFault("an endless loop in a worker", inWorker(`for (;;);`), failsBy("settle-timeout", "frame-never-ended"), {
      withinMs: 30_000,
    }),
    pageFault(
      "an endless loop in a worker, after a message",
      `const worker = ${inWorker(`onmessage = () => { for (;;); };`)}` + inFrame(`worker.postMessage(1);`),
      failsBy("settle-timeout", "frame-never-ended"),
      { withinMs: 30_000 },
    ),
    pageFault(
      "a worker that never answers",
      `const worker = ${inWorker(`onmessage = () => {};`)}` + inFrame(`worker.postMessage(1);`),
      passes,
    ),
    pageFault(
      "a worker that answers for ever",
      `const worker = ${inWorker(`onmessage = () => postMessage(1);`)} worker.onmessage = () => worker.postMessage(1); worker.postMessage(1);`,
      { exit: [0, 5], code: [null, "settle-timeout", "frame-never-ended", "entry-never-resolved"] },
      { withinMs: 40_000 },
    ),
    htmlFault(
      "an endless loop in an iframe",
      `${movingPage()}<iframe srcdoc="<script>for (;;);</script>"></iframe>`,
      neverEnds,
    ),
    htmlFault(
      "an endless loop in a frame of an iframe",
      `${movingPage()}<iframe srcdoc="<script>requestAnimationFrame(() => { for (;;); });</script>"></iframe>`,
      neverEnds,
    ),
    htmlFault(
      "an endless loop in an iframe of another origin",
      `${movingPage()}<iframe src="data:text/html,<script>for (;;);</script>"></iframe>`,
      { exit: [0, 5], code: [null, "frame-never-ended", "settle-timeout"] },
      { withinMs: 30_000 },
    ),
    pageFault(
      "a thousand workers",
      inFrame(`for (let i = 0; i < 1000; i += 1) ${inWorker(`postMessage(1);`)}`),
      { exit: [0, 5, 6], code: [null, "machine-overloaded", "settle-timeout", "frame-never-ended", "page-crashed"] },
      { withinMs: 60_000 },
    ),
    pageFault(
      "a thousand iframes",
      inFrame(`for (let i = 0; i < 1000; i += 1) document.body.append(document.createElement("iframe"));`),
      { exit: [0, 5], code: [null, "settle-timeout", "frame-never-ended"] },
      { withinMs: 60_000 },
    ),
    htmlFault(
      "an iframe in an iframe without end",
      movingPage(
        `if (document.querySelectorAll("iframe").length === 0) { const frame = document.createElement("iframe"); frame.src = location.href.split("?")[0] + "?" + Math.random(); document.body.append(frame); }`,
      ),
      { exit: [0, 5], code: [null, "settle-timeout", "frame-never-ended"] },
      { withinMs: 60_000 },
    ),
    pageFault(
      "elements nested a million deep",
      inFrame(
        `let inner = document.body; for (let i = 0; i < 1e6; i += 1) inner = inner.appendChild(document.createElement("b"));`,
      ),
      { exit: [0, 5], code: [null, "page-crashed", "frame-never-ended"] },
      { withinMs: 40_000 },
    ),
    pageFault("a million timers", inFrame(`for (let i = 0; i < 1e6; i += 1) setTimeout(() => {}, 1e9);`), passes, {
      args: patientRun,
      withinMs: 40_000,
    }),
    pageFault(
      "a million timers that are due at once",
      inFrame(`for (let i = 0; i < 1e6; i += 1) setTimeout(() => {}, 1);`),
      { exit: [0, 5], code: [null, "frame-never-ended"] },
      { withinMs: 40_000 },
    ),
    pageFault("timers of 0 ms for ever", `(function again() { setTimeout(again, 0); })();`, passes),
    pageFault(
      "setInterval of 0 ms, a thousand of them",
      `for (let i = 0; i < 1000; i += 1) setInterval(() => {}, 0);`,
      { exit: [0, 5], code: [null, "frame-never-ended"] },
    ),
    pageFault(
      "animation frames that double",
      inFrame(`(function twice() { requestAnimationFrame(twice); requestAnimationFrame(twice); })();`),
      { exit: [0, 5], code: [null, "frame-never-ended"] },
      { withinMs: 40_000 },
    ),
    pageFault("messages to itself for ever", `onmessage = () => postMessage(1, "*"); postMessage(1, "*");`, passes),
    pageFault(
      "a clock that is waited for",
      inFrame(`const end = performance.now() + 3000; while (performance.now() < end);`),
      passes,
    ),
    pageFault("a clock that is waited for without end", inFrame(`while (Date.now() > 0);`), neverEnds),
    htmlFault(
      "a style sheet that takes for ever",
      movingPage(
        inFrame(
          `const style = document.createElement("style"); style.textContent = Array.from({ length: 20000 }, (_, i) => ":has(:not(:has(*)):nth-child(" + i + ")) ~ * *").join(",") + "{color:red}"; document.head.append(style); for (let i = 0; i < 20000; i += 1) document.body.append(document.createElement("i")); document.body.offsetWidth;`,
        ),
      ),
      { exit: [0, 5], code: [null, "frame-never-ended"] },
      { withinMs: 40_000 },
    ),
    pageFault(
      "a picture of 16,000 x 16,000 in every frame",
      inFrame(
        `const big = document.createElement("canvas"); big.width = big.height = 16000; const pen = big.getContext("2d"); (function draw() { pen.filter = "blur(200px)"; pen.fillRect(0, 0, 16000, 16000); pen.getImageData(0, 0, 1, 1); requestAnimationFrame(draw); })();`,
      ),
      { exit: [0, 5, 6], code: [null, "frame-never-ended", "page-crashed"] },
      { withinMs: 60_000 },
    ),
    silentFault(
      "a fetch that never ends",
      (host) => inFrame(`fetch("http://${host}/").catch(() => {});`),
      failsBy("settle-timeout"),
    ),
    silentFault(
      "a synchronous request that never ends",
      (host) =>
        inFrame(`const request = new XMLHttpRequest(); request.open("GET", "http://${host}/", false); request.send();`),
      neverEnds,
    ),
    silentFault(
      "a picture that never comes",
      (host) => inFrame(`new Image().src = "http://${host}/x.png";`),
      failsBy("settle-timeout"),
    ),
    silentFault(
      "a script that never comes, in the markup",
      () => "",
      failsBy("entry-never-resolved", "page-not-opened", "settle-timeout"),
      (host) => `<script src="http://${host}/x.js"></script>`,
    ),
    silentFault(
      "an import that never comes",
      (host) => inFrame(`import("http://${host}/x.js").catch(() => {});`),
      failsBy("settle-timeout"),
    ),
    silentFault("an event source that never says anything", (host) => `new EventSource("http://${host}/");`, {
      exit: [0, 5],
      code: [null, "settle-timeout"],
    }),
    silentFault("a socket that never opens", (host) => `new WebSocket("ws://${host}/");`, {
      exit: [0, 5],
      code: [null, "settle-timeout"],
    }),
    silentFault(
      "a beacon that is never answered",
      (host) => inFrame(`navigator.sendBeacon("http://${host}/", "x");`),
      passes,
    ),
    pageFault(
      "ten thousand requests",
      inFrame(`for (let i = 0; i < 10000; i += 1) fetch("index.html?" + i).then((r) => r.text()).catch(() => {});`),
      { exit: [0, 5], code: [null, "settle-timeout", "frame-never-ended"] },
      { withinMs: 90_000, args: patientRun },
    ),
    pageFault(
      "ten thousand requests of missing files",
      inFrame(`for (let i = 0; i < 10000; i += 1) fetch("missing" + i).catch(() => {});`),
      { exit: 5, code: ["missing-file", "settle-timeout", "request-failed", "frame-never-ended"] },
      { withinMs: 90_000, args: patientRun },
    ),
    pageFault("a stream that it never feeds", inFrame(`new Response(new ReadableStream()).text();`), passes),
    pageFault(
      "a lock that it never lets go",
      inFrame(`navigator.locks.request("a", () => new Promise(() => {})); navigator.locks.request("a", () => {});`),
      passes,
    ),
    pageFault(
      "a database that is blocked for ever",
      inFrame(`indexedDB.open("a", 1).onsuccess = () => { indexedDB.open("a", 2).onblocked = () => {}; };`),
      { exit: [0, 5], code: [null, "settle-timeout"] },
    ),
    pageFault(
      "a service worker that never answers",
      inFrame(`navigator.serviceWorker?.register("sw.js").catch(() => {});`),
      { exit: [0, 5], code: [null, "settle-timeout", "missing-file"] },
      {
        prepare: ({ write }) =>
          void write(
            "sw.js",
            `oninstall = (event) => event.waitUntil(new Promise(() => {})); onfetch = (event) => event.respondWith(new Promise(() => {}));`,
          ),
      },
    ),
    pageFault(
      "a shader that takes for ever to compile",
      inFrame(shaderLoop),
      // The next pass may have to wait for the GPU process.
      { exit: [0, 5, 6], code: [null, "frame-never-ended", "context-lost", "page-not-opened"] },
      { withinMs: 60_000 },
    ),
    pageFault(
      "a shader that takes for ever to draw",
      inFrame(shaderDraw),
      { exit: [0, 5, 6], code: [null, "frame-never-ended", "context-lost", "context-taken"] },
      { withinMs: 60_000 },
    ),
    pageFault("unload that never ends", `addEventListener("pagehide", () => { for (;;); });`, passes),
  ],
};

function shader(body: string): string {
  return `const gl = document.createElement("canvas").getContext("webgl");
    const program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, "attribute vec2 p; void main() { gl_Position = vec4(p, 0, 1); }"], [gl.FRAGMENT_SHADER, ${JSON.stringify(`precision highp float; void main() { ${body} }`)}]]) {
      const one = gl.createShader(type); gl.shaderSource(one, source); gl.compileShader(one); gl.attachShader(program, one);
    }
    gl.linkProgram(program); gl.getProgramParameter(program, gl.LINK_STATUS); gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.TRIANGLES, 0, 3); gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));`;
}

function rootFault(name: string, entry: string, end: PageEnd): Fault {
  return {
    name,
    args: impatientRun.map((argument) => (argument === "index.html" ? "." : argument)),
    prepare: rootsGame(entry),
    expected: { ...end, withinMs: 20_000 },
  };
}

function silentFault(
  name: string,
  script: (host: string) => string,
  end: PageEnd,
  markup: (host: string) => string = () => "",
): Fault {
  return {
    name,
    args: ({ folder }) => [...impatientRun, "--allow-host", readFileSync(join(folder, "silent.txt"), "utf8")],
    prepare: async (place) => {
      await silentServer(place, (host) => `${movingPage(script(host))}${markup(host)}`);
    },
    expected: { ...end, withinMs: 30_000 },
  };
}
