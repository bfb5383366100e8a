import type { OrderCase } from "./order-cases.ts";

/** A document that logs the order of its events with `orderLog`. */
interface MarkupCase {
  readonly name: string;
  readonly html: string;
}

/** Scripts, frames, pictures, styles, custom elements and shadow trees in the markup of a document. */
const markupCases: readonly MarkupCase[] = [
  {
    name: "markup: scripts: async none; defer, module, classic in order",
    html: `<script>document.onreadystatechange = () => orderLog("ready " + document.readyState); document.addEventListener("DOMContentLoaded", () => orderLog("content")); addEventListener("load", () => orderLog("load"));</script><script defer src="logs.js?defer1" onload="orderLog('defer1 load')"></script><script type=module src="module-log.js?1"></script><script defer src="logs.js?defer2"></script><script type=module>orderLog("inline module");</script><script src="logs.js?classic" onload="orderLog('classic load')"></script><script>orderLog("inline")</script>`,
  },
  {
    name: "markup: module with an await, one that uses it, one beside",
    html: `<script type=module src="awaits-too.js"></script><script type=module>orderLog("beside")</script><script defer src="logs.js?defer"></script><script>document.addEventListener("DOMContentLoaded", () => orderLog("content")); addEventListener("load", () => orderLog("load"))</script>`,
  },
  {
    name: "markup: a script of a blob whose URL is revoked at once",
    html: `<script>addEventListener("load", () => orderLog("load")); const made = document.createElement("script"); made.src = URL.createObjectURL(new Blob(["orderLog('runs')"])); made.onload = () => orderLog("script load"); made.onerror = () => orderLog("script error"); document.documentElement.append(made); URL.revokeObjectURL(made.src); orderLog("revoked")</script>`,
  },
  {
    name: "markup: written scripts",
    html: `<script>document.write("<script>orderLog('written inline')<\\/script><script src='logs.js?written'><\\/script><script>orderLog('after written')<\\/script>"); orderLog("wrote")</script><script>orderLog("next")</script><script>addEventListener("load", () => orderLog("load"))</script>`,
  },
  {
    name: "markup: frame in markup",
    html: `<script>addEventListener("load", () => orderLog("load")); document.addEventListener("DOMContentLoaded", () => orderLog("content"))</script><iframe src="frame.html" onload="orderLog('element load')"></iframe><script>orderLog("after")</script>`,
  },
  {
    name: "markup: srcdoc frame in markup",
    html: `<script>addEventListener("load", () => orderLog("load"))</script><iframe srcdoc="<script>parent.orderLog('script')</script>" onload="orderLog('element load')"></iframe><script>orderLog("after")</script>`,
  },
  {
    name: "markup: blank frame in markup",
    html: `<script>addEventListener("load", () => orderLog("load"))</script><iframe onload="orderLog('element load')"></iframe><script>orderLog("after")</script>`,
  },
  {
    name: "markup: a frame made while parsing",
    html: `<script>addEventListener("load", () => orderLog("load")); const f = document.createElement("iframe"); f.onload = () => orderLog("element load"); f.src = "frame.html"; document.documentElement.append(f); orderLog("made")</script><script>orderLog("after")</script>`,
  },
  {
    name: "markup: mutation observer and the parser",
    html: `<script>new MutationObserver((r) => { for (const { addedNodes } of r) for (const { nodeName } of addedNodes) if (nodeName !== "#text") orderLog(nodeName); }).observe(document, { childList: true, subtree: true })</script><p></p><i></i><script>orderLog("script")</script><b></b><u></u><script>orderLog("script 2"); addEventListener("load", () => orderLog("load"))</script>`,
  },
  {
    name: "markup: custom elements in markup: defined before and after",
    html: `<script>customElements.define("x-before", class extends HTMLElement { constructor() { super(); orderLog("before made"); } connectedCallback() { orderLog("before connected " + this.childNodes.length); Promise.resolve().then(() => orderLog("micro " + this.childNodes.length)); } })</script><x-before><p></p></x-before><x-after><p></p></x-after><script>customElements.define("x-after", class extends HTMLElement { connectedCallback() { orderLog("after connected " + this.childNodes.length); } }); orderLog("defined")</script>`,
  },
  {
    name: "markup: declarative shadow tree in markup, its scripts and slots",
    html: `<div id=host><template shadowrootmode=open><script>orderLog("shadow script " + !!document.currentScript)</script><script src="logs.js?x" onload="orderLog('shadow load')"></script><script type=module>orderLog("shadow module")</script><slot></slot></template>x</div><script>host.shadowRoot.querySelector("slot").onslotchange = () => orderLog("slotchange"); host.append("y"); orderLog("script"); addEventListener("load", () => orderLog("load")); document.addEventListener("DOMContentLoaded", () => orderLog("content"))</script>`,
  },
  {
    name: "markup: a script that a script puts in while parsing",
    html: `<script>document.addEventListener("DOMContentLoaded", () => orderLog("content")); addEventListener("load", () => orderLog("load")); for (const n of ["one", "two"]) { const s = document.createElement("script"); s.async = false; s.src = "logs.js?" + n; s.onload = () => orderLog("loaded " + n[0]); document.head.append(s); } orderLog("put in")</script><script>orderLog("next")</script>`,
  },
  {
    name: "markup: nomodule and unknown types",
    html: `<script nomodule>orderLog("never")</script><script type="text/plain">orderLog("never")</script><script type="text/javascript">orderLog("typed")</script><script language=javascript>orderLog("language")</script><script src="data:text/javascript,orderLog('data')"></script><script event="onload()" for=window>orderLog("for")</script>`,
  },
  {
    name: "markup: pageshow, states of loading",
    html: `<script>for (const type of ["load", "pageshow", "DOMContentLoaded", "readystatechange"]) for (const [n, t] of [["window", window], ["document", document]]) t.addEventListener(type, () => orderLog(n + " " + type + " " + document.readyState)); orderLog(document.readyState); document.body ?? orderLog("no body")</script><body onload="orderLog('body onload')" onpageshow="orderLog('body onpageshow')"><script>setTimeout(() => orderLog(document.readyState), 300)</script>`,
  },
  {
    name: "markup: messages of the window and of a port",
    html: `<script>onmessage = ({ data }) => orderLog("window " + data); const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => orderLog("port " + data); postMessage(1, "*"); port2.postMessage(2); postMessage(3, "*"); port2.postMessage(4); postMessage(5, "*");</script>`,
  },
  {
    name: "markup: CSS animation and transition in markup",
    html: `<style>@keyframes k { from { opacity: 0 } } p { animation: k 80ms }</style><p onanimationstart="orderLog('start')" onanimationend="orderLog('end')"></p><script>orderLog(document.getAnimations().length); addEventListener("load", () => orderLog("load"))</script>`,
  },
  {
    name: "markup: observers set while parsing",
    html: `<p id=p style="width:9px;height:9px"></p><script>new ResizeObserver((e, o) => { orderLog("resize"); o.disconnect(); }).observe(p); new IntersectionObserver((e, o) => { orderLog("intersection"); o.disconnect(); }).observe(p); requestAnimationFrame(() => orderLog("frame")); orderLog("set")</script>`,
  },
  {
    name: "markup: errors while parsing",
    html: `<script>onerror = (m) => { orderLog(m); return true; }; onunhandledrejection = (e) => { e.preventDefault(); orderLog("unhandled " + e.reason); }; Promise.reject("a"); queueMicrotask(() => orderLog("micro"))</script><script>Promise.reject("b"); throw new Error("c")</script><script>orderLog("next"); undefined.x</script><script>syntax error(</script><script>orderLog("last")</script>`,
  },
  {
    name: "markup: a ring of modules and shared ones",
    html: `<script></script><script type=module src="ring-a.js"></script><script type=module src="ring-b.js"></script><script type=module>import "./ring-a.js"; orderLog("third")</script>`,
  },
  {
    name: "markup: JSON and style modules",
    html: `<script type=module>import data from "./data.json" with { type: "json" }; import sheet from "./sheet.css" with { type: "css" }; orderLog(JSON.stringify(data)); orderLog(sheet.cssRules.length)</script><script>addEventListener("load", () => orderLog("load"))</script>`,
  },
  {
    name: "markup: two frames with scripts that call each other",
    html: `<script>addEventListener("load", () => orderLog("load")); addEventListener("message", ({ data }) => orderLog("message " + data))</script><iframe name=a srcdoc="<script>onmessage = ({ data }) => parent.postMessage('a got ' + data, '*')</script>"></iframe><iframe name=b srcdoc="<script>onload = () => parent.a.postMessage('x', '*')</script>"></iframe>`,
  },
  {
    name: "markup: a frame that parses a deferred script and a module",
    html: `<script>addEventListener("load", () => orderLog("load")); </script><iframe onload="orderLog('element')" srcdoc="<script>log = parent.log; document.addEventListener('DOMContentLoaded', () => orderLog('content'))</script><script defer src='logs.js?in-frame'></script><script type=module src='module-log.js?in-frame'></script><script>orderLog('inline')</script>"></iframe>`,
  },
  {
    name: "markup: a script that removes itself and its followers",
    html: `<script id=s>document.currentScript.remove(); orderLog("self")</script><div id=d><script>d.remove(); orderLog("with parent")</script><script>orderLog("still")</script></div><script>orderLog("last")</script>`,
  },
  {
    name: "markup: parser in a template, a select and a table",
    html: `<table><script>orderLog("in table")</script><tr><td><script>orderLog("in cell")</script></td></tr></table><template><script>orderLog("never")</script></template><noscript><script>orderLog("never")</script></noscript><svg><script>orderLog("in svg")</script></svg><math><script>orderLog("math")</script></math>`,
  },
  {
    name: "markup: blob and javascript frames in markup and before load",
    html: `<script>addEventListener("load", () => orderLog("load")); const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(["<script>parent.orderLog('blob script')</"+"script>"], { type: "text/html" })); f.onload = () => orderLog("blob element"); document.documentElement.append(f)</script><iframe src="javascript:'<script>parent.orderLog(1)</script>'" onload="orderLog('js element')"></iframe>`,
  },
  {
    name: "markup: what its scripts queue before it is parsed",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => orderLog("timer " + document.readyState)); onmessage = ({ data }) => orderLog("message " + data); postMessage("of the window", "*"); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => orderLog("port"); port2.postMessage(0); scheduler.postTask(() => orderLog("task")); setTimeout(() => orderLog("second timer"))</script><p></p><script>orderLog("script"); setTimeout(() => orderLog("last timer"))</script>`,
  },
  {
    name: "markup: pictures that need no request among timers",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => orderLog("timer"))</script><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="orderLog('markup')"><script>setTimeout(() => orderLog("timer 2")); const made = new Image(); made.onload = () => orderLog("made"); made.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="; setTimeout(() => orderLog("timer 3")); const broken = new Image(); broken.onerror = () => orderLog("broken"); broken.src = "data:image/gif;base64,AAAA"; setTimeout(() => orderLog("timer 4"))</script>`,
  },
  {
    name: "markup: what is queued before deferred scripts and modules",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => orderLog("timer")); onmessage = () => orderLog("message"); postMessage(0, "*")</script><script defer src="logs.js?defer"></script><script type=module src="module-log.js?1"></script><script type=module>import "./module.js"; orderLog("inline module")</script>`,
  },
  {
    name: "markup: a deferred script that queues more",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => orderLog("timer"))</script><script defer src="queues.js"></script>`,
  },
  {
    name: "markup: timers in timers, intervals and short ones",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => { orderLog("timer"); setTimeout(() => orderLog("nested")); }); let count = 0; const id = setInterval(() => { orderLog("interval"); count += 1; if (count > 2) clearInterval(id); }); setTimeout(() => orderLog("negative"), -1); setTimeout(() => orderLog("half"), 0.5); setTimeout(() => orderLog("four"), 4)</script>`,
  },
  {
    name: "markup: a chain of messages",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); const { port1, port2 } = new MessageChannel(); let count = 0; port1.onmessage = () => { count += 1; orderLog(count); if (count < 4) port2.postMessage(0); }; port2.postMessage(0)</script>`,
  },
  {
    name: "markup: what early timers put in",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => { orderLog("timer " + document.querySelectorAll("p").length); document.body.append(Object.assign(new Image(), { src: "pixel.svg", onload: () => orderLog("picture") })); const script = Object.assign(document.createElement("script"), { src: "logs.js?put-in", onload: () => orderLog("script load") }); document.head.append(script); })</script><p></p><p></p>`,
  },
  {
    name: "markup: an early timer that writes the document anew",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); setTimeout(() => { document.open(); document.write("<p></p><script>orderLog('written')<\\/script>"); document.close(); orderLog("closed " + document.readyState); })</script>`,
  },
  {
    name: "markup: an early timer that throws, rejects and ends another",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); onerror = (text) => { orderLog(text); return true; }; onunhandledrejection = (event) => { event.preventDefault(); orderLog("unhandled " + event.reason); }; setTimeout(() => { Promise.reject("reason"); clearTimeout(id); throw new Error("thrown"); }); const id = setTimeout(() => orderLog("never")); setTimeout(() => { orderLog("next"); Promise.resolve().then(() => orderLog("microtask")); })</script>`,
  },
  {
    name: "markup: scripts one after the other, and what each queues",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); onmessage = ({ data }) => orderLog("message " + data); const names = ["one", "two", "three"]; const next = () => { const name = names.shift(); if (name === undefined) return; const script = document.createElement("script"); script.src = "logs.js?" + name; script.onload = () => { orderLog("loaded " + name); postMessage(name, "*"); setTimeout(() => orderLog("timer " + name)); next(); }; document.head.append(script); }; next()</script>`,
  },
  {
    name: "markup: scripts that timers put in one after the other",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); const names = ["one", "two"]; const next = () => { const name = names.shift(); orderLog("next " + name); if (name === undefined) return; const script = document.createElement("script"); script.src = "logs.js?" + name; script.onload = () => setTimeout(next); document.head.append(script); }; next()</script>`,
  },
  {
    name: "markup: a script that is missing, and a module of a call",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); const missing = document.createElement("script"); missing.src = "none.js"; missing.onerror = () => { orderLog("missing"); const module = document.createElement("script"); module.type = "module"; module.text = "orderLog('module'); setTimeout(() => orderLog('timer of the module'))"; document.head.append(module); }; document.head.append(missing)</script>`,
  },
  {
    name: "markup: a picture that ends the load, and what it queues",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true); onmessage = () => orderLog("message")</script><img src="pixel.svg" onload="orderLog('picture'); setTimeout(() => orderLog('timer')); postMessage(0, '*')">`,
  },
  {
    name: "markup: timers of a frame with its text in the page",
    html: `<script>for (const type of ["readystatechange", "DOMContentLoaded", "load"]) addEventListener(type, () => orderLog(type + " " + document.readyState), true);</script><iframe onload="orderLog('element')" srcdoc="<script>const log = parent.orderLog; setTimeout(() => log('timer')); document.addEventListener('DOMContentLoaded', () => log('frame content')); onload = () => log('frame load')</script>"></iframe>`,
  },
];

const fileOf = (index: number): string => `markup-${String(index)}.html`;

/** The documents, by the names of their files. */
export const markupFiles: Readonly<Record<string, string>> = Object.fromEntries(
  markupCases.map(({ html }, index) => [
    fileOf(index),
    `<!doctype html><meta charset="utf-8"><script>const orderLog = parent.orderLog</script>${html}`,
  ]),
);

/** Each document is loaded in a frame, which stays until its timers and messages have run. */
export const markupOrderCases: readonly OrderCase[] = markupCases.map(({ name }, index) => ({
  name,
  script: `globalThis.orderLog = log; const frame = document.createElement("iframe"); frame.src = "${fileOf(index)}";
    frame.onload = () => setTimeout(() => { frame.remove(); end(); }, 400); document.body.append(frame);`,
}));
