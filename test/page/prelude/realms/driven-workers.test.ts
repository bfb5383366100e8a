import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";

const projectUrl = new URL("../../../../", import.meta.url);

it("delivers a worker's messages before the next frame, and gives it the page's clock", async () => {
  const worker = `
    const startedMs = performance.now();
    onmessage = async ({ data }) => {
      const text = await (await fetch("beside.txt")).text();
      postMessage({ data, text, sameClock: performance.timeOrigin + performance.now() === data.nowMs, startedMs, place: location.pathname });
    };`;
  const { found } = await runPreludePage({
    frames: 4,
    files: { "deep/worker.js": worker, "deep/beside.txt": "beside" },
    script: `
      const worker = new Worker("deep/worker.js");
      found.isWorker = worker instanceof Worker;
      found.answers = [];
      let frame = 0;
      worker.onmessage = ({ data }) => found.answers.push([data.data.frame, frame, data.text, data.sameClock, data.startedMs, data.place]);
      requestAnimationFrame(function next() { frame += 1; worker.postMessage({ frame, nowMs: performance.timeOrigin + performance.now() }); requestAnimationFrame(next); });`,
  });
  const answer = [1, 2, 3].map((frame) => [frame, frame, "beside", true, 1, "/deep/worker.js"]);
  expect(found).toEqual({ isWorker: true, answers: answer });
});

it("drives the timers of a worker whose script is a module, or a blob that the page revokes at once", async () => {
  const script = `
    const ticker = "let ticks = 0; setInterval(() => { ticks += 1; postMessage(ticks + '@' + performance.now()); }, 20);";
    const url = URL.createObjectURL(new Blob([ticker]));
    const blobWorker = new Worker(url);
    URL.revokeObjectURL(url);
    found.blob = []; found.module = [];
    blobWorker.onmessage = ({ data }) => found.blob.push(data);
    new Worker("module.js", { type: "module" }).onmessage = ({ data }) => found.module.push(data);`;
  const { found } = await runPreludePage({
    frames: 5,
    files: {
      "module.js": `import { value } from "./value.js"; setTimeout(() => postMessage([value, performance.now()]), 30);`,
      "value.js": "export const value = 42;",
    },
    script,
  });
  expect(found).toEqual({ blob: ["1@19", "2@39", "3@59", "4@79"], module: [[42, 29]] });
});

it("runs a worker's timers at their times in the first frame, too", async () => {
  const worker = "setInterval(() => postMessage(Date.now() - 1735689600000), 10);";
  const { found } = await runPreludePage({
    frames: 3,
    files: { "worker.js": worker, "below.html": `<script>parent.watch(new Worker("worker.js"), "below")</script>` },
    body: `<iframe src="below.html"></iframe>`,
    script: `
      found.page = []; found.below = [];
      function watch(worker, name) { worker.onmessage = ({ data }) => found[name].push(data); }
      watch(new Worker("worker.js"), "page");`,
  });
  expect(found).toEqual({ page: [10, 20, 30, 40, 50], below: [10, 20, 30, 40, 50] });
});

it("gives a worker a time origin of its own, and its timers the time at which it was made", async () => {
  const { found } = await runPreludePage({
    frames: 20,
    files: {
      "worker.js": `
        const since = () => performance.timeOrigin - 1735689600000;
        const first = [since(), performance.now(), Date.now() - 1735689600000];
        setTimeout(() => requestAnimationFrame((time) => postMessage([...first, performance.now(), time, new Event("x").timeStamp,
          performance.mark("m").startTime].map(Math.round))), 50);`,
    },
    script: `
      found.told = [];
      const make = () => { new Worker("worker.js").onmessage = ({ data }) => found.told.push([Math.round(performance.now()), ...data]); };
      make();
      setTimeout(make, 120);`,
  });
  expect(found).toEqual({
    told: [
      [50, 1, 1, 0, 49, 49, 49, 49],
      [183, 121, 1, 120, 62, 62, 62, 62],
    ],
  });
});

it("gives each worker its own random streams, the same in every run", async () => {
  const page = {
    frames: 2,
    files: { "worker.js": "postMessage([Math.random(), crypto.randomUUID()]);" },
    script: `found.draws = [Math.random()]; for (let index = 0; index < 2; index += 1) new Worker("worker.js").onmessage = ({ data }) => found.draws.push(...data);`,
  };
  const first = await runPreludePage(page);
  expect((await runPreludePage(page)).found).toEqual(first.found);
  expect(new Set(Object.values(first.found as object).flat()).size).toBe(5);
});

