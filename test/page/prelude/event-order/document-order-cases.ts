import type { OrderCase } from "./order-cases.ts";

/** Scrolling, selections, focus, forms, popovers, custom elements, history, observers and animations. */
export const documentOrderCases: readonly OrderCase[] = [
  {
    name: "two scrolled elements and a page that listens in the capture phase",
    script: `const boxes = ["a", "b"].map((id) => { const box = document.createElement("div"); box.id = id; box.style.cssText = "width:50px;height:50px;overflow:scroll"; box.innerHTML = "<div style='height:500px'></div>"; document.body.append(box); box.onscroll = () => log(id); return box; }); const heard = ({ target }) => log("capture " + target.id); addEventListener("scroll", heard, true); setTimeout(() => { boxes[1].scrollTop = 5; boxes[0].scrollTop = 5; boxes[1].scrollTop = 9; }, 50); setTimeout(() => { removeEventListener("scroll", heard, true); for (const box of boxes) box.remove(); end(); }, 250);`,
  },
  {
    name: "a selection that changes twice in a task",
    script: `const p = document.createElement("p"); p.textContent = "some text"; document.body.append(p); document.onselectionchange = () => log("selectionchange " + getSelection().toString()); getSelection().selectAllChildren(p); getSelection().collapse(p, 0); getSelection().extend(p.firstChild, 4); queueMicrotask(() => log("microtask")); log("set"); setTimeout(() => { document.onselectionchange = null; getSelection().removeAllRanges(); p.remove(); end(); }, 100);`,
  },
  {
    name: "focus moves from field to field",
    script: `const [a, b] = ["a", "b"].map((id) => { const input = document.createElement("input"); input.id = id; for (const type of ["focus", "blur", "focusin", "focusout"]) input.addEventListener(type, ({ relatedTarget }) => log(type + " " + id + " " + relatedTarget?.id)); document.body.append(input); return input; }); a.focus(); b.focus(); log("moved"); b.remove(); log("removed"); a.remove(); end();`,
  },
  {
    name: "a popover: shown and hidden",
    script: `const box = document.createElement("div"); box.popover = "auto"; document.body.append(box); for (const type of ["beforetoggle", "toggle"]) box.addEventListener(type, ({ oldState, newState }) => log(type + " " + oldState + " " + newState)); box.showPopover(); log("shown"); queueMicrotask(() => log("microtask")); setTimeout(() => { box.hidePopover(); box.showPopover(); log("again"); setTimeout(() => { box.remove(); log("removed"); setTimeout(end, 30); }, 50); }, 50);`,
  },
  {
    name: "a popover that closes another one",
    script: `const [a, b] = ["a", "b"].map((id) => { const box = document.createElement("div"); box.popover = "auto"; document.body.append(box); for (const type of ["beforetoggle", "toggle"]) box.addEventListener(type, ({ newState }) => log(id + " " + type + " " + newState)); return box; }); a.showPopover(); setTimeout(() => { b.showPopover(); log("b shown"); setTimeout(() => { a.remove(); b.remove(); end(); }, 50); }, 50);`,
  },
  {
    name: "details elements of one name",
    script: `const box = document.createElement("div"); box.innerHTML = "<details name=order id=a></details><details name=order id=b></details>"; document.body.append(box); for (const d of box.children) d.ontoggle = ({ oldState, newState }) => log(d.id + " " + oldState + " " + newState); box.children[0].open = true; box.children[0].open = false; box.children[0].open = true; setTimeout(() => { box.children[1].open = true; log("b open " + box.children[0].open); setTimeout(() => { box.remove(); end(); }, 50); }, 50);`,
  },
  {
    name: "details elements of one name whose summaries are clicked on",
    script: `const box = document.createElement("div"); box.innerHTML = "<details name=clicked id=a><summary>a</summary></details><details name=clicked id=b><summary>b</summary></details>"; document.body.append(box); const [a, b] = box.children; for (const d of [a, b]) d.ontoggle = ({ newState }) => log(d.id + " " + newState); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => log("port"); const click = (details) => { details.firstChild.click(); log("clicked"); setTimeout(() => log("timer")); port2.postMessage(0); }; click(a); setTimeout(() => { click(b); setTimeout(() => { b.onclick = (event) => event.preventDefault(); click(b); setTimeout(() => { box.remove(); port1.close(); end(); }, 50); }, 50); }, 50);`,
  },
  {
    name: "dialogs that close by their form, by a button with a command and by a submission",
    script: `const make = (id, inner) => { const d = document.createElement("dialog"); d.id = id; d.innerHTML = inner; document.body.append(d); d.onclose = () => log("close " + id + " " + d.returnValue); d.oncancel = () => log("cancel " + id); d.showModal(); return d; }; const first = make("first", "<form method=dialog><button value=yes>a</button></form>"); setTimeout(() => { first.querySelector("button").click(); log("clicked " + first.open); setTimeout(() => { const second = make("second", "<button command=close commandfor=second>a</button>"); second.querySelector("button").click(); log("clicked " + second.open); setTimeout(() => { const third = make("third", "<form method=dialog><button value=sent>a</button></form>"); third.querySelector("form").requestSubmit(third.querySelector("button")); log("submitted " + third.open); setTimeout(() => { log("later"); for (const one of [first, second, third]) one.remove(); end(); }, 100); }, 100); }, 100); }, 50);`,
  },
  {
    name: "a form: invalid, submit, formdata, reset",
    script: `const form = document.createElement("form"); form.innerHTML = "<input name=a required><button></button>"; document.body.append(form); for (const type of ["invalid", "submit", "formdata", "reset"]) form.addEventListener(type, (event) => { log(type); queueMicrotask(() => log(type + " microtask")); event.preventDefault(); if (type === "submit") new FormData(form); }, true); form.requestSubmit(); form.elements.a.value = "x"; form.querySelector("button").click(); form.reset(); log("sync"); queueMicrotask(() => { form.remove(); end(); });`,
  },
  {
    name: "a checkbox and a label that are clicked by the page",
    script: `const label = document.createElement("label"); label.innerHTML = "<input type=checkbox>"; const input = label.firstChild; document.body.append(label); for (const type of ["click", "input", "change"]) { input.addEventListener(type, () => log("box " + type + " " + input.checked)); label.addEventListener(type, () => log("label " + type)); } input.click(); label.click(); log(input.checked); label.remove(); end();`,
  },
  {
    name: "a custom element that is upgraded, moved and adopted",
    script: `const name = "order-" + Math.random().toString(36).slice(2); const box = document.createElement("div"); box.innerHTML = "<" + name + " a=1></" + name + ">"; document.body.append(box); customElements.whenDefined(name).then(() => log("defined")); customElements.define(name, class extends HTMLElement { static observedAttributes = ["a"]; constructor() { super(); log("made"); } connectedCallback() { log("connected"); Promise.resolve().then(() => log("then")); } disconnectedCallback() { log("gone"); } adoptedCallback() { log("adopted"); } attributeChangedCallback(n, o, v) { log("a " + o + " " + v); } }); log("after"); const e = box.firstChild; box.append(e); document.implementation.createHTMLDocument().body.append(e); e.setAttribute("a", 2); box.innerHTML = "<" + name + "></" + name + ">"; box.firstChild.cloneNode(); box.remove(); setTimeout(end);`,
  },
  {
    name: "a declarative shadow tree with a script and a custom element",
    script: `globalThis.orderLog = log; const name = "order-" + Math.random().toString(36).slice(2); customElements.define(name, class extends HTMLElement { connectedCallback() { log("inner " + (this.getRootNode() instanceof ShadowRoot)); } }); const box = document.createElement("div"); document.body.append(box); box.setHTMLUnsafe("<div><template shadowrootmode=open><script>orderLog('never')<\\/script><" + name + "></" + name + "><slot onslotchange='orderLog(\\"slotchange\\")'></slot></template>x</div>"); log("set " + (box.firstChild.shadowRoot !== null)); setTimeout(() => { box.remove(); end(); }, 30);`,
  },
  {
    name: "history: back and forward over states",
    script: `const heard = ({ state }) => { log("popstate " + state); queueMicrotask(() => log("microtask")); }; addEventListener("popstate", heard); history.replaceState("a", ""); history.pushState("b", ""); log("pushed " + history.state); history.back(); log("asked " + history.state); setTimeout(() => { history.forward(); setTimeout(() => { history.go(-1); setTimeout(() => { removeEventListener("popstate", heard); history.replaceState(null, ""); end(); }, 100); }, 100); }, 100);`,
  },
  {
    name: "the navigation API: a navigation that the page intercepts",
    script: `const heard = (event) => { log("navigate " + event.navigationType); event.intercept({ handler: async () => { log("handler"); await Promise.resolve(); log("handler goes on"); } }); }; const other = ({ type }) => log(type); navigation.addEventListener("navigate", heard); for (const type of ["currententrychange", "navigatesuccess", "navigateerror"]) navigation.addEventListener(type, other); const { committed, finished } = navigation.navigate("?order", { history: "replace" }); committed.then(() => log("committed")); finished.then(() => { log("finished"); }); log("asked " + location.search); setTimeout(() => { navigation.removeEventListener("navigate", heard); for (const type of ["currententrychange", "navigatesuccess", "navigateerror"]) navigation.removeEventListener(type, other); history.replaceState(null, "", location.pathname); end(); }, 100);`,
  },
  {
    name: "hash changes and states one after the other",
    script: `const heard = (event) => log(event.type + " " + location.hash); addEventListener("hashchange", heard); addEventListener("popstate", heard); location.hash = "a"; location.hash = "b"; setTimeout(() => history.back(), 60); setTimeout(() => { log("late " + location.hash); removeEventListener("hashchange", heard); removeEventListener("popstate", heard); history.replaceState(null, "", location.pathname); end(); }, 200);`,
  },
  {
    name: "a resize observer in a frame, a loop and its error",
    script: `const box = document.createElement("div"); box.style.cssText = "width:20px;height:20px"; document.body.append(box); const failed = (event) => { log(event.message.slice(0, 20)); event.preventDefault(); event.stopImmediatePropagation(); }; addEventListener("error", failed); const o = new ResizeObserver(() => { log("resize " + box.style.width); if (parseInt(box.style.width) < 22) box.style.width = parseInt(box.style.width) + 1 + "px"; }); o.observe(box); setTimeout(() => { o.disconnect(); removeEventListener("error", failed); box.remove(); end(); }, 200);`,
  },
  {
    name: "an animation: paused, played, reversed, finished",
    script: `const box = document.createElement("div"); document.body.append(box); const a = box.animate({ opacity: [0, 1] }, 1000); a.onfinish = () => log("finish"); a.ready.then(() => log("ready 1")); a.pause(); a.ready.then(() => { log("ready " + a.playState); a.play(); log("pending " + a.pending); a.ready.then(() => { log("ready " + a.playState); a.finish(); log("finished " + a.playState); a.finished.then(() => { log("promise"); a.reverse(); log(a.playState); a.finish(); setTimeout(() => { box.remove(); end(); }, 60); }); }); });`,
  },
  {
    name: "an animation that is replaced, and one with commitStyles",
    script: `const box = document.createElement("div"); document.body.append(box); const a = box.animate({ opacity: 0.5 }, { duration: 20, fill: "forwards" }); a.onremove = () => log("remove " + a.replaceState); a.onfinish = () => { log("finish"); a.commitStyles(); log(box.style.opacity); const b = box.animate({ opacity: 0.7 }, { duration: 20, fill: "forwards" }); b.onfinish = () => { log("finish b"); setTimeout(() => { box.remove(); end(); }, 80); }; };`,
  },
  {
    name: "transitions and animations that begin and end together",
    script: `const style = document.createElement("style"); style.textContent = "@keyframes order-x { from { width: 1px } }"; const [a, b] = ["a", "b"].map((id) => { const box = document.createElement("div"); box.style.cssText = "opacity:0;transition:opacity 50ms, color 50ms"; document.body.append(box); for (const type of ["transitionrun", "transitionstart", "transitionend", "animationstart", "animationend"]) box.addEventListener(type, ({ propertyName = "" }) => log(id + " " + type + " " + propertyName)); return box; }); document.body.append(style); a.offsetWidth; b.style.animation = "order-x 50ms"; b.style.opacity = 1; a.style.color = "red"; a.style.opacity = 1; setTimeout(() => { a.remove(); b.remove(); style.remove(); end(); }, 250);`,
  },
  {
    name: "the page's own copy and paste events",
    script: `const heard = (event) => { log(event.type + " " + event.bubbles); }; for (const type of ["copy", "beforecopy"]) document.addEventListener(type, heard); document.dispatchEvent(new ClipboardEvent("copy", { bubbles: true })); log("sync"); for (const type of ["copy", "beforecopy"]) document.removeEventListener(type, heard); end();`,
  },
  {
    name: "text that a command puts in",
    script: `const box = document.createElement("div"); box.contentEditable = true; document.body.append(box); box.focus(); for (const type of ["beforeinput", "input"]) box.addEventListener(type, ({ inputType }) => log(type + " " + inputType)); const heard = () => log("selectionchange"); document.execCommand("insertText", false, "x"); log(box.textContent); setTimeout(() => { box.remove(); end(); }, 60);`,
  },
  {
    name: "smooth scrolling by the page",
    script: `const box = document.createElement("div"); box.style.cssText = "width:50px;height:50px;overflow:scroll"; box.innerHTML = "<div style='height:900px'></div>"; document.body.append(box); let scrolls = 0; box.onscroll = () => { scrolls += 1; }; box.onscrollend = () => { log("scrollend " + box.scrollTop + " " + (scrolls > 1)); box.remove(); end(); }; box.scrollTo({ top: 200, behavior: "smooth" }); log(box.scrollTop);`,
  },
  {
    name: "a document that is parsed in memory",
    script: `const d = new DOMParser().parseFromString("<script>globalThis.orderNever = 1<\\/script><img src=pixel.svg?parsed onload='x'>", "text/html"); log(d.readyState + " " + typeof orderNever); const script = d.querySelector("script"); document.head.append(document.adoptNode(script)); log(typeof orderNever); script.remove(); end();`,
  },
  {
    name: "template content: scripts and custom elements wait",
    script: `globalThis.orderLog = log; const name = "order-" + Math.random().toString(36).slice(2); customElements.define(name, class extends HTMLElement { constructor() { super(); log("made"); } connectedCallback() { log("connected"); } }); const t = document.createElement("template"); t.innerHTML = "<" + name + "></" + name + ">"; const s = document.createElement("script"); s.textContent = "orderLog('ran')"; t.content.append(s); log("filled"); const c = document.importNode(t.content, true); log("imported"); document.body.append(c); log("appended"); document.querySelector(name).remove(); end();`,
  },
  {
    name: "animation events among frames, negative delay and iterations",
    script: `const style = document.createElement("style"); style.textContent = "@keyframes order-n { from { opacity: 0 } }"; const box = document.createElement("div"); document.body.append(style, box); for (const type of ["animationstart", "animationiteration", "animationend"]) box.addEventListener(type, ({ elapsedTime }) => log(type + " " + elapsedTime)); box.style.animation = "order-n 100ms -150ms 3"; setTimeout(() => { box.remove(); style.remove(); end(); }, 350);`,
  },
  {
    name: "history: links to parts, a step back, and the part stays in the URL",
    script: `const a = document.createElement("a"); a.href = "#order-a"; document.body.append(a); const heard = ({ type, state }) => log(type + " " + state + " " + location.hash); addEventListener("popstate", heard); addEventListener("hashchange", heard); history.replaceState("base", "", "#order-base"); a.click(); log("clicked " + location.hash); setTimeout(() => { a.click(); log("again"); history.back(); setTimeout(() => { location.replace("#order-b"); log("replaced " + location.hash); setTimeout(() => { removeEventListener("popstate", heard); removeEventListener("hashchange", heard); a.remove(); end(); }, 100); }, 150); }, 100);`,
  },
  {
    name: "mutations: scripts that are inserted, filled and wrapped, and what they promise",
    script: `window.orderLog = log; const box = document.createElement("div"); document.body.append(box); const o = new MutationObserver((records) => log("records " + records.length)); o.observe(box, { childList: true, subtree: true }); const make = (text) => { const script = document.createElement("script"); script.text = text; return script; }; const tell = (name) => "orderLog('" + name + "'); Promise.resolve().then(() => orderLog('microtask of " + name + "'))"; const empty = make(""); const wrap = document.createElement("p"); wrap.append(make(tell("wrapped"))); const fragment = document.createDocumentFragment(); fragment.append("x", make(tell("in a fragment"))); const steps = [() => box.append(make(tell("inserted"))), () => box.append(empty), () => empty.append(tell("filled")), () => box.prepend(wrap), () => box.append(fragment), () => { const script = make("Promise.resolve().then(() => orderLog('microtask before')); document.querySelector('#order-box').append('y')"); document.head.append(script); script.remove(); }]; box.id = "order-box"; const next = () => { const step = steps.shift(); if (step === undefined) { o.disconnect(); box.remove(); delete window.orderLog; end(); return; } step(); log("done"); setTimeout(next, 20); }; setTimeout(next, 20);`,
  },
  {
    name: "mutation records before the microtasks of a custom element's reactions",
    script: `const name = "order-reacts"; customElements.get(name) ?? customElements.define(name, class extends HTMLElement { connectedCallback() { log("connected"); Promise.resolve().then(() => log("microtask of the element")); } }); const box = document.createElement("div"); document.body.append(box); const o = new MutationObserver((records) => log("records " + records.length)); o.observe(box, { childList: true }); box.innerHTML = "<order-reacts></order-reacts>"; log("set"); setTimeout(() => { document.body.title = "x"; document.body.removeAttribute("title"); Promise.resolve().then(() => log("microtask")); box.append(document.createElement(name)); log("appended"); setTimeout(() => { o.disconnect(); box.remove(); end(); }, 20); }, 20);`,
  },
  {
    name: "mutation records of a data set and of a style",
    script: `const box = document.createElement("div"); document.body.append(box); const o = new MutationObserver((records) => log("records " + records.map(({ attributeName }) => attributeName))); o.observe(box, { attributes: true }); document.body.title = "x"; document.body.removeAttribute("title"); Promise.resolve().then(() => log("one")); box.dataset.hp = 2; box.style.color = "red"; Promise.resolve().then(() => log("two")); setTimeout(() => { log(box.dataset.hp); Promise.resolve().then(() => log("three")); box.title = "x"; setTimeout(() => { o.disconnect(); box.remove(); end(); }, 20); }, 20);`,
  },
  {
    name: "full screen: refused to an element that is in no document",
    script: `const p = document.createElement("p"); const types = ["fullscreenerror", "webkitfullscreenerror"]; const hear = (e) => { log(e.type + " " + e.target.nodeName + " " + e.bubbles); queueMicrotask(() => log("m")); }; for (const t of types) document.addEventListener(t, hear); requestAnimationFrame(() => log("frame")); p.requestFullscreen().catch(({ name, message }) => log(name + " " + message)); log(p.webkitRequestFullscreen()); queueMicrotask(() => log("microtask")); setTimeout(() => { for (const t of types) document.removeEventListener(t, hear); end(); }, 80);`,
  },
  {
    name: "pointer lock: refused to an element that is in no document",
    script: `const hear = (e) => log(e.type + " " + e.target.nodeName + " " + e.bubbles); document.addEventListener("pointerlockerror", hear); document.createElement("p").requestPointerLock().catch(({ name, message }) => log(name + " " + message)); log(document.pointerLockElement); queueMicrotask(() => log("microtask")); setTimeout(() => { document.removeEventListener("pointerlockerror", hear); end(); }, 60);`,
  },
  {
    name: "pointer capture: of pointers that there are not, and by elements that are in no document",
    script: `const p = document.createElement("p"); const go = (name, ...ids) => { try { log(name + " " + p[name](...ids)); } catch ({ name, message }) { log(name + " " + message); } }; go("setPointerCapture", 1); document.body.append(p); for (const id of [7, "9", {}]) for (const name of ["setPointerCapture", "releasePointerCapture", "hasPointerCapture"]) go(name, id); go("setPointerCapture"); go("setPointerCapture", 1); go("hasPointerCapture", 1); go("releasePointerCapture", 1); p.remove(); end();`,
  },
  {
    name: "devices: sound and pictures of neither kind",
    script: `(async () => { const { mediaDevices } = navigator; for (const asked of [undefined, {}, { audio: false, video: 0 }, 5]) await mediaDevices.getUserMedia(asked).catch(({ name, message }) => log(name + " " + message)); try { navigator.webkitGetUserMedia({}, log, log); log("never"); } catch ({ name }) { log(name); } end(); })(); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "toggles of popovers, dialogs and details among timers and messages",
    script: `const hear = (element, name) => { for (const type of ["beforetoggle", "toggle"]) element.addEventListener(type, ({ oldState, newState }) => { log(name + " " + type + " " + oldState + " " + newState); queueMicrotask(() => log("microtask")); }); document.body.append(element); return element; }; const popover = (name) => hear(Object.assign(document.createElement("div"), { popover: "auto" }), name); const message = (name) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log(name); port1.close(); }; port2.postMessage(0); }; const among = async (call) => { setTimeout(() => log("timer before")); message("before"); call(); message("after"); setTimeout(() => log("timer after")); await new Promise((then) => setTimeout(() => requestAnimationFrame(() => setTimeout(then)), 40)); log("-"); }; (async () => { const [a, b] = [popover("a"), popover("b")]; const dialog = hear(document.createElement("dialog"), "dialog"); const details = hear(document.createElement("details"), "details"); const button = Object.assign(document.createElement("button"), { popoverTargetElement: a }); document.body.append(button); await among(() => { a.showPopover(); a.hidePopover(); }); await among(() => button.click()); await among(() => b.showPopover()); b.addEventListener("beforetoggle", (event) => event.preventDefault()); await among(() => { b.hidePopover(); b.showPopover(); log(b.matches(":popover-open")); }); await among(() => dialog.show()); await among(() => { details.open = true; details.open = false; details.open = true; }); for (const element of [a, b, dialog, details, button]) element.remove(); end(); })();`,
  },
  {
    name: "details of one name: a toggle of both, the second one's queued anew",
    script: `const box = document.createElement("div"); box.innerHTML = "<details name=order-n><summary></summary></details><details name=order-n open></details>"; document.body.append(box); setTimeout(() => { const [a, b] = box.children; for (const [name, one] of Object.entries({ a, b })) one.ontoggle = ({ oldState, newState }) => log(name + " " + oldState + " " + newState); a.firstChild.click(); a.open = false; a.open = true; a.open = false; log(a.open + " " + b.open); setTimeout(() => { box.remove(); end(); }, 50); }, 50);`,
  },
  {
    name: "toggles among timers, messages and tasks",
    script: `const box = document.createElement("div"); document.body.append(box); const add = (tag, fill) => { const element = document.createElement(tag); fill(element); box.append(element); return element; }; const toggle = (name) => { const details = add("details", (one) => { one.ontoggle = () => log("toggle " + name); }); details.open = true; }; const popover = (name) => { const element = add("div", (one) => { one.popover = "manual"; one.ontoggle = ({ newState }) => log("popover " + name + " " + newState); }); element.showPopover(); return element; }; const dialog = (name) => { const one = add("dialog", (made) => { made.onclose = () => log("close " + name); }); one.show(); one.close(); }; const select = (name) => { const field = add("input", (one) => { one.value = "text"; one.onselect = () => log("select " + name); }); field.select(); }; const timer = (name) => setTimeout(() => log("timer " + name)); const port = (name) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + name); port1.close(); }; port2.postMessage(0); }; const later = () => setTimeout(() => { box.remove(); end(); }, 80); requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { toggle(1); timer(1); port(1); toggle(2); popover(1); scheduler.postTask(() => log("task")); popover(2).hidePopover(); timer(2); requestAnimationFrame(() => { log("frame"); later(); }); }))); `,
  },
  {
    name: "selections and closed dialogs after toggles, before an animation frame",
    script: `const box = document.createElement("div"); document.body.append(box); const add = (tag, fill) => { const element = document.createElement(tag); fill(element); box.append(element); return element; }; const toggle = (name) => { const details = add("details", (one) => { one.ontoggle = () => log("toggle " + name); }); details.open = true; }; const popover = (name) => { const element = add("div", (one) => { one.popover = "manual"; one.ontoggle = ({ newState }) => log("popover " + name + " " + newState); }); element.showPopover(); return element; }; const dialog = (name) => { const one = add("dialog", (made) => { made.onclose = () => log("close " + name); }); one.show(); one.close(); }; const select = (name) => { const field = add("input", (one) => { one.value = "text"; one.onselect = () => log("select " + name); }); field.select(); }; const timer = (name) => setTimeout(() => log("timer " + name)); const port = (name) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log("port " + name); port1.close(); }; port2.postMessage(0); }; const later = () => setTimeout(() => { box.remove(); end(); }, 80); requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => { select(1); dialog(1); toggle(1); timer(1); select(2); popover(1); dialog(2); requestAnimationFrame(() => { log("frame"); later(); }); }))); `,
  },
  {
    name: "a new fragment among timers, messages and tasks",
    script: `const port = (name) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { log(name); port1.close(); }; port2.postMessage(1); }; onhashchange = ({ newURL, isTrusted }) => { log(newURL.split("#")[1] + " " + isTrusted); queueMicrotask(() => log("microtask")); }; setTimeout(() => log("timer before")); port("before"); location.hash = "one"; setTimeout(() => log("timer after")); port("after"); scheduler.postTask(() => log("urgent"), { priority: "user-blocking" }); location.hash = "two"; log("set"); setTimeout(() => { onhashchange = null; history.replaceState(null, "", location.pathname + location.search); end(); }, 60);`,
  },
  {
    name: "a handler in markup among the listeners of a load",
    script: `const box = document.createElement("div"); document.body.append(box); globalThis.orderLog = (line, event) => log(line + " " + event.isTrusted + " " + event.eventPhase); box.addEventListener("load", () => log("first")); box.addEventListener("load", () => { log("capture"); queueMicrotask(() => log("microtask")); }, true); document.addEventListener("load", () => { log("document"); queueMicrotask(() => log("microtask of it")); }, { capture: true, once: true }); box.innerHTML = "<img onload='orderLog(1, event)'>"; box.firstChild.addEventListener("load", () => { log("last"); box.remove(); end(); }); box.firstChild.src = "pixel.svg";`,
  },
  {
    name: "slots that change again in a promise, with listeners at their root",
    script: `const host = document.createElement("div"); const root = host.attachShadow({ mode: "open" }); root.innerHTML = "<slot name=a></slot><slot></slot>"; const [a, rest] = root.children; for (const slot of [a, rest]) slot.onslotchange = () => { log("slot " + slot.name + slot.assignedNodes().length); queueMicrotask(() => log("microtask")); }; root.addEventListener("slotchange", ({ target }) => log("root " + target.name)); const seen = new MutationObserver((records) => log("records " + records.length)); seen.observe(host, { childList: true, attributes: true, subtree: true }); document.body.append(host); const node = document.createElement("p"); Promise.resolve().then(() => { log("promise"); node.slot = ""; }); host.append(node); node.slot = "a"; Promise.resolve().then(() => log("promise after")); setTimeout(() => { seen.disconnect(); host.remove(); end(); });`,
  },
  {
    name: "details that close each other, beside a timer",
    script: `const box = document.createElement("div"); box.innerHTML = "<details name=order-group>1</details><details name=order-group>2</details>"; document.body.append(box); const [a, b] = box.children; for (const one of [a, b]) one.ontoggle = ({ oldState, newState }) => log((one === a ? "a " : "b ") + oldState + ">" + newState); a.open = true; setTimeout(() => log("timer")); b.open = true; log(a.open); setTimeout(() => { a.open = true; setTimeout(() => log("second timer")); setTimeout(() => { box.remove(); end(); }, 20); }, 20);`,
  },
  {
    name: "listeners of a load that are called once, on the way to it",
    script: `const box = document.createElement("div"); document.body.append(box); const both = ({ eventPhase }) => log("both " + eventPhase); box.addEventListener("load", both, { once: true, capture: true }); document.addEventListener("load", () => log("document"), { once: true, capture: true }); const gone = () => log("never"); box.addEventListener("load", gone, { once: true, capture: true }); const image = new Image(); image.addEventListener("load", both, { once: true }); image.addEventListener("load", both, { once: true, capture: true }); box.append(image); box.removeEventListener("load", gone, true); image.onload = () => { log("load"); if (image.src.endsWith("again")) { box.remove(); end(); } else image.src = "pixel.svg?again"; }; image.src = "pixel.svg?once";`,
  },
  {
    name: "observers of changes that one before them makes",
    script: `const box = document.createElement("div"); const types = (records) => records.map(({ type, attributeName }) => attributeName ?? type).join(); const first = new MutationObserver((records) => { log("first " + types(records)); if (!box.dataset.again) { box.dataset.again = "yes"; queueMicrotask(() => log("microtask of first")); } }); const second = new MutationObserver((records) => log("second " + types(records))); second.observe(box, { attributes: true }); first.observe(box, { attributes: true, childList: true }); queueMicrotask(() => log("before")); box.title = "one"; box.append("text"); queueMicrotask(() => log("after")); setTimeout(() => { first.disconnect(); second.disconnect(); end(); }, 20);`,
  },
  {
    name: "an observer beside the microtasks of a frame that is removed",
    script: `const frame = document.createElement("iframe"); document.body.append(frame); const { contentWindow } = frame; const observer = new MutationObserver(() => { log("observer"); observer.disconnect(); }); observer.observe(document.body, { childList: true }); contentWindow.onpagehide = () => { log("hide"); contentWindow.Promise.resolve().then(() => log("microtask of the frame")); }; queueMicrotask(() => log("microtask")); frame.remove(); log("removed"); setTimeout(end, 20);`,
  },
  {
    name: "an observer of changes that calls and properties of elements make",
    script: `const box = document.createElement("div"); box.innerHTML = "<details><summary>x</summary></details><dialog>y</dialog><button>z</button><select></select><progress></progress><img alt=a>"; document.body.append(box); const [details, dialog, button, list, progress, image] = box.children; const observer = new MutationObserver((records) => log("records " + records.map(({ type, attributeName }) => attributeName ?? type).join())); observer.observe(box, { attributes: true, childList: true, subtree: true }); const steps = [() => details.firstChild.click(), () => dialog.show(), () => { button.disabled = true; }, () => list.add(new Option("b")), () => { progress.value = 0.5; }, () => { image.alt = "c"; }, () => dialog.close()]; const next = () => { const step = steps.shift(); if (step === undefined) { observer.disconnect(); box.remove(); end(); return; } document.body.title = "step " + steps.length; queueMicrotask(() => log("microtask before")); step(); queueMicrotask(() => log("microtask after")); setTimeout(next, 20); }; setTimeout(next, 20);`,
  },
  {
    name: "an observer of what an editing command changes",
    script: `const box = document.createElement("div"); box.contentEditable = "true"; document.body.append(box); box.focus(); const observer = new MutationObserver(() => { log("records"); observer.disconnect(); }); observer.observe(box, { childList: true, characterData: true, subtree: true }); box.oninput = ({ inputType }) => { log(inputType); queueMicrotask(() => log("microtask of input")); }; setTimeout(() => { document.body.title = "edited"; queueMicrotask(() => log("microtask before")); document.execCommand("insertText", false, "abc"); log(box.textContent); queueMicrotask(() => log("microtask after")); setTimeout(() => { box.remove(); end(); }, 20); }, 20);`,
  },
  {
    name: "the events of printing",
    script: `const heard = ({ type, isTrusted }) => { log(type); queueMicrotask(() => log("microtask of " + type)); }; for (const type of ["beforeprint", "afterprint"]) addEventListener(type, heard, { once: true }); setTimeout(() => { log(print()); setTimeout(end, 20); }, 20);`,
  },
];
