import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const wasm = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1,
  7, 0, 32, 0, 32, 1, 106, 11,
]);

it("delivers responses in the order of the requests, before the next frame", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "large.bin": new Uint8Array(3_000_000), "small.txt": "small" },
    script: `
      found.order = [];
      fetch("large.bin").then((response) => response.arrayBuffer()).then(() => found.order.push("large@" + performance.now()));
      fetch("small.txt").then((response) => response.text()).then((text) => found.order.push(text + "@" + performance.now()));
      requestAnimationFrame(() => {
        fetch("large.bin").then(() => found.order.push("in a frame, first"));
        fetch("small.txt").then(() => found.order.push("in a frame, second"));
        requestAnimationFrame(() => found.order.push("next frame"));
      });`,
  });
  expect(found).toEqual({ order: ["large@0", "small@0", "in a frame, first", "in a frame, second", "next frame"] });
});

it("does not wait for a response that itself waits for another", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: { "add.wasm": wasm, "text.txt": "hello text" },
    script: `
      WebAssembly.instantiateStreaming(fetch("add.wasm")).then(({ instance }) => { found.sum = instance.exports.add(2, 3); });
      fetch("text.txt").then((response) => new Response(response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new TextEncoderStream())).text())
        .then((text) => { found.text = text; });
      fetch("text.txt").then(async (response) => { const copy = response.clone(); found.clone = [await response.text(), await copy.text()]; });
      const controller = new AbortController();
      fetch("text.txt", { signal: controller.signal }).catch((error) => { found.aborted = error.name; });
      controller.abort();`,
  });
  expect(found).toEqual({ sum: 5, text: "hello text", clone: ["hello text", "hello text"], aborted: "AbortError" });
});
