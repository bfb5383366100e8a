import type { OrderCase } from "./order-cases.ts";

const withBuffer = `const p = performance; p.clearResourceTimings(); const list = () => p.getEntriesByType('resource').map((e) => e.name.split('/').pop()).join(); const done = () => { p.onresourcetimingbufferfull = null; p.setResourceTimingBufferSize(250); p.clearResourceTimings(); end(); }; const get = (n) => fetch('data.json?' + n).then((r) => r.text()).then(() => log('got ' + n));`;

/** Frames, images, workers, requests, modules and scripts. */
export const loadOrderCases: readonly OrderCase[] = [
  {
    name: "an image with an empty source among tasks, and before its next source",
    script: `const image = new Image(); image.onerror = () => log("error " + image.complete); image.onload = () => { log("load"); end(); }; setTimeout(() => log("timer")); image.src = ""; setTimeout(() => log("second timer")); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => log("message"); port2.postMessage(0); queueMicrotask(() => setTimeout(() => log("third timer"))); setTimeout(() => { image.src = ""; image.src = "pixel.svg"; image.src = ""; fetch("data.txt").then(() => log("fetched")); }, 30); setTimeout(() => { image.src = ""; image.src = "pixel.svg"; }, 90);`,
  },
  {
    name: "a frame that is removed: its events, its timers",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.srcdoc = "<script>for (const type of ['pagehide', 'unload']) addEventListener(type, () => parent.orderLog(type)); setTimeout(() => parent.orderLog('never'), 20); requestAnimationFrame(() => parent.orderLog('never'))<\\/script>a"; frame.onload = () => { log("load"); frame.remove(); log("removed " + frame.contentWindow); setTimeout(end, 60); }; document.body.append(frame);`,
  },
  {
    name: "frames' callbacks: the page's, then its frames' in order",
    script: `const frames = [1, 2].map(() => { const frame = document.createElement("iframe"); document.body.append(frame); return frame; }); setTimeout(() => { frames[1].contentWindow.requestAnimationFrame(() => log("second")); frames[0].contentWindow.requestAnimationFrame(() => { log("first"); queueMicrotask(() => log("microtask")); }); requestAnimationFrame(() => { log("page"); setTimeout(() => { for (const frame of frames) frame.remove(); end(); }, 60); }); }, 50);`,
  },
  {
    name: "a frame whose source changes before it has loaded",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.onload = () => log("load " + frame.contentDocument.body.textContent.trim()); frame.srcdoc = "first"; document.body.append(frame); frame.srcdoc = "second"; setTimeout(() => { frame.remove(); end(); }, 300);`,
  },
  {
    name: "an address of javascript in a frame",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.onload = () => log("load " + frame.contentDocument.body.textContent); frame.src = "javascript:parent.orderLog('ran'), 'text'"; document.body.append(frame); log("appended"); setTimeout(() => { frame.remove(); end(); }, 150);`,
  },
  {
    name: "images of data addresses, in order",
    script: `const svg = (n) => "data:image/svg+xml," + encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='" + n + "' height='1'/>"); let left = 3; for (const n of [1, 2, 3]) { const image = new Image(); image.onload = () => { log("load " + n); queueMicrotask(() => log("microtask")); left -= 1; if (left === 0) end(); }; image.src = svg(n); log(image.complete); }`,
  },
  {
    name: "a lazy image near and far",
    script: `const box = document.createElement("div"); box.innerHTML = "<img loading=lazy src='pixel.svg?near' width=10 height=10>"; document.body.append(box); box.firstChild.onload = () => { log("near"); }; log(box.firstChild.complete); setTimeout(() => { box.remove(); end(); }, 300);`,
  },
  {
    name: "a file reader that reads again in its load",
    script: `const reader = new FileReader(); for (const type of ["loadstart", "load", "loadend"]) reader.addEventListener(type, () => log(type + " " + reader.readyState + " " + reader.result)); reader.onload = () => { reader.onload = () => setTimeout(end, 20); reader.readAsText(new Blob(["two"])); log("reads again"); }; reader.readAsText(new Blob(["one"]));`,
  },
  {
    name: "an input that shows an image: hidden, the same source again, copied, put back",
    script: `const once = (element) => Promise.race([new Promise((resolve) => { for (const type of ["load", "error"]) element.addEventListener(type, () => resolve(type), { once: true }); }), new Promise((resolve) => setTimeout(resolve, 300, "nothing"))]); (async () => { const input = document.createElement("input"); input.src = "pixel.svg?input"; log("text " + await once(input)); input.type = "image"; log("image " + await once(input)); input.style.display = "none"; document.body.append(input); log("shown " + await once(input)); input.src = "pixel.svg?input"; log("again " + await once(input)); const copy = input.cloneNode(); log("copy " + await once(copy)); input.setAttribute("src", "missing.svg"); log("missing " + await once(input)); input.src = "pixel.svg?other"; input.removeAttribute("src"); log("removed " + await once(input)); input.remove(); })().then(end);`,
  },
  {
    name: "the sources of a picture: added, changed by their media, removed",
    script: `const once = (element) => Promise.race([new Promise((resolve) => { for (const type of ["load", "error"]) element.addEventListener(type, () => resolve(type), { once: true }); }), new Promise((resolve) => setTimeout(resolve, 300, "nothing"))]); (async () => { const picture = document.createElement("picture"); const source = document.createElement("source"); const image = new Image(); picture.append(image); document.body.append(picture); source.srcset = "pixel.svg?one"; picture.prepend(source); log("added " + await once(image)); source.media = "(min-width: 99999px)"; log("too wide " + await once(image)); source.media = ""; log("any width " + await once(image)); source.type = "image/none"; log("unknown " + await once(image)); image.src = "pixel.svg?two"; log("own " + await once(image)); source.removeAttribute("type"); source.srcset = "pixel.svg?three"; log("changed " + await once(image) + image.currentSrc.slice(-6)); picture.remove(); })().then(end);`,
  },
  {
    name: "a shape of another document: its events, another shape, a copy",
    script: `const once = (element) => Promise.race([new Promise((resolve) => { for (const type of ["load", "error"]) element.addEventListener(type, () => resolve(type), { once: true }); }), new Promise((resolve) => setTimeout(resolve, 300, "nothing"))]); (async () => { const box = document.createElement("div"); box.innerHTML = "<svg><use href='pixel.svg#a'/></svg>"; document.body.append(box); const use = box.querySelector("use"); log(await once(use)); use.href.baseVal = "pixel.svg#b"; log("another " + await once(use)); use.remove(); box.firstChild.append(use); log("put back " + await once(use)); use.setAttribute("href", "#own"); log("own " + await once(use)); use.setAttribute("href", "missing.svg#a"); log("missing " + await once(use)); const copy = use.cloneNode(); copy.setAttribute("href", "pixel.svg?copy#a"); box.firstChild.append(copy); log("copy " + await once(copy)); box.remove(); })().then(end);`,
  },
  {
    name: "a picture that chooses its source",
    script: `const picture = document.createElement("picture"); picture.innerHTML = "<source srcset='pixel.svg?wide' media='(min-width: 1px)'><img src='pixel.svg?plain'>"; const img = picture.lastChild; img.onload = () => { log(img.currentSrc.split("?")[1]); if (picture.children.length === 2) { picture.firstChild.remove(); log("removed"); } else { picture.remove(); end(); } }; document.body.append(picture);`,
  },
  {
    name: "an image in an SVG and an image button",
    script: `const box = document.createElement("div"); globalThis.orderLog = log; box.innerHTML = "<svg><image href='pixel.svg?svg' onload='orderLog(\\"svg\\")'/></svg>"; document.body.append(box); setTimeout(() => { const input = document.createElement("input"); input.type = "image"; input.onload = () => log("button"); input.onerror = () => log("button error"); input.src = "pixel.svg?button"; box.append(input); }, 100); setTimeout(() => { box.remove(); end(); }, 300);`,
  },
  {
    name: "bitmaps of blobs and a canvas as a blob",
    script: `const canvas = document.createElement("canvas"); canvas.width = canvas.height = 2; canvas.getContext("2d"); canvas.toBlob((blob) => { log("blob " + blob.type); queueMicrotask(() => log("microtask")); createImageBitmap(blob).then(({ width }) => { log("bitmap " + width); return createImageBitmap(new Blob(["x"])); }).catch(({ name }) => { log(name); end(); }); }); Promise.resolve().then(() => log("then")); log("asked");`,
  },
  {
    name: "a worker of a file, with importScripts",
    script: `const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => { log(data); if (data === "got 1") { worker.terminate(); end(); } }; worker.postMessage(1);`,
  },
  {
    name: "a worker in a worker",
    script: `const inner = "postMessage('inner started'); onmessage = ({ data }) => postMessage('inner got ' + data)"; const worker = new Worker(URL.createObjectURL(new Blob(["const w = new Worker(URL.createObjectURL(new Blob([" + JSON.stringify(inner) + "]))); w.onmessage = ({ data }) => postMessage(data); onmessage = ({ data }) => { postMessage('outer got ' + data); w.postMessage(data); }; "]))); worker.onmessage = ({ data }) => { log(data); if (data === "inner started") worker.postMessage(1); if (data === "inner got 1") { worker.terminate(); end(); } };`,
  },
  {
    name: "a worker that does not exist, and one with an error as it starts",
    script: `const missing = new Worker("missing.js"); missing.onerror = (event) => { log("missing " + event.constructor.name); const bad = new Worker(URL.createObjectURL(new Blob(["postMessage('before'); throw new Error('x')"]))); bad.onmessage = ({ data }) => log(data); bad.onerror = (event) => { event.preventDefault(); log("bad " + event.constructor.name); bad.terminate(); end(); }; };`,
  },
  {
    name: "timers, promises and a message inside of a worker",
    script: `const worker = new Worker(URL.createObjectURL(new Blob(["const lines = []; const log = (x) => lines.push(x); setTimeout(() => log('timer')); Promise.resolve().then(() => log('then')); queueMicrotask(() => log('microtask')); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log('message'); }; port2.postMessage(0); log('sync'); setTimeout(() => { log('20 ms'); }, 20); setTimeout(() => { log('10 ms'); }, 10); setTimeout(() => postMessage(lines.join()), 60); onmessage = () => log('page');"]))); worker.postMessage(0); worker.onmessage = ({ data }) => { log(data.split(",").filter((x) => x !== "message" && x !== "page")); worker.terminate(); end(); };`,
  },
  {
    name: "a rejection and an error inside of a worker",
    script: `const worker = new Worker(URL.createObjectURL(new Blob(["onunhandledrejection = (e) => { e.preventDefault(); postMessage('unhandled ' + e.reason); }; onerror = (m) => { postMessage('error'); return true; }; Promise.reject('x'); setTimeout(() => { throw new Error('y'); }, 5); setTimeout(() => postMessage('end'), 20);"]))); worker.onerror = () => log("never"); worker.onmessage = ({ data }) => { log(data); if (data === "end") { worker.terminate(); end(); } };`,
  },
  {
    name: "a request as JSON, its progress, its upload",
    script: `const r = new XMLHttpRequest(); r.responseType = "json"; for (const type of ["loadstart", "progress", "load", "loadend"]) { r.upload.addEventListener(type, () => log("upload " + type)); r.addEventListener(type, () => { log(type + " " + r.readyState); if (type === "loadend") setTimeout(end, 20); }); } r.open("POST", "data.txt"); r.send("x".repeat(10)); log("sent");`,
  },
  {
    name: "a request in one piece, without waiting",
    script: `const r = new XMLHttpRequest(); r.onreadystatechange = () => log("state " + r.readyState); r.onload = () => log("load"); r.onloadend = () => log("loadend"); r.open("GET", "data.txt", false); queueMicrotask(() => log("microtask")); r.send(); log("sent " + r.responseText.trim()); setTimeout(end, 30);`,
  },
  {
    name: "a request that fails, one opened again while it loads",
    script: `const r = new XMLHttpRequest(); for (const type of ["readystatechange", "error", "abort", "load", "loadend"]) r.addEventListener(type, () => log(type + " " + r.readyState + " " + r.status)); r.open("GET", "missing.txt"); r.send(); r.open("GET", "data.txt"); r.send(); setTimeout(() => { r.open("GET", "http://127.0.0.1:1/"); r.send(); setTimeout(end, 150); }, 150);`,
  },
  {
    name: "a request that is aborted while its headers come",
    script: `const r = new XMLHttpRequest(); for (const type of ["readystatechange", "abort", "load", "loadend", "progress"]) r.addEventListener(type, () => { log(type + " " + r.readyState); if (type === "readystatechange" && r.readyState === 2) { r.abort(); log("aborted " + r.readyState); } }); r.open("GET", "data.txt"); r.send(); setTimeout(end, 150);`,
  },
  {
    name: "fetches of data, of a blob and of a file that fails",
    script: `fetch("data:text/plain,abc").then((r) => r.text()).then((t) => { log(t); return fetch(URL.createObjectURL(new Blob(["blob"]))); }).then((r) => r.text()).then((t) => { log(t); return fetch("http://127.0.0.1:1/"); }).catch(({ name }) => { log(name); return fetch("missing.txt"); }).then(({ status }) => { log(status); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "modules that are imported twice, missing, and in a ring",
    script: `import("./module.js?a").then(async (a) => { const b = await import("./module.js?a"); log(a === b); await import("./missing-module.js").catch(({ name }) => log(name)); globalThis.orderLog = log; const { ring } = await import("./ring-a.js"); log("ring " + ring); end(); }); log("asked");`,
  },
  {
    name: "a module with an await at its top",
    script: `globalThis.orderLog = log; import("./awaits.js").then(({ value }) => { log("got " + value); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a script element whose code throws, and one that has a wrong type",
    script: `globalThis.orderLog = log; const failed = (event) => { event.preventDefault(); log("window " + event.message); }; addEventListener("error", failed); const script = document.createElement("script"); script.src = "throws.js"; script.onload = () => { log("load"); const other = document.createElement("script"); other.type = "text/order"; other.src = "logs.js?never"; other.onload = () => log("never"); other.onerror = () => log("never"); document.head.append(other); setTimeout(() => { other.type = ""; removeEventListener("error", failed); script.remove(); other.remove(); end(); }, 60); }; document.head.append(script);`,
  },
  {
    name: "a script element that is removed before it has loaded",
    script: `globalThis.orderLog = log; const script = document.createElement("script"); script.src = "logs.js?removed"; script.onload = () => log("load " + script.isConnected); document.head.append(script); script.remove(); log("removed"); setTimeout(end, 100);`,
  },
  {
    name: "scripts in a fragment, in the order of the tree",
    script: `globalThis.orderLog = log; const fragment = document.createDocumentFragment(); for (const text of ["orderLog('one'); document.head.lastChild.remove()", "orderLog('two')"]) { const script = document.createElement("script"); script.textContent = text; fragment.append(script); } document.head.append(fragment); log("appended"); end();`,
  },
  {
    name: "an object element and an embedded one",
    script: `const object = document.createElement("object"); object.data = "pixel.svg?object"; object.type = "image/svg+xml"; object.onload = () => { log("object load"); object.remove(); const bad = document.createElement("object"); bad.data = "missing.svg"; bad.onerror = () => { log("object error"); bad.remove(); end(); }; bad.onload = () => log("bad load"); document.body.append(bad); }; document.body.append(object); log("appended");`,
  },
  {
    name: "objects and embedded pages: loads of their windows, and of the next ones",
    script: `globalThis.orderLog = log; const make = (tag, name, data, next) => new Promise((then) => { const element = document.createElement(tag); let count = 0; element.onload = () => { log(tag + " load"); count += 1; if (count === 1) { element[name] = next; log("changed"); } else { const image = new Image(); image.onload = () => { log("image"); element.remove(); then(); }; image.src = "pixel.svg?" + data + tag; } }; element[name] = data; document.body.append(element); }); (async () => { await make("object", "data", "script.svg?1", "script.svg?2"); await make("embed", "src", "script.svg?3", "frame.html"); await make("object", "data", "frame.html", "pixel.svg?next"); const o = document.createElement("object"); o.data = "frame.html"; document.body.append(o); o.onload = () => { log("once"); o.data = "frame.html#fragment"; setTimeout(() => { o.remove(); end(); }, 50); }; })();`,
  },
  {
    name: "readers: one that is aborted, one read twice",
    script: `const reader = new FileReader(); for (const type of ["loadstart", "load", "abort", "error", "loadend"]) reader.addEventListener(type, () => { log(type + " " + reader.readyState); }); reader.readAsText(new Blob(["x"])); reader.abort(); log("aborted"); reader.readAsText(new Blob(["y"])); try { reader.readAsText(new Blob(["z"])); } catch ({ name }) { log(name); } setTimeout(() => { log(reader.result); end(); }, 100);`,
  },
  {
    name: "a broadcast to a worker and a frame",
    script: `const channel = new BroadcastChannel("order-b"); const frame = document.createElement("iframe"); document.body.append(frame); const inner = new frame.contentWindow.BroadcastChannel("order-b"); inner.onmessage = ({ data }) => { log("frame " + data); }; channel.onmessage = ({ data }) => { log("page " + data); channel.close(); inner.close(); worker.terminate(); frame.remove(); end(); }; const worker = new Worker(URL.createObjectURL(new Blob(["const c = new BroadcastChannel('order-b'); c.onmessage = ({ data }) => c.postMessage('worker got ' + data); postMessage('ready')"]))); worker.onmessage = () => { channel.postMessage("x"); log("sent"); };`,
  },
  {
    name: "a link that does not apply, one that is preloaded, then used",
    script: `const link = document.createElement("link"); link.rel = "stylesheet"; link.media = "print"; link.href = "style.css?print"; link.onload = () => { log("print"); const preload = document.createElement("link"); preload.rel = "preload"; preload.as = "script"; preload.href = "logs.js?preloaded"; preload.onload = () => { log("preloaded"); globalThis.orderLog = log; const script = document.createElement("script"); script.src = preload.href; script.onload = () => { log("load"); preload.remove(); link.remove(); end(); }; document.head.append(script); log("asked"); }; document.head.append(preload); }; document.head.append(link);`,
  },
  {
    name: "links that load nothing, and links that change on the way",
    script: `const kinds = { "type=css": (l) => { l.type = "css"; }, "type=TEXT/CSS; x": (l) => { l.type = "TEXT/CSS; x"; }, empty: (l) => { l.setAttribute("href", " "); }, "no URL": (l) => { l.href = "http://["; }, "preload of a kind": (l) => { Object.assign(l, { rel: "preload", as: "script", type: "text/plain" }); }, "preload for print": (l) => { Object.assign(l, { rel: "preload", as: "style", media: "print" }); }, removed: (l) => { document.head.append(l); l.remove(); return true; }, "another rel": (l) => { document.head.append(l); l.rel = "x"; return true; }, "another rel of a preload": (l) => { Object.assign(l, { rel: "preload", as: "style" }); document.head.append(l); l.rel = "x"; return true; }, disabled: (l) => { document.head.append(l); l.disabled = true; return true; }, "type given": (l) => { l.type = "x"; document.head.append(l); l.type = "text/css"; return true; }, "type taken": (l) => { document.head.append(l); l.setAttribute("type", "x"); return true; }, "as given": (l) => { l.rel = "preload"; document.head.append(l); l.as = "style"; return true; } }; const silent = new Set(["type=css", "empty", "no URL", "preload of a kind", "preload for print", "removed", "another rel of a preload"]); (async () => { for (const [name, change] of Object.entries(kinds)) { const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "style.css?" + name; const ended = new Promise((then) => { for (const type of ["load", "error"]) link.addEventListener(type, () => { log(name + " " + type); then(); }); setTimeout(then, silent.has(name) ? 150 : 3000); }); if (!change(link)) document.head.append(link); await ended; link.remove(); } end(); })();`,
  },
  {
    name: "a frame that is written into",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); document.body.append(frame); frame.onload = () => log("element load"); const d = frame.contentDocument; d.open(); log("open " + d.readyState); d.write("<script>parent.orderLog('script'); addEventListener('DOMContentLoaded', () => parent.orderLog('content')); onload = () => parent.orderLog('load')<\\/script><p>"); log("written"); d.close(); log("closed " + d.readyState); setTimeout(() => { log(d.readyState); frame.remove(); end(); }, 100);`,
  },
  {
    name: "a worker with a syntax error, and one without a file",
    script: `(async () => { const failed = (worker) => new Promise((then) => { worker.onerror = (event) => { event.preventDefault(); log("error " + (event instanceof ErrorEvent)); queueMicrotask(() => log("microtask")); then(worker); }; }); const url = URL.createObjectURL(new Blob(["this is no script"])); await failed(new Worker(url)); log("next"); await failed(new Worker(url, { type: "module" })); URL.revokeObjectURL(url); await failed(new Worker("missing.js")); setTimeout(end, 20); })();`,
  },
  {
    name: "an object without a file, and with a type that is not shown",
    script: `(async () => { const shown = (data, type) => new Promise((then) => { const o = document.createElement("object"); Object.assign(o, { data, type, innerHTML: "instead" }); for (const name of ["load", "error"]) o.addEventListener(name, () => { log(name + " " + data); then(); }); document.body.append(o); setTimeout(() => o.remove(), 500); }); await shown("missing.svg", "image/svg+xml"); await shown("pixel.svg", "image/svg+xml"); await shown("missing.bin", ""); await shown("pixel.svg", "order/unknown"); const e = document.createElement("embed"); e.src = "missing.bin"; document.body.append(e); setTimeout(() => { e.remove(); end(); }, 50); })();`,
  },
  {
    name: "a font that does not load: its promises",
    script: `const face = new FontFace("none", "url(missing.woff2)"); face.loaded.catch(({ name }) => log("loaded " + name)); document.fonts.add(face); log(face.load() === face.loaded); face.load().catch(() => { log("load " + face.status); document.fonts.delete(face); setTimeout(end, 20); }); log(face.status); Promise.resolve().then(() => log("microtask"));`,
  },
  {
    name: "request: an abort with a listener for the upload",
    script: `const x = new XMLHttpRequest(); for (const [name, target] of [["", x], ["upload ", x.upload]]) for (const type of ["readystatechange", "abort", "loadend"]) target.addEventListener(type, ({ isTrusted }) => { log(name + type + " " + x.readyState + " " + isTrusted); queueMicrotask(() => log("m")); }); x.open("POST", "data.txt"); x.send("sent"); x.abort(); log("then " + x.readyState); setTimeout(end, 20);`,
  },
  {
    name: "request: one that the listener of its abort sends again",
    script: `const x = new XMLHttpRequest(); x.onloadend = () => { log("end " + x.readyState + " " + x.status); if (x.status === 200) end(); }; x.onabort = () => { log("abort"); x.open("GET", "data.txt"); x.send(); }; x.open("GET", "data.json"); x.send(); x.abort(); log("then " + x.readyState);`,
  },
  {
    name: "abort: a task, a lock, a pipe and requests, beside listeners",
    script: `const c = new AbortController(); const { signal } = c; const say = (name) => () => log(name); new Promise((_, no) => signal.addEventListener("abort", no)).catch(say("listener")); fetch("data.txt", { signal }).catch(say("fetch")); scheduler.postTask(say("never"), { signal, delay: 50 }).catch(say("task")); navigator.locks.request("order-abort", () => new Promise((go) => setTimeout(go, 60))).then(say("released")); navigator.locks.request("order-abort", { signal }, say("never")).catch(say("lock")); const to = new WritableStream({ abort: say("sink") }); new ReadableStream({ cancel: say("source") }).pipeTo(to, { signal }).catch(say("pipe")); scheduler.postTask(say("never"), { signal, delay: 50 }).catch(say("task 2")); setTimeout(() => { c.abort(); log("aborted"); queueMicrotask(say("m")); setTimeout(end, 120); }, 0);`,
  },
  {
    name: "abort: by a signal that has done so before",
    script: `const signal = AbortSignal.abort("before"); const say = (name) => (why) => log(name + " " + why); fetch("data.txt", { signal }).catch(say("fetch")); scheduler.postTask(say("never"), { signal }).catch(say("task")); navigator.locks.request("order-before", { signal }, say("never")).catch(say("lock")); queueMicrotask(() => log("m")); setTimeout(end, 20);`,
  },
  {
    name: "workers: scripts that cannot be parsed",
    script: `const go = (names) => { if (names.length === 0) { end(); return; } const w = new Worker(names[0]); w.onerror = (e) => { e.preventDefault(); log(e.message + " " + e.filename.split("/").pop() + " " + e.lineno + ":" + e.colno + " " + e.error); w.terminate(); setTimeout(() => go(names.slice(1)), 5); }; }; go(["broken.js", "imports-broken.js", "throws.js"]);`,
  },
  {
    name: "workers: an error in a worker of a worker",
    script: `const urlOf = (text) => URL.createObjectURL(new Blob([text])); const bad = urlOf("setTimeout(() => {\\n  throw new TypeError('boom'); })"); const run = (name, body) => new Promise((then) => { const outer = new Worker(urlOf("const inner = new Worker('" + bad + "'); " + body + " setTimeout(() => postMessage('end'), 60);")); outer.onmessage = ({ data }) => { log(name + ": " + data); if (data === "end") { outer.terminate(); then(); } }; outer.onerror = (e) => { e.preventDefault(); log(name + ": error " + e.message + " " + e.lineno + ":" + e.colno + " " + (e.filename === bad) + " " + e.error); }; }); run("unhandled", "onerror = (message) => postMessage('global ' + message); inner.onerror = ({ message }) => postMessage('worker ' + message);").then(() => run("prevented", "inner.onerror = (e) => { e.preventDefault(); postMessage('worker'); }; onerror = () => postMessage('never');")).then(() => run("handled", "onerror = () => { postMessage('global'); return true; };")).then(end);`,
  },
  {
    name: "an image that has been loaded before",
    script: `const first = new Image(); first.onload = () => { log("first load"); const again = new Image(); setTimeout(() => log("timer before")); again.onload = () => { log("load"); queueMicrotask(() => log("microtask")); end(); }; again.src = first.src; log(again.complete + " " + again.naturalWidth); setTimeout(() => log("timer after")); queueMicrotask(() => log("microtask of the script " + again.complete)); }; first.src = "pixel.svg?again"; log(first.complete);`,
  },
  {
    name: "an image drawn at once if it is complete, else when it loads",
    script: `const draw = (how) => log("draws " + how); const show = (then) => { const image = new Image(); image.src = "pixel.svg?draw"; if (image.complete) draw("at once"); else image.onload = () => draw("later"); image.addEventListener("load", then); return image; }; const kept = show(() => setTimeout(() => show(() => { log(kept.complete); end(); }), 30));`,
  },
  {
    name: "the same source again for the same image",
    script: `const image = new Image(); let count = 0; image.onload = () => { log("load " + ++count); if (count === 3) return end(); image.src = image.src; log(image.complete + " " + image.naturalWidth); setTimeout(() => log("timer")); }; image.src = "pixel.svg?same";`,
  },
  {
    name: "pictures of an animation that are all loaded",
    script: `const all = [1, 2, 3].map((n) => { const image = new Image(); image.src = "pixel.svg?step" + n; return image; }); let count = 0; const shown = document.createElement("img"); document.body.append(shown); shown.onload = () => log("load " + shown.src.slice(-1)); const step = () => { shown.src = all[count % 3].src; log(shown.complete); count += 1; if (count < 5) setTimeout(step, 20); else setTimeout(() => { shown.remove(); end(); }, 30); }; Promise.all(all.map((image) => new Promise((go) => { image.onload = go; }))).then(step);`,
  },
  {
    name: "loaded images beside a new one, one that is lazy, and one of a set",
    script: `const first = new Image(); first.onload = () => { const other = new Image(); other.onload = () => log("other"); other.src = "pixel.svg?other"; for (const kind of ["plain", "lazy", "set", "attribute"]) { const image = new Image(); image.onload = () => log(kind); if (kind === "lazy") image.loading = "lazy"; if (kind === "set") image.srcset = first.src + " 1x"; else if (kind === "attribute") image.setAttribute("src", first.src); else image.src = first.src; log(image.complete); } setTimeout(end, 100); }; first.src = "pixel.svg?kinds";`,
  },
  {
    name: "a load that a loaded image replaces, and the other way round",
    script: `const first = new Image(); first.onload = () => { const one = new Image(), two = new Image(); one.onload = () => log("one " + one.src.slice(-1)); two.onload = () => log("two " + two.src.slice(-1)); one.src = "pixel.svg?x"; one.src = first.src; two.src = first.src; two.src = "pixel.svg?y"; log(one.complete + " " + two.complete); const gone = new Image(); gone.onload = () => log("never"); gone.src = first.src; gone.removeAttribute("src"); log(gone.complete); setTimeout(end, 100); }; first.src = "pixel.svg?a";`,
  },
  {
    name: "an image that goes back to a source, and one whose loading image is dropped",
    script: `const back = new Image(); const steps = ["pixel.svg?back-b", "pixel.svg?back-a"]; back.onload = () => setTimeout(() => { const next = steps.shift(); if (next === undefined) { const again = new Image(); again.src = "pixel.svg?dropped"; log("dropped " + again.complete); return end(); } back.src = next; log(next.slice(-1) + " " + back.complete); }, 20); back.src = "pixel.svg?back-a"; new Image().src = "pixel.svg?dropped";`,
  },
  {
    name: "two images of one source, in the load of the first",
    script: `const images = ["one", "two"].map((name) => { const image = new Image(); image.onload = () => { if (name === "one") setTimeout(end, 30); log(images.map(({ complete }) => complete).join()); }; return image; }); for (const image of images) { image.src = "pixel.svg?both"; log(image.complete); }`,
  },
  {
    name: "whether an image without a source is complete",
    script: `const image = new Image(); log(image.complete); image.onerror = () => { log("error"); end(); }; image.src = ""; log(image.complete); image.decode().catch(({ name }) => log(name)); Promise.resolve().then(() => log("then")).then(() => log("then again")); const other = new Image(); other.src = "pixel.svg?gone"; other.removeAttribute("src"); log(other.complete);`,
  },
  {
    name: "a decode of an SVG before its load",
    script: `const image = new Image(); const loaded = new Promise((go) => { image.onload = () => { log("load"); queueMicrotask(() => log("microtask")); go(); }; }); image.src = "pixel.svg?decode"; const decoded = image.decode().then(() => log("decoded")); Promise.race([loaded, decoded]).then(() => log("race")); Promise.all([loaded, decoded]).then(() => { log("all"); end(); });`,
  },
  {
    name: "a decode of a picture that fails",
    script: `const image = new Image(); image.onerror = () => { log("error " + image.complete); image.decode().catch(({ name }) => log("after it " + name)); }; image.src = "missing.png?decode"; image.decode().catch(({ name }) => { log(name); return image.decode(); }).catch(({ name }) => log("again " + name)); log("asked"); setTimeout(end, 100);`,
  },
  {
    name: "a decode of data that is no picture, one in a timer",
    script: `const image = new Image(); image.onerror = () => log("error"); image.src = "data:image/png;base64,AAAA"; image.decode().catch(({ name }) => log(name + " " + image.complete)); queueMicrotask(() => log("microtask")); const late = new Image(); late.onerror = () => { log("late error"); }; late.src = "missing.png?late"; setTimeout(() => { log("timer"); late.decode().catch(({ name }) => log("late " + name)); }); setTimeout(end, 100);`,
  },
  {
    name: "decodes of a picture whose source is replaced or removed",
    script: `const image = new Image(); image.onload = () => log("load " + image.src.slice(-1)); image.src = "pixel.svg?a"; const note = (what) => [() => log(what), ({ name, message }) => log(what + " " + name + message)]; image.decode().then(...note("a")); image.src = "pixel.svg?b"; image.decode().then(...note("b")); const other = new Image(); other.src = "pixel.svg?other"; other.decode().then(...note("other")); other.removeAttribute("src"); log("script"); queueMicrotask(() => log("microtask")); setTimeout(end, 100);`,
  },
  {
    name: "a decode in a load, then another source",
    script: `const image = new Image(); image.onload = () => { log("load " + image.src.slice(-1)); if (!image.src.endsWith("a")) return; image.decode().then(() => log("a"), ({ name }) => log("a " + name)); image.src = "pixel.svg?b"; image.decode().then(() => log("b"), ({ name }) => log("b " + name)); queueMicrotask(() => log("microtask")); setTimeout(end, 100); }; image.src = "pixel.svg?decode-a";`,
  },
  {
    name: "decodes of loaded images",
    script: `const first = new Image(); first.onload = () => { const again = new Image(); again.onload = () => log("load"); again.src = first.src; again.decode().then(() => log("decoded")); queueMicrotask(() => log("microtask")); first.decode().then(() => log("first decoded")); Promise.resolve().then(() => log("then")); setTimeout(end, 60); }; first.src = "pixel.svg?decode-again";`,
  },
  {
    name: "a decode of an image in an SVG",
    script: `const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"); const image = document.createElementNS("http://www.w3.org/2000/svg", "image"); svg.append(image); document.body.append(svg); image.onload = () => log("load"); image.setAttribute("href", "pixel.svg?svg-decode"); image.decode().then(() => { log("decoded"); setTimeout(() => { svg.remove(); end(); }, 20); });`,
  },
  {
    name: "a copy of a loaded image, and one in markup",
    script: `const first = new Image(); first.onload = () => { setTimeout(() => log("timer before")); const copy = first.cloneNode(); copy.onload = () => { log("load"); const box = document.createElement("div"); setTimeout(() => log("timer before")); box.innerHTML = "<img src='pixel.svg?copy'>"; log(box.firstChild.complete); box.firstChild.onload = () => { log("load in markup"); end(); }; setTimeout(() => log("timer after")); }; log(copy.complete); setTimeout(() => log("timer after")); }; first.src = "pixel.svg?copy";`,
  },
  {
    name: "a body whose request is aborted while the page reads its stream",
    script: `(async () => { const url = "long.txt"; const told = (name, promise) => promise.then((value) => log(name + " " + (value.done ?? value.byteLength ?? typeof value)), (error) => log(name + " " + error)); const ask = async () => { const { signal } = control = new AbortController(); return await fetch(url, { signal }); }; let control; let reader = (await ask()).body.getReader(); await reader.read(); reader.closed.catch(({ name }) => log("closed " + name)); control.signal.onabort = () => { log("abort"); queueMicrotask(() => log("microtask")); }; control.abort("why"); log("aborted"); await told("read", reader.read()); await told("again", reader.read()); reader = (await ask()).body.getReader(); const waiting = told("waiting", reader.read()); control.abort(); await waiting; let count = 0; await told("piped", new Response((await ask()).body.pipeThrough(new TransformStream({ transform(chunk, out) { if (count === 0) control.abort(new RangeError("own")); count += 1; out.enqueue(chunk); } }))).arrayBuffer()); try { for await (const chunk of (await ask()).body) { log("chunk"); control.abort(); } } catch (error) { log(error.name); } const [one, two] = (await ask()).body.tee().map((half) => half.getReader()); await one.read(); control.abort("why"); await told("one", one.read()); await told("two", two.read()); })().then(end);`,
  },
  {
    name: "a body whose request is aborted: as text, its copy, after its end, into a buffer of the page",
    script: `(async () => { const url = "long.txt"; const told = (name, promise) => promise.then((value) => log(name + " " + (value.done ?? value.byteLength ?? typeof value)), (error) => log(name + " " + error)); const ask = async () => { const { signal } = control = new AbortController(); return await fetch(url, { signal }); }; let control; let response = await ask(); const text = told("text", response.text()); control.abort("why"); log("aborted"); await text; response = await ask(); const copy = response.clone().body.getReader(); await copy.read(); control.abort("why"); await told("copy", copy.read()); await told("text", response.text()); response = await ask(); const reader = response.body.getReader({ mode: "byob" }); const filled = told("filled", reader.read(new Uint8Array(150000), { min: 150000 })); control.abort(); await filled; response = await ask(); let ended = response.body.getReader(); while (!(await ended.read()).done); control.abort(); await told("ended", ended.read()); response = await ask(); ended = response.body.getReader(); await ended.read(); await ended.cancel(); control.abort(); await told("cancelled", ended.read()); response = await ask(); response.body; control.abort("why"); log("used " + response.bodyUsed); await told("text", response.text()); })().then(end);`,
  },
  {
    name: "resource timing: a full buffer, loads one after the other",
    script: `${withBuffer} p.setResourceTimingBufferSize(2); p.onresourcetimingbufferfull = () => log("full " + list()); (async () => { for (const n of ["b1a","b1b","b1c","b1d"]) await get(n); await new Promise((r) => setTimeout(r, 60)); log(list()); done(); })();`,
  },
  {
    name: "resource timing: a full buffer that the listener clears",
    script: `${withBuffer} p.setResourceTimingBufferSize(2); p.onresourcetimingbufferfull = () => { log("full " + list()); p.clearResourceTimings(); log("cleared " + list()); }; (async () => { for (const n of ["b2a","b2b","b2c","b2d","b2e"]) { await get(n); await new Promise((r) => setTimeout(r, 40)); log("after " + n + " " + list()); } done(); })();`,
  },
  {
    name: "resource timing: a full buffer, for which the listener makes room",
    script: `${withBuffer} p.setResourceTimingBufferSize(1); p.addEventListener("resourcetimingbufferfull", function f() { log("full " + list()); p.setResourceTimingBufferSize(10); p.removeEventListener("resourcetimingbufferfull", f); }); (async () => { for (const n of ["b3a","b3b","b3c"]) { await get(n); await new Promise((r) => setTimeout(r, 40)); log("after " + n + " " + list()); } done(); })();`,
  },
  {
    name: "resource timing: a full buffer, several loads at once",
    script: `${withBuffer} p.setResourceTimingBufferSize(1); p.onresourcetimingbufferfull = () => { log("full " + list()); p.setResourceTimingBufferSize(3); }; (async () => { await Promise.all(["b4a","b4b","b4c"].map(get)); await new Promise((r) => setTimeout(r, 60)); log(list()); done(); })();`,
  },
  {
    name: "resource timing: a full buffer, pictures",
    script: `${withBuffer} p.setResourceTimingBufferSize(1); p.onresourcetimingbufferfull = () => { log("full " + list()); }; (async () => { for (const n of ["b5a","b5b"]) { const i = new Image(); i.src = "pixel.svg?" + n; await new Promise((r) => { i.onload = r; }); log("load " + n); } await new Promise((r) => setTimeout(r, 60)); log(list()); done(); })();`,
  },
  {
    name: "resource timing: a buffer that gets smaller",
    script: `${withBuffer} p.onresourcetimingbufferfull = () => { log("full " + list()); }; (async () => { await get("b6a"); await get("b6b"); await new Promise((r) => setTimeout(r, 40)); log(list()); p.setResourceTimingBufferSize(1); log(list()); await new Promise((r) => setTimeout(r, 40)); await get("b6c"); await new Promise((r) => setTimeout(r, 40)); log(list()); p.clearResourceTimings(); p.setResourceTimingBufferSize(0); await get("b6d"); await new Promise((r) => setTimeout(r, 40)); log(list()); done(); })();`,
  },
  {
    name: "resource timing: a full buffer beside the events of a request",
    script: `${withBuffer} p.setResourceTimingBufferSize(1); p.onresourcetimingbufferfull = () => { log("full " + list()); }; (async () => { await get("b7a"); const x = new XMLHttpRequest(); x.open("GET", "data.json?b7b"); x.onload = () => log("load"); x.onloadend = () => { log("loadend"); queueMicrotask(() => log("m")); setTimeout(() => log("t")); }; x.send(); await new Promise((r) => setTimeout(r, 60)); log(list()); done(); })();`,
  },
  {
    name: "resource timing: a full buffer that is cleared before its event",
    script: `${withBuffer} p.setResourceTimingBufferSize(1); p.onresourcetimingbufferfull = () => { log("full " + list()); }; (async () => { await get("b9a"); await get("b9b"); p.clearResourceTimings(); log("cleared"); await new Promise((r) => setTimeout(r, 60)); log(list()); done(); })();`,
  },
  {
    name: "readers of bodies that are used, locked, empty or aborted",
    script: `const answer = (name, made) => new Promise((go) => { made().then(() => log(name), (error) => log(name + " " + error.name)); queueMicrotask(() => log("microtask")); setTimeout(go, 5); });
      (async () => { for (const reader of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"]) {
        const used = await fetch("data.json"); await used.text(); await answer(reader + " used", () => used[reader]());
        const reading = await fetch("data.txt"), copy = reading.clone(); const text = reading.text(); await answer(reader + " being read", () => reading[reader]()); log(await text); log(await copy.text());
        const locked = await fetch("data.txt"); locked.body.getReader(); await answer(reader + " locked", () => locked[reader]());
        const read = new Response(new Blob(["x"]).stream()); await read.text(); await answer(reader + " of a stream", () => read[reader]());
        await answer(reader + " empty", () => new Response()[reader]()); const controller = new AbortController(); const aborted = await fetch("data.txt", { signal: controller.signal }); controller.abort(); await answer(reader + " aborted", () => aborted[reader]());
        await answer(reader + " of nothing", () => Response.prototype[reader].call(null)); }
        const request = new Request("data.txt", { method: "POST", body: "x" }); await request.text(); await answer("text of a request", () => request.text()); await answer("fetch of a used request", () => fetch(request)); await answer("fetch of no URL", () => fetch("http://[")); })().then(end);`,
  },
  {
    name: "requests aborted on the way, with listeners for the upload",
    script: `const send = (at, method, body, next) => { const request = new XMLHttpRequest(); const told = (type) => { log(type + " " + request.readyState); if (type === at) { request.abort(); log("aborted"); } if (type === "loadend") setTimeout(next, 20); }; for (const type of ["abort", "load", "loadend"]) { request.addEventListener(type, () => told(type)); request.upload.addEventListener(type, () => log("upload " + type)); } request.onreadystatechange = () => told("state"); request.onloadstart = () => told("loadstart"); request.addEventListener("readystatechange", () => { if (request.readyState === at) { request.abort(); log("aborted"); } }); request.open(method, "data.txt"); request.send(body); }; send(2, "GET", null, () => send(3, "GET", null, () => send(3, "POST", "body", () => send("loadstart", "GET", null, end))));`,
  },
  {
    name: "a request that is opened again by the listeners of its end",
    script: `const send = (at, next) => { const request = new XMLHttpRequest(); let isAgain = false; for (const type of ["readystatechange", "abort", "load", "loadend"]) request.addEventListener(type, () => { log(type + " " + request.readyState); if (at === "abort" && request.readyState === 3 && !isAgain) request.abort(); if (type === at && !isAgain) { isAgain = true; request.open("GET", "data.json"); request.send(); log("again"); } if (isAgain && type === "loadend" && request.readyState === 4) setTimeout(next); }); request.open("GET", "data.txt"); request.send(); }; send("load", () => send("abort", end));`,
  },
  {
    name: "the event of a load as the window has it",
    script: `const img = new Image(); img.onload = (event) => { log(window.event === event); const frame = document.createElement("iframe"); document.body.append(frame); const inside = frame.contentWindow; inside.loadEvent = event; document.addEventListener("hi", inside.eval("() => { fits = parent.event === loadEvent; }"), { once: true }); document.dispatchEvent(new Event("hi")); log("in a frame " + inside.fits); log(window.event === event); frame.remove(); setTimeout(() => { log(window.event === undefined); end(); }, 0); }; img.src = "pixel.svg?window-event";`,
  },
  {
    name: "frames of empty blobs",
    script: `let left = 2; for (const type of ["text/html", "text/plain"]) { const frame = document.createElement("iframe"); frame.onload = () => { log(type + " " + (frame.contentDocument === null ? "none" : frame.contentDocument.compatMode + " " + frame.contentDocument.URL.slice(0, 5))); frame.remove(); left -= 1; if (left === 0) end(); }; frame.src = URL.createObjectURL(new Blob([], { type })); document.body.append(frame); }`,
  },
  {
    name: "a worker of another origin is refused at once",
    script: `for (const url of ["file:///worker.js", "https://elsewhere.invalid/worker.js", "http://invalid:123$"]) try { new Worker(url); log("begun"); } catch ({ name }) { log(name); } Promise.resolve().then(() => log("microtask")); setTimeout(end, 20);`,
  },
  {
    name: "a type that a request does not know, set on the way",
    script: `const request = new XMLHttpRequest(); request.open("get", "data.txt?types"); request.onreadystatechange = () => { if (request.readyState === 2) { for (const type of ["nonsense", "text"]) { request.responseType = type; log("type " + request.responseType); } } if (request.readyState === 4) end(); }; request.send();`,
  },
  {
    name: "what the window knows of an input with a picture, and of a document without a window",
    script: `const seen = new Promise((resolve) => new PerformanceObserver((list, observer) => { for (const one of list.getEntries()) if (one.name.endsWith("?entry")) { observer.disconnect(); resolve(one.initiatorType); } }).observe({ type: "resource", buffered: true })); const input = document.createElement("input"); input.type = "image"; input.src = "pixel.svg?entry"; document.body.append(input); log(document.implementation.createHTMLDocument("").hasFocus()); seen.then((type) => { log(type); input.remove(); end(); });`,
  },
];
