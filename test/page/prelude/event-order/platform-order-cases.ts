import type { OrderCase } from "./order-cases.ts";

const withStorageFrame = `const f = document.createElement("iframe"); f.srcdoc = "x"; localStorage.clear(); sessionStorage.clear(); const hear = (w, name) => w.addEventListener("storage", (e) => { log(name + " " + (e.storageArea === w.sessionStorage ? "S " : "L ") + e.key + " " + e.oldValue + ">" + e.newValue); queueMicrotask(() => log("micro")); }); const L = localStorage, S = sessionStorage; const port = (n) => { const c = new MessageChannel(); c.port1.onmessage = () => { log(n); c.port1.close(); }; c.port2.postMessage(0); }; const done = (ms = 120) => setTimeout(() => { f.remove(); end(); }, ms); f.onload = () => setTimeout(() => { hear(f.contentWindow, "f"); go(); }, 40); document.body.append(f);`;
/** Logs what becomes of promises, beside a chain of microtasks. */
const withKeys = `const S = crypto.subtle, raw = new Uint8Array(16).fill(7); const m = (n = 1) => queueMicrotask(() => { log("m" + n); if (n < 5) m(n + 1); }); const p = (q, n) => q.then(() => { log(n); queueMicrotask(() => log(n + " m")); }, (e) => log(n + " " + e.name));`;

