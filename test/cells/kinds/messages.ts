import { type CellKind, everywhere, inDocuments, named, neutral } from "../cell.ts";

const shared = { group: "Messages and tasks", handling: neutral };
const files = { "large.bin": new Uint8Array(1_000_000), "small.txt": "small" };

export const messages: readonly CellKind[] = [
  {
    ...shared,
    name: "MessageChannel",
    realms: everywhere,
    code: `const { port1, port2 } = new MessageChannel(); const order = []; port1.onmessage = ({ data }) => { order.push(data + "@" + performance.now()); if (order.length === 3) show(order.join()); };
port2.postMessage("a"); setTimeout(() => port2.postMessage("b")); requestAnimationFrame(() => port2.postMessage("c"));`,
    shows: /a@.*c@/,
  },
  {
    ...shared,
    name: "MessageChannel loop",
    realms: everywhere,
    files,
    code: `const { port1, port2 } = new MessageChannel(); let count = 0; let stopped = false; port1.onmessage = () => { count += 1; if (!stopped && count < 300) port2.postMessage(0); };
port2.postMessage(0); const order = []; fetch("large.bin").then((r) => r.arrayBuffer()).then(() => order.push("fetched@" + count)); setTimeout(() => order.push("timer@" + count), 20); await tick(4); order.push("tick@" + count); show(order.join());`,
    shows: /fetched@/,
  },
  {
    ...shared,
    name: "endless MessageChannel loop",
    realms: everywhere,
    code: `const { port1, port2 } = new MessageChannel(); let count = 0; port1.onmessage = () => { count += 1; port2.postMessage(0); };
port2.postMessage(0); const seen = []; for (let n = 0; n < 6; n += 1) { await tick(1); seen.push(count); } show(seen.join());`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "postMessage to the own window",
    realms: inDocuments,
    code: `const order = []; addEventListener("message", ({ data }) => { if (typeof data === "string") order.push(data + "@" + performance.now()); });
postMessage("a", "*"); setTimeout(() => postMessage("b", "*"), 20); await tick(1); order.push("tick"); await tick(3); show(order.join());`,
    shows: /a@.*b@/,
  },
  {
    ...shared,
    name: "endless postMessage loop",
    realms: inDocuments,
    code: `let count = 0; addEventListener("message", ({ data }) => { if (data === 1) { count += 1; postMessage(1, "*"); } });
postMessage(1, "*"); const seen = []; for (let n = 0; n < 6; n += 1) { await tick(1); seen.push(count); } show(seen.join());`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "transferred port",
    realms: everywhere,
    files: {
      "port.js": `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage(data + 1); };`,
    },
    code: `const { port1, port2 } = new MessageChannel(); const worker = new Worker("port.js"); worker.postMessage(0, [port2]);
const seen = []; port1.onmessage = ({ data }) => { seen.push(data + "@" + performance.now()); if (data < 6) port1.postMessage(data); else show(seen.join()); }; await tick(2); port1.postMessage(0);`,
    shows: /6@/,
  },
  {
    ...shared,
    name: "port between two workers",
    realms: everywhere,
    files: {
      "left.js": `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => postMessage(data); port.postMessage("ping"); };`,
      "right.js": `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => port.postMessage(data + " pong"); };`,
    },
    code: `const { port1, port2 } = new MessageChannel(); const left = new Worker("left.js"); const right = new Worker("right.js"); left.onmessage = ({ data }) => show(data + performance.now()); right.postMessage(0, [port2]); await tick(3); left.postMessage(0, [port1]);`,
    shows: /ping pong/,
  },
  {
    ...shared,
    name: "port that a worker makes, and that moves on",
    realms: everywhere,
    files: {
      "maker.js": `const { port1, port2 } = new MessageChannel(); port2.postMessage("early"); postMessage("made", [port1]); let n = 0; setInterval(() => port2.postMessage(n++ + "@" + performance.now()), 20);`,
      "reader.js": `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => postMessage(data); };`,
    },
    code: `const maker = new Worker("maker.js"); const { ports: [port] } = await heard(maker, "message"); await tick(3); const reader = new Worker("reader.js"); reader.postMessage(0, [port]);
const seen = []; reader.onmessage = ({ data }) => { seen.push(data); if (seen.length === 5) show(seen.join()); };`,
    shows: /early,0@.*3@/,
  },
  {
    ...shared,
    name: "endless loop over a transferred port",
    realms: everywhere,
    files: {
      "echo.js": `onmessage = ({ ports: [port] }) => { port.onmessage = () => port.postMessage(0); };`,
    },
    code: `const { port1, port2 } = new MessageChannel(); new Worker("echo.js").postMessage(0, [port2]); let count = 0; port1.onmessage = () => { count += 1; port1.postMessage(0); };
port1.postMessage(0); const seen = []; for (let n = 0; n < 6; n += 1) { await tick(1); seen.push(count); } show(seen.join());`,
    shows: /[1-9]\d*,\d+/,
  },
  {
    ...shared,
    name: "many messages over several transferred ports",
    realms: everywhere,
    files: {
      "sink.js": `const seen = []; onmessage = ({ data, ports }) => { seen.push(data); for (const [index, port] of ports.entries()) port.onmessage = ({ data }) => { seen.push(index + data); if (data === "last") postMessage(seen.join()); }; };`,
    },
    code: `const worker = new Worker("sink.js"); worker.onmessage = ({ data }) => show(data); const made = Array.from({ length: 3 }, () => new MessageChannel()); worker.postMessage("ports", made.map(({ port2 }) => port2));
await tick(2); for (let n = 0; n < 60; n += 1) { made[(n * n) % 3].port1.postMessage(":" + n); if (n % 10 === 0) worker.postMessage("w" + n); } made[1].port1.postMessage("last");`,
    shows: /^\d+: ports,.*1last/m,
  },
  {
    ...shared,
    name: "port to a shared worker",
    realms: inDocuments,
    handling: named("MessagePort"),
    files: { "shared.js": `onconnect = ({ ports: [port] }) => { port.onmessage = () => undefined; };` },
    code: `const { port2 } = new MessageChannel();
const worker = new SharedWorker("shared.js");
worker.port.postMessage(0, [port2]); show("posted");`,
    shows: /posted/,
  },
  {
    ...shared,
    name: "port to a service worker",
    realms: inDocuments,
    handling: named("MessagePort"),
    files: { "service.js": `onmessage = () => undefined;` },
    code: `const { port2 } = new MessageChannel();
const { active, waiting, installing } = await navigator.serviceWorker.register("service.js");
(active ?? waiting ?? installing).postMessage(0, [port2]); show("posted");`,
    shows: /posted/,
  },
  {
    ...shared,
    name: "port to an audio worklet",
    realms: inDocuments,
    handling: named("MessagePort"),
    files: {
      "processor.js": `registerProcessor("quiet", class extends AudioWorkletProcessor { process() { return true; } });`,
    },
    code: `const { port2 } = new MessageChannel(); const context = new AudioContext(); await context.audioWorklet.addModule("processor.js");
const node = new AudioWorkletNode(context, "quiet");
node.port.postMessage(0, [port2]); show("posted");`,
    shows: /posted/,
  },
  {
    ...shared,
    name: "port to an iframe",
    realms: ["page"],
    files: {
      "below.html": `<script>onmessage = ({ data, ports: [port] }) => { if (port) { port.onmessage = ({ data }) => port.postMessage(data + 1); } };</script>`,
    },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2); const { port1, port2 } = new MessageChannel(); document.querySelector("iframe").contentWindow.postMessage(0, "*", [port2]);
const seen = []; port1.onmessage = ({ data }) => { seen.push(data + "@" + globalThis.cellFrame); if (data < 6) port1.postMessage(data); else show(seen.join()); }; port1.postMessage(0);`,
    shows: /6@/,
  },
  {
    ...shared,
    name: "endless loop over a port to an iframe",
    realms: ["page"],
    files: {
      "below.html": `<script>onmessage = ({ ports: [port] }) => { if (port) port.onmessage = () => port.postMessage(0); };</script>`,
    },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2); const { port1, port2 } = new MessageChannel(); document.querySelector("iframe").contentWindow.postMessage(0, "*", [port2]); let count = 0; port1.onmessage = () => { count += 1; port1.postMessage(0); };
port1.postMessage(0); const seen = []; for (let n = 0; n < 6; n += 1) { await tick(1); seen.push(count); } show(seen.join());`,
    shows: /[1-9]\d*,\d+/,
  },
  {
    ...shared,
    name: "endless loop over a port between two iframes",
    realms: ["page"],
    files: {
      "below.html": `<script>let count = 0; onmessage = ({ ports: [port] }) => { if (port) { port.onmessage = () => { parent.echoes = count += 1; port.postMessage(0); }; port.postMessage(0); } };</script>`,
      "beside.html": `<script>onmessage = ({ ports: [port] }) => { if (port) port.onmessage = () => port.postMessage(0); };</script>`,
    },
    html: `<iframe src="below.html"></iframe>
<iframe src="beside.html"></iframe>`,
    code: `await tick(2); const { port1, port2 } = new MessageChannel(); const [left, right] = document.querySelectorAll("iframe"); left.contentWindow.postMessage(0, "*", [port1]); right.contentWindow.postMessage(0, "*", [port2]);
const seen = []; for (let n = 0; n < 6; n += 1) { await tick(3); seen.push(globalThis.echoes); } show(seen.join());`,
    shows: /[1-9]\d*,\d+/,
  },
  {
    ...shared,
    name: "port of another window to a worker",
    realms: inDocuments,
    handling: named("MessagePort"),
    files: {
      "asks.js": `onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => postMessage(data); port.postMessage("back"); };`,
      "below.html": `<script>const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => port1.postMessage(data); parent.postMessage('port', '*', [port2]);</script>`,
    },
    html: `<iframe src="below.html"></iframe>`,
    code: `const { ports: [port] } = await heard(globalThis, "message"); const worker = new Worker("asks.js"); worker.onmessage = ({ data }) => show(data);
worker.postMessage(0, [port]);`,
    shows: /back/,
  },
  {
    ...shared,
    name: "port of a worker to another window",
    realms: inDocuments,
    handling: named("MessagePort"),
    files: {
      "ticks.js": `onmessage = ({ ports: [port] }) => { let n = 0; setInterval(() => port.postMessage(n++), 20); };`,
      "below.html": `<script>onmessage = ({ ports: [port] }) => { if (port) port.onmessage = ({ data }) => parent.postMessage('tick ' + data, '*'); };</script>`,
    },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2); const { port1, port2 } = new MessageChannel();
