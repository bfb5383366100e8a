import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";

it("delivers images and scripts that a page creates in the order of the requests, after those that need none", async () => {
  const { found } = await runPreludePage({
    files: { "one.js": `found.order.push("ran one");`, "two.js": `found.order.push("ran two");` },
    script: `
      found.order = [];
      function load(element, name, set) { element.onload = () => found.order.push(name); element.onerror = () => found.order.push(name + " failed"); set(element); }
      load(new Image(), "property", (image) => { image.src = "${picture}"; });
      load(new Image(), "attribute", (image) => { image.setAttribute("src", "${picture}"); });
      load(new Image(), "missing", (image) => { image.src = "missing.png"; });
      load(document.createElement("script"), "one", (script) => { script.src = "one.js"; document.head.append(script); });
      load(document.createElement("script"), "two", (script) => { script.src = "two.js"; document.head.append(script); });`,
  });
  expect(found).toEqual({ order: ["property", "attribute", "ran one", "one", "ran two", "two", "missing failed"] });
});

it("works in a page that has its own class called Event", async () => {
  const { found } = await runPreludePage({
    script: `
      window.Event = class {}; window.ProgressEvent = class {}; window.Response = class {};
      const image = new Image();
      image.onload = () => { found.loaded = image.width; };
      image.src = "${picture}";`,
  });
  expect(found).toEqual({ loaded: 1 });
});

it("does not wait for an image that will never load", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    settleMs: 3000,
    files: {
      "a.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`,
      "slow.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`,
    },
    delaysMs: { "slow.svg": 1000 },
    script: `
      found.order = [];
      const note = (name) => (event) => found.order.push(name + " " + event.type);
      const inert = new DOMParser().parseFromString('<img src="a.svg">', "text/html");
      inert.querySelector("img").src = "a.svg?2";
      const made = document.implementation.createHTMLDocument("").createElement("img");
      made.onload = note("inert"); made.src = "a.svg";
      const template = document.createElement("template");
      template.innerHTML = '<img src="a.svg">';
      const removed = new Image(); removed.onload = note("removed"); removed.src = "slow.svg"; removed.removeAttribute("src");
      const emptied = new Image(); emptied.onload = note("emptied"); emptied.onerror = note("emptied"); emptied.src = "slow.svg"; emptied.src = "";
      const far = new Image(); far.loading = "lazy"; far.onload = note("far"); far.style.cssText = "display: block; margin-top: 9000px"; far.src = "a.svg";
      const near = new Image(); near.onload = note("near"); near.src = "slow.svg?near"; near.loading = "lazy";
      document.body.append(near, far);
      requestAnimationFrame(() => requestAnimationFrame(() => found.order.push("frame")));`,
  });
  expect(found).toEqual({ order: ["emptied error", "near load", "frame"] });
});

it.each([
  ["an input of an image", `<input type="image" src="slow.svg">`, "input"],
  ["an image whose picture has a source", `<picture><source srcset="slow.svg"><img></picture>`, "img"],
  ["a shape of another document", `<svg><use href="slow.svg#shape"/></svg>`, "use"],
  ["a text track", `<video><track src="slow.vtt"></video>`, "track"],
])("waits for %s", async (_what, markup, selector) => {
  const { found } = await runPreludePage({
    frames: 6,
    files: {
      "slow.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"><g id="shape"/></svg>`,
      "slow.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nhi",
    },
    delaysMs: { "slow.svg": 400, "slow.vtt": 400 },
    script: `
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) {
          document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(markup)});
          const element = document.querySelector(${JSON.stringify(selector)});
          if (element.track) element.track.mode = "showing";
          for (const type of ["load", "error"]) element.addEventListener(type, () => { found.event = [type, frame]; });
        }
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ event: ["load", 2] });
});

it("runs a script's load directly after the script, as loaders of modules rely on", async () => {
  const page = {
    frames: 2,
    files: {
      "one.js": `found.order.push("one"); define(["three"]);`,
      "two.js": `found.order.push("two"); define([]);`,
      "three.js": `found.order.push("three"); define([]);`,
    },
    script: `
      found.order = [];
      let defined = null;
      window.define = (needed) => { defined = needed; };
      function load(name) {
        const script = document.createElement("script");
        found.async = script.async;
        script.async = true;
        script.onload = ({ isTrusted, target }) => {
          found.order.push(name + " defined " + (defined !== null) + isTrusted + (target === script));
          const needed = defined;
          defined = null;
          needed.forEach(load);
        };
        script.src = name + ".js";
        document.head.append(script);
      }
      fetch("one.js").then(() => found.order.push("answer"));
      load("one"); load("two");`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "one.js": 300 } });
  const order = [
    "one",
    "one defined truetruetrue",
    "two",
    "two defined truetruetrue",
    "three",
    "three defined truetruetrue",
    "answer",
  ];
  expect(first.found).toEqual({ order, async: true });
  expect((await runPreludePage({ ...page, delaysMs: { "two.js": 300 } })).found).toEqual(first.found);
});

