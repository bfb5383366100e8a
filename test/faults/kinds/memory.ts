import type { Fault, FaultGroup } from "../fault.ts";
import { failsBy, impatientRun, inFrame, inWorker, pageFault, passes, type PageEnd } from "../page-fault.ts";
import { rootsGame } from "../pages.ts";

/** A heap of 4 GB takes seconds to fill. */
const patientRun = [...impatientRun, "--frame-timeout", "40000", "--boot-timeout", "40000"];

/** A loop that fills a heap of 4 GB may take longer than a frame may. */
const crashes = failsBy("page-crashed", "frame-never-ended");
/** Code that gives up by itself throws, and code that is too slow does not end. */
const givesUp = { exit: [0, 5], code: [null, "page-crashed", "frame-never-ended", "uncaught-error", "frame-threw"] };
const slow = { withinMs: 60_000 };

/** The page takes more memory than there is. */
export const memoryFaults: FaultGroup = {
  title: "The page runs out of memory",
  faults: [
    rootFault(
      "the heap, in setup",
      `export function setup() { const kept = []; for (;;) kept.push(new Array(1e7).fill({})); }`,
      crashes,
    ),
    pageFault(
      "the heap, while it loads",
      `const kept = []; for (;;) kept.push(new Array(1e7).fill({}));`,
      crashes,
      slow,
    ),
    pageFault(
      "the heap, in a frame",
      inFrame(`const kept = []; for (;;) kept.push(new Array(1e7).fill({}));`),
      crashes,
      { ...slow, says: /in (a|one of its first) frames?|frame/u },
    ),
    pageFault(
      "the heap, over many frames",
      `const kept = []; (function eat() { kept.push(new Array(3e7).fill(1.5 + kept.length)); requestAnimationFrame(eat); })();`,
      crashes,
      slow,
    ),
    pageFault(
      "the heap, in a worker",
      inWorker(`const kept = []; for (;;) kept.push(new Array(1e7).fill({}));`),
      failsBy("page-crashed", "uncaught-error", "settle-timeout"),
      slow,
    ),
    pageFault(
      "a string that doubles",
      inFrame(`let text = "x"; for (;;) text += text;`),
      failsBy("uncaught-error", "frame-threw"),
    ),
    pageFault(
      "strings that are kept",
      inFrame(`const kept = []; for (let i = 0; ; i += 1) kept.push(("x" + i).repeat(1e7).split("").join(""));`),
      crashes,
      slow,
    ),
    pageFault("array buffers", inFrame(`const kept = []; for (;;) kept.push(new Uint8Array(1 << 28));`), givesUp, slow),
    pageFault(
      "array buffers that are written",
      inFrame(`const kept = []; for (;;) kept.push(new Uint8Array(1 << 28).fill(1));`),
      givesUp,
      slow,
    ),
    pageFault(
      "canvases",
      inFrame(
        `const kept = []; for (let i = 0; i < 500; i += 1) { const one = document.createElement("canvas"); one.width = one.height = 8000; one.getContext("2d").fillRect(0, 0, 1, 1); kept.push(one); }`,
      ),
      givesUp,
      slow,
    ),
    pageFault(
      "textures",
      inFrame(
        `const gl = document.createElement("canvas").getContext("webgl"); const kept = []; const data = new Uint8Array(4 * 4096 * 4096); for (let i = 0; i < 200; i += 1) { const one = gl.createTexture(); gl.bindTexture(gl.TEXTURE_2D, one); gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 4096, 4096, 0, gl.RGBA, gl.UNSIGNED_BYTE, data); kept.push(one); } gl.finish();`,
      ),
      { exit: [0, 5], code: [null, "context-lost", "page-crashed", "frame-never-ended"] },
      slow,
    ),
    pageFault(
      "DOM nodes",
      inFrame(`for (let i = 0; i < 3e6; i += 1) document.body.append(document.createElement("div"));`),
      givesUp,
      slow,
    ),
    pageFault(
      "DOM nodes in every frame",
      `(function grow() { document.body.insertAdjacentHTML("beforeend", "<p>x</p>".repeat(20000)); requestAnimationFrame(grow); })();`,
      givesUp,
      { ...slow, args: patientRun },
    ),
    pageFault(
      "recursion without end",
      inFrame(`(function again() { again(); })();`),
      failsBy("uncaught-error", "frame-threw"),
    ),
    pageFault(
      "recursion in toString of what is thrown",
      inFrame(`throw { toString() { return String(this); } };`),
      failsBy("uncaught-error", "frame-threw"),
    ),
    pageFault(
      "WebAssembly memory",
      inFrame(`const kept = []; for (;;) kept.push(new WebAssembly.Memory({ initial: 16384, maximum: 16384 }));`),
      failsBy("uncaught-error", "frame-threw", "page-crashed"),
      { ...slow, args: patientRun },
    ),
    pageFault(
      "a picture that unpacks to 900 megapixels",
      inFrame(
        `const one = document.createElement("canvas"); one.width = one.height = 30000; one.getContext("2d").fillRect(0, 0, 1, 1); document.body.append(one);`,
      ),
      givesUp,
      slow,
    ),
    pageFault(
      "blobs",
      inFrame(
        `const kept = []; const part = new Uint8Array(1 << 26); for (let i = 0; i < 40; i += 1) kept.push(new Blob([part, part]));`,
      ),
      givesUp,
      slow,
    ),
    pageFault(
      "local storage over its quota",
      inFrame(`for (let i = 0; ; i += 1) localStorage.setItem("k" + i, "x".repeat(1e6));`),
      failsBy("uncaught-error", "frame-threw"),
    ),
    pageFault(
      "messages to a worker that piles them up",
      `const worker = ${inWorker(`onmessage = () => {};`)} (function send() { for (let i = 0; i < 20; i += 1) worker.postMessage(new Uint8Array(1 << 22)); requestAnimationFrame(send); })();`,
      passes,
      slow,
    ),
    pageFault("chrome://crash by itself", inFrame(`location = "chrome://crash";`), {
      exit: [0, 5],
      code: [null, "page-left", "page-crashed"],
    }),
    pageFault(
      "an audio buffer of hours",
      inFrame(`new OfflineAudioContext(2, 2 ** 31, 44100);`),
      // A machine may have that much.
      { exit: [0, 5], code: [null, "uncaught-error", "frame-threw"] },
    ),
    {
      name: "the machine's own limit, of 1.5 GB for each process of the browser",
      args: patientRun,
      through: ["prlimit", `--data=${String(3 * 2 ** 29)}`],
      prepare: ({ write }) =>
        void write(
          "index.html",
          `<canvas></canvas><script>${inFrame(`const kept = []; for (;;) kept.push(new Uint8Array(1 << 26).fill(1));`)}</script>`,
        ),
      expected: {
        exit: [5, 6],
        code: ["page-crashed", "uncaught-error", "browser-lost", "browser-launch-failed"],
        withinMs: 60_000,
      },
    },
  ],
};

function rootFault(name: string, entry: string, end: PageEnd): Fault {
  return {
    name,
    args: patientRun.map((argument) => (argument === "index.html" ? "." : argument)),
    prepare: rootsGame(entry),
    expected: { ...end, withinMs: 60_000 },
  };
}