new Worker("ticks.js").postMessage(0, [port2]); document.querySelector("iframe").contentWindow.postMessage(0, "*", [port1]);
addEventListener("message", ({ data }) => { if (data === "tick 3") show(data); });`,
    shows: /tick 3/,
  },
  {
    ...shared,
    name: "endless loop between a realm and its worker",
    realms: ["page", "iframe", "worker"],
    files: { "echo.js": `onmessage = () => postMessage(0);` },
    code: `const worker = new Worker("echo.js"); let count = 0; worker.onmessage = () => { count += 1; worker.postMessage(0); };
worker.postMessage(0); const seen = []; for (let n = 0; n < 6; n += 1) { await tick(1); seen.push(count); } show(seen.join());`,
    shows: /[1-9]\d*,\d+/,
  },
  {
    ...shared,
    name: "stream to a worker",
    realms: everywhere,
    handling: named("ReadableStream"),
    files: { "reads.js": `onmessage = async ({ data }) => { for await (const chunk of data) postMessage(chunk); };` },
    code: `const stream = new ReadableStream({ start(controller) { controller.enqueue("chunk"); } }); const worker = new Worker("reads.js"); worker.onmessage = ({ data }) => show(data);
worker.postMessage(stream, [stream]);`,
    shows: /chunk/,
  },
  {
    ...shared,
    name: "stream that is cloned",
    realms: everywhere,
    handling: named("ReadableStream"),
    code: `const stream = new ReadableStream({ start(controller) { controller.enqueue("chunk"); } });
