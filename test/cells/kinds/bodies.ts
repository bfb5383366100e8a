import { type CellKind, everywhere, named, neutral } from "../cell.ts";

const shared = { group: "Requests, bodies and streams", handling: neutral };
const files = { "large.bin": new Uint8Array(3_000_000), "small.txt": "small", "data.json": "[1]" };
const modules = {
  "one.js": `import "./two.js"; export const one = 1;`,
  "two.js": "export const two = 2;",
  "three.js": "export {};",
  "nested.js": `await import("./four.js"); await import("./five.js");`,
  "four.js": "export {};",
  "five.js": `import "./two.js";`,
};

export const bodies: readonly CellKind[] = [
  {
    ...shared,
    name: "fetch",
    realms: everywhere,
    files,
    code: `await race({ large: fetch("large.bin").then((r) => r.arrayBuffer()), small: fetch("small.txt").then((r) => r.text()), json: fetch("data.json").then((r) => r.json()) });`,
    shows: /large,small,json/,
  },
  {
    ...shared,
    name: "fetch against timers",
    realms: everywhere,
    files,
    code: `await race({ timer: new Promise((resolve) => setTimeout(resolve, 40)), fetched: fetch("large.bin").then((r) => r.arrayBuffer()) });`,
    shows: /fetched,timer/,
  },
  {
    ...shared,
    name: "fetch abort",
    realms: everywhere,
    files,
    code: `const stop = new AbortController(); const asked = fetch("large.bin", { signal: stop.signal }); setTimeout(() => stop.abort()); await race({ asked, small: fetch("small.txt") });`,
    shows: /asked/,
  },
  {
    ...shared,
    name: "AbortSignal.timeout",
    realms: everywhere,
    files,
    code: `const signal = AbortSignal.timeout(50); const start = performance.now(); await heard(signal, "abort"); show(performance.now() - start);`,
    shows: /\d/,
  },
  {
    ...shared,
    name: "body reader",
    realms: everywhere,
    files,
    code: `const reader = (await fetch("large.bin")).body.getReader(); const sizes = []; for (;;) { const { done, value } = await reader.read(); if (done) break; sizes.push(value.length); } show(sizes.join());`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "CompressionStream",
    realms: everywhere,
    code: `const squeeze = (size) => new Response(new Blob([new Uint8Array(size)]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
const order = []; await Promise.all([squeeze(2e6).then((b) => order.push("large " + b.byteLength)), squeeze(10).then((b) => order.push("small " + b.byteLength)), tick(1).then(() => order.push("tick")), tick(2).then(() => order.push("tick 2"))]); show(order.join());`,
    shows: /large \d+/,
  },
  {
    ...shared,
    name: "DecompressionStream",
    realms: everywhere,
    code: `const packed = await new Response(new Blob([new Uint8Array(2e6)]).stream().pipeThrough(new CompressionStream("deflate"))).blob();
const plain = await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer(); show(plain.byteLength);`,
    shows: /2000000/,
  },
  {
    ...shared,
    name: "TransformStream and tee",
    realms: everywhere,
    code: `const stream = new ReadableStream({ pull(c) { c.enqueue(1); c.close(); } }).pipeThrough(new TransformStream()); const [a, b] = stream.tee();
await race({ a: a.getReader().read(), b: b.getReader().read(), tick: tick(1) });`,
    shows: /tick/,
  },
  {
    ...shared,
    name: "XMLHttpRequest",
    realms: everywhere,
    files,
    code: `const load = (url) => new Promise((resolve) => { const request = new XMLHttpRequest(); request.open("GET", url); request.onload = resolve; request.send(); });
await race({ large: load("large.bin"), small: load("small.txt") });`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "XMLHttpRequest progress",
    realms: everywhere,
    files,
    code: `const request = new XMLHttpRequest(); const seen = []; request.open("GET", "large.bin"); request.onprogress = ({ loaded }) => seen.push(loaded); request.onreadystatechange = () => seen.push("s" + request.readyState); request.send(); await heard(request, "loadend"); show(seen.join());`,
    shows: /s4/,
  },
  {
    ...shared,
    name: "synchronous XMLHttpRequest",
    realms: everywhere,
    files,
    code: `const request = new XMLHttpRequest(); request.open("GET", "small.txt", false); request.send(); show(request.responseText);`,
    shows: /small/,
  },
  {
    ...shared,
    name: "FileReader",
    realms: everywhere,
    code: `const read = (size) => { const reader = new FileReader(); reader.readAsDataURL(new Blob([new Uint8Array(size)])); return heard(reader, "load"); };
await race({ large: read(3e6), small: read(1), tick: tick(1) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "Blob readers",
    realms: everywhere,
    code: `await race({ large: new Blob([new Uint8Array(3e6)]).arrayBuffer(), small: new Blob(["a"]).text(), stream: new Blob(["b"]).stream().getReader().read(), tick: tick(1) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "WebAssembly.compile",
    realms: everywhere,
    files: { "empty.wasm": new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) },
    code: `const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); await race({ streamed: WebAssembly.instantiateStreaming(fetch("empty.wasm")), compiled: WebAssembly.compile(bytes), instance: WebAssembly.instantiate(bytes), tick: tick(1) });`,
    shows: /streamed/,
  },
  {
    ...shared,
    name: "import()",
    realms: everywhere,
    files: modules,
    code: `await import("./one.js"); await import("./three.js"); await race({ nested: import("./nested.js"), timer: new Promise((resolve) => setTimeout(resolve)) }); await race({ failing: import("data:text/javascript,throw 1").catch(() => undefined) });`,
    shows: /nested/,
  },
  {
    ...shared,
    name: "import() beside another",
    realms: everywhere,
    files: modules,
    handling: named("import()"),
    code: `await race({ one: import("./one.js"), three: import("./three.js") });`,
    shows: /one/,
  },
  {
    ...shared,
    name: "navigator.sendBeacon and keepalive",
    realms: ["page", "iframe"],
    files,
    code: `show(navigator.sendBeacon("small.txt", "x")); show((await fetch("small.txt", { keepalive: true })).status);`,
    shows: /true/,
  },
];
