import { type CellKind, everywhere, inDocuments, named, neutral } from "../cell.ts";

const shared = { group: "Workers and shared memory", handling: neutral };
const inWorkers = ["page", "iframe", "worker"] as const;

export const workers: readonly CellKind[] = [
  {
    ...shared,
    name: "several workers",
    realms: inWorkers,
    files: {
      "slow.js": `let n = 0; for (let i = 0; i < 2e7; i += 1) n += i; postMessage("slow");`,
      "fast.js": `postMessage("fast");`,
    },
    code: `const order = []; for (const name of ["slow", "fast"]) new Worker(name + ".js").onmessage = ({ data }) => { order.push(data); if (order.length === 2) show(order.join()); };`,
    shows: /slow,fast|fast,slow/,
  },
  {
    ...shared,
    name: "worker timers",
    realms: inWorkers,
    files: {
      "timer.js": `let n = 0; setInterval(() => postMessage(n++ + "@" + performance.now() + "@" + Date.now()), 20);`,
    },
    code: `const seen = []; new Worker("timer.js").onmessage = ({ data }) => { seen.push(data); if (seen.length === 5) show(seen.join()); };`,
    shows: /4@/,
  },
  {
    ...shared,
    name: "worker of a blob, module worker",
    realms: inWorkers,
    files: {
      "module.js": `import "./dependency.js"; postMessage("module " + self.name);`,
      "dependency.js": "export {};",
    },
    code: `const order = []; const hear = (worker) => { worker.onmessage = ({ data }) => { order.push(data); if (order.length === 2) show(order.join()); }; };
hear(new Worker("module.js", { type: "module", name: "m" })); hear(new Worker(URL.createObjectURL(new Blob(["postMessage('blob ' + performance.now())"]))));`,
    shows: /module m/,
  },
  {
    ...shared,
    name: "worker.terminate",
    realms: inWorkers,
    files: { "endless.js": `setInterval(() => postMessage(0), 5);` },
    code: `let count = 0; const worker = new Worker("endless.js"); worker.onmessage = () => { count += 1; }; await tick(4); worker.terminate(); const at = count; await tick(3); show([at, count].join());`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "worker errors",
    realms: inWorkers,
    files: { "throws.js": `setTimeout(() => { throw new Error("thrown"); }, 20);` },
    code: `const worker = new Worker("throws.js"); worker.onerror = (event) => { event.preventDefault(); show(event.message + "@" + performance.now()); };`,
    shows: /thrown@/,
  },
  {
    ...shared,
    name: "SharedWorker",
    realms: inDocuments,
    handling: named("SharedWorker"),
    files: { "shared.js": `onconnect = ({ ports: [port] }) => { port.postMessage("hello"); };` },
    code: `const worker = new SharedWorker("shared.js"); worker.port.onmessage = () => undefined; worker.port.start(); show("made");`,
    shows: /made/,
  },
  {
    ...shared,
    name: "serviceWorker.register",
    realms: inDocuments,
    handling: named("ServiceWorkerContainer.register"),
    files: {
      "service.js": `onfetch = (event) => { if (/answer/.test(event.request.url)) event.respondWith(new Response(String(Date.now()))); };`,
    },
    code: `await navigator.serviceWorker.register("service.js"); show("registered");`,
    shows: /registered/,
  },
  {
    ...shared,
    name: "SharedArrayBuffer with a worker",
    realms: inWorkers,
    handling: named("SharedArrayBuffer"),
    files: {
      "shared-memory.js": `onmessage = ({ data }) => { Atomics.store(new Int32Array(data), 0, 1); postMessage("stored"); };`,
    },
    code: `const memory = new SharedArrayBuffer(4); const worker = new Worker("shared-memory.js"); worker.postMessage(memory); await heard(worker, "message"); show(Atomics.load(new Int32Array(memory), 0));`,
    shows: /1/,
  },
  {
    ...shared,
    name: "shared WebAssembly.Memory with a worker",
    realms: inWorkers,
    handling: named("WebAssembly.Memory"),
    files: {
      "shared-memory.js": `onmessage = ({ data }) => { Atomics.store(new Int32Array(data.buffer), 0, 1); postMessage("stored"); };`,
    },
    code: `const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }); const worker = new Worker("shared-memory.js"); worker.postMessage(memory); await heard(worker, "message"); show(Atomics.load(new Int32Array(memory.buffer), 0));`,
    shows: /1/,
  },
  {
    ...shared,
    name: "shared memory that a module exports",
    realms: inWorkers,
    handling: named("WebAssembly.Memory"),
    files: {
      "shared-memory.js": `onmessage = ({ data }) => { Atomics.store(new Int32Array(data.buffer), 0, 1); postMessage("stored"); };`,
    },
    // (module (memory (export "m") 1 1 shared))
    code: `const { instance } = await WebAssembly.instantiate(Uint8Array.of(0,97,115,109,1,0,0,0,5,4,1,3,1,1,7,5,1,1,109,2,0)); const memory = instance.exports.m;
const worker = new Worker("shared-memory.js"); worker.postMessage(memory); await heard(worker, "message"); show(Atomics.load(new Int32Array(memory.buffer), 0));`,
    shows: /1/,
  },
  {
    ...shared,
    name: "SharedArrayBuffer over a port",
    realms: inWorkers,
    handling: named("SharedArrayBuffer"),
    files: {
      "shared-memory.js": `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => { Atomics.store(new Int32Array(data), 0, 1); postMessage("stored"); }; };`,
    },
    code: `const memory = new SharedArrayBuffer(4); const { port1, port2 } = new MessageChannel(); const worker = new Worker("shared-memory.js");
worker.postMessage(0, [port2]); port1.postMessage(memory); await heard(worker, "message"); show(Atomics.load(new Int32Array(memory), 0));`,
    shows: /1/,
  },
  {
    ...shared,
    name: "SharedArrayBuffer of another window with a worker",
    realms: inDocuments,
    handling: named("SharedArrayBuffer"),
    files: {
      "shared-memory.js": `onmessage = ({ data }) => { Atomics.store(new Int32Array(data), 0, 1); postMessage("stored"); };`,
      "below.html": `<script>parent.postMessage(new SharedArrayBuffer(4), '*');</script>`,
    },
    html: `<iframe src="below.html"></iframe>`,
    code: `const { data: memory } = await heard(globalThis, "message"); const worker = new Worker("shared-memory.js");
worker.postMessage(memory); await heard(worker, "message"); show(Atomics.load(new Int32Array(memory), 0));`,
    shows: /1/,
  },
  {
    ...shared,
    name: "SharedArrayBuffer of a worker",
    realms: ["worker"],
    handling: named("SharedArrayBuffer"),
    code: `postMessage({ cell: "shared", memory: new SharedArrayBuffer(4) });`,
    shows: /shared/,
  },
  {
    ...shared,
    name: "SharedArrayBuffer within one realm",
    realms: everywhere,
    code: `const cells = new Int32Array(new SharedArrayBuffer(4)); Atomics.add(cells, 0, 7); show(Atomics.load(cells, 0));`,
    shows: /7/,
  },
  {
    ...shared,
    name: "Atomics.waitAsync",
    realms: everywhere,
    code: `const cells = new Int32Array(new SharedArrayBuffer(8)); const order = [];
Atomics.waitAsync(cells, 0, 0).value.then((how) => order.push(how + "@" + performance.now())); Atomics.waitAsync(cells, 1, 0, 50).value.then((how) => order.push(how + "@" + performance.now()));
await tick(2); Atomics.notify(cells, 0); await tick(6); show(order.join());`,
    shows: /ok@.*timed-out@/,
  },
  {
    ...shared,
    name: "Atomics.wait with a limit",
    realms: ["worker", "nested worker"],
    code: `const before = performance.now(); const how = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); show([how, performance.now() - before].join());`,
    shows: /timed-out/,
  },
  {
    ...shared,
    name: "WeakRef",
    realms: everywhere,
    code: `const refs = Array.from({ length: 50 }, () => new WeakRef({ padding: new Array(1000).fill(0) })); for (let n = 0; n < 30; n += 1) { await tick(1); Array.from({ length: 2e5 }, () => ({})); }
show(refs.filter((ref) => ref.deref() !== undefined).length);`,
    shows: /50/,
  },
  {
    ...shared,
    name: "FinalizationRegistry",
    realms: everywhere,
    code: `let count = 0; const registry = new FinalizationRegistry(() => { count += 1; }); for (let n = 0; n < 100; n += 1) registry.register({ padding: new Array(1000).fill(0) }, n);
for (let n = 0; n < 30; n += 1) { await tick(1); Array.from({ length: 2e5 }, () => ({})); } show(count);`,
    shows: /: 0/,
  },
  {
    ...shared,
    name: "order of Map, Set and object keys",
    realms: everywhere,
    code: `const map = new Map(); const bag = {}; for (let n = 0; n < 50; n += 1) { map.set({ n }, n); bag["k" + ((n * 37) % 50)] = n; } show([...map.values()].join() + Object.keys(bag).join() + Object.values(bag).join());`,
    shows: /49/,
  },
  {
    ...shared,
    name: "depth of the stack",
    realms: everywhere,
    handling: {
      kind: "impossible",
      reason: "How deep calls can go depends on what V8 has compiled so far, and no script can see a call that fails.",
    },
    code: `let depth = 0; (function down() { depth += 1; down(); })();`,
    shows: /failed: RangeError/,
  },
  {
    ...shared,
    name: "bits of a NaN",
    realms: everywhere,
    handling: {
      kind: "impossible",
      reason:
        "The sign of a NaN depends on whether V8 has compiled the function, at a time of its own. It is read by plain accesses to memory, which no script can see. Frames are compared as if all NaNs were the same.",
    },
    code: `const number = new Float64Array(1); const words = new Uint32Array(number.buffer); const divide = (a, b) => a / b - a / b;
for (let n = 0; n < 3000; n += 1) number[0] = divide(0, n - n); show(words[1].toString(16));`,
    shows: /[7f]ff80000/,
  },
  {
    ...shared,
    name: "relaxed SIMD",
    realms: everywhere,
    handling: named("WebAssembly relaxed SIMD"),
    // (func (export "f") (result f32) f32x4.relaxed_madd of constants, first lane)
    code: `const bytes = Uint8Array.of(0,97,115,109,1,0,0,0,1,5,1,96,0,1,125,3,2,1,0,7,5,1,1,102,0,0,10,64,1,62,0,
253,12,0,0,128,63,0,0,128,63,0,0,128,63,0,0,128,63,253,12,0,0,128,63,0,0,128,63,0,0,128,63,0,0,128,63,253,12,0,0,128,63,0,0,128,63,0,0,128,63,0,0,128,63,253,133,2,253,31,0,11);
const { instance } = await WebAssembly.instantiate(bytes);
show(instance.exports.f());`,
    shows: /: 2$/,
  },
];