it("continues without a worker that blocks its thread, and reports it", async () => {
  const { found, finish } = await runPreludePage({
    frames: 3,
    files: { "worker.js": "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);" },
    script: `new Worker("worker.js"); found.frames = 0; requestAnimationFrame(function next() { found.frames += 1; requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({ frames: 3 });
  expect(finish.notices).toEqual([
    expect.objectContaining({
      code: "undriven-api",
      where: "http://embed.framegate.localhost/worker.js",
      severity: "warning",
    }),
  ]);
});

it("sends the page the error of a worker whose script is missing", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `new Worker("missing.js").onerror = () => { found.failed = true; };`,
  });
  expect(found).toEqual({ failed: true });
});

it("gets the message of a worker that awaits the browser in the same frame every time", async () => {
  const worker = `
    onmessage = async ({ data }) => {
      const { width } = await createImageBitmap(new ImageData(8, 8));
      const reader = new FileReader();
      const text = await new Promise((resolve) => { reader.onload = () => resolve(reader.result); reader.readAsText(new Blob(["read"])); });
      const { port1, port2 } = new MessageChannel();
      const told = await new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); port2.postMessage("told"); });
      const root = await navigator.storage.getDirectory();
      const file = await root.getFileHandle("save.txt", { create: true });
      const writable = await file.createWritable();
      await writable.write("saved");
      await writable.close();
      const saved = await (await file.getFile()).text();
      const { value } = await import("./part.js");
      const database = await new Promise((resolve) => {
        const opening = indexedDB.open("game");
        opening.onupgradeneeded = () => opening.result.createObjectStore("saves");
        opening.onsuccess = () => resolve(opening.result);
      });
      const store = database.transaction("saves", "readwrite").objectStore("saves");
      store.put("kept", data);
      const kept = await new Promise((resolve) => { const get = store.get(data); get.onsuccess = () => resolve(get.result); });
      postMessage([data, width, text, told, saved, value, kept, performance.now()]);
    };`;
  const page = {
    frames: 4,
    files: { "worker.js": worker, "part.js": "export const value = 42;" },
    script: `
      let frame = 0;
      found.answers = [];
      const worker = new Worker("worker.js");
      worker.onmessage = ({ data, isTrusted, target }) => found.answers.push([frame, isTrusted && target === worker, ...data]);
      requestAnimationFrame(function next() { frame += 1; if (frame < 3) worker.postMessage(frame); requestAnimationFrame(next); });`,
  };
  const first = await runPreludePage(page);
  const rest = [8, "read", "told", "saved", 42, "kept"];
  expect(first.found).toEqual({
    answers: [1, 2].map((frame) => [frame, true, frame, ...rest, (frame * 1000) / 60 - 1]),
  });
  expect((await runPreludePage({ ...page, delaysMs: { "part.js": 300 } })).found).toEqual(first.found);
});

it("drives workers of workers", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    files: {
      "outer.js": `
        const inner = new Worker("deep/inner.js");
        inner.onmessage = ({ data }) => postMessage(["outer", performance.now(), ...data]);
        onmessage = ({ data }) => inner.postMessage(data);`,
      "deep/inner.js": `
        onmessage = async ({ data }) => postMessage([data, performance.now(), await (await fetch("beside.txt")).text()]);
        setTimeout(() => postMessage(["timer", performance.now()]), 30);`,
      "deep/beside.txt": "beside",
    },
    script: `
      let frame = 0;
      found.told = [];
      const worker = new Worker("outer.js");
      worker.onmessage = ({ data }) => found.told.push([frame, ...data]);
      requestAnimationFrame(function next() { frame += 1; if (frame === 3) worker.postMessage("asked"); requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({
    told: [
      [2, "outer", 2000 / 60 - 1, "timer", 29],
      [3, "outer", 49, "asked", 49, "beside"],
    ],
  });
});

it("gives the page the errors of a worker, which it may prevent", async () => {
  const { found, finish } = await runPreludePage({
    frames: 2,
    files: { "throws.js": `postMessage("before");\nthrow new Error("mine");` },
    script: `
      found.order = [];
      addEventListener("error", ({ message }) => found.order.push("window " + message));
      function start(url, name, prevents) {
        const worker = new Worker(url);
        worker.onmessage = ({ data }) => found.order.push(name + " " + data);
        worker.onerror = (event) => {
          found.order.push([name, event instanceof ErrorEvent, event.message ?? "", event.lineno ?? 0, new URL(event.filename ?? location.href).pathname].join(" "));
          if (prevents) event.preventDefault();
        };
      }
      start("throws.js", "prevented", true);
      start("throws.js", "loud", false);
      start("missing.js", "missing", false);`,
  });
  const error = "true Uncaught Error: mine 2 /throws.js";
  expect(found).toEqual({
    order: [
      "prevented before",
      `prevented ${error}`,
      "loud before",
      `loud ${error}`,
      "window Uncaught Error: mine",
      "missing false  0 /page.html",
    ],
  });
  expect(finish.notices.map(({ code, message }) => [code, message])).toEqual([
    ["uncaught-error", "Uncaught Error: mine"],
  ]);
});

it("gives the page the place of an error in a worker's blob as if nothing had been put before it", async () => {
  const { found, finish } = await runPreludePage({
    frames: 2,
    script: `
      const url = URL.createObjectURL(new Blob(["  throw new Error('first line');"]));
      new Worker(url).onerror = ({ filename, lineno, colno }) => { found.place = [filename === url, lineno, colno]; };`,
  });
  expect(found).toEqual({ place: [true, 1, 9] });
  expect(finish.notices[0]?.where).toMatch(/^blob:.*:1:9$/);
});

it("shows a worker the URL of its own script", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: {
      "deep/worker.js": `postMessage([location.href, String(location), location instanceof WorkerLocation, location.search, location.hash, self.location === location]);`,
    },
    settleMs: 5000,
    script: `new Worker("deep/worker.js?level=1#place").onmessage = ({ data }) => { found.place = data; };`,
  });
  const href = "http://embed.framegate.localhost/deep/worker.js?level=1#place";
  expect(found).toEqual({ place: [href, href, true, "?level=1", "#place", true] });
});

