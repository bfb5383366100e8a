import type { OrderCase } from "./order-cases.ts";

/** `mk` makes an empty frame. */
const withFrames = `const mk = () => { const f = document.createElement("iframe"); document.body.append(f); return f; };`;

/** Frames beside their page, and what else depends on the tasks between two events. */
export const windowOrderCases: readonly OrderCase[] = [
  {
    name: "a page's observers of elements in a frame that is removed",
    script: `const frame = document.createElement("iframe"); frame.style.width = "200px"; document.body.append(frame); setTimeout(() => { const sizes = new ResizeObserver(([{ contentRect }]) => log("size " + contentRect.width)); const { documentElement } = frame.contentDocument; sizes.observe(documentElement); setTimeout(() => { frame.style.width = "150px"; setTimeout(() => { frame.remove(); setTimeout(() => { sizes.disconnect(); end(); }, 100); }, 100); }, 100); }, 60);`,
  },
  {
    name: "frame: timers between those of the page",
    script: `${withFrames} const f = mk(), w = f.contentWindow; setTimeout(() => log("page 6"), 6); w.setTimeout(() => log("frame 5"), 5); w.setTimeout(() => log("frame 12"), 12); setTimeout(() => log("page 11"), 11); setTimeout(() => log("page 20"), 20); w.setTimeout(() => log("frame 20"), 20); setTimeout(() => { f.remove(); end(); }, 60);`,
  },
  {
    name: "frame: timers of two frames",
    script: `${withFrames} const a = mk(), b = mk(), A = a.contentWindow, B = b.contentWindow; A.setTimeout(() => log("a10"), 10); B.setTimeout(() => log("b5"), 5); setTimeout(() => log("p7"), 7); B.setTimeout(() => log("b24"), 24); A.setTimeout(() => log("a19"), 19); setTimeout(() => { a.remove(); b.remove(); end(); }, 80);`,
  },
  {
    name: "frame: removed by its own timer",
    script: `${withFrames} const f = mk(), w = f.contentWindow; w.setTimeout(() => { log("a"); f.remove(); log("removed"); }, 5); w.setTimeout(() => log("never"), 6); setTimeout(() => log("page 12"), 12); setTimeout(end, 50);`,
  },
  {
    name: "frame: removed by a timer of the page",
    script: `${withFrames} const f = mk(), w = f.contentWindow; setTimeout(() => { f.remove(); log("removed"); }, 5); w.setTimeout(() => log("never"), 9); setTimeout(() => log("page 12"), 12); setTimeout(end, 50);`,
  },
  {
    name: "frame: a timer that the page clears",
    script: `${withFrames} const f = mk(), w = f.contentWindow; const t = w.setTimeout(() => log("never"), 9); setTimeout(() => { w.clearTimeout(t); log("cleared"); }, 5); setTimeout(() => { f.remove(); end(); }, 50);`,
  },
  {
    name: "frame: timers of a frame in a frame",
    script: `${withFrames} const f = mk(), w = f.contentWindow; const g = w.document.createElement("iframe"); w.document.body.append(g); const v = g.contentWindow; v.setTimeout(() => log("inner 5"), 5); w.setTimeout(() => log("outer 7"), 7); setTimeout(() => log("page 9"), 9); v.setTimeout(() => log("inner 11"), 11); setTimeout(() => { f.remove(); end(); }, 50);`,
  },
  {
    name: "frame: microtasks between timers of both",
    script: `${withFrames} const f = mk(), w = f.contentWindow; w.setTimeout(() => { log("f"); w.Promise.resolve().then(() => log("f then")); w.queueMicrotask(() => log("f micro")); }, 5); setTimeout(() => { log("p"); Promise.resolve().then(() => log("p then")); }, 5); setTimeout(() => { f.remove(); end(); }, 50);`,
  },
  {
    name: "frame: animation frames of both, then timers",
    script: `${withFrames} const f = mk(), w = f.contentWindow; requestAnimationFrame(() => { log("p raf"); w.setTimeout(() => log("ft 0")); setTimeout(() => log("pt 0")); }); w.requestAnimationFrame(() => { log("f raf"); }); setTimeout(() => { f.remove(); end(); }, 80);`,
  },
  {
    name: "frame: one time for both",
    script: `${withFrames} const f = mk(), w = f.contentWindow; w.setTimeout(() => { const d = w.performance.now() + w.performance.timeOrigin - performance.now() - performance.timeOrigin; log(Math.abs(d) < 2); log(Math.abs(w.Date.now() - Date.now()) < 3); }, 10); setTimeout(() => { f.remove(); end(); }, 50);`,
  },
  {
    name: "a rejection that is handled late",
    script: `const onu = (e) => { e.preventDefault(); log("unhandled " + e.reason); }; const onh = (e) => { log("handled " + e.reason); removeEventListener("unhandledrejection", onu); removeEventListener("rejectionhandled", onh); setTimeout(end, 20); }; addEventListener("unhandledrejection", onu); addEventListener("rejectionhandled", onh); const p = Promise.reject("x"); setTimeout(() => { log("timer"); p.catch(() => log("caught")); }, 10); queueMicrotask(() => log("micro"));`,
  },
  {
    name: "a toggle handler in markup",
    script: `const d = document.createElement("div"); d.innerHTML = "<details><summary>s</summary>x</details>"; globalThis.orderLog = log; document.body.append(d); const e = d.firstChild; e.setAttribute("ontoggle", "orderLog('attr ' + event.newState)"); e.addEventListener("toggle", (v) => { log(v.oldState + ">" + v.newState); queueMicrotask(() => log("micro")); }); e.open = true; Promise.resolve().then(() => log("p")); setTimeout(() => { e.open = false; setTimeout(() => { d.remove(); end(); }, 40); }, 40);`,
  },
  {
    name: "animation frames of a worker",
    script: `const u = URL.createObjectURL(new Blob(["const l = []; requestAnimationFrame(() => { l.push('a'); Promise.resolve().then(() => l.push('a p')); }); requestAnimationFrame(() => { l.push('b'); queueMicrotask(() => l.push('b m')); requestAnimationFrame(() => { l.push('c'); setTimeout(() => postMessage(l), 10); }); })"])); const w = new Worker(u); w.onmessage = (e) => { e.data.forEach(log); w.terminate(); end(); };`,
  },
  {
    name: "a bitmap of a canvas",
    script: `const c = document.createElement("canvas"); c.width = c.height = 4; c.getContext("2d").fillRect(0, 0, 2, 2); createImageBitmap(c).then((b) => { log("bitmap " + b.width); end(); }); Promise.resolve().then(() => log("p1")).then(() => log("p2")).then(() => log("p3"));`,
  },
  {
    name: "a digest, then a key",
    script: `crypto.subtle.digest("SHA-256", new Uint8Array(1000)).then((b) => { log("digest " + b.byteLength); return crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt"]); }).then((k) => { log("key " + k.type); end(); }); Promise.resolve().then(() => log("p1")).then(() => log("p2")).then(() => log("p3")).then(() => log("p4"));`,
  },
  {
    name: "pageshow of a frame after the load of its element",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.srcdoc = "<script>onload = () => parent.orderLog('load'); onpageshow = ({ persisted }) => { parent.orderLog('pageshow ' + persisted); parent.orderEnd(); }</scr" + "ipt>"; globalThis.orderEnd = () => setTimeout(() => { frame.remove(); end(); }, 20); frame.onload = () => { log("element load"); queueMicrotask(() => log("microtask")); }; document.body.append(frame);`,
  },
  {
    name: "frame: hidden when it is removed",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); f.srcdoc = "<script>onpagehide = () => parent.orderLog('pagehide ' + document.visibilityState); document.onvisibilitychange = () => parent.orderLog('change ' + document.visibilityState + document.hidden)</scr" + "ipt>"; f.onload = () => setTimeout(() => { f.remove(); log("removed"); queueMicrotask(() => log("then")); setTimeout(end, 20); }, 20); document.body.append(f);`,
  },
  {
    name: "frame: resized after a promise of its load",
    script: `(async () => { const f = document.createElement("iframe"); f.srcdoc = ""; f.width = "200"; f.height = "100"; f.style.border = "none"; const loaded = new Promise((resolve) => (f.onload = () => { f.contentDocument.body.offsetWidth; resolve(); })); document.body.append(f); await loaded; const low = f.contentWindow.matchMedia("(max-height: 50px)"); low.addListener((e) => log("low " + e.matches)); f.height = "50"; await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))); log("second"); f.width = "100"; f.height = "80"; await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))); log("fourth"); f.remove(); end(); })()`,
  },
  {
    name: "media lists with listeners of the older kind",
    script: `const f = document.createElement("iframe"); f.srcdoc = ""; f.width = "200"; f.style.border = "none"; f.onload = () => { f.contentDocument.body.offsetWidth; const m = f.contentWindow.matchMedia("(max-width: 150px)"), one = (e) => log("one " + [e.matches, e.media, e.target === m, e.type, e.constructor.name].join()), two = { handleEvent: (e) => log("two " + e.matches) }, gone = () => log("gone"); m.addListener(one); m.addListener(one); m.addListener(two); m.addListener(gone); m.removeListener(gone); m.addListener(null); m.addEventListener("change", one); const after = (next) => requestAnimationFrame(() => requestAnimationFrame(next)); after(() => { f.width = "100"; after(() => { m.removeEventListener("change", one); f.width = "200"; after(() => { f.remove(); log("end"); end(); }); }); }); }; document.body.append(f);`,
  },
  {
    name: "frame: resized by a timer",
    script: `${withFrames} const f = mk(), w = f.contentWindow; f.style.cssText = "width:200px;border:0"; const wide = w.matchMedia("(min-width: 150px)"); setTimeout(() => { w.onresize = () => log("resize " + w.innerWidth); wide.onchange = ({ matches }) => { log("wide " + matches); w.queueMicrotask(() => log("then")); }; f.style.width = "100px"; log("set"); w.requestAnimationFrame(() => { log("frame"); w.requestAnimationFrame(() => log("next frame")); }); }, 100); setTimeout(() => { f.remove(); end(); }, 220);`,
  },
  {
    name: "frame: leaves by its location, by a reload and by a link",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); (async () => { f.src = "frame.html"; document.body.append(f); await loaded(); await wait(10); const w = f.contentWindow; w.addEventListener("pagehide", () => log("hidden")); w.location.hash = "part"; w.location.replace("frame.html?2"); log("replaced"); queueMicrotask(() => log("microtask")); await loaded(); await wait(10); f.contentWindow.location.reload(); log("reloads"); await loaded(); await wait(10); const a = f.contentDocument.createElement("a"); a.href = "about:blank"; f.contentDocument.body.append(a); a.click(); log("clicked"); await loaded(); f.remove(); end(); })();`,
  },
  {
    name: "frame: an empty one that leaves by its location, and one by a link of the page",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); (async () => { document.body.append(f); f.name = "order-named"; f.contentWindow.location = "frame.html?1"; log("set"); await loaded(); await wait(10); f.remove(); document.body.append(f); const a = document.createElement("a"); a.href = "frame.html?2"; a.target = "order-named"; document.body.append(a); await wait(10); a.click(); log("clicked"); await loaded(); a.remove(); await wait(10); f.remove(); end(); })();`,
  },
  {
    name: "frame: leaves, and is stopped, prevented or removed before",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); (async () => { f.src = "frame.html"; document.body.append(f); await loaded(); await wait(10); const w = f.contentWindow; w.location = "frame.html?1"; w.stop(); log("stopped"); await wait(30); w.navigation.onnavigate = (event) => { log("navigate"); event.preventDefault(); }; w.location = "frame.html?2"; log("prevented"); await wait(30); w.navigation.onnavigate = null; w.location = "frame.html?3"; f.remove(); log("removed"); await wait(30); f.remove(); end(); })();`,
  },
  {
    name: "frame: back and forward over the documents of a frame",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); (async () => { f.src = "frame.html"; document.body.append(f); await loaded(); await wait(10); f.contentWindow.location = "frame.html?2"; await loaded(); await wait(10); history.back(); log("back"); await loaded(); log(f.contentWindow.location.search); await wait(10); history.forward(); await loaded(); log(f.contentWindow.location.search); f.remove(); end(); })();`,
  },
  {
    name: "frame: loads of a frame in a frame, from the inside out",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); (async () => { f.srcdoc = "<script>orderLog = (line) => parent.orderLog('inner ' + line); onload = () => parent.orderLog('outer load')<\\/script><iframe src=frame.html onload=orderLog(0)></iframe>"; document.body.append(f); log("in"); await loaded(); await wait(10); f.remove(); end(); })();`,
  },
  {
    name: "frame: a document that is opened by a listener of its load, and once more",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); (async () => { f.srcdoc = "first"; let count = 0; f.addEventListener("load", () => { count += 1; if (count > 1) return; f.contentDocument.open(); f.contentWindow.onload = () => log("never"); f.contentDocument.write("second"); f.contentDocument.close(); log(f.contentDocument.readyState); }); document.body.append(f); await loaded(); await wait(30); f.contentDocument.open(); f.contentWindow.onload = () => log("window load"); f.contentDocument.close(); log("closed"); await wait(30); f.remove(); end(); })();`,
  },
  {
    name: "a broadcast channel that is closed by its listener",
    script: `const [from, a, b] = [1, 2, 3].map(() => new BroadcastChannel("order closed")); a.onmessage = ({ data }) => { log("a " + data); if (data === 2) a.close(); }; b.onmessage = ({ data }) => { log("b " + data); if (data === 1) from.postMessage("late"); }; for (const data of [1, 2, 3]) from.postMessage(data); log("sent"); setTimeout(() => { from.close(); b.close(); end(); }, 100);`,
  },
  {
    name: "frame: a window that the page uses before its document has loaded",
    script: `globalThis.orderLog = log; const f = document.createElement("iframe"); f.onload = () => log("element load"); f.src = "early-outer.html"; document.body.append(f); const w = f.contentWindow; w.early = "kept"; w.addEventListener("load", () => log("early load " + w.early)); w.document.addEventListener("DOMContentLoaded", () => log("never")); log("used"); globalThis.orderEnd = () => { f.remove(); end(); };`,
  },
  {
    name: "frame: an empty window hears of its first size",
    script: `const f = document.createElement("iframe"); f.style.cssText = "width:300px;border:0"; document.body.append(f); f.contentWindow.onresize = () => log("resize " + f.contentWindow.innerWidth); setTimeout(() => { log("timer"); f.style.width = "200px"; setTimeout(() => { f.remove(); end(); }, 100); }, 100);`,
  },
  {
    name: "an animation frame that a page asks for in its frame",
    script: `const made = () => new Promise((go) => { const frame = document.createElement("iframe"); frame.srcdoc = "x"; frame.onload = () => go(frame); document.body.append(frame); }); made().then((frame) => setTimeout(() => requestAnimationFrame(() => { log("page"); frame.contentWindow.requestAnimationFrame(() => log("frame")); requestAnimationFrame(() => { log("next"); requestAnimationFrame(() => { log("third"); frame.remove(); end(); }); }); }), 60));`,
  },
  {
    name: "a page that asks for an animation frame in its frame in each of its own",
    script: `const made = () => new Promise((go) => { const frame = document.createElement("iframe"); frame.srcdoc = "x"; frame.onload = () => go(frame); document.body.append(frame); }); made().then((frame) => setTimeout(() => { let count = 0; requestAnimationFrame(function tick() { count += 1; const asked = count; log("page " + asked); frame.contentWindow.requestAnimationFrame(() => log("frame " + asked)); if (count < 5) requestAnimationFrame(tick); else setTimeout(() => { frame.remove(); end(); }, 50); }); }, 60));`,
  },
  {
    name: "an animation frame asked for in another frame, and in the page",
    script: `const made = () => new Promise((go) => { const frame = document.createElement("iframe"); frame.srcdoc = "x"; frame.onload = () => go(frame); document.body.append(frame); }); Promise.all([made(), made()]).then(([one, two]) => setTimeout(() => one.contentWindow.requestAnimationFrame(() => { log("one"); two.contentWindow.requestAnimationFrame(() => log("two")); requestAnimationFrame(() => { log("page"); requestAnimationFrame(() => { log("page again"); one.remove(); two.remove(); end(); }); }); }), 60));`,
  },
  {
    name: "a loop in the animation frames of a frame, begun in one of the page",
    script: `const made = () => new Promise((go) => { const frame = document.createElement("iframe"); frame.srcdoc = "x"; frame.onload = () => go(frame); document.body.append(frame); }); made().then((frame) => setTimeout(() => requestAnimationFrame(() => { let count = 0; frame.contentWindow.requestAnimationFrame(function tick() { count += 1; log("frame " + count); if (count < 3) frame.contentWindow.requestAnimationFrame(tick); }); let pages = 0; requestAnimationFrame(function tick() { pages += 1; log("page " + pages); if (pages < 4) requestAnimationFrame(tick); else { frame.remove(); end(); } }); }), 60));`,
  },
  {
    name: "a rejection in a frame, beside its timers",
    script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.srcdoc = "<script>onunhandledrejection = (event) => { event.preventDefault(); parent.orderLog('unhandled ' + event.reason); }; onload = () => setTimeout(() => { setTimeout(() => parent.orderLog('timer')); Promise.reject('x'); queueMicrotask(() => parent.orderLog('microtask')); const late = Promise.reject('y'); setTimeout(() => { late.catch(() => parent.orderLog('caught')); }); setTimeout(() => parent.orderLog('later'), 10); }, 30);<\\/script>"; document.body.append(frame); setTimeout(() => { frame.remove(); end(); }, 200);`,
  },
  {
    name: "frame: an empty one that never asks for the storage, and one that listens later",
    script: `${withFrames} const f = mk(), g = mk(); localStorage.setItem("unheard", "1"); localStorage.removeItem("unheard"); setTimeout(() => { g.contentWindow.addEventListener("storage", ({ key, newValue }) => log("g " + key + newValue)); localStorage.setItem("heard", "1"); localStorage.removeItem("heard"); setTimeout(() => { f.remove(); g.remove(); end(); }, 100); }, 50);`,
  },
  {
    name: "frame: removed by its own load",
    script: `const f = document.createElement("iframe"); let count = 0; f.onload = () => log("load of the element"); window.orderOnFrame = (own) => own.addEventListener("load", () => { count += 1; log("load of the window " + count); if (count === 1) document.body.append(f); else f.remove(); log(f.contentWindow === null ? "gone" : "moved"); }); f.srcdoc = "<scr" + "ipt>parent.orderOnFrame(window)</scr" + "ipt>"; document.body.append(f); setTimeout(() => { delete window.orderOnFrame; end(); }, 150);`,
  },
  {
    name: "microtasks of a frame that its page removes",
    script: `const frame = document.createElement("iframe"); frame.srcdoc = "<p>x"; frame.onload = () => { const inside = frame.contentWindow; inside.queueMicrotask(() => log("of the page")); inside.eval("queueMicrotask(() => top.none())"); frame.remove(); log("removed"); inside.queueMicrotask(() => log("after it")); setTimeout(end, 20); }; document.body.append(frame);`,
  },
  {
    name: "an error in a microtask of the page that a frame queues",
    script: `const frame = document.createElement("iframe"); frame.srcdoc = "<p>x"; frame.onload = () => { const inside = frame.contentWindow; const failed = (name) => (event) => { event.preventDefault(); log(name + " " + event.message); }; const ofPage = failed("page"); addEventListener("error", ofPage); inside.addEventListener("error", failed("frame")); inside.queueMicrotask(() => { throw new Error("thrown"); }); setTimeout(() => { removeEventListener("error", ofPage); frame.remove(); end(); }, 20); }; document.body.append(frame);`,
  },
  {
    name: "frame: a step back that moves the frame and not the page",
    script: `globalThis.orderLog = log; const wait = (ms) => new Promise((then) => setTimeout(then, ms)); const popped = () => log("popstate"); addEventListener("popstate", popped); history.pushState({ n: 1 }, ""); const f = document.createElement("iframe"); let go; const loaded = () => new Promise((then) => { go = then; }); f.onload = () => { log("load"); go?.(); }; (async () => { f.src = "frame.html"; document.body.append(f); await loaded(); await wait(10); f.contentWindow.location = "frame.html?2"; await loaded(); await wait(10); history.back(); await loaded(); log(f.contentWindow.location.search + history.state?.n); await wait(10); history.back(); await wait(60); log(history.state === null); f.remove(); removeEventListener("popstate", popped); end(); })();`,
  },
  {
    name: "frame: tasks of the scheduler in two windows",
    script: `const f = document.createElement("iframe"); f.srcdoc = "x"; document.body.append(f); f.onload = () => setTimeout(() => { const w = f.contentWindow; const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); w.scheduler.postTask(() => log("frame's task")); scheduler.postTask(() => log("task")); w.scheduler.postTask(() => { log("frame's second"); port1.close(); f.remove(); end(); }); }; port2.postMessage(1); });`,
  },
  {
    name: "frame: scrolls of both windows, then the selections of both",
    script: `const f = document.createElement("iframe"); document.body.append(f); const add = (d, html) => { const box = d.createElement("div"); box.innerHTML = html; d.body.append(box); return box.firstChild; }; const boxes = [document, f.contentDocument].map((d, i) => { const scroller = add(d, "<div style='height: 20px; overflow: scroll'><p style='height: 900px'></div>"); const field = add(d, "<input value=abc>"); scroller.onscroll = () => log("scroll " + i); field.onselect = () => log("select " + i); return { scroller, field }; }); requestAnimationFrame(() => setTimeout(() => { for (const { field, scroller } of boxes) { field.select(); scroller.scrollTop = 9; } requestAnimationFrame(() => log("frame")); setTimeout(() => { for (const { field, scroller } of boxes) { field.parentNode.remove(); scroller.parentNode.remove(); } f.remove(); end(); }, 80); }));`,
  },
];
