import { readFileSync } from "node:fs";
import { parse } from "@typescript-eslint/parser";
import { analyze } from "@typescript-eslint/scope-manager";
import { expect, it } from "vitest";
import { preludeBundle, workerPreludeBundle } from "../../../../harness/serve/page-bundles.ts";
import { runPreludePage } from "../open-prelude-page.ts";

const game = `
  found.frames = 0;
  const ask = async () => {
    found.text = await (await fetch("text.txt")).text();
    found.buffer = (await (await fetch("text.txt")).arrayBuffer()).byteLength;
  };
  ask();
  const worker = new Worker(URL.createObjectURL(new Blob([head + "onmessage = ({ data }) => postMessage(data + 1)"])));
  worker.onmessage = ({ data }) => { found.worker = data; };
  worker.postMessage(1);
  setTimeout(() => { found.timer = performance.now(); }, 100);
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  const context = canvas.getContext("2d");
  (function frame() {
    found.frames += 1;
    context.fillRect(found.frames, 0, 10, 10);
    canvas.setAttribute("title", found.frames);
    requestAnimationFrame(frame);
  })();`;

const plain = { frames: 20, files: { "text.txt": "hello" } };
const asIs = `const head = "";`;

it.each([
  [
    "globals",
    `var Map = 1, Set = 2, WeakMap = 3, WeakSet = 4, Reflect = 5, Proxy = 6, Int32Array = 7, Uint8Array = 8;`,
  ],
  ["more globals", `var Math = {}, JSON = null, Number = null, String = null, TypeError = 1, Symbol = 2, Array = 3;`],
  [
    "functions",
    `Object.keys = Object.entries = Object.defineProperty = Math.imul = Math.max = Reflect.apply = Array.from = null;`,
  ],
  [
    "methods of collections",
    `for (const { prototype } of [Map, Set, WeakMap]) prototype.get = prototype.set = prototype.has = prototype.add = prototype.delete = null;`,
  ],
  ["the posting of messages", `MessagePort.prototype.postMessage = null;`],
])("a page and a worker with %s of their own run as those without", async (_what, replacing) => {
  const expected = await runPreludePage({ ...plain, script: `${asIs}\n${game}` });
  const script = `${replacing}\nvar head = ${JSON.stringify(replacing)};\n${game}`;
  const { found, stateHash } = await runPreludePage({ ...plain, script });
  expect(found).toEqual(expected.found);
  expect(found).toMatchObject({ frames: 21, text: "hello", buffer: 5, worker: 2 });
  expect(stateHash).toBe(expected.stateHash);
});

it("an element's own getAttribute is not called", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    script: `
      found.calls = 0;
      customElements.define("own-element", class extends HTMLElement {
        getAttribute(name) { found.calls += 1; return { name }; }
      });
      const element = document.body.appendChild(document.createElement("own-element"));
      requestAnimationFrame(function frame(now) { element.setAttribute("at", now); requestAnimationFrame(frame); });`,
  });
  expect(found).toEqual({ calls: 0 });
});

/** The globals that a script reads when it runs. */
function globalsOf(file: string): readonly string[] {
  const program = parse(readFileSync(file, "utf8"), { range: true, loc: true });
  const through = analyze(program, { lib: [], sourceType: "script" }).globalScope?.through ?? [];
  return [...new Set(through.map(({ identifier }) => identifier.name))].sort();
}

it("the prelude has no free global that a page can replace", () => {
  // A bundled library checks the type of `define`, and the bundler's helpers read the functions of Object, both when
  // the prelude starts.
  const atStart = ["Infinity", "Object", "define", "globalThis"];
  expect(globalsOf(preludeBundle)).toEqual([...atStart, "window"]);
  expect(globalsOf(workerPreludeBundle)).toEqual([...atStart, "framegateWorkerPrelude", "self"].sort());
});

it.each([
  ["gives the places of calls", "(error, calls) => calls"],
  ["prints stacks of its own", "() => 'Error\\n at fake (innocent.js:1:1)'"],
])("a page that %s gets its own stacks, and calls are named at their places", async (_what, formatter) => {
  const { found, finish } = await runPreludePage({
    frames: 10,
    script: `
      Error.prepareStackTrace = ${formatter};
      found.own = typeof new Error().stack;
      const sign = async () => {
        const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
        found.signed = (await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, new Uint8Array(1))).byteLength;
      };
      sign().catch((error) => { found.error = String(error); });`,
  });
  expect(found).toEqual({ own: formatter.includes("calls") ? "object" : "string", signed: 64 });
  const sign = finish.namedUses.find(({ api }) => api === "SubtleCrypto.sign");
  expect(sign?.stack).toMatch(/at sign \(.*page\.html:\d+:\d+\)/u);
});

it("changes of the document are counted though the page replaces its observers' methods", async () => {
  const { counts } = await runPreludePage({
    frames: 4,
    script: `
      for (const name of ["observe", "takeRecords", "disconnect"]) MutationObserver.prototype[name] = () => [];
      (function frame() { document.body.setAttribute("title", performance.now()); requestAnimationFrame(frame); })();`,
  });
  expect(counts.domChanges).toEqual([1, 1, 1, 1]);
});

it("changes of the document are counted though the page replaces the getters of their records", async () => {
  const { counts, finish } = await runPreludePage({
    frames: 4,
    script: `
      for (const name of ["type", "target", "attributeName", "addedNodes", "removedNodes"])
        Object.defineProperty(MutationRecord.prototype, name, { get: () => null });
      Object.defineProperty(NodeList.prototype, "length", { get: () => 0 });
      (function frame() { document.body.append("text"); requestAnimationFrame(frame); })();`,
  });
  expect(counts.domChanges).toEqual([1, 1, 1, 1]);
  expect(finish.notices).toEqual([]);
});
