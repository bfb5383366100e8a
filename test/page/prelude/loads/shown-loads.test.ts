import { expect, it } from "vitest";
import { recordVideo } from "../media/record-video.ts";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";
import { logsOf, picture } from "./late-files.ts";

/** Takes some milliseconds of real time, in which what is on its way arrives. */
const spend = `
  const spend = () => {
    let sum = 0;
    for (let index = 0; index < 3e7; index += 1) sum = (sum * 31 + index) | 0;
    return sum;
  };`;

it("shows a picture or a style sheet to no later task of the frame that asks for it", async () => {
  const page: PreludePage = {
    frames: 4,
    files: { "a.svg": picture, "c.css": "p { width: 33px }" },
    body: "<p>text</p>",
    script: `
      ${spend}
      found.log = [];
      const image = new Image();
      const note = (what) =>
        found.log.push([what, image.offsetWidth, document.querySelector("p").offsetWidth === 33].join(" "));
      let frame = 0;
      requestAnimationFrame(function tick() {
        frame += 1;
        note("frame " + frame);
        if (frame < 4) requestAnimationFrame(tick);
        if (frame !== 2) return;
        document.body.append(image);
        image.onload = () => note("loaded");
        image.src = "a.svg";
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = "c.css";
        document.head.append(link);
        const { port1, port2 } = new MessageChannel();
        let left = 8;
        port1.onmessage = () => {
          spend();
          note("message");
          if ((left -= 1) > 0) port2.postMessage(0);
        };
        port2.postMessage(0);
      });`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "c.css"]);
  const messages = Array<string>(8).fill("message 0 false");
  const expected = ["frame 1 0 false", "frame 2 0 false", ...messages, "loaded 70 true", "frame 3 70 true"];
  expect(log).toEqual({ log: [...expected, "frame 4 70 true"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows a video, or a picture in the document of a frame, to no later task of the frame either", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "a.svg": picture, "video.webm": await recordVideo() },
    body: "<iframe></iframe><video></video>",
    script: `
      ${spend}
      found.log = [];
      const video = document.querySelector("video");
      const { contentDocument } = document.querySelector("iframe");
      const image = contentDocument.createElement("img");
      const size = video.offsetWidth;
      const note = (what) => found.log.push([what, image.offsetWidth, video.offsetWidth === size].join(" "));
      setTimeout(() => {
        contentDocument.body.append(image);
        image.src = "a.svg";
        video.src = "video.webm";
      }, 5);
      for (let count = 0; count < 4; count += 1) setTimeout(() => { spend(); note("timer"); }, 5);
      setTimeout(() => note("later"), 40);`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "video.webm"]);
  expect(log).toEqual({ log: [...Array<string>(4).fill("timer 0 true"), "later 70 false"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows the next task a font that a task has asked for, but no picture", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "a.svg": picture, "broken.woff2": "no font" },
    body: `<style>@font-face { font-family: late; src: url(broken.woff2) }</style><p>text</p>`,
    script: `
      ${spend}
      found.log = [];
      const image = new Image();
      const note = (what) => {
        const [face] = document.fonts;
        found.log.push([what, face.status, image.offsetWidth].join(" "));
      };
      setTimeout(() => {
        document.body.append(image);
        image.src = "a.svg";
        document.querySelector("p").style.fontFamily = "late";
        document.fonts.ready.then(() => note("ready"));
        note("first");
      }, 5);
      for (let count = 0; count < 4; count += 1) setTimeout(() => { spend(); note("timer"); }, 5);
      setTimeout(() => note("later"), 40);`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "broken.woff2"]);
  const timers = Array<string>(4).fill("timer error 0");
  expect(log).toEqual({ log: ["first loading 0", ...timers, "ready error 70", "later error 70"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows no picture to the scripts that the page inserts", async () => {
  const page: PreludePage = {
    frames: 2,
    files: {
      "a.svg": picture,
      "b.svg": picture,
      "one.js": "note('one'); insert('two.js');",
      "two.js": "spend(); note('two');",
    },
    body: `<img src="a.svg">`,
    script: `
      ${spend}
      found.log = [];
      const note = (what) => found.log.push([what, ...Array.from(document.images, (image) => image.offsetWidth)].join(" "));
      const insert = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));
      document.body.append(Object.assign(new Image(), { src: "b.svg" }));
      insert("one.js");
      addEventListener("load", () => note("load"));`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "b.svg", "one.js", "two.js"]);
  expect(log).toEqual({ log: ["one 0 0", "two 0 0", "load 70 70"] });
  for (const other of others) expect(other).toEqual(log);
});

it("loads the frames of a page one after the other, after the page's own scripts", async () => {
  const frame = (name: string): Record<string, string> => ({
    [`${name}.html`]: `<img src="a.svg"><script>parent.note("${name}")</script><script src="${name}.js"></script>`,
    [`${name}.js`]: `parent.note("script of ${name}"); parent.insertIn(document, "${name}-late.js");`,
    [`${name}-late.js`]: `parent.note("late script of ${name}");`,
  });
  const page: PreludePage = {
    frames: 2,
    files: { "a.svg": picture, "page.js": "note('script');", ...frame("one"), ...frame("two") },
    body: `<iframe src="one.html"></iframe><iframe src="two.html"></iframe>`,
    script: `
      found.log = [];
      // The look at its first, empty document makes the browser use a frame's window again for the next one.
      globalThis.note = (what) => {
        const images = Array.from(frames, ({ document: { images } }) => images[0]?.offsetWidth ?? "none");
        found.log.push([what, ...images].join(" "));
      };
      globalThis.insertIn = (document, src) =>
        document.body.append(Object.assign(document.createElement("script"), { src }));
      insertIn(document, "page.js");
      document.querySelector("iframe").onload = () => note("loaded");
      addEventListener("load", () => note("load"));`,
  };
  const [log, ...others] = await logsOf(page, ["one.html", "one.js", "one-late.js", "two.html", "a.svg", "page.js"]);
  expect(log).toEqual({
    log: [
      "script none none",
      ...["one", "script of one", "late script of one"].map((what) => `${what} 0 none`),
      ...["two", "script of two", "late script of two"].map((what) => `${what} 70 0`),
      "loaded 70 70",
      "load 70 70",
    ],
  });
  for (const other of others) expect(other).toEqual(log);
});

it("shows the scripts of a frame what the page has asked for before", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "a.svg": picture, "c.css": "p { width: 33px }", "frame.html": "<script>parent.note('frame')</script>" },
    body: `<p>text</p><img src="a.svg"><iframe src="frame.html"></iframe>`,
    script: `
      ${spend}
      found.log = [];
      globalThis.note = (what) => {
        const sizes = Array.from(document.querySelectorAll("img, p"), (element) => element.offsetWidth);
        found.log.push([what, ...sizes.map((size) => (size > 100 ? "wide" : size))].join(" "));
      };
      addEventListener("load", () => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = "c.css";
        const frame = document.createElement("iframe");
        frame.src = "frame.html";
        document.body.append(link, Object.assign(new Image(), { src: "a.svg" }), frame);
        spend();
        setTimeout(() => note("timer"), 0);
      });`,
  };
  const [log, ...others] = await logsOf(page, ["a.svg", "c.css", "frame.html"]);
  expect(log).toEqual({ log: ["frame wide 70", "frame 33 70 70", "timer 33 70 70"] });
  for (const other of others) expect(other).toEqual(log);
});