it("gives listeners the browser's own event, with the properties of its dispatch", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      const image = new Image();
      document.body.append(image);
      found.heard = [];
      document.body.addEventListener("load", (event) => found.heard.push("body " + event.eventPhase + (event.currentTarget === document.body)), true);
      const once = (event) => found.heard.push("once " + event.isTrusted + (event.target === image) + (event.currentTarget === image) + event.composedPath().length);
      image.addEventListener("load", once, { once: true });
      image.addEventListener("load", once, { once: true });
      image.addEventListener("load", { handleEvent(event) { found.heard.push("object " + (this !== image)); event.stopImmediatePropagation(); } });
      const gone = () => found.heard.push("gone");
      image.addEventListener("load", gone);
      image.removeEventListener("load", gone);
      const handler = () => found.heard.push("handler");
      image.onload = handler;
      found.same = image.onload === handler;
      image.src = "${picture}";
      found.complete = image.complete;
      addEventListener("load", (event) => found.heard.push("window " + event.isTrusted + (event.target === document) + (event.currentTarget === window)));`,
  });
  expect(found).toEqual({
    heard: ["body 1true", "once truetruetrue4", "object true", "window truetruetrue"],
    same: true,
    complete: false,
  });
});

it("orders images of markup, of copies and of SVG, and style sheets", async () => {
  const page = {
    frames: 2,
    files: {
      "slow.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`,
      "fast.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`,
      "style.css": "body { color: red }",
    },
    script: `
      found.order = [];
      window.note = (name) => found.order.push(name);
      const box = document.createElement("div");
      box.innerHTML = '<img src="slow.svg" onload="note(1)"><img src="fast.svg?a" onload="note(2)">';
      const original = new Image(); original.src = "fast.svg?b";
      const copy = original.cloneNode(); copy.onload = () => note("copy");
      const style = document.createElement("link"); style.rel = "stylesheet"; style.href = "style.css"; style.onload = () => note("style " + getComputedStyle(document.body).color);
      document.head.append(style);
      const svg = document.createElement("div");
      document.body.append(svg);
      svg.innerHTML = '<svg><image href="slow.svg?svg" onload="note(3)"/></svg>';
      const last = new Image(); last.onload = () => note("last"); last.src = "fast.svg?c";`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "slow.svg": 300 } });
  expect(first.found).toEqual({ order: [1, 2, "copy", "last", "style rgb(255, 0, 0)", 3] });
  expect((await runPreludePage({ ...page, delaysMs: { "fast.svg": 200, "style.css": 400 } })).found).toEqual(
    first.found,
  );
});

it("ends with a script that has several elements or was preloaded, which the browser reports each time", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    settleMs: 5000,
    files: {
      "zero.js": `globalThis.zeros = (globalThis.zeros ?? 0) + 1;`,
      "one.js": `found.order.push("one");`,
      "two.js": `found.order.push("two");`,
      "three.js": `found.order.push("three");`,
    },
    body: `
      <link rel="preload" as="script" href="zero.js"><script src="zero.js"></script><script src="zero.js"></script>
      <link rel="preload" as="script" href="one.js">`,
    script: `
      found.order = [zeros];
      const add = (tag, values) => document.head.append(Object.assign(document.createElement(tag), values));
      const run = (src) => add("script", { src, onload() { found.order.push("load " + src); } });
      addEventListener("load", () => {
        run("one.js");
        add("link", { rel: "preload", as: "script", href: "two.js", onload() { for (const name of ["two.js", "three.js", "three.js"]) run(name); } });
      });
      requestAnimationFrame(() => requestAnimationFrame(() => found.order.push("frame")));`,
  });
  const afterLoad = ["one", "load one.js", "two", "load two.js", "three", "load three.js", "three", "load three.js"];
  expect(found).toEqual({ order: [2, ...afterLoad, "frame"] });
});

it("does not wait for a style sheet that gets the URL that it has, and waits for it when it is put elsewhere", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    settleMs: 5000,
    files: { "one.css": "", "two.css": "" },
    script: `
      found.order = [];
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "one.css" });
      link.onload = () => {
        found.order.push(link.getAttribute("href"));
        if (found.order.length === 1) link.href = "one.css";
        if (found.order.length === 1) link.href = "two.css";
        else if (found.order.length === 2) { link.setAttribute("href", "two.css"); document.body.append(link); }
      };
      document.head.append(link);
      requestAnimationFrame(() => requestAnimationFrame(() => found.order.push("frame")));`,
  });
  expect(found).toEqual({ order: ["one.css", "two.css", "two.css", "frame"] });
});