it("resolves what a worker gives for a URL as the browser does", async () => {
  const { found } = await runPreludePage({
    frames: 10,
    settleMs: 5000,
    files: {
      "deep/beside.js": "postMessage('imported');",
      "deep/beside.txt": "beside",
      "deep/worker.js": `(async () => {
        importScripts({ toString: () => "beside.js" });
        const nameOf = (call) => { try { call(); return "none"; } catch ({ name }) { return name; } };
        const cache = await caches.open("urls");
        await cache.add({ toString: () => "beside.txt" });
        const all = await Promise.all([cache.keys(), cache.keys(undefined), cache.matchAll(undefined)]);
        postMessage([nameOf(() => new Request()), nameOf(() => importScripts(Symbol())), ...all.map(({ length }) => length)]);
      })();`,
    },
    script: `found.told = []; new Worker("deep/worker.js").onmessage = ({ data }) => found.told.push(data);`,
  });
  expect(found).toEqual({ told: ["imported", ["TypeError", "TypeError", 1, 1, 1]] });
});

it("loads the fonts of a worker, and resolves the URLs of fonts, sockets and redirections in it", async () => {
  const font = new URL("node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf", projectUrl);
  const { found } = await runPreludePage({
    frames: 10,
    settleMs: 10_000,
    files: {
      "deep/a font.ttf": await readFile(font),
      "deep/worker.js": `(async () => {
        const face = new FontFace("Deep", 'local("none"), url("a font.ttf") format("truetype")');
        postMessage([face instanceof FontFace, (await face.load()).status]);
        await new FontFace("Far", "url(" + location.origin + "/deep/a%20font.ttf)").load();
        postMessage(new URL(Response.redirect("other").headers.get("location")).pathname);
        postMessage(new URL(new WebSocket("socket").url).pathname);
      })();`,
    },
    script: `found.told = []; new Worker("deep/worker.js").onmessage = ({ data }) => found.told.push(data);`,
  });
  expect(found).toEqual({ told: [[true, "loaded"], "/deep/other", "/deep/socket"] });
});

it("waits for a worker that is busy for long, and names it when the run's limit ends", async () => {
  const page = {
    frames: 2,
    files: {
      "worker.js": `
        onmessage = () => {
          const request = new XMLHttpRequest();
          request.open("GET", "slow.txt", false);
          request.send();
          postMessage(request.responseText);
        };`,
      "slow.txt": "slow",
    },
    delaysMs: { "slow.txt": 3500 },
    script: `const worker = new Worker("worker.js"); worker.postMessage(0); worker.onmessage = ({ data }) => { found.told = data; };`,
  };
  expect((await runPreludePage(page)).found).toEqual({ told: "slow" });
  const endless = { ...page, settleMs: 1500, files: { "worker.js": "onmessage = () => { for (;;); };" } };
  await expect(runPreludePage(endless)).rejects.toThrow(
    "settle-timeout: the worker http://embed.framegate.localhost/worker.js",
  );
});

it("continues when a worker closes itself, even one that holds a port, and gets its messages", async () => {
  const { found } = await runPreludePage({
    frames: 10,
    files: {
      "worker.js": `onmessage = () => { close(); const { port1, port2 } = new MessageChannel(); port1.onmessage = () => postMessage("never"); port2.postMessage(0); postMessage("last"); };`,
    },
    script: `found.heard = []; found.frames = 0; const worker = new Worker("worker.js"); worker.onmessage = ({ data }) => found.heard.push(data); worker.postMessage(0);
      requestAnimationFrame(function next() { found.frames += 1; if (found.frames === 4) worker.postMessage(1); requestAnimationFrame(next); });`,
  });
  expect(found).toEqual({ heard: ["last"], frames: 10 });
});