const moved = structuredClone(stream, { transfer: [stream] }); const { value } = await moved.getReader().read(); show(value);`,
    shows: /chunk/,
  },
  {
    ...shared,
    name: "stream of a window's message",
    realms: inDocuments,
    handling: named("ReadableStream"),
    files: {
      "below.html": `<script>const stream = new ReadableStream({ start(controller) { controller.enqueue('chunk'); } }); parent.postMessage({ stream }, '*', [stream]);</script>`,
    },
    html: `<iframe src="below.html"></iframe>`,
    code: `const event = await heard(globalThis, "message");
const { stream } = event.data; const { value } = await stream.getReader().read(); show(value);`,
    shows: /chunk/,
  },
  {
    ...shared,
    name: "postMessage between frames",
    realms: ["page"],
    files: { "below.html": `<script>onmessage = ({ data, source }) => source.postMessage(data + 1, '*');</script>` },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2); const inner = document.querySelector("iframe").contentWindow; const seen = []; addEventListener("message", ({ data }) => { seen.push(data + "@" + globalThis.cellFrame); if (data < 6) inner.postMessage(data, "*"); else show(seen.join()); }); inner.postMessage(0, "*");`,
    shows: /6@/,
  },
  {
    ...shared,
    name: "BroadcastChannel",
    realms: everywhere,
    code: `const a = new BroadcastChannel("x"); const b = new BroadcastChannel("x"); const seen = []; b.onmessage = ({ data }) => { seen.push(data); if (seen.length === 3) show(seen.join()); }; a.postMessage(1); a.postMessage(new Uint8Array(1e6).length); await tick(1); a.postMessage("last");`,
    shows: /1,1000000,last/,
  },
  {
    ...shared,
    name: "BroadcastChannel between realms",
    realms: inDocuments,
    files: {
      "channel.js": `const c = new BroadcastChannel("y"); c.onmessage = ({ data }) => c.postMessage("back " + data); postMessage("ready");`,
    },
    code: `const c = new BroadcastChannel("y"); c.onmessage = ({ data }) => show(data); const worker = new Worker("channel.js"); await heard(worker, "message"); c.postMessage("there");`,
    shows: /back there/,
  },
  {
    ...shared,
    name: "scheduler.postTask",
    realms: everywhere,
    code: `const order = []; const add = (name, options) => scheduler.postTask(() => order.push(name), options); add("background", { priority: "background" }); add("visible"); add("blocking", { priority: "user-blocking" }); add("late", { delay: 30 }); setTimeout(() => order.push("timer")); await tick(4); show(order.join());`,
    shows: /blocking,visible/,
  },
  {
    ...shared,
    name: "scheduler.postTask with a delay against clocks",
    realms: everywhere,
    code: `await scheduler.postTask(() => undefined, { delay: 50 }); show(performance.now());`,
    shows: /[1-9]/,
  },
  {
    ...shared,
    name: "scheduler.yield loop",
    realms: everywhere,
    files,
    code: `let count = 0; const order = []; fetch("small.txt").then(() => order.push("fetched@" + count)); requestAnimationFrame(() => order.push("frame@" + count)); for (; count < 200; count += 1) await scheduler.yield(); order.push("done"); await tick(2); show(order.join());`,
    shows: /done/,
  },
  {
    ...shared,
    name: "endless scheduler.yield loop",
    realms: everywhere,
    code: `let count = 0; (async () => { for (;;) { await scheduler.yield(); count += 1; } })(); const seen = []; for (let n = 0; n < 6; n += 1) { await tick(1); seen.push(count); } show(seen.join());`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "endless setTimeout(0) loop",
    realms: everywhere,
    code: `let count = 0; (function next() { count += 1; setTimeout(next); })(); await tick(5); show(count);`,
    shows: /\d+/,
  },
  {
    ...shared,
    name: "microtasks and MutationObserver",
    realms: inDocuments,
    code: `const order = []; new MutationObserver(() => order.push("mutation")).observe(document.body, { childList: true }); document.body.append("x"); queueMicrotask(() => order.push("microtask")); Promise.resolve().then(() => order.push("promise")); await tick(1); show(order.join());`,
    shows: /mutation,microtask,promise/,
  },
  {
    ...shared,
    name: "structuredClone and unhandled rejections",
    realms: everywhere,
    code: `const order = []; addEventListener("unhandledrejection", (event) => { event.preventDefault(); order.push("rejection@" + performance.now()); }); Promise.reject(new Error("x")); await tick(2); show(order.join());`,
    shows: /rejection@/,
  },
];
