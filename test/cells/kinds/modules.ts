import { type CellKind, everywhere, inDocuments, neutral } from "../cell.ts";
import { picture } from "./pictures.ts";

const shared = { group: "Elements that load", handling: neutral };
const files = { "small.png": picture(2, 2), "style.css": "body { color: red }" };

/** Modules of other types than scripts, and what the browser reports like them. */
export const modules: readonly CellKind[] = [
  {
    ...shared,
    files: { ...files, "data.json": JSON.stringify({ text: "x".repeat(100_000) }), "app.webmanifest": "{}" },
    name: "JSON modules",
    realms: everywhere,
    code: `await race({ module: import("./data.json", { with: { type: "json" } }), tick: tick(1), later: tick(2) }); const read = async (url) => (await fetch(url)).json(); await race({ fetched: read("data.json?2"), small: read("data.json?3"), tick: tick(1) }); await race({ manifest: import("./app.webmanifest", { with: { type: "json" } }), tick: tick(1) });`,
    shows: /module,tick,later[^]*fetched,small,tick[^]*manifest,tick/,
  },
  {
    ...shared,
    files: {
      ...files,
      "large.css": `#out { color: red } /*${"x".repeat(300_000)}*/`,
      "deep.js": `import sheet from "./style.css" with { type: "css" }; globalThis.order.push("deep " + sheet.cssRules.length);`,
    },
    name: "CSS modules",
    realms: inDocuments,
    html: `<script>globalThis.order = [];</script><script type="module">import sheet from "./style.css?static" with { type: "css" }; globalThis.order.push("static " + sheet.cssRules.length);</script>`,
    code: `await tick(2); const load = (url) => import(url, { with: { type: "css" } }); await race({ module: load("./large.css"), tick: tick(1), later: tick(2) }); await race({ deep: import("./deep.js"), fetched: fetch("small.png"), tick: tick(1) }); await race({ missing: load("./none.css"), tick: tick(1) });
const link = document.createElement("link"); Object.assign(link, { rel: "preload", as: "style", href: "style.css?2" }); document.head.append(link); await heard(link, "load"); await race({ preloaded: load("./style.css?2"), tick: tick(1) }); show(globalThis.order);`,
    shows: /module,tick,later[^]*deep,fetched,tick[^]*missing failed.*,tick[^]*preloaded,tick[^]*static 1.*deep 1/,
  },
  {
    ...shared,
    files: { ...files, "outer.css": `@import "style.css?inner"; #out { margin: 0 }` },
    name: "style sheets that import others, after loading",
    realms: inDocuments,
    html: `<div id="host"></div>`,
    code: `await tick(2); const add = (url, parent = document.head) => { const style = document.createElement("style"); style.textContent = '@import "' + url + '";'; parent.append(style); return style; }; const seen = []; const look = async (name) => { await tick(1); seen.push(name + " " + getComputedStyle(document.body).color); };
const first = add("outer.css"); first.onload = () => seen.push("load"); await look("first"); first.textContent = ""; await look("none"); const root = document.querySelector("#host").attachShadow({ mode: "open" }); add("style.css?shadow", root); const removed = add("style.css?removed"); removed.remove(); const preload = document.createElement("link"); Object.assign(preload, { rel: "preload", as: "style", href: "style.css?3" }); document.head.append(preload); await heard(preload, "load"); add("style.css?3"); await look("preloaded");
const rule = add("style.css?3"); rule.textContent = ""; rule.sheet.insertRule('@import "style.css?4";', 0); await tick(1); show(seen.join());`,
    shows: /load,first rgb\(255, 0, 0\),load,none rgb\(0, 0, 0\),preloaded rgb\(255, 0, 0\)/,
  },
  {
    ...shared,
    files: { ...files, "data.json": "{}" },
    name: "JSON of other calls",
    realms: inDocuments,
    code: `await tick(1); navigator.sendBeacon("data.json?beacon", "x"); await (await caches.open("box")).add("data.json?cached"); const foreign = document.createElement("iframe"); document.body.append(foreign); const asked = (await fetch(new foreign.contentWindow.Request(new URL("data.json?foreign", location)))).status; await race({ json: fetch("data.json").then((answer) => answer.json()), tick: tick(1) }); show(asked);`,
    shows: /json,tick[^]*200/,
  },
  {
    ...shared,
    files: {
      ...files,
      "one.js": `globalThis.order.push("one");`,
      "large.js": `export default "large"; //${"x".repeat(300_000)}`,
    },
    name: "modules of createElement with their code",
    realms: inDocuments,
    html: `<script>globalThis.order = [];</script><script type="importmap">{ "imports": { "large": "./large.js" } }</script>`,
    code: `await tick(2); const make = (textContent) => Object.assign(document.createElement("script"), { type: "module", textContent }); const note = 'globalThis.order.push(';
document.head.append(make(note + '"plain");')); await tick(1); order.push("tick"); document.head.append(make('import large from "large"; ' + note + 'large);'), make('import "./one.js"; ' + note + '"after");')); fetch("small.png").then(() => order.push("fetched")); await tick(1); order.push("tick");
const late = document.createElement("script"); late.type = "module"; document.body.append(late); late.textContent = 'import "./one.js?late"; ' + note + '"late");'; await tick(1); order.push("tick"); const root = document.createElement("div").attachShadow({ mode: "open" }); document.body.append(root.host); root.append(make(note + '"shadow");')); await tick(1); order.push("tick"); document.head.append(make('await fetch("small.png?2"); ' + note + '"awaited");'), make("import './none.css' with { type: 'css' };")); await tick(1); order.push("tick"); await tick(1); show(order);`,
    shows:
      /\["plain","tick","large","one","after","fetched","tick","one","late","tick","shadow","tick","awaited","tick"\]/,
  },
  {
    ...shared,
    files: { ...files, "one.js": `globalThis.order.push("one");`, "two.js": `globalThis.order.push("two");` },
    name: "scripts that are copied",
    realms: inDocuments,
    html: `<script>globalThis.order = [];</script><template><script type="module">import "./two.js?template"; globalThis.order.push("template");</script><script async src="one.js?template"></script></template>`,
    code: `await tick(2); const module = (name) => '<script type="module">import "./two.js?' + name + '"; globalThis.order.push("' + name + '");</scr' + 'ipt>'; document.body.append(document.importNode(document.querySelector("template").content, true)); await tick(1); order.push("tick"); const made = document.createElement("script"); made.type = "module"; made.textContent = 'import "./two.js?clone"; globalThis.order.push("clone");'; const clone = made.cloneNode(true); document.head.append(clone); document.head.append(clone.cloneNode(true)); await tick(1); order.push("tick"); document.body.insertAdjacentHTML("beforeend", module("never")); await tick(1); show(order);`,
    shows: /\["two","template","one","tick","two","clone","tick"\]/,
  },
];
