import type { OrderCase } from "./order-cases.ts";

/** `mk` makes an element whose events of animations and transitions are logged. */
const withAnimations = `const els = []; const mk = (n, css, tag = "div") => { const d = document.createElement(tag); d.style.cssText = "position:absolute;left:0;top:0;" + css; for (const t of ["animationstart", "animationiteration", "animationend", "animationcancel", "transitionrun", "transitionstart", "transitionend", "transitioncancel"]) d.addEventListener(t, (e) => { if (e.target === d) { log(n + " " + t.replace("animation", "A").replace("transition", "T") + " " + (e.animationName ?? e.propertyName)); queueMicrotask(() => log("m")); } }); document.body.append(d); els.push(d); return d; }; const st = document.createElement("style"); st.textContent = "@keyframes ka { from { opacity: 0 } } @keyframes kb { from { left: 0 } } @keyframes kc { from { top: 0 } }"; document.head.append(st); els.push(st); const done = (ms) => setTimeout(() => { els.forEach((e) => e.remove()); end(); }, ms);`;

/** `box` makes an element that scrolls whose events are logged. */
const withScrolling = `const els = []; const box = (n) => { const d = document.createElement("div"); d.style.cssText = "height:50px;width:50px;overflow:auto"; d.innerHTML = "<div style='height:500px;width:500px'></div>"; document.body.append(d); els.push(d); for (const t of ["scroll", "scrollend"]) d.addEventListener(t, () => { log(n + " " + t); queueMicrotask(() => log("m")); }); return d; }; const done = (ms) => setTimeout(() => { els.forEach((e) => e.remove()); setTimeout(end, 20); }, ms); const raf = (n, f) => requestAnimationFrame(() => { log(n); queueMicrotask(() => log(n + " m")); f?.(); });`;

/** `box` makes an element, `micro` logs in a microtask. */
const withObservers = `const wait = (ms) => new Promise((go) => setTimeout(go, ms)); const micro = (n) => queueMicrotask(() => log(n + " m")); const box = (css, html = "") => { const d = document.createElement("div"); d.style.cssText = css; d.innerHTML = html; document.body.append(d); return d; };`;

/** `begin` starts a view transition whose promises are logged, `hops` logs in microtasks. */
const transitions = `const hops = (name) => { let n = 0; const go = () => { log(name + n); n += 1; if (n < 4) queueMicrotask(go); }; queueMicrotask(go); }; const begin = (name, update, owner = document) => { const t = owner.startViewTransition(update); const { updateCallbackDone, ready, finished } = t; for (const [part, promise] of Object.entries({ updateCallbackDone, ready, finished })) promise.then(() => log(name + " " + part), (reason) => log(name + " no " + part + " " + (reason.name ?? reason))); return t; }; const wait = (ms) => new Promise((then) => setTimeout(then, ms));`;

