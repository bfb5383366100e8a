import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("delivers answers of the browser's services in the order of the requests, and immediate answers at once", async () => {
  const page = {
    frames: 3,
    files: { "first.txt": "first", "last.txt": "last" },
    script: `
      found.order = [];
      const note = (name) => () => found.order.push(name);
      requestAnimationFrame(() => {
        fetch("first.txt").then(note("fetch"));
        const canvas = document.createElement("canvas");
        canvas.toBlob(note("toBlob"));
        crypto.subtle.generateKey({ name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" }, true, ["sign"]).then(note("generateKey"));
        crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt"]).then(note("small key"));
        navigator.permissions.query({ name: "geolocation" }).then(note("permissions"));
        caches.open("game").then(note("caches"));
        navigator.storage.getDirectory().then(note("files"));
        cookieStore.set("name", "value").then(note("cookieStore"));
        document.fonts.load("12px serif").then(note("fonts"));
        new Blob(["text"]).text().then(note("blob"));
        const reader = new FileReader();
        reader.onload = (event) => found.order.push("reader " + event.isTrusted + (event.target === reader) + reader.result);
        reader.readAsText(new Blob(["text"]));
        fetch("last.txt").then(note("last"));
        requestAnimationFrame(note("frame"));
      });`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "first.txt": 300 } });
  const services = ["toBlob", "generateKey", "permissions", "caches", "files", "cookieStore", "blob"];
  expect(first.found).toEqual({
    order: ["small key", "fonts", "fetch", ...services, "reader truetruetext", "last", "frame"],
  });
  expect((await runPreludePage({ ...page, delaysMs: { "last.txt": 300 } })).found).toEqual(first.found);
});

it("delivers the entries of a directory in the order of the requests, whether or not the browser has listed them", async () => {
  const page = {
    frames: 3,
    files: { "first.txt": "first", "second.txt": "second", "last.txt": "last" },
    script: `
      found.order = [];
      const note = (name) => () => found.order.push(name);
      const step = (iterator, name) => iterator.next().then(({ done, value }) => note(name + " " + (done || value))());
      (async () => {
        const root = await navigator.storage.getDirectory();
        found.isSame = root[Symbol.asyncIterator] === root.entries;
        for (const name of ["a", "b"]) await root.getFileHandle(name, { create: true });
        const early = root.keys();
        const pending = root.keys();
        fetch("first.txt").then(note("first"));
        for (let count = 0; count < 4; count += 1) step(pending, "pending");
        await fetch("second.txt").then(note("second"));
        fetch("last.txt").then(note("last"));
        step(early, "early");
        for await (const [name, handle] of root) note("for " + name + handle.kind)();
        const folder = await root.getDirectoryHandle("folder", { create: true });
        await root.removeEntry("folder");
        await folder.keys().next().catch((error) => note(error.name)());
        await Reflect.apply(early.next, {}, []).catch((error) => note(error.name)());
      })();`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "first.txt": 300 } });
  const pending = ["b", "a", "true", "true"].map((entry) => `pending ${entry}`);
  const listed = ["early b", "for bfile", "for afile", "NotFoundError", "TypeError"];
  expect(first.found).toEqual({ isSame: true, order: ["first", ...pending, "second", "last", ...listed] });
  const delaysMs = { "second.txt": 300, "last.txt": 300 };
  expect((await runPreludePage({ ...page, delaysMs })).found).toEqual(first.found);
});

