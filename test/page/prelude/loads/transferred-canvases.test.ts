import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("goes on while a worker changes the size of its canvas in each frame, and shows each size in its frame", async () => {
  const frames = 90;
  const { found } = await runPreludePage({
    frames,
    files: {
      "worker.js": `onmessage = ({ data: canvas }) => {
        const context = canvas.getContext("2d");
        (function draw() { canvas.width += 1; context.fillRect(0, 0, 9, 9); postMessage(canvas.width); requestAnimationFrame(draw); })();
      };`,
    },
    script: `
      const canvas = document.body.appendChild(document.createElement("canvas"));
      const offscreen = canvas.transferControlToOffscreen();
      const worker = new Worker("worker.js");
      found.sizes = 0;
      found.others = [];
      worker.onmessage = ({ data }) => { if (data === canvas.width) found.sizes += 1; else found.others.push([data, canvas.width]); };
      worker.postMessage(offscreen, [offscreen]);`,
  });
  // It draws once when it gets the canvas, and then in each frame.
  expect(found).toEqual({ sizes: frames + 1, others: [] });
});