it("shows no later task of the frame a document that another one replaces", async () => {
  const page: PreludePage = {
    frames: 3,
    files: { "a.html": "a", "b.html": "b", "c.html": "c" },
    body: `<iframe src="a.html"></iframe><iframe src="a.html"></iframe>`,
    script: `
      ${spend}
      found.log = [];
      const note = (what) => found.log.push([what, ...Array.from(frames, (frame) => frame.document.body.innerText)].join(" "));
      addEventListener("load", () => {
        const old = document.querySelector("iframe");
        setTimeout(() => {
          frames[1].location = "b.html";
          spend();
          old.setAttribute("src", "c.html");
          spend();
        }, 5);
        for (let count = 0; count < 3; count += 1) setTimeout(() => { spend(); note("timer"); }, 5);
        setTimeout(() => note("later"), 40);
      });`,
  };
  const [log, ...others] = await logsOf(page, ["b.html", "c.html"]);
  expect(log).toEqual({ log: ["timer a a", "timer a a", "timer a a", "later c b"] });
  for (const other of others) expect(other).toEqual(log);
});

it("loads the frames that follow one whose request has ended otherwise", async () => {
  const page: PreludePage = {
    frames: 20,
    settleMs: 10_000,
    files: { "a.html": "<p>a</p>", "b.html": "<p>b</p>", "stop.js": "frames[0].stop(); frames[1].document.open();" },
    body: `<iframe src="a.html"></iframe><iframe src="a.html"></iframe>`,
    script: `
      ${spend}
      found.log = [];
      const insert = (name, source) => {
        const frame = Object.assign(document.createElement("iframe"), source);
        frame.onload = () => found.log.push(name);
        document.body.append(frame);
        return frame;
      };
      document.head.append(Object.assign(document.createElement("script"), { src: "stop.js" }));
      insert("first", { src: "b.html" });
      addEventListener("load", () => {
        const removed = insert("removed", { src: "a.html" });
        const replaced = insert("replaced", { src: "a.html" });
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          spend();
          removed.remove();
          replaced.srcdoc = "<p>";
          insert("last", { src: "b.html" });
        };
        port2.postMessage(0);
      });
      setTimeout(() => frames[1].document.close(), 100);`,
  };
  expect((await runPreludePage(page)).found).toEqual({ log: ["first", "replaced", "last"] });
});

it("shows no style sheet that a call has inserted to the scripts that run as they arrive", async () => {
  const page: PreludePage = {
    frames: 2,
    files: {
      "c.css": "p { width: 33px }",
      "d.css": "p { height: 44px }",
      "async.js": "note('inserted');",
      "parser.js": "note('parser');",
    },
    body: `<p>text</p>`,
    script: `
      found.log = [];
      const note = (what) => {
        const { offsetWidth, offsetHeight } = document.querySelector("p");
        found.log.push([what, offsetWidth === 33, offsetHeight === 44].join(" "));
      };
      const insert = (name, attributes) => document.head.append(Object.assign(document.createElement(name), attributes));
      insert("link", { rel: "stylesheet", href: "c.css" });
      insert("script", { src: "async.js" });
      addEventListener("DOMContentLoaded", () => note("parsed"));
      addEventListener("load", () => note("loaded"));
      // The parser waits for this one, which a call inserts as well.
      insert("link", { rel: "stylesheet", href: "d.css" });
      document.write('<link rel="stylesheet" href="d.css"><script src="parser.js"></' + 'script>');`,
  };
  const [log, ...others] = await logsOf(page, ["c.css", "d.css", "async.js", "parser.js"]);
  expect(log).toEqual({
    log: ["parser false true", "parsed false true", "inserted false true", "loaded true true"],
  });
  for (const other of others) expect(other).toEqual(log);
});
