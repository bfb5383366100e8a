import { type CellKind, inDocuments, inPage, neutral } from "../cell.ts";
import { picture } from "./pictures.ts";

const shared = { group: "Elements that load", handling: neutral };
const files = {
  "large.png": picture(900, 900),
  "small.png": picture(2, 2),
  "one.js": `globalThis.order = [...(globalThis.order ?? []), "one"];`,
  "two.js": `globalThis.order = [...(globalThis.order ?? []), "two"];`,
  "style.css": "body { color: red }",
  "inner.html": `<script>parent.postMessage("inner", "*")</script>`,
};

/** Enough markup for the parser to stop in between. */
const paragraphs = "<p>x</p>".repeat(20_000);

function asyncTree(mode: string): string {
  return `<template shadowrootmode="${mode}"><script async src="one.js"></script><script async type="module">globalThis.order.push("inline");</script><script async src="two.js"></script></template>`;
}

const writtenMarkup =
  `<script>globalThis.order = []; addEventListener("DOMContentLoaded", () => { globalThis.order.push("parsed"); });</script>` +
  `<script async src="one.js"></script><script async type="module">globalThis.order.push("inline");</script><script src="slow.js"></script>`;

export const elements: readonly CellKind[] = [
  {
    ...shared,
    files,
    name: "new Image",
    realms: inDocuments,
    code: `const load = (url) => { const image = new Image(); image.src = url; return heard(image, "load"); }; await race({ large: load("large.png"), small: load("small.png"), missing: (() => { const image = new Image(); image.src = "data:,x"; return heard(image, "error"); })() });`,
    shows: /large,small,missing/,
  },
  {
    ...shared,
    files,
    name: "image.decode",
    realms: inDocuments,
    code: `const decode = (url) => { const image = new Image(); image.src = url; return image.decode(); }; await race({ large: decode("large.png"), small: decode("small.png"), tick: tick(1) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    files,
    name: "images of markup and innerHTML",
    realms: inDocuments,
    html: `<img id="first" src="large.png">`,
    code: `const first = document.querySelector("#first"); const box = document.createElement("div"); box.innerHTML = '<img src="small.png?2">'; document.body.append(box);
await race({ second: heard(box.firstChild, "load"), first: first.complete ? 0 : heard(first, "load"), tick: tick(1) }); show(first.naturalWidth);`,
    shows: /first[^]*900/,
  },
  {
    ...shared,
    files,
    name: "SVG images",
    realms: inDocuments,
    html: `<svg id="art"></svg>`,
    code: `const make = (url) => { const image = document.createElementNS("http://www.w3.org/2000/svg", "image"); image.setAttribute("href", url); document.querySelector("#art").append(image); return heard(image, "load"); }; await race({ large: make("large.png"), small: make("small.png") });`,
    shows: /large,small/,
  },
  {
    ...shared,
    files,
    name: "inputs of images, and pictures with sources",
    realms: inDocuments,
    html: `<input type="image" id="input"><picture id="picture"><source><img></picture>`,
    code: `const input = document.querySelector("#input"); const [source, image] = document.querySelector("#picture").children; input.src = "large.png"; source.srcset = "small.png"; await race({ input: heard(input, "load"), picture: heard(image, "load"), tick: tick(1) });`,
    shows: /input,picture/,
  },
  {
    ...shared,
    files: {
      ...files,
      "shapes.svg": `<svg xmlns="http://www.w3.org/2000/svg"><rect id="box"/><!--${"x".repeat(400_000)}--></svg>`,
      "text.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nhi",
    },
    name: "shapes of another document, and text tracks",
    realms: inDocuments,
    html: `<svg><use id="use"></use></svg><video><track id="track"></video>`,
    code: `const use = document.querySelector("#use"); const track = document.querySelector("#track"); use.href.baseVal = "shapes.svg#box"; track.src = "text.vtt"; track.track.mode = "hidden"; await race({ use: heard(use, "load"), track: heard(track, "load"), tick: tick(1) });`,
    shows: /use,track/,
  },
  {
    ...shared,
    files,
    name: "images in a shadow tree",
    realms: inDocuments,
    code: `const root = document.createElement("div").attachShadow({ mode: "open" }); document.body.append(root.host); root.innerHTML = '<img src="large.png"><img src="small.png">'; const [a, b] = root.querySelectorAll("img"); await race({ large: heard(a, "load"), small: heard(b, "load"), tick: tick(1) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    files,
    name: "styles and scripts in a shadow tree",
    realms: inDocuments,
    code: `const root = document.createElement("div").attachShadow({ mode: "open" }); document.body.append(root.host); const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "style.css"; const script = document.createElement("script"); script.src = "one.js"; root.append(link, script); await race({ link: heard(link, "load"), script: heard(script, "load"), tick: tick(2) });`,
    shows: /link/,
  },
  {
    ...shared,
    files,
    name: "picture and srcset",
    realms: inDocuments,
    html: `<picture><source srcset="large.png"><img id="it" src="small.png"></picture>`,
    code: `const it = document.querySelector("#it"); if (!it.complete) await heard(it, "load"); show([it.naturalWidth, it.currentSrc.split("/").at(-1)].join());`,
    shows: /900,large/,
  },
  {
    ...shared,
    files,
    name: "background images",
    realms: inDocuments,
    code: `document.body.style.background = "url(large.png)"; await tick(3); show(getComputedStyle(document.body).backgroundImage.length > 10);`,
    shows: /true/,
  },
  {
    ...shared,
    files,
    name: "inserted scripts",
    realms: inDocuments,
    code: `const add = (url) => { const script = document.createElement("script"); script.src = url; document.head.append(script); return heard(script, "load"); }; await race({ one: add("one.js"), two: add("two.js") }); show(globalThis.order);`,
    shows: /one,two/,
  },
  {
    ...shared,
    files: {
      ...files,
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, n) => [
          `big${String(n)}.js`,
          `globalThis.order.push(${String(n)}); //` + "x".repeat(n % 2 ? 3_000_000 : 10),
        ]),
      ),
      "module.js": `globalThis.order = [...(globalThis.order ?? []), "module"];`,
      "known.js": `globalThis.order = [...(globalThis.order ?? []), document.currentScript.dataset.name];`,
      "late.js": `globalThis.order = [...(globalThis.order ?? []), "deferred"];`,
    },
    name: "async scripts of markup",
    realms: inDocuments,
    html: `<script async src="one.js"></script><script async type="module" src="module.js"></script><script async src="two.js"></script>${Array.from({ length: 9 }, (_, n) => `<script async src="big${String(n)}.js"></script>`).join("")}<script>
addEventListener("DOMContentLoaded", () => { globalThis.order.push("parsed"); }); document.body.appendChild(document.createElement("div")).innerHTML = '<script async src="one.js?never"></scr' + 'ipt>'; document.write('<script async data-name="written" src="known.js"></scr' + 'ipt>');
globalThis.order = [document.querySelectorAll("script[async][src], script[type='framegate/async']").length];</script><script defer src="late.js"></script>`,
    code: `fetch("small.png").then(() => globalThis.order.push("fetched")); await tick(3); show(globalThis.order);`,
    shows: /"deferred","parsed","one","module","two",0,1,2,3,4,5,6,7,8,"written"/,
  },
  {
    ...shared,
    files: { ...files, "slow.js": `globalThis.order.push("slow"); //` + "x".repeat(300_000) },
    name: "async modules with their code in the markup",
    realms: inDocuments,
    html: `<script>globalThis.order = []; addEventListener("DOMContentLoaded", () => { globalThis.order.push("parsed"); });</script><script async type="module">globalThis.order.push("alone");</script><script async type="module">import "./one.js"; globalThis.order.push("importing");</script><script async src="two.js"></script>${paragraphs}<script async type="module">globalThis.order.push("last");</script>${paragraphs}<script src="slow.js"></script>`,
    code: `fetch("small.png").then(() => globalThis.order.push("fetched")); await tick(3); show(globalThis.order);`,
    shows: /\["slow","parsed","alone","one","importing","two","last"(,"fetched")?\]/,
  },
  {
    ...shared,
    files: { ...files, "slow.js": `globalThis.order.push("slow"); //` + "x".repeat(300_000) },
    name: "async scripts in a shadow tree of markup",
    realms: inDocuments,
    html: `<script>globalThis.order = []; addEventListener("DOMContentLoaded", () => { globalThis.order.push("parsed"); });</script><div>${asyncTree("open")}</div>${paragraphs}<div><script>globalThis.order.push("host");</script><template shadowrootmode="open"><script async src="one.js?2"></script><script src="slow.js"></script></template></div>`,
    code: `await tick(3); show(globalThis.order);`,
    shows: /\["host","slow","parsed","one","inline","two","one"\]/,
  },
  {
    ...shared,
    files,
    handling: {
      kind: "impossible",
      reason: "No call tells of a closed shadow tree that markup declares, and no query reaches its scripts.",
    },
    name: "async scripts in a closed shadow tree of markup",
    realms: inDocuments,
    html: `<script>globalThis.order = [];</script><div>${asyncTree("closed")}</div>${paragraphs}`,
    code: `await tick(3); show(globalThis.order);`,
    shows: /inline/,
  },
  {
    ...shared,
    files: {
      ...files,
      "written.html": writtenMarkup,
      "slow.js": `globalThis.order.push("slow"); //` + "x".repeat(300_000),
    },
    name: "async scripts of written frames",
    realms: inPage,
    html: `<iframe></iframe>`,
    code: `const markup = ${JSON.stringify(writtenMarkup)};
const written = document.querySelector("iframe"); const made = document.createElement("iframe"); made.src = "written.html"; document.body.append(made);
const { contentDocument } = written; contentDocument.open(); contentDocument.write(markup); contentDocument.close();
await tick(1); show([written.contentWindow.order, made.contentWindow.order]);`,
    shows: /\[\["slow","parsed","one","inline"\],\["slow","parsed","one","inline"\]\]/,
  },
  {
    ...shared,
    files: { ...files, "module.js": `import "./one.js"; import "./two.js"; show("module " + performance.now());` },
    name: "module scripts",
    realms: inDocuments,
    html: `<script type="module" src="module.js"></script><script type="module">globalThis.order = [...(globalThis.order ?? []), "inline"]; show("inline");</script>`,
    code: `await tick(3); show(globalThis.order);`,
    shows: /inline/,
  },
  {
    ...shared,
    files,
    name: "style sheets",
    realms: inDocuments,
    code: `const add = (url) => { const link = document.createElement("link"); link.rel = "stylesheet"; link.href = url; document.head.append(link); return heard(link, "load"); }; await race({ one: add("style.css"), two: add("style.css?2"), fetched: fetch("style.css?3") }); show(getComputedStyle(document.body).color);`,
    shows: /255/,
  },
  {
    ...shared,
    files,
    name: "style element with @import",
    realms: inDocuments,
    code: `const style = document.createElement("style"); style.textContent = '@import "style.css";'; document.head.append(style); await race({ style: heard(style, "load"), tick: tick(1), later: tick(2) });`,
    shows: /style/,
  },
  {
    ...shared,
    files,
    name: "preload and modulepreload",
    realms: inDocuments,
    code: `const add = (rel, as, href) => { const link = document.createElement("link"); Object.assign(link, { rel, as, href }); document.head.append(link); return heard(link, "load"); }; await race({ image: add("preload", "image", "large.png"), script: add("preload", "script", "one.js"), module: add("modulepreload", "", "two.js"), tick: tick(2) });`,
    shows: /image/,
  },
  {
    ...shared,
    files,
    name: "late iframes",
    realms: inPage,
    code: `addEventListener("message", ({ data }) => show(data)); const add = (url) => { const frame = document.createElement("iframe"); frame.src = url; document.body.append(frame); return heard(frame, "load"); }; await race({ one: add("inner.html"), two: add("inner.html?2") });`,
    shows: /one/,
  },
  {
    ...shared,
    files,
    name: "iframes that get another source",
    realms: inPage,
    html: `<iframe src="inner.html"></iframe>`,
    code: `await tick(2); addEventListener("message", ({ data }) => show(data)); const frame = document.querySelector("iframe"); frame.src = "inner.html?2"; await race({ frame: heard(frame, "load"), tick: tick(1), later: tick(2) });`,
    shows: /frame/,
  },
  {
    ...shared,
    files,
    name: "object and embed",
    realms: inPage,
    code: `const object = document.createElement("object"); object.data = "small.png"; document.body.append(object); const embed = document.createElement("embed"); embed.src = "small.png"; document.body.append(embed); await race({ object: heard(object, "load"), embed: heard(embed, "load"), tick: tick(1), later: tick(2) });`,
    shows: /object/,
  },
  {
    ...shared,
    name: "history.back",
    realms: inPage,
    code: `history.pushState(1, "", "#a"); history.pushState(2, "", "#b"); const order = []; addEventListener("popstate", ({ state }) => order.push("state " + state)); history.back(); await tick(1); order.push("tick"); await tick(4); show(order.join());`,
    shows: /state 1/,
  },
  {
    ...shared,
    name: "hashchange",
    realms: inPage,
    code: `const order = []; addEventListener("hashchange", () => order.push("hash")); location.hash = "x"; await tick(1); order.push("tick"); await tick(1); show(order.join());`,
    shows: /hash/,
  },
  {
    ...shared,
    files,
    name: "load events of the document",
    realms: inDocuments,
    html: `<img src="large.png?load">`,
    code: `const order = []; document.addEventListener("readystatechange", () => order.push(document.readyState)); addEventListener("DOMContentLoaded", () => order.push("parsed")); addEventListener("load", () => order.push("load")); addEventListener("pageshow", () => order.push("pageshow")); fetch("small.png").then(() => order.push("fetched")); await heard(globalThis, "load"); await tick(2); show(order.join());`,
    shows: /parsed.*load/,
  },
  {
    ...shared,
    files,
    name: "images of unsafe markup and of fragments",
    realms: inDocuments,
    code: `const box = document.createElement("div"); box.setHTMLUnsafe('<img src="large.png?1">'); const fragment = document.createRange().createContextualFragment('<img src="large.png?2">'); const adopted = document.adoptNode(Document.parseHTMLUnsafe('<img src="large.png?3">').images[0]);
await race({ unsafe: heard(box.firstChild, "load"), fragment: heard(fragment.firstChild, "load"), adopted: heard(adopted, "load"), small: fetch("small.png"), tick: tick(1) });`,
    shows: /unsafe,fragment,adopted,small,tick/,
  },
  {
    ...shared,
    files,
    name: "elements that moveBefore moves",
    realms: inPage,
    html: `<div id="from"><iframe src="inner.html"></iframe><link rel="stylesheet" href="style.css"><img src="large.png"></div><svg><image href="small.png"/></svg><div id="to"></div>`,
    code: `await tick(1); const to = document.querySelector("#to"); for (const one of [...document.querySelector("#from").children, document.querySelector("svg")]) to.moveBefore(one, null); const late = document.createElement("iframe"); late.src = "inner.html?2"; to.before(late); to.moveBefore(late, null); await heard(late, "load"); await tick(2); show(to.children.length);`,
    shows: /5/,
  },
  {
    ...shared,
    name: "steps of the navigation API",
    realms: inDocuments,
    code: `await tick(1); const order = []; const note = (name, { committed, finished }) => { committed.then(() => order.push(name + " committed@" + globalThis.cellFrame)); finished.then(() => order.push(name + "@" + globalThis.cellFrame)); };
const { key } = navigation.currentEntry; history.pushState(1, "", "#a"); history.pushState(2, "", "#b"); note("back", navigation.back()); await tick(2); note("forward", navigation.forward()); await tick(2); note("traverse", navigation.traverseTo(key)); await tick(2); show(order.join() + ";" + location.hash);`,
    shows: /back@.*forward@.*traverse@\d+;$/,
  },
  {
    ...shared,
    files: { ...files, "slow.js": `globalThis.order.push("slow"); //` + "x".repeat(300_000) },
    name: "frames that a script writes later",
    realms: inPage,
    html: `<iframe></iframe>`,
    code: `await tick(2); const order = (globalThis.order = []); const frame = document.querySelector("iframe"); frame.onload = () => order.push("load"); const { contentDocument } = frame; contentDocument.open(); contentDocument.write('<script>globalThis.order = parent.order;</scr' + 'ipt><script src="slow.js"></scr' + 'ipt><script>order.push("frame");</scr' + 'ipt>'); contentDocument.close(); fetch("small.png").then(() => order.push("fetched")); await tick(2); show(order);`,
    shows: /\["slow","frame","fetched","load"\]/,
  },
  {
    ...shared,
    files,
    name: "lazy iframes",
    realms: inPage,
    html: `<iframe loading="lazy" src="inner.html"></iframe><div style="height: 9000px"></div><iframe loading="lazy" src="inner.html?far"></iframe>`,
    code: `const order = []; addEventListener("message", ({ data }) => order.push(data + "@" + globalThis.cellFrame)); await tick(4); order.push("made"); const late = document.createElement("iframe"); late.loading = "lazy"; document.body.prepend(late); late.src = "inner.html?late"; for (let n = 0; n < 3; n += 1) { await tick(1); order.push("tick"); } show(order.join());`,
    shows: /inner@0,made,inner@\d/,
  },
  {
    ...shared,
    files: {
      ...files,
      "slow.js": `globalThis.order.push("slow"); //` + "x".repeat(300_000),
      "open.html": `<iframe></iframe><script>const { contentDocument } = document.querySelector('iframe'); contentDocument.write('<p>x</p>'); parent.closeInner = () => contentDocument.close(); onload = () => parent.order.push('inner');</script>`,
    },
    name: "frames that a script leaves open",
    realms: inPage,
    html: `<iframe></iframe><iframe></iframe><iframe src="open.html"></iframe><script>
globalThis.order = []; addEventListener("load", () => globalThis.order.push("load")); addEventListener("pageshow", () => globalThis.order.push("pageshow")); for (const frame of document.querySelectorAll("iframe")) frame.addEventListener("load", () => globalThis.order.push("frame"));
const [{ contentDocument: never }, { contentDocument: later }] = document.querySelectorAll("iframe"); never.write("<p>open</p>"); later.open(); later.write('<script>globalThis.order = parent.order;</scr' + 'ipt><img src="large.png">');</script><script async src="slow.js"></script>`,
    code: `const order = globalThis.order; fetch("small.png").then(() => order.push("fetched")); const wait = async () => { await tick(1); order.push("tick"); }; await wait(); globalThis.closeInner(); await wait(); later.write('<script src="slow.js?2"></scr' + 'ipt>'); later.close(); await wait(); never.write("<p>more</p>"); await wait(); document.querySelector("iframe").remove(); await wait(); await wait(); show(order);`,
    shows:
      /\["slow","fetched","tick","inner","frame","tick","slow","frame","tick","tick","load","pageshow","tick","tick"\]/,
  },
];
