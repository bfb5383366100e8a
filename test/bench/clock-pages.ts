import { readFileSync } from "node:fs";
import { packageFile } from "../e2e/engine-pages.ts";

/** A page that does the same in each frame. */
export interface ClockPage {
  readonly name: string;
  /** Content of each file by its name: `index.html` is the page, and `tasks.html` its frames as tasks, one after the other. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether its frames need those of the browser, for timers or observers. */
  readonly needsRendering: boolean;
}

const loops = {
  "index.html": "(function tick() { n += 1; frame(n); requestAnimationFrame(tick); })();",
  // The layout comes with the browser's frame otherwise.
  "tasks.html": `
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = function tick() { n += 1; frame(n); document.documentElement.clientTop; port2.postMessage(0); };
    port2.postMessage(0);`,
};

interface PageParts {
  readonly body?: string;
  /** A file with an engine, as a classic script. */
  readonly engine?: string;
  readonly needsRendering?: boolean;
}

/** A page whose script defines `frame(n)`. */
function page(name: string, script: string, { body = "", engine, needsRendering = false }: PageParts = {}): ClockPage {
  const head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
  const pages = Object.entries(loops).map(([file, loop]) => {
    const scripts = `<script src="engine.js"></script><script>let n = 0; ${script}\n${loop}</script>`;
    return [file, `${head}<body>${body}${scripts}`] as const;
  });
  const source = engine === undefined ? "" : readFileSync(packageFile(engine), "utf8");
  return { name, needsRendering, files: { "engine.js": source, "package.json": "{}", ...Object.fromEntries(pages) } };
}

const boxes = (count: number): string => `
  document.body.innerHTML = "<i style='position:absolute;width:9px;height:9px'></i>".repeat(${String(count)});
  const all = [...document.querySelectorAll("i")];
  function frame(n) { for (const [k, i] of all.entries()) i.style.left = (k * 7 + n) % 1200 + "px"; }`;

/** Pages of ten kinds. */
export const clockPages: readonly ClockPage[] = [
  page("nothing", "function frame() {}"),
  page(
    "a loop",
    "let sum = 0; function frame() { for (let k = 0; k < 300000; k += 1) sum = (sum * 31 + k) % 1000003; }",
  ),
  page(
    "10,000 random numbers",
    "let sum = 0; function frame() { for (let k = 0; k < 1e4; k += 1) sum += Math.random(); }",
  ),
  page(
    "2,000 reads of the window's size",
    "let sum = 0; function frame() { for (let k = 0; k < 2000; k += 1) sum += innerWidth; }",
  ),
  page(
    "20 timers and 200 promises",
    `async function wait() { for (let k = 0; k < 10; k += 1) await k; }
    function frame() { for (let k = 0; k < 20; k += 1) { setTimeout(wait, 0); void wait(); } }`,
    { needsRendering: true },
  ),
  page("500 elements that move", boxes(500)),
  page("5,000 elements that move", boxes(5000)),
  page(
    "5,000 elements that are watched",
    `document.body.innerHTML = "<i style='display:block;height:9px'></i>".repeat(5000);
    const watch = new IntersectionObserver(() => {});
    for (const each of document.querySelectorAll("i")) watch.observe(each);
    function frame(n) { document.body.dataset.n = n; }`,
    { needsRendering: true },
  ),
  page(
    "500 operations of a 2D canvas",
    `const ctx = document.querySelector("canvas").getContext("2d");
    function frame(n) {
      ctx.clearRect(0, 0, 1280, 720);
      for (let k = 0; k < 500; k += 1) {
        ctx.fillStyle = k % 2 ? "red" : "blue";
        ctx.fillRect((k * 7 + n) % 1280, (k * 3) % 720, 9, 9);
      }
    }`,
    { body: '<canvas width="1280" height="720"></canvas>' },
  ),
  page(
    "PixiJS 8, 500 sprites",
    `let run = () => {};
    const app = new PIXI.Application();
    app.init({ width: 1280, height: 720, autoStart: false }).then(() => {
      document.body.append(app.canvas);
      const make = () => app.stage.addChild(new PIXI.Sprite({ texture: PIXI.Texture.WHITE, width: 9, height: 9 }));
      const all = Array.from({ length: 500 }, make);
      run = (n) => {
        for (const [k, sprite] of all.entries()) sprite.position.set((k * 7 + n) % 1280, (k * 3 + n) % 720);
        app.render();
      };
    });
    function frame(n) { run(n); }`,
    { engine: "pixi.js/dist/pixi.min.js" },
  ),
];
