"use strict";
// The same from workers, and through responses that a service worker makes up.

const worker = (name) => `
  fetch(${JSON.stringify(to(`${name}-fetch`))}, { mode: "no-cors" }).catch(() => {});
  try { new WebSocket(${JSON.stringify(to(`${name}-socket`, "127.0.0.1", "ws"))}); } catch {}
  try { new EventSource(${JSON.stringify(to(`${name}-events`))}); } catch {}
  try { importScripts(${JSON.stringify(to(`${name}-import`))}); } catch {}`;

const blobUrl = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
attempt(() => new Worker(blobUrl(worker("worker"))));
attempt(() => new Worker("data:text/javascript," + encodeURIComponent(worker("data-worker"))));
attempt(() => new Worker(blobUrl(`new Worker(${JSON.stringify(blobUrl(worker("nested-worker")))})`)));
attempt(() => new Worker(blobUrl(`import ${JSON.stringify(to("module-worker-import"))}`), { type: "module" }));
attempt(() => new SharedWorker(blobUrl(worker("shared-worker"))));
attempt(async () => {
  await navigator.serviceWorker.register(`service-worker.js${location.search}`, { scope: "made-up/" });
  element("iframe", { src: "made-up/page.html" });
  const registration = await navigator.serviceWorker.getRegistration("made-up/");
  attempt(() => registration.backgroundFetch.fetch("a", [to("background-fetch")]));
  attempt(() => registration.sync.register("a"));
});
