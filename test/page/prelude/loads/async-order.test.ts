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
  expect(found).toEqual({ order: ["large@1", "small@1", "in a frame, first", "in a frame, second", "next frame"] });
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

it("waits for the oldest response however slow it is, and delivers in the same order on every machine", async () => {
  const page = {
    frames: 2,
    files: {
      "8mb.bin": new Uint8Array(8_000_000),
      "1mb.bin": new Uint8Array(1_000_000),
      "small.bin": new Uint8Array(200),
    },
    script: `
      found.order = [];
      for (const name of ["8mb.bin", "1mb.bin", "small.bin"]) {
        fetch(name).then((response) => response.arrayBuffer()).then((bytes) => found.order.push(bytes.byteLength));
      }`,
  };
  const slowFirst = await runPreludePage({ ...page, delaysMs: { "8mb.bin": 2500 } });
  const slowLast = await runPreludePage({ ...page, delaysMs: { "small.bin": 300 } });
  expect(slowFirst.found).toEqual({ order: [8_000_000, 1_000_000, 200] });
  expect(slowLast.found).toEqual(slowFirst.found);
});

it("gives a body's stream the same chunks in every run, and reads bodies that were piped through other streams", async () => {
  const page = {
    frames: 3,
    files: { "large.bin": new Uint8Array(150_000), "text.txt": "hello text" },
    script: `
      found.chunks = [];
      (async () => {
        const response = await fetch("large.bin");
        found.before = [response.bodyUsed, response.body === response.body];
        for await (const chunk of response.body) found.chunks.push(chunk.length);
        found.after = [response.bodyUsed, await response.text().catch((error) => error.name)];
        const packed = new Response((await fetch("text.txt")).body.pipeThrough(new CompressionStream("gzip")));
        const blob = await packed.blob();
        found.text = await new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).text();
        const looked = await fetch("text.txt");
        found.looked = [looked.body !== null, (await looked.clone().text()) + (await looked.text())];
      })();
      requestAnimationFrame(() => { found.frame = Object.keys(found); });`,
  };
  const run = await runPreludePage({ ...page, delaysMs: { "large.bin": 200 } });
  expect(run.found).toEqual({
    before: [false, true],
    chunks: [65_536, 65_536, 18_928],
    after: [true, "TypeError"],
    text: "hello text",
    looked: [true, "hello texthello text"],
    frame: ["chunks", "before", "after", "text", "looked"],
  });
});

it("fails to read a body in its turn, no matter whether it has arrived", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "text.txt": "no form", "late.txt": "late" },
    delaysMs: { "late.txt": 300 },
    script: `
      found.order = [];
      const read = (response, name) => {
        response[name]().catch((error) => found.order.push(name + " " + error.name));
        queueMicrotask(() => queueMicrotask(() => found.order.push("microtask")));
      };
      (async () => {
        for (const name of ["formData", "json"]) {
          const response = await fetch("text.txt");
          await (await fetch("late.txt")).text();
          read(response, name);
        }
      })();`,
  });
  expect(found).toEqual({ order: ["microtask", "formData TypeError", "microtask", "json SyntaxError"] });
});

it("refuses requests made of a used one, and pairs of streams that are none, as the browser does", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      const used = new Request("/", { method: "POST", body: "text" });
      used.body.getReader();
      const messageOf = (call) => { try { call(); return "none"; } catch ({ name, message }) { return name + ": " + message; } };
      found.construct = messageOf(() => new Request(used));
      found.other = messageOf(() => new Request(used, { body: "other", method: "POST" }));
      fetch(used).catch(({ name, message }) => { found.fetch = name + ": " + message; });
      found.looks = [];
      for (const readable of [null, 0, Object.create(ReadableStream.prototype)]) {
        const pair = { readable, get writable() { found.looks.push(String(readable)); } };
        messageOf(() => new ReadableStream().pipeThrough(pair));
      }`,
  });
  const reason = "Cannot construct a Request with a Request object that has already been used.";
  expect(found).toEqual({
    construct: `TypeError: Failed to construct 'Request': ${reason}`,
    other: "none",
    fetch: `TypeError: Failed to execute 'fetch' on 'Window': ${reason}`,
    looks: [],
  });
});

it("never waits for requests that the page itself has to complete, and delivers them after their cause", async () => {
  const page = {
    frames: 4,
    files: { "a.txt": "a", "b.txt": "b" },
    script: `
      found.order = [];
      let feed;
      new Response(new ReadableStream({ start(controller) { feed = controller; } })).text().then((text) => found.order.push("fed " + text));
      let answer;
      WebAssembly.compileStreaming(new Promise((resolve) => { answer = resolve; })).then(() => found.order.push("module"), () => found.order.push("no module"));
      fetch("a.txt").then(() => { found.order.push("a"); feed.enqueue(new Uint8Array([65])); feed.close(); });
      fetch("b.txt").then((response) => { found.order.push("b"); answer(response); });
      requestAnimationFrame(() => { found.order.push("frame"); });`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "a.txt": 200 } });
  expect(first.found).toEqual({ order: ["a", "b", "no module", "fed A", "frame"] });
  expect((await runPreludePage({ ...page, delaysMs: { "b.txt": 200 } })).found).toEqual(first.found);
});

it("ends a fetch and the reading of its body at once when the page aborts them", async () => {
  const { found } = await runPreludePage({
    files: { "a.txt": "a", "b.txt": "b" },
    script: `
      found.order = [];
      const controller = new AbortController();
      fetch("a.txt", { signal: controller.signal }).catch((error) => found.order.push(error.name));
      fetch("b.txt").then(() => found.order.push("b"));
      Promise.resolve().then(() => { controller.abort(); }).then(() => {}).then(() => {}).then(() => {}).then(() => { found.order.push("later microtask"); });
      const reading = new AbortController();
      fetch("b.txt", { signal: reading.signal }).then((response) => {
        response.text().catch((error) => found.order.push(error.message));
        reading.abort(new Error("my reason"));
      });`,
  });
  expect(found).toEqual({ order: ["AbortError", "later microtask", "b", "The user aborted a request."] });
});

it("ends a run that has waited for too long, and names the outstanding request", async () => {
  const waiting = runPreludePage({
    settleMs: 500,
    delaysMs: { "never.bin": 20_000 },
    files: { "never.bin": "late", "small.txt": "small" },
    script: `fetch("never.bin"); fetch("small.txt");`,
  });
  await expect(waiting).rejects.toThrow("settle-timeout: fetch of never.bin");
});

it("lets a service worker fetch more large files than there are connections before it reads one", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    files: {
      "large.bin": new Uint8Array(900_000),
      "worker.js": `oninstall = (event) => event.waitUntil((async () => {
        const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((index) => fetch("large.bin?" + index)));
        await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      })());`,
    },
    script: `navigator.serviceWorker.register("worker.js").then(({ installing }) => {
      installing.onstatechange = () => { found.state = installing.state; };
    });`,
  });
  expect(found).toEqual({ state: "activated" });
});
