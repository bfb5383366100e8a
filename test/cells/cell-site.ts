import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Cell } from "./cell.ts";

/**
 * The functions that every cell may call. `send` passes a text to the page, which shows it with the number of the
 * frame.
 */
const tools = `
  const sendText = globalThis.sendCellText;
  function textOf(value) { return typeof value === "string" ? value : JSON.stringify(value) ?? String(value); }
  function show(value) { sendText(textOf(value)); }
  async function tick(count = 1) {
    for (let n = 0; n < count; n += 1) await new Promise((resolve) => { (globalThis.requestAnimationFrame ?? setTimeout)(resolve); });
  }
  async function race(entries) {
    const order = [];
    await Promise.all(Object.entries(entries).map(([name, promise]) => Promise.resolve(promise).then(
      () => order.push(name), (reason) => order.push(name + " failed: " + reason))));
    show(order.join(","));
  }
  function heard(target, type) { return new Promise((resolve) => { target.addEventListener(type, resolve, { once: true }); }); }
`;

const pageTools = `
  globalThis.cellFrame = 0;
  requestAnimationFrame(function count() { globalThis.cellFrame += 1; requestAnimationFrame(count); });
  globalThis.sendCellText = (text) => {
    const line = globalThis.cellFrame + ": " + text;
    document.querySelector("#out").append(line + "\\n");
    console.info("cell " + line);
  };
`;

/** The first line of each script that is a cell's own code. */
const opening = `(async () => {`;
const closing = `})().catch((reason) => show("failed: " + reason));`;

/** The page of a cell. */
export function cellPage({ id }: Cell): string {
  return `${id}/page.html`;
}

/** The position of a cell's code, as in reports. Its first line is line 2. */
export function cellScript({ id, realm }: Cell): string {
  return `${id}/${realm === "page" || realm === "iframe" ? "cell.js" : "worker.js"}`;
}

/** Writes a folder with a page for each cell. */
export function writeCells(folder: string, cells: readonly Cell[]): void {
  const write = (name: string, content: string | Uint8Array): void => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  write("package.json", "{}");
  write("start.html", "<!doctype html>");
  write("tools.js", tools);
  write("page-tools.js", pageTools);
  for (const cell of cells) {
    for (const [name, content] of Object.entries(filesOf(cell))) write(`${cell.id}/${name}`, content);
  }
}

function filesOf(cell: Cell): Readonly<Record<string, string | Uint8Array>> {
  const { realm, code, html = "", files = {} } = cell;
  const script = `${opening}\n${code}\n${closing}`;
  const document = (body: string): string =>
    `<!doctype html><meta charset="utf-8"><body><pre id="out"></pre><script src="../page-tools.js"></script>` +
    `<script src="../tools.js"></script>${body}`;
  const inDocument = { "cell.js": script, ...files };
  switch (realm) {
    case "page":
      return { ...inDocument, "page.html": document(`${html}<script src="cell.js"></script>`) };
    case "iframe":
      return {
        ...inDocument,
        "inner.html": document(`${html}<script src="cell.js"></script>`),
        "page.html": document(`<iframe src="inner.html"></iframe>`),
      };
    case "worker":
      return { ...files, "page.html": document(startWorker("worker.js")), "worker.js": inWorker(script) };
    case "nested worker":
      return {
        ...files,
        "page.html": document(startWorker("outer.js")),
        "outer.js": `const inner = new Worker("worker.js"); inner.onmessage = ({ data }) => postMessage(data);`,
        "worker.js": inWorker(script),
      };
  }
}

function startWorker(url: string): string {
  return (
    `<script>const worker = new Worker("${url}"); worker.onmessage = ({ data }) => sendCellText(data.cell);` +
    `worker.onerror = (event) => sendCellText("failed: " + event.message);</script>`
  );
}

function inWorker(script: string): string {
  const send = `globalThis.sendCellText = (cell) => postMessage({ cell });`;
  return `${send} importScripts("../tools.js"); ${script}`;
}
