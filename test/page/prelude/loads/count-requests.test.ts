import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

/** Each step is a frame, with its number of requests. */
const script = `
  const add = (name, fields) => document.body.appendChild(Object.assign(document.createElement(name), fields));
  const steps = [
    [0, () => {}],
    [2, () => { fetch("a.txt").then((answer) => answer.text()); fetch(new Request("missing.txt")); }],
    [1, () => { const request = new XMLHttpRequest(); request.open("GET", "a.txt"); request.send(); }],
    [1, () => { const request = new XMLHttpRequest(); request.open("GET", "a.txt", false); request.send(); }],
    [2, () => { new Image().src = "a.png"; add("img", { src: "missing.png" }); }],
    [1, () => { add("link", { rel: "stylesheet", href: "a.css" }); }],
    [1, () => { add("script", { src: "a.js" }); }],
    [1, () => { add("iframe", { src: "frame.html" }); }],
    // A resource that the page has already needs no request.
    [0, () => {
      const url = URL.createObjectURL(new Blob(["text"]));
      fetch(url);
      fetch("data:,text");
      new Image().src = "data:image/png;base64,";
      add("iframe", { srcdoc: "text" });
      add("script", { text: "1" });
    }],
    [0, () => {}],
  ];
  found.expected = steps.map(([count]) => count);
  requestAnimationFrame(function frame() { steps.shift()?.[1](); requestAnimationFrame(frame); });`;

const files = { "a.txt": "text", "a.png": "no picture", "a.css": "", "a.js": "", "frame.html": "<p>frame" };

it("requests are counted in the frame that starts them, in the same one however long an answer takes", async () => {
  const runs = [await runPreludePage({ script, files, frames: 10 })];
  const delaysMs = { "a.txt": 80, "a.css": 40, "a.js": 120 };
  runs.push(await runPreludePage({ script, files, frames: 10, delaysMs }));
  for (const { counts, found } of runs) {
    expect({ expected: counts.requests }).toEqual({ expected: (found as { expected: unknown }).expected });
  }
});