/** Databases, locks, caches, storage, audio, WebAssembly and files. */
export const platformOrderCases: readonly OrderCase[] = [
  {
    name: "a bitmap that fails, and nobody hears of it",
    script: `let made; const hear = (e) => { if (e.promise !== made) return; e.preventDefault(); log(e.reason.name); removeEventListener("unhandledrejection", hear); made.catch(() => log("caught")).then(end); }; addEventListener("unhandledrejection", hear); made = createImageBitmap(new Blob(["no picture"])); log("made");`,
  },
  {
    name: "a database that answers while the first of several listeners runs",
    script: `const open = indexedDB.open("order" + Math.random()); open.onupgradeneeded = () => open.result.createObjectStore("s"); open.onsuccess = () => { const request = new XMLHttpRequest(); request.addEventListener("load", () => { open.result.transaction("s").objectStore("s").get("k").onsuccess = () => { log("answer"); open.result.close(); setTimeout(end, 20); }; let sum = 0; for (let index = 0; index < 2e8; index += 1) sum += index % 7; log("first " + sum); queueMicrotask(() => log("microtask")); }); request.onload = () => log("second"); request.addEventListener("load", () => log("third")); request.open("GET", "data.txt"); request.send(); };`,
  },
  {
    name: "database: two transactions that write, one that reads",
    script: `const open = indexedDB.open("order" + Math.random()); open.onupgradeneeded = () => open.result.createObjectStore("s"); open.onsuccess = () => { const db = open.result; const go = (name, mode) => { const t = db.transaction("s", mode); const r = mode === "readonly" ? t.objectStore("s").get("k") : t.objectStore("s").put(name, "k"); r.onsuccess = () => log(name + " " + r.result); t.oncomplete = () => { log(name + " complete"); if (name === "c") { db.close(); end(); } }; }; go("a", "readwrite"); go("b", "readonly"); go("c", "readwrite"); log("asked"); };`,
  },
  {
    name: "database: an error, its bubbling, the abort",
    script: `const open = indexedDB.open("order" + Math.random()); open.onupgradeneeded = () => open.result.createObjectStore("s"); open.onsuccess = () => { const db = open.result; const t = db.transaction("s", "readwrite"); t.objectStore("s").add(1, "k"); const bad = t.objectStore("s").add(2, "k"); bad.onerror = () => log("request error"); t.onerror = () => log("transaction error"); db.onerror = () => log("db error"); t.onabort = () => { log("abort " + t.error.name); db.close(); end(); }; t.oncomplete = () => log("never"); const pending = t.objectStore("s").get("k"); pending.onsuccess = () => log("get"); pending.onerror = () => log("get error " + pending.error.name); };`,
  },
  {
    name: "database: a transaction kept alive by promises, then over",
    script: `const open = indexedDB.open("order" + Math.random()); open.onupgradeneeded = () => open.result.createObjectStore("s"); open.onsuccess = async () => { const db = open.result; const t = db.transaction("s", "readwrite"); const s = t.objectStore("s"); const done = (r) => new Promise((go) => { r.onsuccess = () => go(r.result); }); t.oncomplete = () => log("complete"); await done(s.put(1, "a")); log("put"); await Promise.resolve(); log(await done(s.get("a"))); await new Promise((go) => setTimeout(go, 30)); try { s.get("a"); } catch ({ name }) { log(name); } db.close(); end(); };`,
  },
  {
    name: "database: a cursor, all keys, commit",
    script: `const open = indexedDB.open("order" + Math.random()); open.onupgradeneeded = () => { const s = open.result.createObjectStore("s"); for (const n of [1, 2, 3]) s.put(n, n); open.transaction.oncomplete = () => log("upgraded"); }; open.onsuccess = () => { log("open"); const t = open.result.transaction("s"); t.objectStore("s").openCursor().onsuccess = ({ target: { result } }) => { log("cursor " + result?.value); result?.continue(); }; t.objectStore("s").getAllKeys().onsuccess = ({ target }) => log("keys " + target.result); t.oncomplete = () => { log("complete"); open.result.close(); end(); }; t.commit(); };`,
  },
  {
    name: "database: requests behind one that is blocked",
    script: `const name = "order" + Math.random(); const open = indexedDB.open(name, 1); open.onsuccess = () => { const db = open.result; const up = indexedDB.open(name, 2); const third = indexedDB.open(name, 1); third.onerror = (event) => { event.preventDefault(); log("third " + third.error.name); const last = indexedDB.deleteDatabase(name); last.onsuccess = () => { log("deleted"); end(); }; }; up.onblocked = () => { log("blocked"); const fourth = indexedDB.open(name); fourth.onsuccess = () => { log("fourth " + fourth.result.version); fourth.result.close(); }; setTimeout(() => { log("close"); db.close(); }, 20); }; up.onupgradeneeded = () => log("upgrade"); up.onsuccess = () => { log("up"); up.result.close(); }; };`,
  },
  {
    name: "database: a newer version, a blocked deletion",
    script: `const name = "order" + Math.random(); const open = indexedDB.open(name, 1); open.onsuccess = () => { const db = open.result; db.onversionchange = ({ newVersion }) => log("versionchange " + newVersion); const up = indexedDB.open(name, 2); up.onblocked = () => { log("blocked"); db.close(); }; up.onupgradeneeded = () => log("upgrade"); up.onsuccess = () => { log("open 2"); up.result.onversionchange = () => { log("versionchange null"); up.result.close(); }; const gone = indexedDB.deleteDatabase(name); gone.onsuccess = () => { log("deleted"); end(); }; }; };`,
  },
  {
    name: "locks: stolen before their callbacks have run",
    script: `const wait = (ms) => new Promise((then) => setTimeout(then, ms)); for (const name of ["x", "y", "z"]) navigator.locks.request("order-stolen", { steal: true }, async () => { log(name); await wait(20); log(name + " ends"); }).then(() => log(name + " done"), (error) => log(name + " " + error.name)); setTimeout(end, 100);`,
  },
  {
    name: "locks: stolen from a holder",
    script: `navigator.locks.request("order-held", () => new Promise(() => {})).catch(({ name }) => log("lost " + name)); setTimeout(() => { navigator.locks.request("order-held", { steal: true }, () => log("stolen")).then(() => { log("done"); end(); }); }, 50);`,
  },
  {
    name: "locks: shared, exclusive, only if free, stolen",
    script: `const go = (name, mode) => navigator.locks.request("order2", { mode }, async () => { log(name); await new Promise((g) => setTimeout(g, 10)); log(name + " ends"); }); go("a", "shared"); go("b", "shared"); go("c", "exclusive"); go("d", "shared"); navigator.locks.request("order2", { ifAvailable: true }, (lock) => log("free " + (lock !== null))); setTimeout(end, 150);`,
  },
  {
    name: "the cache: put, matched, deleted",
    script: `(async () => { const cache = await caches.open("order"); log("open"); await cache.put("cached.txt", new Response("x")); log("put"); const r = await cache.match("cached.txt"); log(await r.text()); log(await cache.delete("cached.txt")); log(await caches.delete("order")); end(); })(); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "storage: events in a frame, not in the page",
    script: `const frame = document.createElement("iframe"); document.body.append(frame); frame.contentWindow.onstorage = ({ key, newValue }) => { log(key + " " + newValue); queueMicrotask(() => log("microtask")); }; onstorage = () => log("never"); localStorage.setItem("order-a", 1); localStorage.setItem("order-b", 2); localStorage.removeItem("order-a"); log("set"); setTimeout(() => { localStorage.clear(); onstorage = null; frame.remove(); end(); }, 100);`,
  },
  {
    name: "sources of an audio context that end",
    script: `const context = new AudioContext(); const make = (name, seconds) => { const s = context.createConstantSource(); s.onended = () => { log(name); if (name === "long") { context.close(); end(); } }; s.start(); s.stop(context.currentTime + seconds); }; make("long", 0.2); make("short", 0.05); log("made");`,
  },
  {
    name: "audio data that is decoded, and data that is not",
    script: `const context = new OfflineAudioContext(1, 1, 8000); const bad = context.decodeAudioData(new ArrayBuffer(4), () => log("never"), ({ name }) => log("callback " + name)); bad.catch(({ name }) => { log("promise " + name); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "compiled from a response, and code that is not",
    script: `const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]); WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } })).then((m) => { log("module " + (m instanceof WebAssembly.Module)); return WebAssembly.compile(new Uint8Array(4)); }).catch(({ name }) => { log(name); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "a permission, and a promise of the storage",
    script: `Promise.all([navigator.permissions.query({ name: "geolocation" }).then(() => log("permission")), navigator.storage.persisted().then((v) => log("persisted"))]).then(() => { log("all"); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "file system of the origin: a file written and read",
    script: `(async () => { const root = await navigator.storage.getDirectory(); log("root"); const file = await root.getFileHandle("order.txt", { create: true }); log("file"); const w = await file.createWritable(); await w.write("abc"); await w.close(); log("closed"); log(await (await file.getFile()).text()); await root.removeEntry("order.txt"); log("removed"); end(); })(); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "an estimate of the storage after the task",
    script: `navigator.storage.estimate().then(({ quota }) => { log("estimate " + (quota > 0)); end(); }); Promise.resolve().then(() => log("one")).then(() => log("two")).then(() => log("three")); log("asked");`,
  },
  {
    name: "locks: asked about after requests, and before one",
    script: `const { locks } = navigator; const show = (name) => ({ held, pending }) => log(name + " " + held.length + " " + pending.length); locks.query().then(show("first")); locks.request("order-query", () => { log("granted"); return new Promise((go) => setTimeout(go, 40)); }).then(() => log("released")); locks.request("order-query", () => log("next")); locks.query().then(show("last")); setTimeout(end, 120);`,
  },
  {
    name: "locks: a signal that aborts after the lock was granted, and before",
    script: `const c = new AbortController(); const { signal } = c; const say = (name) => (why) => log(name + " " + why); const { locks } = navigator; locks.request("order-signal", { signal }, () => new Promise((go) => setTimeout(go, 60, "value"))).then(say("ended"), say("never")); locks.request("order-signal", { signal }, say("never")).catch(say("refused")); locks.request("order-signal", () => log("third")); setTimeout(() => { c.abort("why"); log("aborted"); queueMicrotask(() => log("m")); }, 30); setTimeout(end, 120);`,
  },
  {
    name: "audio data in a buffer that was given away",
    script: `const context = new OfflineAudioContext(1, 1, 8000); const data = new ArrayBuffer(8); structuredClone(data, { transfer: [data] }); context.decodeAudioData(data, () => log("never"), ({ name }) => log("callback " + name)).catch(({ name }) => { log("promise " + name); end(); }); queueMicrotask(() => log("microtask"));`,
  },
  {
    name: "bytes in buffers that were given away",
    script: `(async () => { const gone = () => { const b = new ArrayBuffer(8); const v = new DataView(b); const f = new Float32Array(b); structuredClone(b, { transfer: [b] }); return { b, v, f }; }; const { b, v, f } = gone(); globalThis.orderBytes = { b, v, f }; const say = (name, act) => { try { log(name + " " + act()); } catch ({ name: thrown }) { log(name + " " + thrown); } }; for (const part of [b, v, f]) say("blob", () => new Blob([part]).size); say("random", () => crypto.getRandomValues(new Uint8Array(gone().b.byteLength)).length); for (const part of [b, f]) await WebAssembly.compile(part).catch(({ name }) => log("compile " + name)); const gl = document.createElement("canvas").getContext("webgl2"); gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer()); for (const part of [b, v, f]) say("buffer", () => gl.bufferData(gl.ARRAY_BUFFER, part, gl.STATIC_DRAW)); say("part", () => gl.bufferData(gl.ARRAY_BUFFER, f, gl.STATIC_DRAW, 0, 1)); say("uniform", () => gl.uniform1fv(null, f)); requestAnimationFrame(() => requestAnimationFrame(end)); })();`,
  },
  {
    name: "platform: a fence passes after its task",
    script: `const gl = document.createElement("canvas").getContext("webgl2"); const read = (f) => log((gl.getSyncParameter(f, gl.SYNC_STATUS) === gl.SIGNALED) + " " + (gl.clientWaitSync(f, 0, 0) === gl.TIMEOUT_EXPIRED)); gl.clear(gl.COLOR_BUFFER_BIT); const f = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0); gl.flush(); read(f); queueMicrotask(() => read(f)); const poll = () => { if (gl.clientWaitSync(f, 0, 0) === gl.TIMEOUT_EXPIRED) { setTimeout(poll, 5); return; } read(f); requestAnimationFrame(() => { const g = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0); gl.flush(); log(gl.clientWaitSync(g, 0, 0) === gl.TIMEOUT_EXPIRED); const next = () => { if (gl.clientWaitSync(g, 0, 0) === gl.TIMEOUT_EXPIRED) { requestAnimationFrame(next); return; } gl.deleteSync(g); log(gl.clientWaitSync(g, 0, 0) === gl.WAIT_FAILED); gl.getExtension("WEBGL_lose_context").loseContext(); end(); }; requestAnimationFrame(next); }); }; setTimeout(poll, 5);`,
  },
  {
    name: "locks: a worker waits for that of its page",
    script: `const w = new Worker(URL.createObjectURL(new Blob(["onmessage = async () => { postMessage(\\"asks\\"); await navigator.locks.request(\\"order-worker\\", async () => { postMessage(\\"has\\"); await new Promise((go) => setTimeout(go, 30)); postMessage(\\"frees\\"); }); postMessage(\\"after\\"); };"], { type: "text/javascript" }))); let free; navigator.locks.request("order-worker", () => new Promise((go) => { free = go; log("held"); w.postMessage(0); })).then(() => log("page done")); w.onmessage = ({ data }) => { log(data); if (data === "asks") setTimeout(() => { log("free"); free(); }, 80); if (data === "after") { w.terminate(); end(); } };`,
  },
  {
    name: "locks: a page waits for that of its worker",
    script: `const w = new Worker(URL.createObjectURL(new Blob(["onmessage = async () => { postMessage(\\"asks\\"); await navigator.locks.request(\\"order-page\\", async () => { postMessage(\\"has\\"); await new Promise((go) => setTimeout(go, 30)); postMessage(\\"frees\\"); }); postMessage(\\"after\\"); };"], { type: "text/javascript" }))); w.onmessage = ({ data }) => { if (data !== "after") log(data); if (data === "has") navigator.locks.request("order-page", () => log("page has")).then(() => { log("page done"); setTimeout(() => { w.terminate(); end(); }, 80); }); }; w.postMessage(0);`,
  },
  {
    name: "locks: one worker waits for another",
    script: `const mk = (name) => { const w = new Worker(URL.createObjectURL(new Blob(["onmessage = async () => { postMessage(\\"asks\\"); await navigator.locks.request(\\"order-two\\", async () => { postMessage(\\"has\\"); await new Promise((go) => setTimeout(go, 30)); postMessage(\\"frees\\"); }); postMessage(\\"after\\"); };"], { type: "text/javascript" }))); w.onmessage = ({ data }) => { log(name + " " + data); if (name === "a" && data === "has") b.postMessage(0); if (name === "b" && data === "after") { a.terminate(); b.terminate(); end(); } }; return w; }; const a = mk("a"), b = mk("b"); a.postMessage(0);`,
  },
  {
    name: "locks: a nested worker waits for that of the page",
    script: `const w = new Worker(URL.createObjectURL(new Blob(["const inner = new Worker(URL.createObjectURL(new Blob([\\"onmessage = async () => { postMessage(\\\\\\"asks\\\\\\"); await navigator.locks.request(\\\\\\"order-nested\\\\\\", async () => { postMessage(\\\\\\"has\\\\\\"); await new Promise((go) => setTimeout(go, 30)); postMessage(\\\\\\"frees\\\\\\"); }); postMessage(\\\\\\"after\\\\\\"); };\\"], { type: \\"text/javascript\\" }))); inner.onmessage = ({ data }) => postMessage(\\"inner \\" + data); onmessage = ({ data }) => inner.postMessage(data);"], { type: "text/javascript" }))); let free; navigator.locks.request("order-nested", () => new Promise((go) => { free = go; log("held"); w.postMessage(0); })).then(() => log("page done")); w.onmessage = ({ data }) => { log(data); if (data === "inner asks") setTimeout(() => { log("free"); free(); }, 120); if (data === "inner after") { w.terminate(); end(); } };`,
  },
  {
    name: "locks: a frame and its page, one after the other",
    script: `globalThis.lockLog = log; const f = document.createElement("iframe"); f.srcdoc = "<script>navigator.locks.request('order-frame', () => new Promise((go) => { parent.lockLog('frame has'); setTimeout(() => { parent.lockLog('frame frees'); go(); }, 40); })).then(() => parent.lockLog('frame done'));</scr" + "ipt>"; navigator.locks.request("order-frame", () => new Promise((go) => { log("page has"); f.onload = () => setTimeout(() => { log("free"); go(); navigator.locks.request("order-frame", () => log("page again")).then(() => { log("page done"); f.remove(); end(); }); }, 80); document.body.append(f); }));`,
  },
  {
    name: "locks: a worker, terminated with a lock",
    script: `const w = new Worker(URL.createObjectURL(new Blob(["navigator.locks.request(\\"order-gone\\", () => { postMessage(\\"has\\"); return new Promise(() => {}); });"], { type: "text/javascript" }))); w.onmessage = ({ data }) => { log(data); navigator.locks.request("order-gone", () => log("page has")).then(() => { log("done"); end(); }); setTimeout(() => { w.terminate(); log("terminated"); }, 60); };`,
  },
  {
    name: "locks: a request ends with the microtasks of its callback",
    script: `const { locks } = navigator; const say = (name) => () => log(name); locks.request("order-ends", () => { queueMicrotask(say("m1")); const c = new MessageChannel(); c.port1.onmessage = () => { log("message"); c.port1.close(); }; c.port2.postMessage(0); return "value"; }).then((v) => { log(v); queueMicrotask(say("m2")); }); locks.request("order-ends", async () => { log("second"); throw new Error("own"); }).catch(({ message }) => log(message)); locks.request("order-ends", () => { queueMicrotask(say("m3")); throw new Error("at once"); }).catch(({ message }) => { log(message); setTimeout(end, 30); });`,
  },
  {
    name: "storage: of a session, beside messages and timers",
    script: `const go = () => { port("p1"); setTimeout(() => log("t1")); postMessage("w"); S.setItem("a", "1"); log("set"); queueMicrotask(() => log("m")); port("p2"); setTimeout(() => log("t2")); done(); }; ${withStorageFrame}`,
  },
  {
    name: "storage: of a session and of an origin, in turns",
    script: `const go = () => { L.setItem("a", "1"); S.setItem("b", "1"); L.setItem("c", "1"); S.setItem("d", "1"); log("set"); done(); }; ${withStorageFrame}`,
  },
  {
    name: "storage: of a session and of an origin, from a frame",
    script: `const go = () => { const own = ({ key, storageArea }) => log("own " + key + (storageArea === S)); addEventListener("storage", own); f.contentWindow.localStorage.setItem("a", "1"); f.contentWindow.sessionStorage.setItem("b", "1"); log("set"); port("p"); setTimeout(() => { removeEventListener("storage", own); }, 100); done(140); }; ${withStorageFrame}`,
  },
  {
    name: "keys: imported, exported and generated",
    script: `(async () => { ${withKeys} p(S.importKey("raw", raw, "AES-CBC", true, ["encrypt"]), "import"); p(S.importKey("jwk", { kty: "oct", k: "BwcHBwcHBwcHBwcHBwcHBw", alg: "A128CBC", ext: true }, "AES-CBC", true, ["encrypt"]), "jwk"); p(S.importKey("raw", raw.slice(3), "AES-CBC", true, ["encrypt"]), "short"); p(S.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt"]), "made"); p(S.exportKey("jwk", await S.importKey("raw", raw, "AES-CBC", true, ["encrypt"])), "export"); m(); await new Promise((go) => setTimeout(go, 20)); end(); })();`,
  },
  {
    name: "keys: encrypted, signed, wrapped and derived bytes",
    script: `(async () => { ${withKeys} const key = await S.importKey("raw", raw, "AES-GCM", true, ["encrypt", "decrypt", "wrapKey"]), mac = await S.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, true, ["sign", "verify"]), base = await S.importKey("raw", raw, "HKDF", false, ["deriveBits"]), params = { name: "AES-GCM", iv: raw }; p(S.encrypt(params, key, new Uint8Array(1e6)), "encrypt"); p(S.decrypt(params, key, raw), "decrypt"); p(S.sign("HMAC", mac, raw), "sign"); p(S.verify("HMAC", mac, raw, raw), "verify"); p(S.wrapKey("raw", mac, key, params), "wrap"); p(S.deriveBits({ name: "HKDF", salt: raw, info: raw, hash: "SHA-256" }, base, 128), "bits"); m(); await new Promise((go) => setTimeout(go, 20)); end(); })();`,
  },
  {
    name: "keys: bits from a password, which take longer",
    script: `(async () => { ${withKeys} const base = await S.importKey("raw", raw, "PBKDF2", false, ["deriveBits"]); const long = p(S.deriveBits({ name: "PBKDF2", salt: raw, iterations: 100, hash: "SHA-256" }, base, 128), "bits"); p(S.exportKey("raw", await S.importKey("raw", raw, "AES-CBC", true, ["encrypt"])), "export"); m(); await long; await new Promise((go) => setTimeout(go, 20)); end(); })();`,
  },
  {
    name: "blobs of canvases, of which one is empty, beside tasks",
    script: `const canvas = (width) => Object.assign(document.createElement("canvas"), { width, height: 4 }); const full = canvas(8), empty = canvas(0); full.getContext("2d"); let left = 2; const done = () => { left -= 1; if (left === 0) end(); };
      setTimeout(() => log("timer")); const first = new MessageChannel(); first.port1.onmessage = () => { log("message"); first.port1.close(); }; first.port2.postMessage(0); full.toBlob((blob) => { log("full " + (blob.size > 0)); done(); });
      empty.toBlob((blob) => { log("empty " + blob); queueMicrotask(() => log("microtask of empty")); done(); }); const second = new MessageChannel(); second.port1.onmessage = () => { log("later message"); second.port1.close(); }; second.port2.postMessage(0); queueMicrotask(() => log("microtask")); log("sync");`,
  },
  {
    name: "storage: items that a frame sets and deletes as properties",
    script: `const f = document.createElement("iframe"); document.body.append(f); const there = f.contentWindow.localStorage; const on = ({ key, oldValue, newValue, isTrusted }) => { log(key + " " + oldValue + ">" + newValue + " " + isTrusted); queueMicrotask(() => log("microtask")); if (key === "order-z" && newValue === null) { removeEventListener("storage", on); f.remove(); end(); } }; addEventListener("storage", on); there.setItem("order-k", "1"); there["order-k"] = "2"; there["order-k"] = "2"; delete there["order-k"]; there.setItem("order-z", "!"); delete there["order-z"]; log("set");`,
  },
  {
    name: "storage: an item as a property, alone",
    script: `const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.addEventListener("storage", ({ newValue, storageArea }) => { log(newValue + " " + (storageArea === f.contentWindow.localStorage)); if (newValue === null) setTimeout(() => { f.remove(); end(); }); else setTimeout(() => { delete localStorage["order-p"]; log("deleted"); }); }); localStorage["order-p"] = { toString: () => "text" }; log(localStorage.getItem("order-p") + localStorage.length);`,
  },
  {
    name: "a file reader that is read again and ended in its events",
    script: `const r = new FileReader(); let n = 0; const read = () => { n += 1; r.readAsText(new Blob(["text " + n])); }; for (const type of ["loadstart", "load", "abort", "loadend"]) r["on" + type] = () => { log(n + " " + type + " " + r.readyState + " " + r.result); if (n === 1 && type === "load") read(); else if (r.result === "text 2" && type === "loadend") setTimeout(read, 10); else if (n === 3 && type === "loadstart") { r.abort(); log("ended " + r.result); setTimeout(end, 20); } }; read();`,
  },
  {
    name: "waits on shared memory that time out beside others that are notified",
    script: `const cells = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer); const wait = (name, index, ms) => Atomics.waitAsync(cells, index, 0, ms).value.then((how) => log(name + " " + how)); const notify = (view, index, count) => log("notified " + Atomics.notify(view, index, count)); wait("first", 0, 20); wait("second", 0); wait("third", 0, 20); wait("fourth", 0); setTimeout(() => { notify(cells, 0, 1); notify(cells, 0, 0); setTimeout(() => { wait("fifth", 0); wait("sixth", 0, 10); notify(cells, 0); notify(cells, 0); setTimeout(end, 40); }, 20); }, 60);`,
  },
  {
    name: "the options of a clone and of a message are read once",
    script: `const options = (name, transfer) => ({ get transfer() { log(name); return transfer; } }); structuredClone(1, options("clone", [new ArrayBuffer(4)])); structuredClone(1, options("nothing")); try { structuredClone(1, options("no list", 5)); } catch ({ name }) { log(name); } const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ ports }) => { log("message " + ports.length); port1.close(); end(); }; port2.postMessage("hello", options("port", [new MessageChannel().port1]));`,
  },
  {
    name: "records of a performance observer that are taken",
    script: `const names = (list) => list.map(({ name }) => name).join(); const taker = new PerformanceObserver(() => log("never")); taker.observe({ type: "mark" }); const hearer = new PerformanceObserver((list) => { log("heard " + names(list.getEntries())); hearer.disconnect(); taker.disconnect(); performance.clearMarks("orderLate"); performance.clearMarks("orderEarly"); end(); }); hearer.observe({ type: "mark" }); performance.mark("orderLate", { startTime: 20 }); performance.mark("orderEarly", { startTime: 10 }); log("taken " + names(taker.takeRecords())); queueMicrotask(() => log("microtask"));`,
  },
];
