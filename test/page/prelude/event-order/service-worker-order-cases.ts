import type { OrderCase } from "./order-cases.ts";

/** Scripts and pages of the cases below. */
export const serviceWorkerFiles = {
  "service-worker.js": "oninstall = () => { skipWaiting(); };",
  "waiting-service-worker.js": "onfetch = () => {};",
  "claiming-service-worker.js":
    "oninstall = () => { skipWaiting(); }; onactivate = (event) => { event.waitUntil(clients.claim()); };",
  "registers.html": `<!doctype html><script>(async () => {
    const log = (line) => parent.orderLog("frame " + line);
    const r = await navigator.serviceWorker.register("service-worker.js", { scope: "./in-frame/" });
    const w = r.installing;
    log("registered " + w.state);
    await new Promise((go) => { w.addEventListener("statechange", ({ target }) => { log(target.state); if (w.state === "activated") go(); }); });
    log("unregistered " + await r.unregister());
    parent.orderEnd();
    })();</script>`,
};

const register = (scope: string): string =>
  `const { serviceWorker } = navigator; const make = async (scope) => { const r = await serviceWorker.register("service-worker.js", { scope: "./" + scope + "/" }); const w = r.installing; log(scope + " registered " + (w && w.state)); await new Promise((go) => { w.onstatechange = () => { log(scope + " " + w.state); if (w.state === "activated") go(); }; }); return r; }; const see = ({ installing, waiting, active }) => [installing, waiting, active].map((w) => w && w.state).join(); const scope = "${scope}";`;

/** Service workers. The last case claims the page. */
export const serviceWorkerOrderCases: readonly OrderCase[] = [
  {
    name: "service worker: states, listeners, the end of a registration",
    script: `${register("sw-one")} make(scope).then(async (r) => { const w = r.active; w.addEventListener("statechange", () => queueMicrotask(() => log("microtask"))); w.addEventListener("statechange", () => log("second " + see(r))); log("gone " + await r.unregister() + " " + see(r)); queueMicrotask(() => log("m")); setTimeout(() => { log("end " + see(r)); end(); }, 80); });`,
  },
  {
    name: "service worker: two registrations end at once",
    script: `${register("sw-two")} (async () => { const a = await make(scope + "a"), b = await make(scope + "b"); a.unregister().then((is) => log("a " + is)); b.unregister().then((is) => log("b " + is)); setTimeout(end, 100); })();`,
  },
  {
    name: "service worker: states of a registration as its events come",
    script: `${register("sw-found")} (async () => { const r = await serviceWorker.register("service-worker.js", { scope: "./" + scope + "/" }); log("registered " + see(r)); r.onupdatefound = () => log("updatefound " + see(r)); const w = r.installing; w.addEventListener("statechange", ({ target, isTrusted }) => { log(see(r) + " " + (target === w) + isTrusted); queueMicrotask(() => log("m")); }); await new Promise((go) => { w.onstatechange = () => { if (w.state === "activated") go(); }; }); log("same " + (r.active === w) + " " + (await serviceWorker.getRegistration("./" + scope + "/") === r)); log("gone " + await r.unregister()); end(); })();`,
  },
  {
    name: "service worker: another script for a registration",
    script: `${register("sw-again")} make(scope).then(async (r) => { r.onupdatefound = () => log("updatefound " + see(r)); await serviceWorker.register("waiting-service-worker.js", { scope: "./" + scope + "/" }); log("again " + see(r)); const w = r.installing; await new Promise((go) => { w.onstatechange = () => { log(see(r)); if (w.state === "activated") go(); }; }); log("gone " + await r.unregister()); setTimeout(end, 60); });`,
  },
  {
    name: "service worker: refused registrations",
    script: `const { serviceWorker } = navigator; serviceWorker.register("no-script-at-all.js", { scope: "./sw-none/" }).catch(({ name }) => { log(name); serviceWorker.register("https://example.com/a.js").catch(({ name }) => { log(name); serviceWorker.getRegistration("./sw-none/").then((r) => { log(r); end(); }); }); }); try { Reflect.get(ServiceWorker.prototype, "state"); } catch ({ name }) { log("state " + name); } ServiceWorkerRegistration.prototype.unregister.call({}).catch(({ name }) => log("gone " + name));`,
  },
  {
    name: "service worker: of a frame",
    script: `globalThis.orderLog = log; globalThis.orderEnd = () => setTimeout(() => { f.remove(); end(); }, 60); const f = document.createElement("iframe"); f.src = "registers.html"; document.body.append(f);`,
  },
  {
    name: "service worker: one that claims its page",
    script: `const { serviceWorker } = navigator; const state = (w) => w && w.state; serviceWorker.oncontrollerchange = () => log("controllerchange " + state(serviceWorker.controller)); log("controller " + serviceWorker.controller); serviceWorker.ready.then((r) => log("ready " + state(r.active) + " " + state(serviceWorker.controller))); (async () => { const r = await serviceWorker.register("claiming-service-worker.js", { scope: "./" }); const w = r.installing; log("registered " + w.state); await new Promise((go) => { w.onstatechange = () => { log(w.state + " " + state(serviceWorker.controller)); if (w.state === "activated") go(); }; }); log("gone " + await r.unregister() + " " + state(serviceWorker.controller)); serviceWorker.oncontrollerchange = null; end(); })();`,
  },
];