it("delivers what the writers of files answer, and the ends of pipes, in the order of the requests", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "first.txt": "first", "second.txt": "second", "third.txt": "third" },
    delaysMs: { "first.txt": 300, "second.txt": 300, "third.txt": 300 },
    script: `
      found.order = [];
      const note = (name) => () => found.order.push(name);
      (async () => {
        const root = await navigator.storage.getDirectory();
        const files = {};
        for (const name of ["a", "b"]) files[name] = await root.getFileHandle(name, { create: true });
        const writer = (await files.a.createWritable()).getWriter();
        const written = [fetch("first.txt").then(note("first")), writer.write("text").then(note("write")), writer.ready.then(note("ready"))];
        await Promise.all(written);
        const closed = [writer.closed.then(note("closed")), fetch("second.txt").then(note("second")), writer.close().then(note("close"))];
        await Promise.all(closed);
        const piped = await files.b.createWritable();
        const third = fetch("third.txt").then(note("third"));
        const source = new ReadableStream({ start(controller) { controller.enqueue("piped"); controller.close(); } });
        const end = source.pipeTo(piped).then(note("pipe"));
        found.isLocked = piped.locked;
        await Promise.all([third, end]);
        found.texts = [await (await files.a.getFile()).text(), await (await files.b.getFile()).text(), piped.locked];
      })();`,
  });
  const order = ["first", "write", "ready", "second", "close", "closed", "third", "pipe"];
  expect(found).toEqual({ order, isLocked: true, texts: ["text", "piped", false] });
});

it("lets a page end the reading of a file and read again, as in the browser", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    script: `
      found.events = [];
      const reader = new FileReader();
      for (const type of ["loadstart", "progress", "load", "abort", "loadend"]) reader.addEventListener(type, () => found.events.push(type + reader.readyState));
      reader.readAsText(new Blob(["one"]));
      try { reader.readAsText(new Blob(["two"])); } catch (error) { found.busy = error.name; }
      reader.abort();
      found.events.push("again");
      reader.addEventListener("load", () => { if (reader.result === "three") reader.readAsText(new Blob(["four"])); else found.last = reader.result; });
      reader.readAsText(new Blob(["three"]));`,
  });
  expect(found).toEqual({
    events: [
      ...["abort2", "loadend2", "again", "loadstart1", "progress1", "load2", "loadend1"],
      ...["loadstart1", "progress1", "load2", "loadend2"],
    ],
    busy: "InvalidStateError",
    last: "four",
  });
});

it("waits for databases, whose transactions stay alive as long as their handlers ask for more", async () => {
  const page = {
    frames: 4,
    files: { "slow.txt": "slow" },
    script: `
      found.order = [];
      let frame = 0;
      requestAnimationFrame(function next() { frame += 1; requestAnimationFrame(next); });
      fetch("slow.txt").then(() => found.order.push("fetch@" + frame));
      const opening = indexedDB.open("game", 1);
      opening.onupgradeneeded = () => { opening.result.createObjectStore("saves").put("one", 1); };
      opening.onsuccess = () => {
        const database = opening.result;
        const transaction = database.transaction("saves", "readwrite");
        const store = transaction.objectStore("saves");
        for (let key = 2; key < 5; key += 1) store.put("value " + key, key);
        store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
          if (cursor === null) return;
          found.order.push(cursor.key + "@" + frame);
          cursor.continue();
        };
        transaction.oncomplete = (event) => {
          found.order.push("complete " + event.isTrusted + "@" + frame);
          const upgrade = indexedDB.open("game", 2);
          upgrade.onblocked = () => found.order.push("blocked@" + frame);
          upgrade.onsuccess = () => found.order.push("upgraded@" + frame);
          requestAnimationFrame(() => database.close());
        };
      };`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "slow.txt": 200 } });
  const keys = [1, 2, 3, 4].map((key) => `${String(key)}@0`);
  expect(first.found).toEqual({ order: ["fetch@0", ...keys, "complete true@0", "blocked@0", "upgraded@1"] });
  expect((await runPreludePage(page)).found).toEqual(first.found);
});

it("grants a lock after the delivery that frees it, and waits for none", async () => {
  const page = {
    frames: 4,
    files: { "slow.txt": "slow" },
    script: `
      found.order = [];
      let frame = 0;
      requestAnimationFrame(function next() { frame += 1; requestAnimationFrame(next); });
      const note = (name) => found.order.push(name + "@" + frame);
      let free;
      navigator.locks.request("save", () => { note("first"); return new Promise((resolve) => { free = resolve; }); }).then(() => note("first ends"));
      navigator.locks.request("save", async (lock) => { note("second " + lock.name); return 5; }).then((value) => note("second ends " + value));
      navigator.locks.request("save", { ifAvailable: true }, (lock) => { note("none " + lock); });
      navigator.locks.request("held", () => new Promise(() => {}));
      fetch("slow.txt").then(() => note("fetch"));
      requestAnimationFrame(() => requestAnimationFrame(() => { free(); note("freed"); }));`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "slow.txt": 200 } });
  expect(first.found).toEqual({
    order: ["fetch@0", "first@0", "none null@0", "freed@2", "first ends@2", "second save@2", "second ends 5@2"],
  });
  expect((await runPreludePage(page)).found).toEqual(first.found);
});

