import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const alive = `<script>let frames = 0; requestAnimationFrame(function next() { frames += 1; requestAnimationFrame(next); });</script>`;

it("goes on when a frame gets an answer without content, or a download, and delivers no load", async () => {
  for (const delaysMs of [{ "first-no-content": 300 }, { "level.bin": 300, "picture.html": 200 }]) {
    const { found } = await runPreludePage({
      frames: 3,
      settleMs: 5000,
      delaysMs,
      files: { "level.bin": "01", "picture.html": "<p>seen</p>" },
      body: `<iframe src="markup-no-content"></iframe>`,
      script: `
        found.order = [];
        function add(name, kind, key, url) {
          const element = document.createElement(kind);
          for (const type of ["load", "error"]) element.addEventListener(type, () => found.order.push(name + " " + type));
          element[key] = url;
          document.body.append(element);
          return element;
        }
        const empty = add("empty", "iframe", "src", "first-no-content");
        add("download", "iframe", "src", "level.bin");
        add("object", "object", "data", "object-no-content");
        add("embed", "embed", "src", "embed-no-content");
        add("picture", "iframe", "src", "picture.html");
        addEventListener("load", () => found.order.push("window"));
        requestAnimationFrame(() => {
          found.order.push("frame");
          empty.src = "picture.html";
          requestAnimationFrame(() => requestAnimationFrame(() => found.order.push("last frame")));
        });`,
    });
    expect(found).toEqual({ order: ["picture load", "window", "frame", "empty load", "last frame"] });
  }
});

it("drives a frame on whose document stays, after the one in which it was to leave", async () => {
  for (const [name, leave] of [
    ["source", `frame.src = "late-no-content"`],
    ["location", `frame.contentWindow.location = "late-no-content"`],
    ["own link", `frame.contentDocument.querySelector("a").click()`],
    ["form", `document.querySelector("form").submit()`],
    ["window.open", `window.open("late-no-content", "below")`],
    ["download", `frame.src = "level.bin"`],
  ] as const) {
    const { found } = await runPreludePage({
      frames: 10,
      settleMs: 5000,
      delaysMs: { "late-no-content": 100 },
      files: { "level.bin": "01", "below.html": `<a href="late-no-content">away</a>${alive}` },
      body: `
        <iframe id="frame" name="below" src="below.html"></iframe>
        <form action="late-no-content" target="below"><input name="field" value="1"></form>`,
      script: `
        found.frames = [];
        let count = 0;
        requestAnimationFrame(function next() {
          count += 1;
          if (count === 3) { ${leave}; }
          found.frames.push(frame.contentWindow.eval("frames"));
          requestAnimationFrame(next);
        });`,
    });
    expect.soft(found, name).toEqual({ frames: [0, 1, 2, 2, 3, 4, 5, 6, 7, 8] });
  }
});

it("goes on when a frame stops its own load, which then never ends", async () => {
  const { found } = await runPreludePage({
    frames: 5,
    settleMs: 3000,
    files: {
      "stops.html": `<p>Text</p><script>stop(); setTimeout(() => parent.found.order.push("timer " + document.readyState), 10);</script><p>lost`,
      "opens.html": `<p>Text</p><script>stop(); document.open(); parent.found.order.push("opened " + document.querySelector("p").textContent);</script>`,
      "late.html": `<p>Text</p><script>stop(); parent.setTimeout(() => { document.open(); parent.found.order.push("opened late " + document.querySelector("p").textContent); }, 10);</script>`,
    },
    script: `
      found.order = [];
      for (const name of ["stops", "opens", "late"]) {
        const frame = document.createElement("iframe");
        frame.src = name + ".html";
        frame.onload = () => found.order.push(name + " load");
        document.body.append(frame);
      }
      addEventListener("load", () => found.order.push("window"));
      requestAnimationFrame(() => found.order.push("frame"));`,
  });
  expect(found).toEqual({ order: ["opened Text", "window", "timer complete", "opened late Text", "frame"] });
});

it("runs a page that stops its own load, whose event then never comes", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    files: { "data.txt": "data" },
    body: `<script>globalThis.found = { order: [] };
      for (const type of ["DOMContentLoaded", "load"]) addEventListener(type, () => found.order.push(type));
      fetch("data.txt").catch(({ name }) => found.order.push(name));
      setTimeout(() => found.order.push("timer"));
      setTimeout(() => fetch("data.txt").then(() => found.order.push("fetched")), 50);
      stop();
      found.order.push(document.readyState);</script>`,
    script: `found.order = ["a script that is never reached"];`,
  });
  expect(found).toEqual({ order: ["complete", "TypeError", "timer", "fetched"] });
});
