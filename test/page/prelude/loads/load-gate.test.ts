import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("answers nothing before all scripts have run, and sends the load of a picture that needs no request before", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: {
      "data.json": "{}",
      "late.js": `found.order.push("deferred script");`,
      "module.js": `found.order.push("module");`,
    },
    script: `
      found.order = [];
      fetch("data.json").then(() => found.order.push("answer"));
      const image = new Image();
      image.onload = () => found.order.push("image");
      image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
      addEventListener("load", () => found.order.push("load " + document.readyState));
      document.addEventListener("DOMContentLoaded", () => found.order.push("parsed"));
      document.write('<script src="late.js" defer></' + 'script><script type="module" src="module.js"></' + 'script>');`,
  });
  expect(found).toEqual({ order: ["image", "deferred script", "module", "parsed", "load complete", "answer"] });
});

it("sends load after those of the frames in the markup, and once to a frame that is written into", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    files: { "inner.html": `<script>onload = () => parent.found.order.push("inner")</script>` },
    body: `<iframe src="inner.html" onload="found.order.push('frame')"></iframe>`,
    script: `
      found.order = [];
      for (const type of ["load", "pageshow"]) addEventListener(type, () => found.order.push(type));
      addEventListener("pageshow", () => {
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const { contentDocument } = frame;
        contentDocument.open();
        contentDocument.write("<script>onload = () => parent.found.order.push('written')</" + "script>");
        contentDocument.close();
      });`,
  });
  expect(found).toEqual({ order: ["inner", "frame", "load", "pageshow", "written"] });
});

it("sends pageshow directly after load, before a script that a listener of the load has inserted", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "late.js": `found.order.push("script");` },
    script: `
      found.order = [];
      addEventListener("load", () => {
        found.order.push("load");
        const script = document.createElement("script");
        script.src = "late.js";
        document.head.append(script);
        queueMicrotask(() => found.order.push("microtask"));
      });
      addEventListener("load", () => found.order.push("next listener"));
      addEventListener("pageshow", () => found.order.push("pageshow"));`,
  });
  expect(found).toEqual({ order: ["load", "microtask", "next listener", "pageshow", "script"] });
});

it("sends the load of an SVG in the markup after those of pictures, just before that of the document", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "pixel.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>` },
    body: `<svg onload="found.order.push('svg'); queueMicrotask(() => found.order.push('microtask'))"></svg>`,
    script: `
      found.order = [];
      const holder = document.createElement("div");
      document.body.append(holder);
      holder.innerHTML = '<svg onload="found.order.push(\\'inner svg\\')"></svg><img src="pixel.svg" onload="found.order.push(\\'image\\')">';
      addEventListener("load", () => found.order.push("load"));`,
  });
  expect(found).toEqual({ order: ["image", "svg", "microtask", "inner svg", "load"] });
});

it.each([
  ["a script of the markup", "", "stop();"],
  [
    "a script that a call inserts",
    "",
    `document.head.append(Object.assign(document.createElement("script"), { src: "stop.js" }));`,
  ],
  ["a script of a frame", `<iframe src="frame.html"></iframe>`, ""],
  [
    "a listener of DOMContentLoaded",
    `<img src="late.svg">`,
    `document.addEventListener("DOMContentLoaded", () => stop());`,
  ],
])("goes on where a script stops the load: %s", async (_what, body, script) => {
  const { found } = await runPreludePage({
    frames: 20,
    settleMs: 10_000,
    files: { "stop.js": "stop();", "frame.html": `<img src="late.svg"><script>stop()</script>`, "late.svg": "<svg/>" },
    delaysMs: { "late.svg": 300 },
    body: `${body}<img src="late.svg">`,
    script: `
      setTimeout(() => { found.later = true; }, 100);
      ${script}`,
  });
  expect(found).toEqual({ later: true });
});

it("lets a picture load that a page has asked for before it stops its own parser", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    settleMs: 10_000,
    files: { "a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"/>' },
    script: `
      const image = new Image();
      image.onload = () => { found.width = image.naturalWidth; };
      image.src = "a.svg";
      window.stop();`,
  });
  expect(found).toEqual({ width: 70 });
});