it("delivers messages of channels and steps in the history in the frame that asks for them", async () => {
  const { found } = await runPreludePage({
    frames: 4,
    script: `
      found.order = [];
      let frame = 0;
      const [from, to] = [new BroadcastChannel("game"), new BroadcastChannel("game")];
      to.onmessage = ({ data, isTrusted, target }) => found.order.push(data + isTrusted + (target === to) + "@" + frame);
      addEventListener("popstate", ({ state }) => found.order.push("state " + state + "@" + frame));
      history.replaceState("one", ""); history.pushState("two", "");
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame < 3) from.postMessage("message " + frame);
        if (frame === 2) history.back();
        if (frame === 3) history.go(-20);
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ order: ["message 1truetrue@1", "state one@2", "message 2truetrue@2"] });
});

it("waits for a frame that a page inserts, whose load comes after that of its own window", async () => {
  const page = {
    frames: 4,
    files: {
      "inner.html": `<script>onload = () => parent.note("inner load"); let frames = 0; requestAnimationFrame(function next() { frames += 1; parent.inner = frames; requestAnimationFrame(next); });</script>`,
    },
    script: `
      found.order = [];
      let frame = 0;
      window.note = (name) => found.order.push(name + "@" + frame);
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) {
          const inner = document.createElement("iframe");
          inner.onload = (event) => note("load " + event.isTrusted);
          inner.src = "inner.html";
          document.body.append(inner);
          const gone = document.createElement("iframe");
          gone.src = "inner.html";
          document.body.append(gone);
          gone.remove();
        }
        found.inner = window.inner;
        requestAnimationFrame(next);
      });`,
  };
  const first = await runPreludePage({ ...page, delaysMs: { "inner.html": 500 } });
  expect(first.found).toEqual({ order: ["inner load@2", "load true@2"], inner: 1 });
  expect((await runPreludePage(page)).found).toEqual(first.found);
});

it("waits for a frame to which a form is submitted, unless the page prevents it", async () => {
  const page = {
    frames: 6,
    files: { "answer.html": "answer", "other.html": "other" },
    body: `<form action="answer.html" target="inner"><input name="target" value="a"><button id="go" formaction="other.html"></button></form>`,
    script: `
      found.order = [];
      let frame = 0;
      const form = document.forms[0];
      form.onsubmit = (event) => { if (frame === 5) event.preventDefault(); };
      const inner = document.createElement("iframe");
      inner.name = "inner";
      document.body.append(inner);
      inner.onload = () => found.order.push(inner.contentWindow.location.pathname + inner.contentWindow.location.search + "@" + frame);
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) form.submit();
        if (frame === 3) form.requestSubmit();
        if (frame === 4 || frame === 5) document.getElementById("go").click();
        requestAnimationFrame(next);
      });`,
  };
  const delaysMs = { "answer.html": 300, "other.html": 300 };
  const order = ["/answer.html?target=a@2", "/answer.html?target=a@3", "/other.html?target=a@4"];
  expect((await runPreludePage({ ...page, delaysMs })).found).toEqual({ order });
});

// The thread of a decoder that reads a stream tells of no progress, so on a busy machine its answer may come later.
it(
  "waits for an image decoder only when its frame is there, and names one that reads a stream",
  { retry: 2 },
  async () => {
    const { found, finish } = await runPreludePage({
      frames: 60,
      settleMs: 5000,
      files: { "slow.txt": "slow" },
      delaysMs: { "slow.txt": 300 },
      script: `
      found.order = [];
      const note = (name) => found.order.push(name);
      const head = [...new TextEncoder().encode("GIF89a"), 1, 0, 1, 0, 128, 0, 0, 0, 0, 0, 255, 255, 255];
      const picture = [44, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 76, 1, 0];
      let feed;
      const data = new ReadableStream({ start(controller) { feed = controller; feed.enqueue(new Uint8Array([...head, ...picture, ...picture])); } });
      const fed = new ImageDecoder({ data, type: "image/gif" });
      const whole = new ImageDecoder({ data: new Uint8Array([...head, ...picture, 59]), type: "image/gif" });
      const ask = (decoder, frameIndex, name) => decoder.decode({ frameIndex }).then(() => note(name), (error) => note(name + " " + error.name));
      fed.completed.then(() => note("completed"));
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        // When a busy browser has read what the page feeds is not known to the frame.
        if (frame <= 6) note(frame);
        if (frame === 1) fetch("slow.txt").then(() => note("slow"));
        if (frame === 1) { ask(whole, 0, "whole"); ask(fed, 0, "there"); }
        if (frame === 2) { ask(fed, 5, "never"); ask(fed, 0, "behind it"); }
        if (frame === 4) fed.reset();
        if (frame === 5) ask(fed, 2, "fed later");
        if (frame === 6) { feed.enqueue(new Uint8Array([...picture, 59])); feed.close(); }
        requestAnimationFrame(next);
      });`,
    });
    const aborted = ["never AbortError", "behind it AbortError"];
    const frames = [1, "slow", "whole", "there", 2, 3, 4, ...aborted, 5, 6, "completed", "fed later"];
    expect(found).toEqual({ order: frames });
    expect(finish.namedUses.map(({ api }) => api)).toEqual(["ImageDecoder of a stream"]);
  },
);

it("returns the same promise where the browser does", async () => {
  const { found } = await runPreludePage({
    frames: 1,
    script: `
      const asked = navigator.getBattery();
      found.isSame = navigator.getBattery() === asked;
      asked.then(({ level }) => { found.level = level; });`,
  });
  expect(found).toEqual({ isSame: true, level: 1 });
});

it("waits for a cache that stores a stream of the page once that has ended", async () => {
  const { found, finish } = await runPreludePage({
    frames: 30,
    script: `
      found.order = [];
      let frame = 0;
      const note = (name) => found.order.push(name + "@" + frame);
      requestAnimationFrame(function next() { frame += 1; requestAnimationFrame(next); });
      const fed = (end) => new Response(new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(4));
          setTimeout(() => { note("feed"); end(controller); }, 200);
        },
      }));
      onload = async () => {
        const cache = await caches.open("box");
        const put = (name, end) =>
          cache.put(name, fed(end)).then(() => note(name + " is there"), (error) => note(name + " " + error.name));
        put("never", () => undefined);
        put("broken", (controller) => controller.error(new RangeError("broken")));
        cache.put(new Request("posted", { method: "POST" }), fed(() => undefined)).catch((error) => note("posted " + error.name));
        await put("slow", (controller) => { controller.enqueue(new Uint8Array(9)); controller.close(); });
        found.size = (await (await cache.match("slow")).arrayBuffer()).byteLength;
      };`,
  });
  const fed = ["feed@11", "feed@11", "broken NetworkError@11", "feed@11", "feed@11", "slow is there@12"];
  expect(found).toEqual({ order: ["posted TypeError@0", ...fed], size: 13 });
  expect(finish.namedUses).toEqual([]);
});

it("shows a page no locks but those of its origin", async () => {
  const { found } = await runPreludePage({
    frames: 30,
    files: {
      "worker.js": `setInterval(() => navigator.locks.request("of the worker", () => new Promise((end) => setTimeout(end, 40))), 60);`,
    },
    script: `
      found.names = [];
      new Worker("worker.js");
      setInterval(async () => {
        const { held, pending } = await navigator.locks.query();
        for (const { name } of [...held, ...pending]) if (!found.names.includes(name)) found.names.push(name);
      }, 10);`,
  });
  expect(found).toEqual({ names: ["of the worker"] });
});
