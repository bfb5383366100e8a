import type { OrderCase } from "./order-cases.ts";

/** Promises, tasks, streams, signals and ports. */
export const taskOrderCases: readonly OrderCase[] = [
  {
    name: "what a worker posts around its close(), also from microtasks",
    script: `const inBlob = (code) => new Worker(URL.createObjectURL(new Blob([code]))); const first = inBlob("onmessage = () => { postMessage('a'); close(); postMessage('b'); Promise.resolve().then(() => postMessage('microtask')); };"); first.onmessage = ({ data }) => log(data); first.postMessage(1); first.postMessage(2); setTimeout(() => { const second = inBlob("onmessage = async () => { postMessage('c'); setTimeout(() => postMessage('never')); close(); for (let turn = 0; turn < 20; turn += 1) await 0; postMessage('late'); queueMicrotask(() => postMessage('later')); }"); second.onmessage = ({ data }) => log(data); second.postMessage(1); setTimeout(end, 300); }, 300);`,
  },
  {
    name: "combined promises: all, race, any, allSettled",
    script: `const later = (value, turns) => turns === 0 ? Promise.resolve(value) : Promise.resolve().then(() => later(value, turns - 1));
Promise.all([later(1, 2), later(2, 0)]).then((v) => log("all " + v)); Promise.race([later("slow", 3), later("fast", 1)]).then((v) => log("race " + v)); Promise.any([Promise.reject(1), later("any", 1)]).then((v) => log(v)); Promise.allSettled([Promise.reject(1), later(2, 1)]).then((v) => log("settled " + v.map(({ status }) => status))); setTimeout(end);`,
  },
  {
    name: "an async generator and its consumer",
    script: `async function* make() { try { log("made"); yield 1; log("on"); yield Promise.resolve(2); } finally { log("finally"); } } (async () => { for await (const value of make()) { log("got " + value); if (value === 2) break; } log("over"); })(); queueMicrotask(() => log("microtask")); setTimeout(end);`,
  },
  {
    name: "an error in a microtask and in a listener",
    script: `const failed = (event) => { event.preventDefault(); log("error " + event.error.message); }; addEventListener("error", failed); queueMicrotask(() => { throw new Error("micro"); }); queueMicrotask(() => log("next")); const target = new EventTarget(); target.addEventListener("x", () => { throw new Error("listener"); }); target.addEventListener("x", () => log("second listener")); target.dispatchEvent(new Event("x")); log("sync"); reportError(new Error("reported")); setTimeout(() => { removeEventListener("error", failed); end(); });`,
  },
  {
    name: "timers with odd delays and arguments",
    script: `setTimeout((...a) => log("args " + a), 4, 1, 2); for (const ms of ["3", -5, NaN, null, undefined, 2.9, Infinity]) setTimeout(() => log(ms), ms); setTimeout(end, 40);`,
  },
  {
    name: "a timer set in a microtask of a timer",
    script: `setTimeout(() => { log("a"); Promise.resolve().then(() => setTimeout(() => { log("inner"); end(); })); }); setTimeout(() => log("b"));`,
  },
  {
    name: "a task of the scheduler that is aborted or changes its priority",
    script: `const controller = new TaskController({ priority: "background" }); scheduler.postTask(() => log("raised"), { signal: controller.signal }); scheduler.postTask(() => log("visible")); controller.setPriority("user-blocking"); const other = new TaskController(); scheduler.postTask(() => log("never"), { signal: other.signal }).catch(({ name }) => log(name)); other.abort(); scheduler.postTask(() => { throw new Error("bad"); }).catch(({ message }) => log(message)); scheduler.postTask(() => { log("delayed"); end(); }, { delay: 20 });`,
  },
  {
    name: "mutation observers: two, their order, records taken",
    script: `const node = document.createElement("p"); const other = document.createElement("p"); const a = new MutationObserver((r) => log("a " + r.length)); const b = new MutationObserver((r) => { log("b " + r.length); }); b.observe(node, { attributes: true }); a.observe(other, { childList: true, subtree: true }); a.observe(node, { attributes: true, attributeOldValue: true }); node.id = 1; other.append("x", document.createElement("i")); log("taken " + b.takeRecords().length); node.title = 2; setTimeout(end);`,
  },
  {
    name: "abort signals: any of them, a reason, removal",
    script: `const a = new AbortController(); const b = new AbortController(); const any = AbortSignal.any([a.signal, b.signal]); any.onabort = () => log("any " + any.reason); a.signal.onabort = () => log("a"); const target = new EventTarget(); target.addEventListener("x", () => log("x"), { signal: any }); target.dispatchEvent(new Event("x")); a.abort("why"); target.dispatchEvent(new Event("x")); b.abort(); log("sync"); end();`,
  },
  {
    name: "a stream in two, and one through a transform",
    script: `const [a, b] = new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.close(); } }).tee(); (async () => { for await (const v of a) log("a " + v); log("a over"); })(); b.pipeThrough(new TransformStream({ transform(v, c) { log("transform " + v); c.enqueue(v * 2); }, flush() { log("flush"); } })).pipeTo(new WritableStream({ write(v) { log("write " + v); }, close() { log("close"); } })).then(() => { log("piped"); setTimeout(end); });`,
  },
  {
    name: "a writer and its back pressure",
    script: `const w = new WritableStream({ start() { log("start"); }, write(v) { log("write " + v); return new Promise((go) => setTimeout(go, 5)); }, close() { log("close"); } }, { highWaterMark: 1 }).getWriter(); w.ready.then(() => log("ready")); w.write(1).then(() => log("written 1")); log(w.desiredSize); w.write(2).then(() => log("written 2")); w.ready.then(() => log("ready again")); w.close().then(() => { log("closed"); end(); });`,
  },
  {
    name: "a pipe that is aborted, and a stream that fails",
    script: `const c = new AbortController(); new ReadableStream({ pull(k) { return new Promise((go) => setTimeout(() => { k.enqueue(1); go(); }, 5)); }, cancel(r) { log("cancel " + r); } }).pipeTo(new WritableStream({ write() { log("write"); c.abort("why"); }, abort(r) { log("abort " + r); } }), { signal: c.signal }).catch((r) => { log("pipe " + r); const s = new ReadableStream({ start(k) { k.error("bad"); } }); s.getReader().read().catch((e) => { log(e); end(); }); });`,
  },
  {
    name: "structured clones in messages: what fails",
    script: `const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => { log(Object.keys(data)); port1.close(); end(); }; const blob = new Blob(["x"]); port2.postMessage({ blob, map: new Map(), date: new Date(0), get got() { log("getter"); return 1; } }); log("posted");`,
  },
  {
    name: "ports: messages before start, listeners instead of a handler",
    script: `const { port1, port2 } = new MessageChannel(); port1.addEventListener("message", ({ data }) => { log("listener " + data); if (data === 2) { port1.close(); end(); } }); port2.postMessage(1); port2.postMessage(2); setTimeout(() => { log("start"); port1.start(); }, 20); port2.onclose = () => log("close");`,
  },
  {
    name: "an idle callback with a limit",
    script: `requestIdleCallback(() => { log("idle"); }, { timeout: 30 }); const h = requestIdleCallback(() => log("never")); cancelIdleCallback(h); setTimeout(() => { log("timer"); end(); }, 150);`,
  },
  {
    name: "what settles within a task: an aborted task, a style sheet, a picture without a source",
    script: `const tasks = new TaskController(); scheduler.postTask(() => log("never"), { signal: tasks.signal }).catch(({ name }) => log("task " + name)); const bitmap = new Image(); bitmap.src = "pixel.svg"; bitmap.onload = () => { log("load"); end(); }; new Image().decode().catch(({ name }) => log("decode " + name)); new CSSStyleSheet().replace("p { color: red }").then(() => log("replaced")); tasks.abort(); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a body's stream closes when more is asked of it",
    script: `(async () => { const reader = (await fetch("data.txt")).body.getReader(); reader.closed.then(() => log("closed")); const { value } = await reader.read(); log("read " + value.length); queueMicrotask(() => log("microtask")); await 0; await 0; log("later"); log("done " + (await reader.read()).done); end(); })();`,
  },
  {
    name: "tasks that yield, and one of higher priority",
    script: `scheduler.postTask(async () => { log("task"); await scheduler.yield(); log("goes on"); await 0; log("microtask"); }); scheduler.postTask(() => log("other")); scheduler.postTask(() => { log("background"); end(); }, { priority: "background" }); scheduler.postTask(() => log("blocking"), { priority: "user-blocking" });`,
  },
  {
    name: "marks and measures in the list of an observer",
    script: `const spin = () => { for (let k = 0; k < 3e6; k += 1) Math.sqrt(k); }; const seen = new PerformanceObserver((list) => { log(list.getEntries().map((e) => e.name)); queueMicrotask(() => log("then")); }); seen.observe({ entryTypes: ["mark", "measure"] }); performance.mark("a"); spin(); performance.mark("b"); spin(); performance.measure("from b", "b"); performance.measure("from a", "a", "b"); performance.measure("from 0"); log(performance.getEntriesByType("measure").map((e) => e.name)); setTimeout(() => { seen.disconnect(); performance.clearMarks(); performance.clearMeasures(); end(); }, 60);`,
  },
  {
    name: "timers that a busy task keeps waiting, beside those that it sets without a delay",
    script: `const busy = (ms) => { const from = performance.now(); while (performance.now() - from < ms); }; const { port1, port2 } = new MessageChannel(); port1.onmessage = () => log("message"); setTimeout(() => { setTimeout(() => log("before 0")); setTimeout(() => log("before 5"), 5); busy(60); setTimeout(() => log("after 0")); port2.postMessage(1); setTimeout(() => log("later 0")); setTimeout(() => log("after 5"), 5); }, 10); for (const ms of [20, 25, 30]) setTimeout(() => { log(ms); setTimeout(() => log("0 of " + ms)); }, ms); setTimeout(() => { port1.close(); end(); }, 200);`,
  },
  {
    name: "an interval that a busy task keeps waiting",
    script: `setTimeout(() => { const from = performance.now(); while (performance.now() - from < 60); setTimeout(() => log("after")); }, 10); let count = 0; const interval = setInterval(() => { count += 1; const own = count; log("interval " + own); setTimeout(() => log("0 of " + own)); if (count === 4) clearInterval(interval); }, 15); setTimeout(end, 200);`,
  },
  {
    name: "a message to the window, then a timer",
    script: `const heard = () => { log("window"); removeEventListener("message", heard); }; addEventListener("message", heard); postMessage(0, "*"); setTimeout(() => log("timer")); setTimeout(end, 50);`,
  },
  {
    name: "timers and messages in turn, in an animation frame",
    script: `const port = (n) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + n); port1.close(); }; port2.postMessage(0); }; requestAnimationFrame(() => { setTimeout(() => log("timer 1")); port(1); setTimeout(() => log("timer 2")); port(2); requestAnimationFrame(() => log("raf")); setTimeout(end, 50); });`,
  },
  {
    name: "timers and messages to the window and to a port, in an animation frame",
    script: `const heard = () => { log("window"); removeEventListener("message", heard); }; addEventListener("message", heard); const port = (n) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + n); port1.close(); }; port2.postMessage(0); }; requestAnimationFrame(() => { setTimeout(() => log("timer 1")); postMessage(0, "*"); setTimeout(() => log("timer 2")); port(2); requestAnimationFrame(() => log("raf")); setTimeout(end, 50); });`,
  },
  {
    name: "timers among tasks of three priorities",
    script: `const port = (n) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + n); port1.close(); }; port2.postMessage(0); }; setTimeout(() => log("timer 1")); for (const priority of ["background","user-visible","user-blocking"]) scheduler.postTask(() => log(priority), { priority }); setTimeout(() => log("timer 2")); port(1); setTimeout(end, 50);`,
  },
  {
    name: "timers, messages and tasks in the listener of a load",
    script: `const port = (n) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + n); port1.close(); }; port2.postMessage(0); }; const i = new Image(); i.onload = () => { setTimeout(() => log("timer 1")); port(1); scheduler.postTask(() => log("task")); setTimeout(() => log("timer 2")); Promise.resolve().then(() => log("micro")); setTimeout(end, 50); }; i.src = "pixel.svg";`,
  },
  {
    name: "a timer before a task that yields twice",
    script: `const port = (n) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + n); port1.close(); }; port2.postMessage(0); }; scheduler.postTask(async () => { log("task"); setTimeout(() => log("timer")); await scheduler.yield(); log("goes on"); port(1); await scheduler.yield(); log("more"); setTimeout(end, 50); });`,
  },
  {
    name: "a message after a timer that is cleared",
    script: `const port = (n) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + n); port1.close(); }; port2.postMessage(0); }; requestAnimationFrame(() => { const t = setTimeout(() => log("never")); port(1); queueMicrotask(() => clearTimeout(t)); requestAnimationFrame(() => { log("raf"); end(); }); });`,
  },
  {
    name: "records after changes that nobody observes",
    script: `const box = document.createElement("div"); document.body.append(box); const late = new MutationObserver((records) => log("late " + records.map(({ type }) => type))); const first = new MutationObserver((records) => { log("first " + records.length); if (box.title === "") box.title = "again"; }); first.observe(box, { attributes: true }); late.observe(box, { childList: true, characterData: true, subtree: true }); Promise.resolve().then(() => log("before")); box.id = "one"; queueMicrotask(() => log("after")); box.append("text"); box.firstChild.data = "other"; setTimeout(() => { box.append("x"); log("taken " + late.takeRecords().length); box.className = "gone"; first.disconnect(); box.remove(); log("sync"); setTimeout(end, 20); }, 20);`,
  },
  {
    name: "a slot's change after records",
    script: `const host = document.createElement("div"); document.body.append(host); const root = host.attachShadow({ mode: "open" }); root.innerHTML = "<slot></slot>"; root.addEventListener("slotchange", ({ target }) => { log("slot " + target.assignedNodes().length); Promise.resolve().then(() => log("microtask")); }); const observer = new MutationObserver((records) => log("records " + records.length)); setTimeout(() => { document.body.title = "unseen"; observer.observe(host, { childList: true }); Promise.resolve().then(() => log("before")); host.append("a", document.createElement("b")); Promise.resolve().then(() => log("after")); setTimeout(() => { observer.disconnect(); host.remove(); end(); }, 20); }, 20);`,
  },
  {
    name: "a rejection beside timers and a message of its task",
    script: `const unhandled = (event) => { event.preventDefault(); log("unhandled " + event.reason); }; addEventListener("unhandledrejection", unhandled); setTimeout(() => log("timer")); Promise.reject("x"); setTimeout(() => log("second timer")); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); port1.close(); }; port2.postMessage(0); queueMicrotask(() => log("microtask")); setTimeout(() => { removeEventListener("unhandledrejection", unhandled); end(); }, 60);`,
  },
  {
    name: "rejections of which a timer handles some",
    script: `const unhandled = (event) => { event.preventDefault(); log("unhandled " + event.reason); }; addEventListener("unhandledrejection", unhandled); const all = [1, 2, 3].map((n) => Promise.reject(n)); setTimeout(() => { all[1].catch(() => log("caught")); Promise.reject(4); setTimeout(() => log("inner timer")); }); setTimeout(() => log("timer")); setTimeout(() => { removeEventListener("unhandledrejection", unhandled); end(); }, 60);`,
  },
  {
    name: "a rejection that is handled after its report",
    script: `const unhandled = (event) => { event.preventDefault(); log("unhandled " + event.reason); }; addEventListener("unhandledrejection", unhandled); const handled = ({ reason }) => log("handled " + reason); addEventListener("rejectionhandled", handled); const promise = Promise.reject("x"); setTimeout(() => { promise.catch(() => log("caught")); setTimeout(() => log("timer")); }, 20); setTimeout(() => { removeEventListener("rejectionhandled", handled); }, 50); setTimeout(() => { removeEventListener("unhandledrejection", unhandled); end(); }, 60);`,
  },
  {
    name: "a rejection in an animation frame, beside a timer and a message",
    script: `const unhandled = (event) => { event.preventDefault(); log("unhandled " + event.reason); }; addEventListener("unhandledrejection", unhandled); requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); port1.close(); }; port2.postMessage(0); Promise.reject("x"); setTimeout(() => log("timer")); setTimeout(() => { removeEventListener("unhandledrejection", unhandled); end(); }, 50); });`,
  },
  {
    name: "the event of a rejection that comes after a timer",
    script: `window.onunhandledrejection = (event) => { event.preventDefault(); log([event.reason, event.isTrusted, event.target === window, event.promise instanceof Promise, event.constructor.name].join()); queueMicrotask(() => log("microtask " + event.defaultPrevented)); setTimeout(() => log("later " + event.defaultPrevented)); }; const second = ({ defaultPrevented }) => log("second " + defaultPrevented); addEventListener("unhandledrejection", second); setTimeout(() => log("timer")); Promise.reject("x"); setTimeout(() => { window.onunhandledrejection = null; removeEventListener("unhandledrejection", second); end(); }, 50);`,
  },
  {
    name: "rejections in a worker, beside its timers",
    script: `const worker = new Worker(URL.createObjectURL(new Blob(["onunhandledrejection = (event) => { event.preventDefault(); postMessage('unhandled ' + event.reason); }; setTimeout(() => postMessage('timer')); Promise.reject('x'); setTimeout(() => postMessage('second timer')); onmessage = () => { setTimeout(() => postMessage('timer of the message')); Promise.reject('y'); setTimeout(() => postMessage('end'), 20); };"]))); worker.onmessage = ({ data }) => { log(data); if (data === "unhandled x") worker.postMessage(0); if (data === "end") { worker.terminate(); end(); } };`,
  },
  {
    name: "a task of the scheduler with a delay that the browser refuses",
    script: `(async () => { for (const delay of [-1, NaN, Infinity, "x", "5", 0.5, null]) await scheduler.postTask(() => log("runs after " + delay), { delay }).catch(({ name }) => log(name + " for " + delay)); })().then(end);`,
  },
  {
    name: "a stream that is no archive, read as a whole",
    script: `(async () => { const p = (q, n) => q.then(() => log(n), (e) => log(n + " " + e.name)); const wait = () => new Promise((go) => setTimeout(go, 20)); const d = new DecompressionStream("gzip"), w = d.writable.getWriter(); p(w.write(new Uint8Array([1, 2, 3])), "write"); p(w.closed, "closed"); p(new Response(d.readable).arrayBuffer(), "read"); setTimeout(() => log("timer")); await wait(); end(); })();`,
  },
  {
    name: "a truncated archive, read as a whole",
    script: `(async () => { const p = (q, n) => q.then(() => log(n), (e) => log(n + " " + e.name)); const wait = () => new Promise((go) => setTimeout(go, 20)); const c = new CompressionStream("gzip"), cw = c.writable.getWriter(); cw.write(new Uint8Array(300)); cw.close(); const z = new Uint8Array(await new Response(c.readable).arrayBuffer()); const d = new DecompressionStream("gzip"), w = d.writable.getWriter(); p(w.write(z.subarray(0, 12)), "write"); p(w.close(), "close"); p(w.closed, "closed"); p(new Response(d.readable).text(), "read"); setTimeout(() => log("timer")); await wait(); end(); })();`,
  },
  {
    name: "a stream that its page ends with an error while a response reads it",
    script: `(async () => { const p = (q, n) => q.then(() => log(n), (e) => log(n + " " + e.name)); const wait = () => new Promise((go) => setTimeout(go, 20)); let fail; const s = new ReadableStream({ start(c) { fail = () => c.error(new RangeError("x")); } }); p(new Response(s).json(), "read"); await wait(); fail(); setTimeout(() => log("timer")); log("failed"); await wait(); end(); })();`,
  },
  {
    name: "messages of two ports and of the window, with timers between",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); const other = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); other.port1.onmessage = ({ data }) => hit("other " + data); const timer = (name) => setTimeout(() => hit("timer " + name)); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); setTimeout(() => { port1.close(); other.port1.close(); removeEventListener("message", heard); end(); }, 60); for (const n of [1, 2, 3]) { port2.postMessage(n); other.port2.postMessage(n); postMessage(n, "*"); timer(n); }`,
  },
  {
    name: "a message that asks for the next one, then sets a timer",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); const other = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); other.port1.onmessage = ({ data }) => hit("other " + data); const timer = (name) => setTimeout(() => hit("timer " + name)); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); setTimeout(() => { port1.close(); other.port1.close(); removeEventListener("message", heard); end(); }, 60); on = (line) => { const n = Number(line.split("port ")[1] ?? 9); if (n < 6) { port2.postMessage(n + 1); timer(n); } }; port2.postMessage(1);`,
  },
  {
    name: "two messages that ask for more, and set timers",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); const other = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); other.port1.onmessage = ({ data }) => hit("other " + data); const timer = (name) => setTimeout(() => hit("timer " + name)); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); setTimeout(() => { port1.close(); other.port1.close(); removeEventListener("message", heard); end(); }, 60); on = (line) => { const n = Number(line.split("port ")[1] ?? 9); if (n < 6) { port2.postMessage(n + 2); timer(n); } }; port2.postMessage(1); port2.postMessage(2);`,
  },
  {
    name: "a port that is started when messages wait, beside timers",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); const other = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); other.port1.onmessage = ({ data }) => hit("other " + data); const timer = (name) => setTimeout(() => hit("timer " + name)); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); setTimeout(() => { port1.close(); other.port1.close(); removeEventListener("message", heard); end(); }, 60); const late = new MessageChannel(); late.port1.addEventListener("message", ({ data }) => hit("late " + data)); for (const n of [1, 2, 3]) late.port2.postMessage(n); postMessage(1, "*"); late.port1.start(); timer(1); postMessage(2, "*");`,
  },
  {
    name: "messages in both directions of a channel, beside timers",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); const other = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); other.port1.onmessage = ({ data }) => hit("other " + data); const timer = (name) => setTimeout(() => hit("timer " + name)); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); setTimeout(() => { port1.close(); other.port1.close(); removeEventListener("message", heard); end(); }, 60); port2.onmessage = ({ data }) => { hit("back " + data); port2.postMessage(data + 1); }; on = (line) => { const n = Number(line.split("port ")[1] ?? 9); if (n < 4) port1.postMessage(n); }; port1.postMessage(0); for (const n of [1, 2, 3]) timer(n); postMessage(1, "*"); port1.postMessage(5);`,
  },
  {
    name: "a continuation and tasks beside messages that were posted before",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); const task = (name) => scheduler.postTask(() => hit("task " + name)); const yields = (name) => scheduler.yield().then(() => hit("yield " + name)); setTimeout(() => { port1.close(); removeEventListener("message", heard); end(); }, 60); port2.postMessage(1); postMessage(1, "*"); task(1); yields(1); port2.postMessage(2); task(2); postMessage(2, "*"); yields(2);`,
  },
  {
    name: "a task that yields beside messages",
    script: `const hit = (line) => { log(line); on(line); }; let on = () => undefined; const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => hit("port " + data); const heard = ({ data }) => hit("window " + data); addEventListener("message", heard); const task = (name) => scheduler.postTask(() => hit("task " + name)); const yields = (name) => scheduler.yield().then(() => hit("yield " + name)); setTimeout(() => { port1.close(); removeEventListener("message", heard); end(); }, 60); on = (line) => { if (line === "task 1") yields(1); if (line === "port 1") yields(2); }; task(1); postMessage(1, "*"); port2.postMessage(1); task(2); postMessage(2, "*");`,
  },
  {
    name: "timers without a delay in nested timers, in those of a promise, and in an interval",
    script: `const message = (name) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log(name); port1.close(); }; port2.postMessage(0); }; const among = (name) => { setTimeout(() => log(name + " timer")); message(name + " message"); }; const nested = (level) => { among("nested " + level); setTimeout(() => (level < 8 ? nested(level + 1) : promised()), 40); }; const promised = async () => { await new Promise((then) => requestAnimationFrame(() => setTimeout(then))); for (let level = 1; level < 9; level += 1) { among("promised " + level); await new Promise((then) => setTimeout(then, 40)); } requestAnimationFrame(() => { let count = 0; const id = setInterval(() => { count += 1; among("interval " + count); if (count === 8) { clearInterval(id); setTimeout(end, 40); } }, 40); }); }; requestAnimationFrame(() => nested(0));`,
  },
  {
    name: "observers of entries, and the microtasks of each",
    script: `const failed = (event) => { event.preventDefault(); log(event.message); }; addEventListener("error", failed); const observers = [..."abcde"].map((name) => new PerformanceObserver((list) => { const names = list.getEntries().map((entry) => entry.name).join(); log(name + " " + names); queueMicrotask(() => { log(name + " microtask"); if (name === "b") observers[2].disconnect(); if (name === "d" && names === "order-mark") performance.mark("order-later"); }); if (name === "a") throw new Error("thrown"); }));
      for (const observer of observers) observer.observe({ type: "mark" }); performance.mark("order-mark"); setTimeout(() => log("timer")); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); port1.close(); }; port2.postMessage(0);
      setTimeout(() => { for (const observer of observers) observer.disconnect(); removeEventListener("error", failed); performance.clearMarks(); end(); }, 60);`,
  },
  {
    name: "a worker that sleeps by waiting for memory that nobody else has",
    script: `const startMs = performance.now(); const worker = new Worker(URL.createObjectURL(new Blob([\`const cells = () => new Int32Array(new SharedArrayBuffer(4)); const sleep = (ms) => { const from = performance.now(), fromDate = Date.now(); const how = Atomics.wait(cells(), 0, 0, ms); return [how, performance.now() - from >= ms - 0.2, Date.now() - fromDate >= ms - 1].join(); };
      postMessage("loading " + sleep(40)); setTimeout(() => postMessage("timer of 30 ms"), 30); setTimeout(() => { postMessage("timer"); postMessage("in a timer " + sleep(35)); }); Promise.resolve().then(() => postMessage("microtask"));
      postMessage([Atomics.wait(cells(), 0, 1, 100), Atomics.wait(cells(), 0, 0, 0), Atomics.wait(cells(), 0, 0, -5), Atomics.wait(new BigInt64Array(new SharedArrayBuffer(8)), 0, 0n, 5), Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0, 5)].join());
      for (const call of [() => Atomics.wait(new Int32Array(4), 0, 0, 5), () => Atomics.wait({}, 0, 0, 5), () => Atomics.wait(cells(), 9, 0, 5), () => Atomics.wait(cells(), 0, 0, 5n)]) try { call(); } catch (error) { postMessage(error.name); }
      setTimeout(() => requestAnimationFrame((time) => { const from = performance.now(); postMessage("in a frame " + sleep(5)); requestAnimationFrame((next) => { postMessage("next frame " + (next > time && performance.now() - from >= 4.8)); postMessage("end"); }); }), 90);\`])));
      worker.onmessage = ({ data }) => { if (data !== "end") { log(data); return; } worker.terminate(); log("page " + (performance.now() - startMs >= 139)); end(); };`,
  },
  {
    name: "listeners of a signal with a timeout, and of those that depend on it",
    script: `const later = (name) => queueMicrotask(() => { log("microtask of " + name); queueMicrotask(() => log("and one more")); }); const signal = AbortSignal.timeout(20), controller = new AbortController(), both = AbortSignal.any([new AbortController().signal, signal]), nested = AbortSignal.any([both]);
      const failed = (event) => { event.preventDefault(); log(event.message); }; addEventListener("error", failed); const never = () => log("never"); const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => { log("message " + data); if (data === "c") port1.close(); };
      new Observable((subscriber) => subscriber.addTeardown(() => { log("teardown"); later("teardown"); })).subscribe({}, { signal });
      nested.onabort = (event) => { log("nested " + [event.isTrusted, event.target === nested, nested.reason.name]); later("nested"); }; for (const name of ["x", "y"]) both.addEventListener("abort", () => { log(name); later(name); });
      for (const name of ["a", "b", "c"]) signal.addEventListener("abort", (event) => { log(name + " " + [event.isTrusted, event.eventPhase, event.currentTarget === signal, both.aborted, nested.aborted]); port2.postMessage(name); later(name); if (name === "a") { queueMicrotask(() => signal.removeEventListener("abort", never)); throw new Error("thrown"); } }, { once: name === "b" });
      signal.addEventListener("abort", never); const stopped = AbortSignal.timeout(40); stopped.addEventListener("abort", (event) => { log("stops"); event.stopImmediatePropagation(); }); stopped.addEventListener("abort", never); AbortSignal.any([stopped]).addEventListener("abort", () => log("not stopped"));
      const other = AbortSignal.any([AbortSignal.timeout(60), controller.signal]); for (const name of ["by hand", "by hand too"]) other.addEventListener("abort", () => { log(name); later(name); }); setTimeout(() => controller.abort(), 5); setTimeout(() => { removeEventListener("error", failed); end(); }, 120);`,
  },
  {
    name: "a task of the scheduler that aborts its own signal",
    script: `const c = new TaskController(); c.signal.onabort = () => log("abort"); const task = (name, run = () => undefined) => scheduler.postTask(() => { log(name); run(); }, { signal: c.signal }).then(() => log(name + " done"), (reason) => log(name + " " + reason)); task("one"); task("two", () => { c.abort("why"); log("aborted"); }); task("three"); scheduler.postTask(() => { log("other"); end(); });`,
  },
  {
    name: "performance observers in the order in which they get their first entry",
    script: `performance.mark("order-early"); const seen = (name) => new PerformanceObserver((list) => { log(name + " " + list.getEntries().length); queueMicrotask(() => log("microtask")); }); const a = seen("a"), b = seen("b"), c = seen("c"); a.observe({ entryTypes: ["mark"] }); b.observe({ entryTypes: ["measure"] }); c.observe({ type: "mark", buffered: true }); performance.measure("order-m"); performance.mark("order-late"); setTimeout(() => { for (const one of [a, b, c]) one.disconnect(); performance.clearMarks(); performance.clearMeasures(); end(); }, 60);`,
  },
  {
    name: "continuations of a task of the scheduler have its priority and its signal",
    script: `const post = (name, priority, more) => scheduler.postTask(async () => { log(name); await more?.(); }, { priority }); const go = (name) => scheduler.yield().then(() => log(name + " goes on"), (error) => log(name + " " + error.name)); post("blocking", "user-blocking", async () => { await null; await go("blocking"); await go("blocking"); }); post("blocking 2", "user-blocking"); post("background", "background", () => go("background")); post("background 2", "background"); post("visible", "user-visible", () => { setTimeout(() => go("timer")); return go("visible"); }); go("page"); const control = new TaskController({ priority: "user-blocking" }); scheduler.postTask(async () => { const first = go("aborted"); control.abort(); await first; await go("aborted"); }, { signal: control.signal }).catch(({ name }) => log(name)); setTimeout(end, 60);`,
  },
  {
    name: "an idle callback of a page whose timers are late",
    script: `let left = 3, asked = false; const busy = () => { if (!asked) { asked = true; requestIdleCallback(({ didTimeout }) => { log("idle " + left + " " + didTimeout); end(); }); const never = requestIdleCallback(() => log("never")); setTimeout(() => cancelIdleCallback(never), 20); } const began = performance.now(); while (performance.now() - began < 40); log("busy"); if (left > 0) { left -= 1; setTimeout(busy, 0); } }; setTimeout(busy, 0);`,
  },
  {
    name: "an idle callback with a limit beside late timers",
    script: `let left = 8, asked = false; const busy = () => { if (!asked) { asked = true; requestIdleCallback(({ didTimeout }) => { log("idle " + (left > 0) + " " + didTimeout); }, { timeout: 100 }); } const began = performance.now(); while (performance.now() - began < 40); if (left > 0) { left -= 1; setTimeout(busy, 0); } else end(); }; setTimeout(busy, 0);`,
  },
];
