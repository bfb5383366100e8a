import { type CellKind, everywhere, inDocuments, named, neutral } from "../cell.ts";

const shared = { group: "Storage", handling: neutral };

export const storage: readonly CellKind[] = [
  {
    ...shared,
    name: "transactions of IndexedDB side by side",
    realms: everywhere,
    handling: named("IndexedDB: transactions side by side"),
    code: `const seen = []; const open = (name) => new Promise((resolve) => { const request = indexedDB.open(name, 1); request.onupgradeneeded = () => request.result.createObjectStore("s"); request.onsuccess = () => resolve(request.result); });
const fill = (name, database, size) => new Promise((resolve) => { const transaction = database.transaction("s", "readwrite"); let left = 5; (function next() { transaction.objectStore("s").put("x".repeat(size), left).onsuccess = () => { seen.push(name); left -= 1; if (left > 0) next(); }; })(); transaction.oncomplete = resolve; });
const [large, small] = [await open("large"), await open("small")]; await Promise.all([fill("large", large, 90_000), fill("small", small, 9)]); show(seen.length);`,
    shows: /10/,
  },
  {
    ...shared,
    name: "IndexedDB",
    realms: everywhere,
    code: `const open = (name) => new Promise((resolve, reject) => { const request = indexedDB.open(name, 1); request.onupgradeneeded = () => request.result.createObjectStore("s"); request.onsuccess = () => resolve(request.result); request.onerror = reject; });
const [a, b] = await Promise.all([open("a"), open("b")]);
const put = (db, value) => { const change = db.transaction("s", "readwrite"); change.objectStore("s").put(value, "k"); return new Promise((resolve) => { change.oncomplete = resolve; }); };
await race({ large: put(a, new Uint8Array(2e6)), small: put(b, 1), tick: tick(1), later: tick(2) });
const read = a.transaction("s").objectStore("s").get("k"); await heard(read, "success"); show(read.result.length);`,
    shows: /2000000/,
  },
  {
    ...shared,
    name: "indexedDB.databases",
    realms: everywhere,
    code: `await new Promise((resolve) => { indexedDB.open("z").onsuccess = resolve; }); show((await indexedDB.databases()).map(({ name }) => name).join());`,
    shows: /z/,
  },
  {
    ...shared,
    name: "caches",
    realms: everywhere,
    code: `const cache = await caches.open("c"); const put = (url, size) => cache.put(url, new Response(new Uint8Array(size)));
await race({ large: put("/large", 2e6), small: put("/small", 1), tick: tick(1) }); show((await cache.keys()).map(({ url }) => new URL(url).pathname).join()); show((await (await cache.match("/large")).arrayBuffer()).byteLength);`,
    shows: /2000000/,
  },
  {
    ...shared,
    name: "OPFS",
    realms: everywhere,
    code: `const root = await navigator.storage.getDirectory();
const write = async (name, size) => { const handle = await root.getFileHandle(name, { create: true }); const out = await handle.createWritable(); await out.write(new Uint8Array(size)); await out.close(); };
await race({ large: write("large", 2e6), small: write("small", 1), tick: tick(1) });
const names = []; for await (const [name] of root) names.push(name); show(names.sort().join()); const file = await (await root.getFileHandle("large")).getFile(); show([file.size, file.lastModified].join());`,
    shows: /2000000/,
  },
  {
    ...shared,
    name: "writers of OPFS files",
    realms: everywhere,
    code: `const root = await navigator.storage.getDirectory();
const open = async (name) => (await (await root.getFileHandle(name, { create: true })).createWritable()).getWriter(); const [a, b] = [await open("a"), await open("b")];
await race({ large: a.write(new Uint8Array(2e6)), small: b.write(new Uint8Array(1)), ready: a.ready, tick: tick(1), later: tick(2) });
await race({ closed: a.closed, close: a.close(), other: b.close(), tick: tick(1) }); show((await (await root.getFileHandle("a")).getFile()).size);`,
    shows: /2000000/,
  },
  {
    ...shared,
    name: "streams piped into OPFS files",
    realms: everywhere,
    code: `const root = await navigator.storage.getDirectory(); const open = async (name) => (await root.getFileHandle(name, { create: true })).createWritable(); const [a, b] = [await open("a"), await open("b")];
let pulls = 0; const fed = new ReadableStream({ async pull(controller) { pulls += 1; await tick(1); controller.enqueue(new Uint8Array(1e5)); if (pulls === 4) controller.close(); } });
await race({ blob: new Blob([new Uint8Array(2e6)]).stream().pipeTo(a), fed: fed.pipeTo(b), tick: tick(1), later: tick(2) });
show((await (await root.getFileHandle("a")).getFile()).size);`,
    shows: /2000000/,
  },
  {
    ...shared,
    name: "pipeThrough into OPFS files",
    realms: everywhere,
    files: { "large.bin": new Uint8Array(1_000_000) },
    code: `const root = await navigator.storage.getDirectory(); const open = async (name) => (await root.getFileHandle(name, { create: true })).createWritable(); const [a, b] = [await open("a"), await open("b")];
const after = (name) => new ReadableStream({ async pull(controller) { await tick(1); if ((await (await root.getFileHandle(name)).getFile()).size > 0) controller.close(); } }, { highWaterMark: 0 });
const { body } = await fetch("large.bin"); const packed = body.pipeThrough(new CompressionStream("gzip")).pipeTo(b);
const written = new Blob([new Uint8Array(2e6)]).stream().pipeThrough({ writable: a, readable: after("a") }).getReader().read();
await race({ written, packed, tick: tick(1), later: tick(2), last: tick(4) }); const sizes = []; for (const name of ["a", "b"]) sizes.push((await (await root.getFileHandle(name)).getFile()).size); show(sizes.join());`,
    shows: /2000000,\d+/,
  },
  {
    ...shared,
    name: "FileSystemObserver",
    realms: everywhere,
    handling: named("FileSystemObserver"),
    code: `const root = await navigator.storage.getDirectory(); const observer = new FileSystemObserver((records) => show(records.length)); await observer.observe(root); await root.getFileHandle("f", { create: true }); await tick(3); show("end");`,
    shows: /end/,
  },
  {
    ...shared,
    name: "storageBuckets",
    realms: everywhere,
    code: `const bucket = await navigator.storageBuckets.open("b"); await race({ keys: navigator.storageBuckets.keys(), estimate: bucket.estimate(), persisted: bucket.persisted(), directory: bucket.getDirectory(), tick: tick(1) }); show((await navigator.storageBuckets.keys()).join()); await navigator.storageBuckets.delete("b"); show("end");`,
    shows: /end/,
  },
  {
    ...shared,
    name: "createSyncAccessHandle",
    realms: ["worker", "nested worker"],
    code: `const root = await navigator.storage.getDirectory(); const handle = await (await root.getFileHandle("f", { create: true })).createSyncAccessHandle(); handle.write(Uint8Array.of(1, 2)); show(handle.getSize()); handle.close();`,
    shows: /2/,
  },
  {
    ...shared,
    name: "navigator.locks",
    realms: everywhere,
    code: `const order = []; let free; const held = navigator.locks.request("a", () => new Promise((resolve) => { order.push("first"); free = resolve; }));
const second = navigator.locks.request("a", () => { order.push("second"); }); await tick(2); order.push("free"); free(); await Promise.all([held, second]); show(order.join());`,
    shows: /first,free,second/,
  },
  {
    ...shared,
    name: "navigator.locks.query",
    realms: everywhere,
    code: `await navigator.locks.request("a", async () => { show((await navigator.locks.query()).held.map(({ name, clientId }) => name + clientId).join()); });`,
    shows: /a/,
  },
  {
    ...shared,
    name: "cookieStore",
    realms: inDocuments,
    code: `const changed = heard(cookieStore, "change"); await race({ set: cookieStore.set("a", "1"), get: cookieStore.get("b"), tick: tick(1) }); show((await changed).changed.map(({ name }) => name).join()); show(document.cookie);`,
    shows: /a=1/,
  },
  {
    ...shared,
    name: "storage events of another frame",
    realms: inDocuments,
    files: { "below.html": `` },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2); const { localStorage: store, sessionStorage: session } = document.querySelector("iframe").contentWindow; const seen = [];
addEventListener("storage", ({ key, oldValue, newValue, storageArea }) => seen.push([key, oldValue, newValue, storageArea === localStorage, globalThis.cellFrame].join(" "))); globalThis.onstorage = ({ key }) => seen.push("on " + key);
store.setItem("k", "1"); store.setItem("k", "1"); store.setItem("k", "2"); session.setItem("s", "3"); await tick(1); seen.push("tick"); store.removeItem("k"); store.clear(); session.clear(); await tick(2); show(seen.join());`,
    shows: /k {2}1 true \d+,on k,k 1 2 true/,
  },
  {
    ...shared,
    name: "storage events of a property that another frame sets",
    realms: inDocuments,
    files: { "below.html": `` },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2);
addEventListener("storage", ({ key }) => show("storage " + key + globalThis.cellFrame)); document.querySelector("iframe").contentWindow.localStorage.k = "1"; await tick(3); show(localStorage.getItem("k"));`,
    shows: /storage k\d+.*1/su,
  },
  {
    ...shared,
    name: "storage events of a property that another frame sets in a storage of an earlier task",
    realms: inDocuments,
    handling: named("StorageEvent"),
    files: { "below.html": `` },
    html: `<iframe src="below.html"></iframe>`,
    code: `await tick(2); const { localStorage: store } = document.querySelector("iframe").contentWindow; await tick(1);
addEventListener("storage", ({ key }) => show("storage " + key)); store.k = "1"; await tick(3); show(localStorage.getItem("k"));`,
    shows: /1/,
  },
  {
    ...shared,
    name: "cookies with a date",
    realms: inDocuments,
    code: `const inAnHour = Date.now() + 3_600_000; document.cookie = "kept=1; expires=" + new Date(inAnHour).toUTCString() + "; path=/"; document.cookie = "gone=1; expires=Thu, 01 Jan 1970 00:00:00 GMT"; document.cookie = "aged=1; expires=Thu, 01 Jan 1970 00:00:00 GMT; max-age=60"; await cookieStore.set({ name: "stored", value: "1", expires: inAnHour }); show(document.cookie.split("; ").toSorted().join());`,
    shows: /aged=1,kept=1,stored=1/,
  },
  {
    ...shared,
    name: "change events of the cookie store",
    realms: inDocuments,
    code: `const order = []; cookieStore.addEventListener("change", ({ changed }) => order.push(changed.map(({ name }) => name) + "@" + globalThis.cellFrame)); cookieStore.onchange = ({ changed: [{ name }] }) => order.push("on " + name); await cookieStore.set("one", "1"); order.push("set"); await tick(1); document.cookie = "two=2"; for (let n = 0; n < 3; n += 1) { await tick(1); order.push("tick"); } show(order.join());`,
    shows: /one@\d+,on one.*two@\d+,on two/,
  },
];