it("awaits an object or an embedded page only if it is shown", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    files: { "shape.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>', "text.txt": "text" },
    body: `<script>const heard = []; const hear = ({ target }) => heard.push(target.id);</script>
      <embed id="shape" src="shape.svg" onload="hear(event)"><object id="text" data="text.txt" onload="hear(event)"></object>
      <p id="hidden" style="display:none"><embed id="later" src="shape.svg" onload="hear(event)"><object data="text.txt"></object></p>`,
    script: `
      found.heard = heard;
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 1) { heard.push("frame"); document.getElementById("hidden").style.display = "block"; }
        if (frame < 3) requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ heard: ["shape", "text", "frame", "later"] });
});

it("leaves an object alone that the parser has begun", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: { "below.html": '<script>parent.log.push("below")</script>' },
    body: `<script>globalThis.log = []; addEventListener("load", () => log.push("load"));</script>
      <object data="below.html" onload="log.push('object')"><p><script>log.push("within")</script></p></object>`,
    script: "found.log = log;",
  });
  expect(found).toEqual({ log: ["within", "below", "object", "load"] });
});

it("does not wait for frames and the like whose URL is empty or refused", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    settleMs: 5000,
    files: { "text.txt": "text" },
    script: `
      found.order = [];
      const make = (tag, name, url) => {
        const element = document.createElement(tag);
        element.onload = element.onerror = ({ type }) => found.order.push([tag, type, url].join(" "));
        element[name] = url;
        document.body.append(element);
        found.order.push(tag);
      };
      for (const url of ["", " ", "http://test:test", "file:///text.txt"]) { make("object", "data", url); make("embed", "src", url); }
      make("iframe", "src", "");
      make("object", "data", "text.txt");
      requestAnimationFrame(() => requestAnimationFrame(() => found.order.push("frame")));`,
  });
  const refused = ["http://test:test", "file:///text.txt"].flatMap((url) => ["object", `object error ${url}`, "embed"]);
  const empty = ["object", "embed", "object", "embed"];
  const loaded = ["iframe load ", "iframe", "object", "object load text.txt", "frame"];
  expect(found).toEqual({ order: [...empty, ...refused, ...loaded] });
});

it("gives the handlers of a window in its body the browser's own event", async () => {
  const { found } = await runPreludePage({
    script: `
      document.body.onload = ({ isTrusted, type }) => { found.heard = [isTrusted, type]; };
      const { onload } = window;
      window.onresize = onload;
      found.same = [document.body.onload === onload, document.body.onresize === onload];`,
  });
  expect(found).toEqual({ heard: [true, "load"], same: [true, true] });
});

it("runs a page that leaves a frame open while it loads, and loads it when the frame is closed", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    body: `<iframe></iframe><iframe srcdoc="<iframe></iframe><script>document.querySelector('iframe').contentDocument.write('x')</script>"></iframe>`,
    script: `
      found.events = [];
      for (const type of ["load", "pageshow"]) addEventListener(type, () => found.events.push(type));
      const [frame, outer] = document.querySelectorAll("iframe");
      frame.contentDocument.write("<p>open</p>");
      let count = 0;
      requestAnimationFrame(function next() {
        count += 1;
        if (count === 2) { frame.contentDocument.close(); outer.remove(); }
        found.events.push(count);
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ events: [1, 2, "load", "pageshow", 3, 4] });
});

it("ends the load of an image whose document is opened anew", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    settleMs: 3000,
    files: { "a.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`, "frame.html": "<p>text" },
    body: `<iframe src="frame.html"></iframe>`,
    script: `
      addEventListener("load", () => {
        const { contentDocument } = document.querySelector("iframe");
        const image = contentDocument.createElement("img");
        image.onload = () => { found.loaded = true; };
        image.src = "a.svg";
        contentDocument.body.append(image);
        contentDocument.open();
        contentDocument.close();
        setTimeout(() => { found.later = true; }, 20);
      });`,
  });
  expect(found).toEqual({ later: true });
});

