/** A small page part that logs the order of its events. It calls `end` when nothing more will come. */
export interface OrderCase {
  readonly name: string;
  /** The body of a function with `log` and `end`. */
  readonly script: string;
}

/** Promises, timers, frames, messages, observers, loads and idle callbacks: everything whose order a game can rely on. */
export const orderCases: readonly OrderCase[] = [
  {
    name: "promises and microtasks before timers",
    script: `setTimeout(() => { log("timer"); end(); }); Promise.resolve().then(() => log("then")).then(() => log("then 2"));
      queueMicrotask(() => log("microtask")); log("sync");`,
  },
  {
    name: "microtasks inside of microtasks",
    script: `queueMicrotask(() => { log(1); queueMicrotask(() => log(3)); }); queueMicrotask(() => log(2)); setTimeout(() => { log("timer"); end(); });`,
  },
  {
    name: "await of promises, thenables and values",
    script: `const one = async (name, value) => { log(name + " starts"); await value; log(name + " goes on"); };
      one("value", 1); one("promise", Promise.resolve()); one("thenable", { then(go) { log("then called"); go(); } }); setTimeout(end);`,
  },
  {
    name: "timers by their delay, equal ones by their order",
    script: `for (const ms of [20, 0, 8, 8, 1, 40]) setTimeout(() => log(ms), ms); setTimeout(end, 60);`,
  },
  {
    name: "microtasks between two timers that are due together",
    script: `setTimeout(() => { log("a"); Promise.resolve().then(() => log("a then")); }, 5); setTimeout(() => { log("b"); queueMicrotask(() => log("b microtask")); }, 5); setTimeout(end, 20);`,
  },
  {
    name: "a timer that clears another one, and one that was cleared by its own interval",
    script: `let other; setTimeout(() => { log("first"); clearTimeout(other); }, 5); other = setTimeout(() => log("never"), 6);
      let turns = 0; const interval = setInterval(() => { turns += 1; log("turn " + turns); if (turns === 3) clearInterval(interval); }, 10); setTimeout(end, 80);`,
  },
  {
    name: "a handler given as text, read when it is set",
    script: `globalThis.orderLog = log; setTimeout({ toString() { log("read"); return "orderLog('ran')"; } }, 5); log("set"); setTimeout(end, 20);`,
  },
  {
    name: "nested timers of no delay beside one of 50 ms",
    script: `let depth = 0; setTimeout(() => { log("50 ms"); end(); }, 50); (function next() { depth += 1; if (depth < 6) { log("depth " + depth); setTimeout(next); } })();`,
  },
  {
    name: "animation frames one after the other, with microtasks between them",
    script: `requestAnimationFrame(() => { log("a"); Promise.resolve().then(() => log("a then")); requestAnimationFrame(() => { log("next frame"); end(); }); });
      requestAnimationFrame(() => { log("b"); queueMicrotask(() => log("b microtask")); });`,
  },
  {
    name: "an animation frame that cancels a later one",
    script: `let later; requestAnimationFrame(() => { log("a"); cancelAnimationFrame(later); }); later = requestAnimationFrame(() => log("never")); requestAnimationFrame(() => log("c")); requestAnimationFrame(() => requestAnimationFrame(end));`,
  },
  {
    name: "one time for all callbacks of a frame",
    script: `const times = []; requestAnimationFrame((time) => times.push(time)); requestAnimationFrame((time) => { log(times[0] === time); requestAnimationFrame((next) => { log(next > time); end(); }); });`,
  },
  {
    name: "a frame's message after its microtasks",
    script: `const channel = new MessageChannel(); channel.port1.onmessage = () => { log("message"); channel.port1.close(); setTimeout(end, 20); };
      requestAnimationFrame(() => { log("a"); channel.port2.postMessage(0); Promise.resolve().then(() => log("then")); }); requestAnimationFrame(() => log("b"));`,
  },
  {
    name: "messages of one channel in order, microtasks between them",
    script: `const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => { log(data); queueMicrotask(() => log("after " + data)); if (data === 3) { port1.close(); end(); } }; for (const data of [1, 2, 3]) port2.postMessage(data);`,
  },
  {
    name: "window messages in order, each a task",
    script: `const heard = ({ data }) => { log(data); Promise.resolve().then(() => log("after " + data)); if (data === "m3") { removeEventListener("message", heard); end(); } }; addEventListener("message", heard); for (const data of ["m1", "m2", "m3"]) postMessage(data); log("sent");`,
  },
  {
    name: "a listener's microtasks: between two listeners of a real event, after all of them for a dispatched one",
    script: `const target = new EventTarget(); for (const name of ["a", "b"]) target.addEventListener("x", () => { log(name); queueMicrotask(() => log(name + " microtask")); }); target.dispatchEvent(new Event("x")); log("dispatched");
      const reader = new FileReader(); for (const name of ["c", "d"]) reader.addEventListener("load", () => { log(name); queueMicrotask(() => log(name + " microtask")); if (name === "d") setTimeout(end, 20); }); reader.readAsText(new Blob(["x"]));`,
  },
  {
    name: "capture, target and bubble",
    script: `const outer = document.createElement("div"); const inner = document.createElement("i"); outer.append(inner); document.body.append(outer);
      for (const [name, node] of [["outer", outer], ["inner", inner]]) { node.addEventListener("click", () => log(name + " bubble")); node.addEventListener("click", () => log(name + " capture"), true); } inner.click(); outer.remove(); end();`,
  },
  {
    name: "mutation records among promises",
    script: `const node = document.createElement("p"); const observer = new MutationObserver((records) => log("records " + records.length)); observer.observe(node, { attributes: true }); Promise.resolve().then(() => log("before")); node.id = "a"; node.id = "b"; Promise.resolve().then(() => log("after")); setTimeout(end, 20);`,
  },
  {
    name: "resize and intersection observers after the frame's callbacks",
    script: `const box = document.createElement("div"); box.style.cssText = "width:20px;height:20px"; document.body.append(box);
      new ResizeObserver((entries, observer) => { log("resize"); observer.disconnect(); }).observe(box); new IntersectionObserver((entries, observer) => { log("intersection " + entries[0].isIntersecting); observer.disconnect(); box.remove(); setTimeout(end, 50); }).observe(box);
      requestAnimationFrame(() => log("frame"));`,
  },
  {
    name: "a resize observer that changes a deeper element",
    script: `const outer = document.createElement("div"); const inner = document.createElement("div"); outer.append(inner); document.body.append(outer); outer.style.width = "100px"; inner.style.width = "10px"; inner.style.height = "10px";
      const observer = new ResizeObserver((entries) => { log(entries.map(({ target }) => (target === outer ? "outer" : "inner")).join()); if (entries[0].target === outer && entries.length === 2) inner.style.width = "30px"; }); observer.observe(outer); observer.observe(inner); setTimeout(() => { observer.disconnect(); outer.remove(); end(); }, 120);`,
  },
  {
    name: "an idle callback after a frame and a timer",
    script: `requestIdleCallback((deadline) => { log("idle " + deadline.didTimeout); end(); }); requestAnimationFrame(() => log("frame")); setTimeout(() => log("timer")); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "two idle callbacks in order, one more asked for inside",
    script: `requestIdleCallback(() => { log(1); requestIdleCallback(() => { log(3); end(); }); }); requestIdleCallback(() => log(2));`,
  },
  {
    name: "tasks by their priority",
    script: `for (const priority of ["background", "user-visible", "user-blocking"]) scheduler.postTask(() => { log(priority); if (priority === "background") end(); }, { priority });`,
  },
  {
    name: "a task that yields goes on before a later one",
    script: `scheduler.postTask(async () => { log("a"); await scheduler.yield(); log("a goes on"); }); scheduler.postTask(() => { log("b"); setTimeout(end, 20); });`,
  },
  {
    name: "a script element: what it runs, then its load event",
    script: `const script = document.createElement("script"); globalThis.orderLog = log; script.src = "logs.js"; script.onload = () => { log("load"); setTimeout(end, 20); }; document.head.append(script); log("asked");`,
  },
  {
    name: "script elements in the order of the page",
    script: `globalThis.orderLog = log; for (const name of ["logs.js?1", "logs.js?2"]) { const script = document.createElement("script"); script.async = false; script.src = name; script.onload = () => { log("load " + name); if (name.endsWith("2")) setTimeout(end, 20); }; document.head.append(script); }`,
  },
  {
    name: "a module script and a dynamic import",
    script: `import("./module.js").then(({ value }) => { log("imported " + value); end(); }); Promise.resolve().then(() => log("then")); log("asked");`,
  },
  {
    name: "an inline script runs as it is put in",
    script: `globalThis.orderLog = log; const script = document.createElement("script"); script.textContent = "orderLog('inline')"; log("before"); document.head.append(script); log("after"); end();`,
  },
  {
    name: "an image's load and its decode",
    script: `const image = new Image(); image.onload = () => { log("load " + image.naturalWidth); image.decode().then(() => { log("decoded"); end(); }); Promise.resolve().then(() => log("then")); }; image.src = "pixel.svg"; log(image.complete);`,
  },
  {
    name: "a missing image, script and style sheet",
    script: `let left = 3; const ended = (name) => () => { log(name); left -= 1; if (left === 0) setTimeout(end, 20); else next(); }; const elements = [["img", "src"], ["script", "src"], ["link", "href"]];
      const next = () => { const [tag, attribute] = elements.shift(); const element = document.createElement(tag); if (tag === "link") element.rel = "stylesheet"; element.onload = ended(tag + " load"); element.onerror = ended(tag + " error"); element[attribute] = "missing"; document.head.append(element); }; next();`,
  },
  {
    name: "a style sheet's load, with its rules in force",
    script: `const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "style.css"; link.onload = () => { log("load " + getComputedStyle(document.body).getPropertyValue("--from-sheet").trim()); link.remove(); end(); }; document.head.append(link); log("asked");`,
  },
  {
    name: "a frame: its script, its load, the element's load",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.srcdoc = "<script>parent.orderLog('script'); onload = () => parent.orderLog('inner load'); addEventListener('DOMContentLoaded', () => parent.orderLog('content'));<\\/script>"; frame.onload = () => { log("outer load"); frame.remove(); end(); }; document.body.append(frame); log("appended");`,
  },
  {
    name: "an empty frame loads as it is put in",
    script: `const frame = document.createElement("iframe"); frame.onload = () => log("load"); document.body.append(frame); log("appended"); setTimeout(() => { frame.remove(); end(); }, 20);`,
  },
  {
    name: "a fetch, its body and a promise",
    script: `fetch("data.txt").then((response) => { log("response " + response.status); Promise.resolve().then(() => log("then")); return response.text(); }).then((text) => { log("text " + text.trim()); end(); }); log("asked");`,
  },
  {
    name: "a fetch that is aborted",
    script: `const controller = new AbortController(); controller.signal.onabort = () => log("abort event"); fetch("data.txt", { signal: controller.signal }).catch((error) => { log(error.name); setTimeout(end, 20); }); controller.abort(); log("aborted"); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a request's states and events",
    script: `const request = new XMLHttpRequest(); for (const type of ["readystatechange", "loadstart", "load", "loadend"]) request.addEventListener(type, () => { log(type + " " + request.readyState); queueMicrotask(() => log("microtask")); if (type === "loadend") setTimeout(end, 20); }); request.open("GET", "data.txt"); request.send(); log("sent");`,
  },
  {
    name: "a request that is aborted",
    script: `const request = new XMLHttpRequest(); for (const type of ["readystatechange", "abort", "loadend"]) request.addEventListener(type, () => log(type + " " + request.readyState)); request.open("GET", "data.txt"); request.send(); request.abort(); log("after " + request.readyState); setTimeout(end, 20);`,
  },
  {
    name: "a reader's events",
    script: `const reader = new FileReader(); for (const type of ["loadstart", "progress", "load", "loadend"]) reader.addEventListener(type, () => { log(type); if (type === "loadend") setTimeout(end, 20); }); reader.readAsArrayBuffer(new Blob(["abc"])); log(reader.readyState);`,
  },
  {
    name: "a blob's readers",
    script: `const blob = new Blob(["abc"]); blob.text().then((text) => { log("text " + text); return blob.arrayBuffer(); }).then((buffer) => { log("buffer " + buffer.byteLength); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a stream that is fed by the page",
    script: `const stream = new ReadableStream({ start() { log("start"); }, pull(controller) { log("pull"); controller.enqueue(1); controller.close(); } }, { highWaterMark: 0 }); const reader = stream.getReader(); reader.read().then(({ value }) => log("value " + value)); reader.closed.then(() => { log("closed"); setTimeout(end, 20); }); log("reading");`,
  },
  {
    name: "a database: upgrade, requests, completion",
    script: `const open = indexedDB.open("order" + Math.random()); open.onupgradeneeded = () => { log("upgrade"); open.result.createObjectStore("s"); }; open.onsuccess = () => { log("open"); const transaction = open.result.transaction("s", "readwrite"); const store = transaction.objectStore("s"); store.put(1, "k").onsuccess = () => { log("put"); Promise.resolve().then(() => log("then")); }; store.get("k").onsuccess = ({ target }) => log("get " + target.result); transaction.oncomplete = () => { log("complete"); open.result.close(); end(); }; log("asked"); };`,
  },
  {
    name: "a worker's messages, and an error of its script",
    script: `const url = URL.createObjectURL(new Blob(["onmessage = ({ data }) => { postMessage('got ' + data); if (data === 2) throw new Error('last'); }; postMessage('started')"])); const worker = new Worker(url); worker.onmessage = ({ data }) => { log(data); Promise.resolve().then(() => log("after " + data)); }; worker.onerror = (event) => { event.preventDefault(); log("error"); worker.terminate(); end(); }; worker.postMessage(1); worker.postMessage(2); log("sent");`,
  },
  {
    name: "a port to a worker: its messages, those queued before, and a buffer and a port in them",
    script: `const url = URL.createObjectURL(new Blob(["onmessage = ({ ports: [port], ports, isTrusted, source }) => { port.onmessage = (event) => { const { data, ports: [inner] } = event; port.postMessage([data instanceof ArrayBuffer ? data.byteLength : data, event instanceof MessageEvent, event.isTrusted, event.source, event.origin, event.target === port, event.ports.length].join(' ')); if (inner) { inner.onmessage = ({ data }) => inner.postMessage('inner ' + data, [new ArrayBuffer(2)]); } }; port.postMessage([port instanceof MessagePort, Object.isFrozen(ports), isTrusted, source].join(' ')); };"]));
      const { port1, port2 } = new MessageChannel(); const inner = new MessageChannel(); const buffer = new ArrayBuffer(9); port1.postMessage("early"); inner.port1.postMessage("early too"); const worker = new Worker(url); worker.postMessage(0, [port2]); port1.postMessage(buffer, [buffer]); log(buffer.byteLength); port1.postMessage("with a port", { transfer: [inner.port2] }); port1.postMessage("last");
      let left = 2; const over = () => { left -= 1; if (left === 0) { worker.terminate(); port1.close(); end(); } }; const told = []; port1.onmessage = ({ data }) => { log(data); Promise.resolve().then(() => log("then")); if (data.startsWith("last")) over(); }; inner.port1.addEventListener("message", ({ data, target }) => { told.push(data + (target === inner.port1)); if (data === "inner late") { log(told.join()); over(); } });
      const wait = setInterval(() => { if (left < 2) { clearInterval(wait); inner.port1.start(); inner.port1.postMessage("late"); } }, 10);`,
  },
  {
    name: "both ends of a channel to two workers, then home again, and cloned within the page",
    script: `const url = URL.createObjectURL(new Blob(["onmessage = ({ data, ports: [port] }) => { if (port) { self.port = port; port.onmessage = ({ data }) => { self.postMessage(data); if (data < 3) port.postMessage(data + 1); }; if (data) port.postMessage(data); } else { port = self.port; port.onmessage = null; self.postMessage('home', [port]); } };"]));
      const { port1, port2 } = new MessageChannel(); const [left, right] = [new Worker(url), new Worker(url)]; const seen = { left: [], right: [] }; const home = [];
      for (const [name, worker] of Object.entries({ left, right })) worker.onmessage = ({ data, ports }) => { if (data !== "home") { seen[name].push(data); if (data === 3) { log(JSON.stringify(seen.left) + JSON.stringify(seen.right)); left.postMessage(0); right.postMessage(0); } return; } home.push(ports[0]); if (home.length < 2) return; const [a, b] = home; log(a !== port1 && a instanceof MessagePort); b.onmessage = ({ data }) => { log("home " + data); if (data !== "cloned") return; left.terminate(); right.terminate(); b.close(); end(); }; a.postMessage("again"); const { moved } = structuredClone({ moved: a }, { transfer: [a] }); moved.postMessage("cloned"); };
      left.postMessage(1, [port1]); right.postMessage(0, [port2]);`,
  },
  {
    name: "a worker's own channel, and ports that end: closed, in a worker that closes itself, in one that is terminated",
    script: `const url = URL.createObjectURL(new Blob(["const { port1, port2 } = new MessageChannel(); port1.postMessage('before'); self.postMessage('made', [port2]); port1.postMessage('after'); port1.onmessage = ({ data }) => { port1.postMessage('got ' + data); if (data === 'close') { port1.postMessage('bye'); port1.close(); port1.postMessage('never'); } if (data === 'end') { port1.postMessage('last words'); self.close(); } };"]));
      const start = (...sent) => new Promise((done) => { const worker = new Worker(url); worker.onmessage = ({ ports: [port] }) => { const seen = []; port.onmessage = ({ data }) => { seen.push(data); if (data === "after") for (const one of sent) port.postMessage(one); if (data === "got x") { worker.terminate(); port.postMessage("late"); } }; setTimeout(() => { log(seen.join()); port.postMessage(1); port.close(); worker.terminate(); done(); }, 300); }; });
      start("close").then(() => start("end")).then(() => start("x")).then(end);`,
  },
  {
    name: "ports that the browser refuses to move",
    script: `const { port1, port2 } = new MessageChannel(); const other = new MessageChannel(); const worker = new Worker(URL.createObjectURL(new Blob(["onmessage = ({ data, ports }) => postMessage(data + ports.length);"]))); worker.onmessage = ({ data }) => { log(data); worker.terminate(); port2.onmessage = ({ data }) => { log(data); port2.close(); end(); }; port1.postMessage("kept"); };
      for (const post of [() => port1.postMessage(0, [port1]), () => worker.postMessage(() => 0, [port1]), () => worker.postMessage(0, [port1, port1]), () => structuredClone(() => 0, { transfer: [port1] }), () => worker.postMessage(0, 5), () => worker.postMessage(0, { transfer: 5 })]) try { post(); log("posted"); } catch ({ name }) { log(name); } worker.postMessage("list ", new Set([other.port1])); try { worker.postMessage(0, [other.port1]); } catch ({ name }) { log(name); }`,
  },
  {
    name: "a broadcast to another channel of the page",
    script: `const from = new BroadcastChannel("order"); const to = new BroadcastChannel("order"); to.onmessage = ({ data }) => { log(data); if (data === 2) { from.close(); to.close(); end(); } }; from.postMessage(1); from.postMessage(2); log("sent");`,
  },
  {
    name: "locks, one after the other",
    script: `navigator.locks.request("order", async () => { log("first"); await Promise.resolve(); log("first ends"); }); navigator.locks.request("order", () => { log("second"); setTimeout(end, 20); }); log("asked");`,
  },
  {
    name: "an unhandled rejection after the microtasks, an error before the next task",
    script: `const rejected = (event) => { event.preventDefault(); log("unhandled"); }; const failed = (event) => { event.preventDefault(); log("error " + event.message); }; addEventListener("unhandledrejection", rejected); addEventListener("error", failed);
      setTimeout(() => { Promise.reject(new Error("x")); queueMicrotask(() => log("microtask")); }); setTimeout(() => { throw new Error("y"); }, 10); setTimeout(() => { removeEventListener("unhandledrejection", rejected); removeEventListener("error", failed); end(); }, 40);`,
  },
  {
    name: "an animation's promise and event among a frame's callbacks",
    script: `const box = document.createElement("div"); document.body.append(box); const animation = box.animate([{ opacity: 0 }, { opacity: 1 }], 60); animation.ready.then(() => log("ready")); animation.onfinish = () => { log("finish"); queueMicrotask(() => log("microtask")); box.remove(); setTimeout(end, 50); }; animation.finished.then(() => log("finished")); let frames = 0; log(animation.pending);`,
  },
  {
    name: "an animation that is cancelled",
    script: `const box = document.createElement("div"); document.body.append(box); const animation = box.animate([{ opacity: 0 }, { opacity: 1 }], 1000); animation.finished.catch(({ name }) => log(name)); animation.oncancel = () => { log("cancel"); box.remove(); end(); }; animation.ready.then(() => { animation.cancel(); log("cancelled " + animation.playState); });`,
  },
  {
    name: "a transition's events",
    script: `const box = document.createElement("div"); box.style.cssText = "opacity:0;transition:opacity 50ms"; document.body.append(box); for (const type of ["transitionrun", "transitionstart", "transitionend"]) box.addEventListener(type, () => { log(type); if (type === "transitionend") { box.remove(); end(); } }); getComputedStyle(box).opacity; box.style.opacity = 1; log("set"); requestAnimationFrame(() => log("frame"));`,
  },
  {
    name: "a CSS animation's events",
    script: `const style = document.createElement("style"); style.textContent = "@keyframes order { from { opacity: 0 } }"; const box = document.createElement("div"); document.body.append(style, box); for (const type of ["animationstart", "animationiteration", "animationend"]) box.addEventListener(type, () => { log(type); if (type === "animationend") { box.remove(); style.remove(); end(); } }); box.style.animation = "order 60ms 2"; log("set");`,
  },
  {
    name: "animations and transitions without a duration",
    script: `const style = document.createElement("style"); style.textContent = "@keyframes none { from { opacity: 0 } }"; const box = document.createElement("div"); document.body.append(style, box); for (const type of ["animationstart", "animationend", "animationcancel", "transitionrun", "transitionend"]) box.addEventListener(type, () => log(type)); box.style.animation = "none-at-all 0s"; getComputedStyle(box).opacity; box.style.animation = "none 0s 2, none 0s 0s 1 forwards"; box.style.transition = "opacity 0s"; box.style.opacity = 0.5; setTimeout(() => { log(getComputedStyle(box).opacity); box.remove(); style.remove(); end(); }, 150);`,
  },
  {
    name: "an animation that waits for its delay, and one that is removed before its end",
    script: `const box = document.createElement("div"); document.body.append(box); const style = document.createElement("style"); style.textContent = "@keyframes wait { from { opacity: 0 } }"; document.body.append(style); for (const type of ["animationstart", "animationend", "animationcancel"]) box.addEventListener(type, () => log(type)); box.style.animation = "wait 5s 40ms"; setTimeout(() => { box.style.animation = ""; log("removed"); setTimeout(() => { box.remove(); style.remove(); end(); }, 80); }, 200);`,
  },
  {
    name: "a style that is changed twice in one task",
    script: `const box = document.createElement("div"); box.style.cssText = "width:10px;transition:width 60ms"; document.body.append(box); for (const type of ["transitionrun", "transitioncancel", "transitionend"]) box.addEventListener(type, () => { log(type); if (type === "transitionend") setTimeout(() => { box.remove(); end(); }, 20); }); box.offsetWidth; box.style.width = "50px"; box.style.width = "90px"; requestAnimationFrame(() => requestAnimationFrame(() => { log("reversed"); box.style.width = "10px"; }));`,
  },
  {
    name: "an image and a script in markup that is put in as a string",
    script: `const div = document.createElement("div"); globalThis.orderLog = log; document.body.append(div); div.innerHTML = "<img src='pixel.svg?markup' onload='orderLog(\\"image\\")'><script>orderLog('never')<\\/script>"; log("set"); setTimeout(() => { div.remove(); end(); }, 60);`,
  },
  {
    name: "custom elements react at once",
    script: `const name = "order-" + Math.random().toString(36).slice(2); customElements.define(name, class extends HTMLElement { static observedAttributes = ["id"]; constructor() { super(); log("made"); } connectedCallback() { log("connected"); } disconnectedCallback() { log("gone"); } attributeChangedCallback() { log("attribute"); } }); const element = document.createElement(name); element.id = "a"; document.body.append(element); element.remove(); log("end"); end();`,
  },
  {
    name: "a closed message port and a cloned value that fails",
    script: `const { port1, port2 } = new MessageChannel(); port2.onmessage = () => log("never"); try { port1.postMessage(() => 0); } catch ({ name }) { log(name); } port1.close(); port1.postMessage(1); setTimeout(() => { port2.close(); log("timer"); end(); }, 30);`,
  },
  {
    name: "an abort signal by time, beside a timer",
    script: `AbortSignal.timeout(10).onabort = () => log("abort"); setTimeout(() => log("8 ms"), 8); setTimeout(() => { log("40 ms"); end(); }, 40);`,
  },
  {
    name: "two bitmaps",
    script: `const data = new ImageData(2, 2); createImageBitmap(data).then(({ width }) => { log("bitmap " + width); queueMicrotask(() => log("after")); }); createImageBitmap(data, 0, 0, 1, 1).then(({ width }) => { log("part " + width); setTimeout(end, 20); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "an offline audio context: suspend, completion, promise",
    script: `const context = new OfflineAudioContext(1, 4410, 44100); context.suspend(0.05).then(() => { log("suspended"); context.resume(); }); context.oncomplete = () => log("complete"); context.startRendering().then(({ length }) => { log("rendered " + length); setTimeout(end, 20); }); log(context.state);`,
  },
  {
    name: "a module's text through a compression stream",
    script: `new Response(new Blob(["abc"]).stream().pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"))).text().then((text) => { log(text); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a compiled module",
    script: `WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => { log("instance"); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a digest",
    script: `crypto.subtle.digest("SHA-256", new Uint8Array(3)).then(({ byteLength }) => { log(byteLength); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a hash in the address",
    script: `onhashchange = () => { log("hashchange " + location.hash); onhashchange = null; onpopstate = null; history.replaceState(null, "", location.pathname); end(); }; onpopstate = () => log("popstate"); location.hash = "#" + 7; log(location.hash);`,
  },
  {
    name: "marks and measures for an observer",
    script: `const observer = new PerformanceObserver((list) => { log(list.getEntries().map(({ name }) => name).join()); observer.disconnect(); end(); }); observer.observe({ entryTypes: ["mark", "measure"] }); performance.mark("order a"); performance.measure("order b", "order a"); queueMicrotask(() => log("microtask")); log("marked");`,
  },
  {
    name: "changes of a details element",
    script: `const details = document.createElement("details"); document.body.append(details); details.ontoggle = ({ newState }) => { log("toggle " + newState); details.remove(); end(); }; details.open = true; queueMicrotask(() => log("microtask")); log("set");`,
  },
];
