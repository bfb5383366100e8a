import { expect, it } from "vitest";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";

it("goes on beside a transaction that its page keeps alive until a timer comes", async () => {
  const { found, finish } = await runPreludePage({
    frames: 5,
    script: `
      const opening = indexedDB.open("kept");
      opening.onupgradeneeded = () => { opening.result.createObjectStore("store"); };
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("store");
        let isKept = true;
        const ask = () => { if (isKept) transaction.objectStore("store").get(1).onsuccess = ask; };
        ask();
        transaction.oncomplete = () => { found.isComplete = true; };
        setTimeout(() => { isKept = false; }, 20);
      };`,
  });
  expect(found).toEqual({ isComplete: true });
  expect(finish.namedUses.map(({ api }) => api)).toEqual(["an IndexedDB transaction that does not end"]);
});

it("opens a database after the scripts of the markup, however fast they arrive", async () => {
  const page: PreludePage = {
    frames: 2,
    files: { "later.js": "log('script');" },
    script: `
      found.log = [];
      const log = (what) => found.log.push(what);
      const request = indexedDB.open("saves", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("saves");
      request.addEventListener("success", ({ isTrusted, target }) => log("opened " + isTrusted + " " + (target === request)));
      request.onsuccess = () => {
        const saves = request.result.transaction("saves", "readwrite");
        saves.objectStore("saves").put(1, 1).onsuccess = () => log("put");
        saves.oncomplete = () => log("complete");
      };
      document.write('<script src="later.js"></' + 'script>');
      addEventListener("DOMContentLoaded", () => log("DOMContentLoaded"));`,
  };
  const log = ["script", "DOMContentLoaded", "opened true true", "put", "complete"];
  expect((await runPreludePage(page)).found).toEqual({ log });
  expect((await runPreludePage({ ...page, delaysMs: { "later.js": 1000 } })).found).toEqual({ log });
});

it("names transactions on which the browser works for two windows at the same time", async () => {
  const requests = `
    let opened = null;
    const request = indexedDB.open(location.pathname);
    request.onupgradeneeded = () => { request.result.createObjectStore("store"); };
    request.onsuccess = () => { opened = request.result; };
    const put = () => { opened.transaction("store", "readwrite").objectStore("store").put(1, 1); };`;
  const namedIn = async (put: string): Promise<readonly string[]> => {
    const { finish } = await runPreludePage({
      frames: 12,
      files: { "frame.html": `<script>${requests}</script>` },
      body: `<iframe src="frame.html"></iframe>`,
      script: `${requests} setTimeout(() => { ${put} }, 100);`,
    });
    return [...new Set(finish.namedUses.map(({ api }) => api))];
  };
  expect(await namedIn("put(); put();")).toEqual([]);
  expect(await namedIn("put(); setTimeout(() => { frames[0].eval('put()'); }, 50);")).toEqual([]);
  expect(await namedIn("put(); frames[0].eval('put()');")).toEqual(["IndexedDB: transactions side by side"]);
});

const unblocked = `
  found.log = [];
  const note = (text) => found.log.push(text);
  const first = indexedDB.open("kept", 1);
  first.onsuccess = () => {
    const kept = first.result;
    kept.onversionchange = () => { setTimeout(() => { kept.close(); note("closed"); }, 50); };
  };`;

it("upgrades a database that a connection of the page has blocked directly after the connection is closed", async () => {
  const { found, finish } = await runPreludePage({
    frames: 8,
    script: `${unblocked}
      first.addEventListener("success", () => {
        const second = indexedDB.open("kept", 2);
        second.onblocked = () => { note("blocked"); setTimeout(() => note("timer"), 51); };
        second.onupgradeneeded = () => note("upgrade");
        second.onsuccess = () => note("opened");
      });`,
  });
  expect(found).toEqual({ log: ["blocked", "closed", "upgrade", "opened", "timer"] });
  expect(finish.namedUses).toEqual([]);
});

it("goes on beside the request of a worker that waits for one of its page, and names it", async () => {
  const { found, finish } = await runPreludePage({
    frames: 12,
    files: { "worker.js": `indexedDB.open("kept", 2).onsuccess = () => postMessage("opened by the worker");` },
    script: `${unblocked}
      first.addEventListener("success", () => {
        indexedDB.open("kept", 2).onsuccess = () => note("opened");
        new Worker("worker.js").onmessage = ({ data }) => note(data);
      });`,
  });
  expect(found).toEqual({ log: ["closed", "opened", "opened by the worker"] });
  expect(finish.namedUses.map(({ api }) => api)).toEqual(["IndexedDB: a request that waits for another realm"]);
});