/** Animations, transitions, scrolling and observers. */
export const renderingOrderCases: readonly OrderCase[] = [
  {
    name: "an SVG image that the page moves into a later round",
    script: `document.body.insertAdjacentHTML("beforeend", '<svg id="moved"><rect width="9" height="9"><set attributeName="fill" to="green" begin="5s" dur="1s" repeatCount="2"/></rect></svg>'); const svg = document.getElementById("moved"); for (const type of ["beginEvent", "repeatEvent", "endEvent"]) svg.querySelector("set").addEventListener(type, () => log(type)); svg.pauseAnimations(); svg.setCurrentTime(6.5); log("moved"); setTimeout(() => { svg.remove(); log("end"); end(); }, 150);`,
  },
  {
    name: "elapsed times of animations and transitions with delays",
    script: `const style = document.createElement("style"); style.textContent = "@keyframes order-et { from { left: 0 } to { left: 5px } }"; const boxes = ["opacity 150ms linear 20ms", "opacity 70ms linear 30ms", "opacity 130ms linear -40ms"].map((transition) => { const box = document.createElement("div"); box.style.transition = transition; return box; }); const played = ["order-et 0.1s 3", "order-et 70ms linear 10ms 2", "order-et 110ms -30ms"].map((animation) => { const box = document.createElement("div"); box.style.animation = animation; return box; }); const ends = []; for (const [index, box] of [...boxes, ...played].entries()) for (const type of ["transitionend", "animationend"]) box.addEventListener(type, (event) => { ends[index] = event.elapsedTime; if (Object.keys(ends).length === 6) { for (const seconds of ends) log(seconds); for (const each of [style, ...boxes, ...played]) each.remove(); end(); } }); document.body.append(style, ...boxes, ...played); getComputedStyle(boxes[0]).opacity; for (const box of boxes) box.style.opacity = "0";`,
  },
  {
    name: "animation: one element removed, another hidden",
    script: `${withAnimations} const a = mk("a", "transition: left 1s, top 1s"), b = mk("b", "transition: left 1s, top 1s"); a.offsetLeft; for (const e of [a, b]) { e.style.left = "5px"; e.style.top = "5px"; } els.at(-1).addEventListener(els.at(-1).style.animation ? "animationstart" : "transitionstart", () => setTimeout(() => { b.remove(); a.style.display = "none"; log("cut"); done(200); }, 60), { once: true });`,
  },
  {
    name: "animation: two elements hidden in reverse",
    script: `${withAnimations} const a = mk("a", "transition: left 1s, top 1s"), b = mk("b", "transition: left 1s, top 1s"); a.offsetLeft; for (const e of [a, b]) { e.style.left = "5px"; e.style.top = "5px"; } els.at(-1).addEventListener(els.at(-1).style.animation ? "animationstart" : "transitionstart", () => setTimeout(() => { b.style.display = "none"; a.style.display = "none"; log("cut"); done(200); }, 60), { once: true });`,
  },
  {
    name: "animation: ends at different times of one frame",
    script: `${withAnimations} mk("a", "animation: ka 44ms, kb 41ms"); mk("b", "animation: kb 43ms"); mk("c", "animation: kc 42ms"); done(250);`,
  },
  {
    name: "animation: animations of a script that end at different times of one frame",
    script: `${withAnimations} const a = mk("a", ""); const mkw = (n, ms, d = 0) => { const w = a.animate({ opacity: [0, 1] }, { duration: ms, delay: d }); w.onfinish = () => { log(n); queueMicrotask(() => log("m")); }; w.finished.then(() => log(n + " p")); }; mkw("a", 44); mkw("b", 41); mkw("c", 43); mkw("d", 0, 42); done(250);`,
  },
  {
    name: "animation: animations of a script, made against the order of the tree",
    script: `${withAnimations} const a = mk("a", ""), b = mk("b", ""); const mkw = (e, n) => { const w = e.animate({ left: ["0px", "9px"] }, 50); w.onfinish = () => log(n); w.finished.then(() => log(n + " p")); }; mkw(b, "b"); mkw(a, "a"); done(250);`,
  },
  {
    name: "animation: cancelled by a script",
    script: `${withAnimations} const a = mk("a", "animation: ka 1s, kb 1s; transition: left 1s"); a.offsetLeft; a.style.left = "10px"; els.at(-1).addEventListener(els.at(-1).style.animation ? "animationstart" : "transitionstart", () => setTimeout(() => { for (const w of a.getAnimations()) { w.oncancel = () => log("cancel " + (w.animationName ?? w.transitionProperty)); w.cancel(); } log("cancelled"); done(200); }, 60), { once: true });`,
  },
  {
    name: "animation: finished by a script",
    script: `${withAnimations} const a = mk("a", "animation: ka 1s, kb 1s; transition: left 1s"); a.offsetLeft; a.style.left = "10px"; els.at(-1).addEventListener(els.at(-1).style.animation ? "animationstart" : "transitionstart", () => setTimeout(() => { for (const w of a.getAnimations()) { w.onfinish = () => log("finish " + (w.animationName ?? w.transitionProperty)); w.finish(); } log("finished"); done(200); }, 60), { once: true });`,
  },
  {
    name: "animation: made against the order of the tree",
    script: `${withAnimations} const b = mk("b", ""), a = mk("a", ""); a.style.animation = "ka 50ms"; a.offsetLeft; b.style.animation = "kb 50ms"; done(250);`,
  },
  {
    name: "animation: a parent removed with its child",
    script: `${withAnimations} const a = mk("a", "animation: ka 1s"), b = mk("b", "animation: kb 1s", "p"); a.append(b); els.at(-1).addEventListener(els.at(-1).style.animation ? "animationstart" : "transitionstart", () => setTimeout(() => { a.remove(); log("cut"); done(200); }, 60), { once: true });`,
  },
  {
    name: "animation: an event that bubbles",
    script: `${withAnimations} const a = mk("a", ""), b = document.createElement("i"); a.addEventListener("animationend", (e) => log("bubbled " + (e.target === b))); b.style.cssText = "display:block;animation: ka 50ms"; b.addEventListener("animationend", () => log("own")); a.append(b); done(250);`,
  },
  {
    name: "scroll: before the next frame",
    script: `${withScrolling} const d = box("d"); d.scrollTop = 40; log("set"); raf("raf"); Promise.resolve().then(() => log("then")); done(200);`,
  },
  {
    name: "scroll: two boxes",
    script: `${withScrolling} const d = box("d"), e = box("e"); e.scrollTop = 40; d.scrollTop = 30; done(200);`,
  },
  {
    name: "scroll: in a frame",
    script: `${withScrolling} const d = box("d"); raf("raf1", () => { d.scrollTop = 40; raf("raf2", () => raf("raf3")); }); done(250);`,
  },
  {
    name: "scroll: twice in a frame",
    script: `${withScrolling} const d = box("d"); d.scrollTop = 40; d.scrollTop = 20; raf("raf"); done(200);`,
  },
  {
    name: "scroll: the window",
    script: `${withScrolling} document.body.style.height = "3000px"; const ws = () => { log("window scroll"); queueMicrotask(() => log("m")); }; addEventListener("scroll", ws); const we = () => log("window scrollend"); addEventListener("scrollend", we); document.onscroll = () => log("doc on"); scrollTo(0, 100); log(scrollY); raf("raf"); setTimeout(() => { document.body.style.height = ""; removeEventListener("scroll", ws); removeEventListener("scrollend", we); document.onscroll = null; done(60); }, 200);`,
  },
  {
    name: "scroll: before a resize observer",
    script: `${withScrolling} const d = box("d"); const o = new ResizeObserver(() => { log("ro"); queueMicrotask(() => log("ro m")); }); o.observe(d); d.scrollTop = 20; raf("raf"); setTimeout(() => o.disconnect(), 150); done(200);`,
  },
  {
    name: "scroll: into view",
    script: `${withScrolling} const d = box("d"); d.firstChild.style.marginTop = "100px"; d.firstChild.scrollIntoView(); log(d.scrollTop); done(200);`,
  },
  {
    name: "selections by a property, and in a field outside of the document",
    script: `const make = () => Object.assign(document.createElement("input"), { value: "text" }); const shown = make(); const other = make(); document.body.append(shown); shown.onselect = () => log("shown"); other.addEventListener("select", () => { log("other"); Promise.resolve().then(() => log("promise")); }); shown.selectionStart = 1; other.setSelectionRange(1, 2); Promise.resolve().then(() => log("set")); requestAnimationFrame(() => { log("frame"); setTimeout(() => { shown.remove(); end(); }, 50); });`,
  },
  {
    name: "observers of a size and of an intersection, with microtasks",
    script: `${withObservers} const d = box("width:30px;height:9px"); const sizes = new ResizeObserver(([e]) => { log("size " + e.contentRect.width); micro("size"); }), seen = new IntersectionObserver(([e]) => { log("seen " + e.isIntersecting); micro("seen"); }); sizes.observe(d); seen.observe(d); wait(60).then(() => { requestAnimationFrame(() => { log("frame"); d.style.display = "none"; }); return wait(100); }).then(() => { sizes.disconnect(); seen.disconnect(); d.remove(); end(); });`,
  },
  {
    name: "two observers of sizes, the older of which observes later",
    script: `${withObservers} const d = box("width:60px", "<p style='width:50%;margin:0'>x</p>"), mk = (n) => new ResizeObserver((all) => { log(n + all.map((e) => " " + e.target.localName + e.contentRect.width)); micro(n); }), old = mk("old"), young = mk("young"); young.observe(d.firstChild); young.observe(d); old.observe(d.firstChild); wait(60).then(() => { d.style.width = "80px"; return wait(60); }).then(() => { old.disconnect(); young.disconnect(); d.remove(); end(); });`,
  },
  {
    name: "an observer of sizes that changes them, with mutation records and the error of the loop",
    script: `${withObservers} const d = box("width:90px", "<p style='width:10px;margin:0'>x</p>"), p = d.firstChild, heard = (e) => { log(e.message.slice(0, 19)); e.preventDefault(); }; addEventListener("error", heard); const records = new MutationObserver((all) => log("records " + all.length)); records.observe(d, { attributes: true, subtree: true }); let count = 0; const sizes = new ResizeObserver((all) => { count += 1; log(all.map((e) => e.target.localName + e.contentRect.width)); if (count === 2) d.style.width = "70px"; if (count === 3) p.style.width = "25px"; }); sizes.observe(p); sizes.observe(d); wait(60).then(() => { p.style.width = "20px"; return wait(100); }).then(() => { sizes.disconnect(); records.disconnect(); removeEventListener("error", heard); d.remove(); end(); });`,
  },
  {
    name: "an observer of sizes that removes the element of the next one",
    script: `${withObservers} const d = box("width:9px"), e = box("width:8px"), first = new ResizeObserver(() => { log("first"); e.remove(); micro("first"); }), second = new ResizeObserver(([entry]) => log("second " + entry.contentRect.width)); first.observe(d); second.observe(e); wait(80).then(() => { first.disconnect(); second.disconnect(); d.remove(); end(); });`,
  },
  {
    name: "an intersection after the messages of its frame",
    script: `${withObservers} const d = box("width:9px;height:9px"), { port1, port2 } = new MessageChannel(), seen = new IntersectionObserver(() => { log("seen"); micro("seen"); }); port1.onmessage = () => { log("message"); micro("message"); }; requestAnimationFrame(() => { log("frame"); seen.observe(d); port2.postMessage(0); }); wait(90).then(() => { seen.disconnect(); port1.close(); d.remove(); end(); });`,
  },
  {
    name: "animation: finished and cancelled as soon as it is ready",
    script: `${withAnimations} const a = mk("a", "width:9px;height:9px;background:red;animation: ka 5s"), [w] = a.getAnimations(); w.onfinish = () => log("finish"); w.oncancel = () => log("cancel"); w.ready.then(() => { log("ready"); w.finish(); return w.finished; }).then(() => { log("finished"); return new Promise((go) => setTimeout(go, 60)); }).then(() => { w.play(); return w.ready; }).then(() => { log("again"); w.cancel(); done(80); });`,
  },
  {
    name: "animation: a transition that is reversed, and its promise",
    script: `${withAnimations} const a = mk("a", "transition: left 600ms linear"); a.offsetLeft; a.style.left = "40px"; const [w] = a.getAnimations(); w.finished.then(() => log("finished"), (e) => log(e.name)); const reverse = () => { a.style.left = "0px"; a.offsetLeft; log(a.getAnimations().length); queueMicrotask(() => log("then")); a.addEventListener("transitionend", () => done(20)); }; let left = 4; const wait = () => { left -= 1; if (left > 0) requestAnimationFrame(wait); else reverse(); }; a.addEventListener("transitionstart", wait, { once: true });`,
  },
  {
    name: "animation: a fade that style ends before an animation frame",
    script: `${withAnimations} const a = mk("a", "width:9px;height:9px;background:red;animation: ka 2s"); setTimeout(() => { a.style.animation = "none"; log("ended"); requestAnimationFrame(() => { log("frame"); done(100); }); }, 150);`,
  },
  {
    name: "an animation that style makes endless after its end",
    script: `const style = document.createElement("style"); style.textContent = "@keyframes order-on { to { left: 9px } } .order-once { animation: order-on 40ms } .order-on { animation: order-on 4s infinite }"; document.head.append(style); const box = document.createElement("div"); box.className = "order-once"; document.body.append(box); for (const type of ["animationstart", "animationend", "animationcancel"]) box.addEventListener(type, ({ elapsedTime }) => { log(type + " " + (elapsedTime === Infinity)); if (type !== "animationend") return; box.className = "order-on"; setTimeout(() => { box.className = ""; log("off"); setTimeout(() => { box.remove(); style.remove(); end(); }, 60); }, 60); });`,
  },
  {
    name: "a view transition",
    script: `const t = document.startViewTransition(() => { log("update"); queueMicrotask(() => log("microtask of the update")); }); t.updateCallbackDone.then(() => log("updated")); t.ready.then(() => log("ready")); t.finished.then(() => { log("finished"); end(); }); log("asked"); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "view transitions that are skipped at once, as they begin to update, and meanwhile",
    script: `${transitions} (async () => { const a = begin("a", () => { log("update"); hops("update"); }); a.skipTransition(); log("skipped"); hops("skip"); setTimeout(() => log("timer")); await a.finished; await wait(30); const b = begin("b", () => { b.skipTransition(); hops("b"); }); await b.finished; await wait(30); const c = begin("c", async () => { setTimeout(() => { c.skipTransition(); log("skipped"); }, 10); await wait(40); log("end"); }); await c.finished; await wait(30); const d = begin("d", () => undefined, document.body); queueMicrotask(() => { d.skipTransition(); log(document.body.activeViewTransition); }); await d.finished; await wait(30); end(); })();`,
  },
  {
    name: "view transitions: skipped as they are ready, replaced, and failing",
    script: `${transitions} (async () => { const a = begin("a", () => { log("update"); hops("update"); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); port1.close(); }; port2.postMessage(0); }); log(document.activeViewTransition === a); a.updateCallbackDone.then(() => hops("done")); await a.ready; a.skipTransition(); hops("skip"); await a.finished; await wait(30); begin("b", () => log("b")); begin("c", () => log("c")); const d = begin("d", () => log("d")); requestAnimationFrame(() => log("frame")); await d.ready; requestAnimationFrame(() => { log("frame"); d.skipTransition(); }); await d.finished; await wait(30); const e = begin("e", () => { hops("e"); throw "no"; }); await e.finished.catch(() => hops("after")); await wait(30); const f = begin("f", () => Promise.reject("no")); f.skipTransition(); await f.finished.catch(() => undefined); await wait(30); end(); })();`,
  },
  {
    name: "an animation in an SVG: begun by the page, again as it ends, and while it runs",
    script: `(async () => { const box = document.createElement("div"); document.body.append(box); const once = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true })); const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); const show = (markup) => { box.innerHTML = "<svg><rect id='orderRect' width='5' height='5'/><circle r='2'>" + markup + "</circle></svg>"; const all = [...box.querySelectorAll("animate,set")]; for (const [index, one] of all.entries()) for (const type of ["beginEvent", "repeatEvent", "endEvent"]) one.addEventListener(type, () => { log(index + " " + type); queueMicrotask(() => log("microtask")); }); return all; }; const [move] = show("<animate attributeName='r' from='0' to='9' dur='0.1s' begin='indefinite' repeatCount='2' fill='freeze'/>"); move.beginElement(); await once(move, "endEvent"); log("again"); move.beginElement(); await once(move, "repeatEvent"); log("while it runs"); move.beginElement(); await once(move, "beginEvent"); await once(move, "endEvent"); move.beginElementAt(0.1); await once(move, "endEvent"); await sleep(100); box.remove(); })().then(end);`,
  },
  {
    name: "animations in an SVG that is put in: once, by halves, without an end, one after another",
    script: `(async () => { const box = document.createElement("div"); document.body.append(box); const once = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true })); const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); const show = (markup) => { box.innerHTML = "<svg><rect id='orderRect' width='5' height='5'/><circle r='2'>" + markup + "</circle></svg>"; const all = [...box.querySelectorAll("animate,set")]; for (const [index, one] of all.entries()) for (const type of ["beginEvent", "repeatEvent", "endEvent"]) one.addEventListener(type, () => { log(index + " " + type); queueMicrotask(() => log("microtask")); }); return all; }; await once(show("<animate attributeName='r' from='0' to='9' dur='0.1s' begin='0s' fill='freeze'/>")[0], "endEvent"); await once(show("<animate attributeName='r' from='0' to='9' dur='0.1s' begin='0s' repeatCount='2.5'/>")[0], "endEvent"); const [turn] = show("<animate attributeName='r' from='0' to='9' dur='0.1s' begin='0s' repeatCount='indefinite'/>"); await once(turn, "repeatEvent"); turn.endElement(); log("asked"); await once(turn, "endEvent"); await sleep(150); const [, second] = show("<animate id='orderFirst' attributeName='r' from='0' to='9' dur='0.1s' begin='0s'/><set attributeName='cx' to='9' dur='0.1s' begin='orderFirst.end'/>"); await once(second, "endEvent"); await sleep(150); box.remove(); })().then(end);`,
  },
  {
    name: "an animation in an SVG that a click begins, and one whose image the page moves",
    script: `(async () => { const box = document.createElement("div"); document.body.append(box); const once = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true })); const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); const show = (markup) => { box.innerHTML = "<svg><rect id='orderRect' width='5' height='5'/><circle r='2'>" + markup + "</circle></svg>"; const all = [...box.querySelectorAll("animate,set")]; for (const [index, one] of all.entries()) for (const type of ["beginEvent", "repeatEvent", "endEvent"]) one.addEventListener(type, () => { log(index + " " + type); queueMicrotask(() => log("microtask")); }); return all; }; const [grow] = show("<animate attributeName='r' from='0' to='9' dur='0.1s' begin='orderRect.click' repeatCount='2'/>"); await sleep(30); box.querySelector("rect").dispatchEvent(new MouseEvent("click", { bubbles: true })); log("clicked"); await once(grow, "endEvent"); const [late] = show("<animate attributeName='r' from='0' to='9' dur='0.1s' begin='0.5s'/>"); await sleep(50); box.firstChild.setCurrentTime(0.52); log("moved"); await once(late, "endEvent"); box.firstChild.setCurrentTime(0.1); log("back"); await sleep(100); box.firstChild.setCurrentTime(0.55); await sleep(150); box.remove(); })().then(end);`,
  },
  {
    name: "scrolls caused by the listeners of scrolls",
    script: `const box = document.createElement("div"); box.style.cssText = "width: 100px; height: 100px; overflow: auto"; box.innerHTML = "<p style=\\"height: 3000px\\"></p>"; document.body.append(box); let count = 0; box.onscroll = () => { count += 1; log("scroll " + box.scrollTop); }; box.onscrollend = () => { log("end " + box.scrollTop); if (count === 5) { setTimeout(() => { box.remove(); end(); }, 50); return; } box.scrollTop += 10; queueMicrotask(() => log("microtask")); requestAnimationFrame(() => log("frame " + box.scrollTop)); }; requestAnimationFrame(() => log("first frame")); box.scrollTop = 10;`,
  },
  {
    name: "scrolls of two elements that cause each other",
    script: `const box = document.createElement("div"); box.style.cssText = "width: 100px; height: 100px; overflow: auto"; box.innerHTML = "<p style=\\"height: 3000px\\"></p>"; document.body.append(box); const other = box.cloneNode(true); document.body.append(other); let count = 0; box.onscroll = () => { log("box " + box.scrollTop); other.scrollTop += 10; requestAnimationFrame(() => log("frame")); }; other.onscroll = () => { count += 1; log("other " + other.scrollTop); if (count < 3) box.scrollTop += 10; else setTimeout(() => { box.remove(); other.remove(); end(); }, 50); }; box.scrollTop = 10;`,
  },
  {
    name: "the window and the visual viewport of a frame with a new size",
    script: `const frame = document.createElement("iframe"); frame.style.cssText = "width: 100px; height: 100px"; document.body.append(frame); setTimeout(() => { const { contentWindow } = frame; contentWindow.visualViewport.onresize = () => log("viewport"); contentWindow.onresize = () => log("window"); frame.style.width = "200px"; requestAnimationFrame(() => { log("frame 1"); requestAnimationFrame(() => { log("frame 2"); frame.remove(); end(); }); }); }, 50);`,
  },
  {
    name: "the events of a frame's new size before the page's animation frame",
    script: `const frame = document.createElement("iframe"); frame.style.cssText = "width: 300px; height: 150px; border: 0"; document.body.append(frame); const { contentWindow } = frame; const media = contentWindow.matchMedia("(max-width: 200px)"); media.onchange = ({ matches }) => log("media " + matches); contentWindow.onresize = () => { log("resize " + contentWindow.innerWidth); queueMicrotask(() => log("microtask")); }; requestAnimationFrame(() => requestAnimationFrame(() => { frame.style.width = "120px"; requestAnimationFrame(() => { log("frame"); requestAnimationFrame(() => { frame.remove(); end(); }); }); }));`,
  },
  {
    name: "animations in an SVG that begin together, with microtasks",
    script: `(async () => { const box = document.createElement("div"), wait = (ms) => new Promise((go) => setTimeout(go, ms)); box.innerHTML = '<svg><rect width="5" height="5">' + ["x", "y", "rx"].map((n, i) => '<animate attributeName="' + n + '" from="0" to="9" begin="indefinite" dur="' + (i + 1) + '00ms"/>').join("") + "</rect></svg>"; document.body.append(box); const all = [...box.querySelectorAll("animate")]; for (const one of all) for (const type of ["beginEvent", "endEvent"]) one.addEventListener(type, () => { log(one.getAttribute("attributeName") + " " + type); queueMicrotask(() => log("m")); }); await wait(50); for (const one of all) one.beginElement(); log("asked"); await wait(450); box.remove(); end(); })();`,
  },
  {
    name: "an animation's event that asks for a frame and posts a message",
    script: `const box = document.createElement("div"); document.body.append(box); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); port1.close(); box.remove(); end(); }; box.animate([{ opacity: 0 }, { opacity: 1 }], 40).onfinish = () => { log("finish"); port2.postMessage(1); setTimeout(() => log("timer")); requestAnimationFrame(() => log("frame")); queueMicrotask(() => log("microtask")); };`,
  },
  {
    name: "a selection and a closed dialog beside timers and messages",
    script: `const box = document.createElement("div"); box.innerHTML = "<input value=abc><dialog open>x</dialog>"; document.body.append(box); const [field, dialog] = box.children; field.onselect = () => { log("select"); setTimeout(() => log("timer of it")); queueMicrotask(() => log("microtask")); }; dialog.onclose = () => log("close"); requestAnimationFrame(() => { log("frame"); dialog.close(); field.select(); requestAnimationFrame(() => log("next frame")); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("message"); port1.close(); }; port2.postMessage(1); setTimeout(() => log("timer")); setTimeout(() => { box.remove(); end(); }, 80); });`,
  },
  {
    name: "listeners of an animation before and after its event is queued",
    script: `const box = document.body.appendChild(document.createElement("div")); const make = () => box.animate([{ opacity: 0 }, { opacity: 1 }], 500); const wait = (ms) => new Promise((go) => setTimeout(go, ms)); (async () => { const tell = (name) => () => log(name); let one = make(); one.cancel(); one.oncancel = tell("cancel after"); one = make(); one.oncancel = tell("cancel before"); one.cancel(); one = make(); one.finish(); one.addEventListener("finish", tell("finish after")); one = make(); one.currentTime = 600; one.onfinish = tell("finish in time"); one = make(); one.currentTime = 600; one.finished.then(() => { log("finished"); one.onfinish = tell("finish too late"); }); await wait(50); const gone = tell("gone"); one = make(); one.addEventListener("cancel", gone); one.removeEventListener("cancel", gone); one.cancel(); one.oncancel = tell("cancel after removal"); one.play(); one.cancel(); await wait(50); box.remove(); end(); })();`,
  },
  {
    name: "a transition that style ends while its promise is awaited",
    script: `const box = document.createElement("div"); box.style.cssText = "width: 10px; height: 10px; opacity: 1; transition: opacity 400ms"; document.body.append(box); box.addEventListener("transitioncancel", () => { log("cancel"); setTimeout(() => { box.remove(); end(); }, 20); }); box.offsetWidth; box.style.opacity = "0"; const [one] = box.getAnimations(); one.finished.catch(({ name }) => log(name)); box.addEventListener("transitionstart", () => setTimeout(() => { box.style.display = "none"; log("hidden " + one.playState); Promise.resolve().then(() => log("microtask")); }, 20));`,
  },
  {
    name: "the size of a frame that is read in the task that changes it",
    script: `const frame = document.createElement("iframe"); frame.style.cssText = "width: 300px; height: 50px; border: 0"; frame.srcdoc = "<p>x"; frame.onload = async () => { const { contentWindow } = frame; const wait = (ms) => new Promise((go) => setTimeout(go, ms)); const media = contentWindow.matchMedia("(max-width: 250px)"); media.onchange = ({ matches }) => log("media " + matches); contentWindow.onresize = () => log("resize " + contentWindow.innerWidth); await wait(60); const frames = () => { Promise.resolve().then(() => log("microtask")); requestAnimationFrame(() => log("frame")); contentWindow.requestAnimationFrame(() => log("frame within")); return wait(60); }; frame.style.width = "200px"; log("size " + contentWindow.innerWidth); await frames(); frame.style.width = "280px"; log("matches " + media.matches); await frames(); requestAnimationFrame(() => { frame.style.width = "100px"; log("size in a frame " + contentWindow.innerWidth); requestAnimationFrame(() => log("next frame")); }); await frames(); frame.remove(); end(); }; document.body.append(frame);`,
  },
  {
    name: "a slot that an observer of its host changes",
    script: `const host = document.createElement("div"); const root = host.attachShadow({ mode: "open" }); root.innerHTML = "<slot name=a></slot><slot></slot>"; document.body.append(host); root.addEventListener("slotchange", ({ target }) => log("slot " + target.name)); setTimeout(() => { Promise.resolve().then(() => log("promise 1")); const observer = new MutationObserver((records) => { log("records " + records.length); host.firstChild?.remove(); observer.disconnect(); }); observer.observe(host, { childList: true }); const part = document.createElement("b"); host.append(part); part.slot = "a"; host.append("text"); Promise.resolve().then(() => log("promise 2")); setTimeout(() => { host.remove(); end(); }, 20); }, 20);`,
  },
];