it.each(["display: none", "position: absolute; top: 5000px"])(
  "does not wait for a picture of a sandboxed frame: %s",
  async (style) => {
    const { found } = await runPreludePage({
      frames: 20,
      settleMs: 3000,
      files: {
        "frame.html": `<dialog></dialog><script>
        const dialog = document.querySelector("dialog");
        let left = 10;
        setInterval(() => {
          dialog.show();
          dialog.close();
          left -= 1;
          if (left === 0) parent.postMessage("later", "*");
        }, 16);</script>`,
      },
      body: `<iframe src="frame.html" sandbox="allow-scripts" style="${style}"></iframe>`,
      script: `addEventListener("message", ({ data }) => { found.heard = data; });`,
    });
    expect(found).toEqual({ heard: "later" });
  },
);

it("waits for a frame of another origin, whose style sheet imports another, no longer than the browser", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    settleMs: 10_000,
    files: {
      "frame.html": `<link rel="stylesheet" href="outer.css"><script>
        onload = () => parent.postMessage(getComputedStyle(document.documentElement).zIndex, "*")</script>`,
      "outer.css": `@import "inner.css";`,
      "inner.css": ":root { position: relative; z-index: 7 }",
    },
    body: `<iframe src="frame.html" sandbox="allow-scripts"></iframe>`,
    script: `
      found.log = [];
      onmessage = ({ data }) => found.log.push(data);
      document.querySelector("iframe").onload = () => found.log.push("loaded");`,
  });
  expect(found).toEqual({ log: ["loaded", "7"] });
});

it("lets time pass beside a frame that loads itself again and again", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    files: { "frame.html": "<p>text" },
    script: `
      const frame = document.createElement("iframe");
      frame.src = "frame.html";
      let isOver = false;
      frame.onload = () => { if (!isOver) frame.contentWindow.location.reload(); };
      document.body.append(frame);
      addEventListener("load", () => { setTimeout(() => { isOver = true; found.later = true; }, 30); });`,
  });
  expect(found).toEqual({ later: true });
});

it("delivers the load of a lazy image that moves into a frame without scripts, where it is not lazy", async () => {
  const { found } = await runPreludePage({
    frames: 6,
    settleMs: 3000,
    files: {
      "a.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`,
      "lazy.html": `<div style="height: 9000px"></div><img loading="lazy" src="a.svg?1"><img loading="lazy" src="a.svg?2">`,
    },
    body: `<iframe id="from" src="lazy.html"></iframe><iframe id="into" sandbox="allow-same-origin" srcdoc="<p>"></iframe>`,
    script: `
      found.order = [];
      let count = 0;
      requestAnimationFrame(function next() {
        count += 1;
        found.order.push(count);
        if (count === 2) {
          const [first, second] = from.contentDocument.images;
          for (const [name, image] of Object.entries({ first, second })) {
            into.contentDocument.body.append(image);
            image.onload = ({ isTrusted }) => found.order.push(name + " " + isTrusted + image.complete);
          }
        }
        if (count < 4) requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ order: [1, 2, "first truetrue", "second truetrue", 3, 4] });
});

it("loads lazy images and frames that are near, also below the page, and waits for no others", async () => {
  for (const delaysMs of [{}, { "slow.svg": 300, "below.html": 200 }]) {
    const { found } = await runPreludePage({
      frames: 6,
      settleMs: 5000,
      delaysMs,
      files: {
        "slow.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>`,
        "below.html": `<img loading="lazy" src="slow.svg?in">`,
      },
      script: `
        found.order = [];
        const loading = new Set();
        for (const [kind, url] of [["img", "slow.svg"], ["iframe", "below.html"]]) {
          for (const y of [0, 400, 1500, 9000]) {
            const element = document.createElement(kind);
            element.loading = "lazy";
            element.style.cssText = "position: absolute; height: 100px; left: 0; top: " + y + "px";
            element.src = url + "?" + y;
            element.onload = () => {
              found.order.push(kind + " " + y + " " + element.loading);
              if (kind === "iframe") found.order.push("in " + y + " " + element.contentDocument.images[0].complete);
            };
            document.body.append(element);
          }
        }
        let count = 0;
        requestAnimationFrame(function next() {
          count += 1;
          found.order.push(count);
          if (count === 2) scrollTo(0, 8000);
          if (count < 4) requestAnimationFrame(next);
        });`,
    });
    const near = [0, 400, 1500];
    // The document of a frame waits for no lazy picture.
    const inFrame = (y: number, isComplete = false): readonly string[] => [
      `iframe ${String(y)} lazy`,
      `in ${String(y)} ${String(isComplete)}`,
    ];
    const begun = [...near.map((y) => `img ${String(y)} lazy`), ...near.flatMap((y) => inFrame(y, y === 0))];
    expect(found).toEqual({ order: [...begun, 1, 2, "img 9000 lazy", ...inFrame(9000), 3, 4] });
  }
});