it("refuses the URLs of workers that the browser refuses, and resolves those of caches in a worker", async () => {
  const { found } = await runPreludePage({
    frames: 10,
    files: {
      "deep/beside.txt": "x",
      "deep/worker.js": `(async () => { const cache = await caches.open("c"); await cache.add("beside.txt"); postMessage([(await cache.keys("beside.txt")).length, (await cache.keys("other.txt")).length]); })();`,
    },
    script: `
      try { new Worker("http://bad:port"); } catch ({ name }) { found.refused = name; }
      try { new Worker(); } catch ({ name }) { found.missing = name; }
      new Worker("deep/worker.js").onmessage = ({ data }) => { found.keys = data; };`,
  });
  expect(found).toEqual({ refused: "SyntaxError", missing: "TypeError", keys: [1, 0] });
});

it("gives the page the messages of a worker that posts without end, until the page terminates it", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: {
      "worker.js": `onmessage = () => { for (let count = 0; ; count += 1) if (count % 100_000 === 0) postMessage(count / 100_000); };`,
    },
    script: `
      found.heard = [];
      const worker = new Worker("worker.js");
      worker.onmessage = ({ data }) => { found.heard.push(data); if (data === 3) worker.terminate(); };
      worker.postMessage(0);
      requestAnimationFrame(() => requestAnimationFrame(() => found.heard.push("frame")));`,
  });
  expect(found).toEqual({ heard: [0, 1, 2, 3, "frame"] });
});

it("gives the page no more messages of a worker that it terminates in the handler of one", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "worker.js": `postMessage(1); postMessage(2); postMessage(3);` },
    script: `
      found.heard = [];
      const worker = new Worker("worker.js");
      worker.onmessage = ({ data }) => { found.heard.push(data); if (data === 2) worker.terminate(); };`,
  });
  expect(found).toEqual({ heard: [1, 2] });
});

it("sends the URL of a worker's script as the referrer of what it fetches, unless the worker gives another", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: {
      "deep/beside.txt": "beside",
      "deep/worker.js": `
        const calls = [
          ["beside.txt"], [new URL("beside.txt", location)], [new Request("beside.txt")], ["beside.txt", null],
          ["beside.txt", { method: "HEAD" }], ["beside.txt", new Request("other.txt", { method: "HEAD" })],
          ["beside.txt", { referrer: origin + "/other" }], [new Request("beside.txt", { referrer: origin + "/other" })],
          ["beside.txt", { referrerPolicy: "origin" }], [new Request("beside.txt", { referrerPolicy: "no-referrer" })],
        ];
        const ask = (call) => fetch(...call).then(({ headers }) => headers.get("x-referer"));
        (async () => {
          const failed = await Promise.all([fetch().catch(({ name }) => name), fetch("beside.txt", 5).catch(({ name }) => name)]);
          postMessage([await Promise.all(calls.map(ask)), failed]);
        })();`,
    },
    script: `new Worker("deep/worker.js?one#two").onmessage = ({ data }) => { found.told = data; };`,
  });
  const origin = "http://embed.framegate.localhost/";
  const own = Array.from({ length: 6 }, () => `${origin}deep/worker.js?one`);
  const told = [
    [...own, `${origin}other`, `${origin}other`, origin, "none"],
    ["TypeError", "TypeError"],
  ];
  expect(found).toEqual({ told });
});

it("begins workers in the order in which they were made, however fast their scripts arrive", async () => {
  const page: PreludePage = {
    frames: 3,
    files: Object.fromEntries(
      ["first", "second"].map((name) => [
        `${name}.js`,
        `const channel = new BroadcastChannel("news");
         channel.postMessage("${name} begins");
         navigator.locks.request("lock", { ifAvailable: true }, async (lock) => {
           channel.postMessage("${name} " + (lock === null ? "has no lock" : "has the lock"));
           await new Promise(() => {});
         });`,
      ]),
    ),
    script: `
      found.log = [];
      new BroadcastChannel("news").onmessage = ({ data }) => found.log.push(data);
      new Worker("first.js");
      new Worker("second.js");`,
  };
  const log = ["first begins", "first has the lock", "second begins", "second has no lock"];
  for (const delaysMs of [{}, { "first.js": 400 }, { "second.js": 400 }]) {
    const { found } = await runPreludePage({ ...page, delaysMs });
    expect(found).toEqual({ log });
  }
});
