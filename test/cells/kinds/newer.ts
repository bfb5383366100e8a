import { type CellKind, everywhere, inDocuments, inPage, named, neutral } from "../cell.ts";

const events = { group: "Animations, layout and events", handling: neutral };
const tasks = { group: "Messages and tasks", handling: neutral };
const machine = { group: "The machine", handling: neutral };
const inPageAndWorker = ["page", "worker"] as const;

/** APIs that Chromium has had for a short time, and corners of older ones. */
export const newer: readonly CellKind[] = [
  {
    ...events,
    name: "Observable of events and promises",
    realms: inDocuments,
    code: `const order = []; document.body.when("x").take(2).map(({ timeStamp }) => timeStamp).subscribe({ next: (at) => order.push(at), complete: () => order.push("done") }); document.body.dispatchEvent(new Event("x")); await tick(1); document.body.dispatchEvent(new Event("x")); Observable.from(fetch("cell.js")).subscribe(({ status }) => order.push(status)); await tick(1); order.push("tick"); show(order.join());`,
    shows: /1,16\.6\d*,done,200,tick/,
  },
  {
    ...tasks,
    name: "scheduler.yield in tasks of each priority",
    realms: inPageAndWorker,
    code: `const order = []; const run = (priority) => scheduler.postTask(async () => { order.push(priority); await scheduler.yield(); order.push(priority); }, { priority }); const controller = new TaskController({ priority: "background" }); const raised = scheduler.postTask(() => order.push("raised"), { signal: controller.signal }); controller.setPriority("user-blocking"); await Promise.all([run("background"), run("user-visible"), run("user-blocking"), raised]); show(order.join());`,
    shows: /user-blocking.*user-visible,user-visible,background,background/,
  },
  {
    ...events,
    name: "navigations that a page intercepts",
    realms: inDocuments,
    code: `const order = []; navigation.onnavigate = (event) => { event.signal.onabort = () => order.push("abort"); event.intercept({ async handler() { await fetch("cell.js"); await tick(1); order.push("handled@" + globalThis.cellFrame); } }); }; navigation.onnavigatesuccess = () => order.push("success@" + globalThis.cellFrame); await tick(1); navigation.navigate("#a").finished.catch(({ name }) => order.push(name)); await navigation.navigate("#b").finished; order.push(location.hash + "@" + globalThis.cellFrame); show(order.join());`,
    shows: /abort,AbortError.*success@\d,#b@\d/,
  },
  {
    ...events,
    name: "CloseWatcher and EditContext",
    realms: inPage,
    code: `const order = []; const watcher = new CloseWatcher(); watcher.oncancel = () => order.push("cancel"); watcher.onclose = () => order.push("close@" + globalThis.cellFrame); const box = document.createElement("div"); box.tabIndex = 0; document.body.append(box); box.editContext = new EditContext({ text: "abc" }); box.focus(); box.editContext.updateText(0, 1, "x"); await tick(1); watcher.requestClose(); await tick(1); show([...order, box.editContext.text].join());`,
    shows: /close@1,xbc/,
  },
  {
    ...events,
    name: "ResizeObserver of device pixels",
    realms: inDocuments,
    code: `const order = []; const box = document.createElement("canvas"); document.body.append(box); new ResizeObserver(([entry]) => order.push(entry.devicePixelContentBoxSize[0].inlineSize + "@" + globalThis.cellFrame)).observe(box, { box: "device-pixel-content-box" }); await tick(2); box.style.width = "33.3px"; await tick(2); show(order.join());`,
    shows: /300@1,33@2/,
  },
  {
    ...events,
    name: "a view transition that waits for a load, and one that replaces it",
    realms: inPage,
    code: `const order = []; const first = document.startViewTransition({ async update() { await fetch("cell.js"); order.push("updated"); }, types: ["x"] }); const second = document.startViewTransition(() => { order.push("second"); }); for (const [name, change] of [["first", first], ["second", second]]) for (const part of ["updateCallbackDone", "ready", "finished"]) change[part].then(() => order.push(name + " " + part + "@" + globalThis.cellFrame), (reason) => order.push(reason.name)); await tick(4); show(order.join());`,
    shows: /first finished@\d.*second finished@\d/,
  },
  {
    ...events,
    name: "popovers of all kinds",
    realms: inPage,
    code: `const order = []; const make = (kind) => { const box = document.createElement("div"); box.popover = kind; document.body.append(box); for (const type of ["beforetoggle", "toggle"]) box.addEventListener(type, ({ newState }) => order.push([kind, type, newState].join(" ") + "@" + globalThis.cellFrame)); return box; }; const [auto, hint, manual] = ["auto", "hint", "manual"].map(make); for (const box of [auto, hint, manual]) box.showPopover(); await tick(1); auto.hidePopover(); await tick(2); show(order.join());`,
    shows: /auto toggle open@0.*hint toggle closed@1/,
  },
  {
    ...events,
    name: "all types of PerformanceObserver",
    realms: inDocuments,
    html: `<p elementtiming="text">x</p>`,
    code: `const seen = []; for (const type of PerformanceObserver.supportedEntryTypes) new PerformanceObserver((list) => seen.push(...list.getEntries().map(() => type))).observe({ type, buffered: true, durationThreshold: 16 }); await tick(2); document.querySelector("p").style.marginTop = "100px"; let sum = 0; for (let n = 0; n < 3e7; n += 1) sum += n; await tick(5); show("seen " + seen.join());`,
    shows: /seen/,
  },
  {
    ...tasks,
    name: "microtasks, timers and frames of another window",
    realms: inPage,
    code: `const order = []; const frame = document.createElement("iframe"); document.body.append(frame); const other = frame.contentWindow; other.queueMicrotask(() => order.push("other")); queueMicrotask(() => order.push("own")); other.Promise.resolve().then(() => order.push("other promise")); for (const [name, realm] of [["own", globalThis], ["other", other]]) { realm.setTimeout(() => order.push(name + " timer@" + globalThis.cellFrame)); realm.requestAnimationFrame(() => order.push(name + " frame@" + globalThis.cellFrame)); realm.requestIdleCallback(() => order.push(name + " idle@" + globalThis.cellFrame)); } await tick(3); frame.remove(); other.setTimeout(() => order.push("gone")); await tick(2); show(order.join());`,
    shows: /other,own,other promise.*other frame@1/,
  },
  {
    ...machine,
    name: "defaults of Intl",
    realms: everywhere,
    code: `show([Intl.NumberFormat().resolvedOptions().locale, Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).getTimezoneOffset(), new Date(0).toLocaleString(), (1234.5).toLocaleString(), "\\u00e4".localeCompare("z")].join(";"));`,
    shows: /en-US;UTC;0;/,
  },
  {
    ...machine,
    name: "names and attributes of the GPU",
    realms: inPageAndWorker,
    code: `const gl = new OffscreenCanvas(4, 4).getContext("webgl2"); const info = gl.getExtension("WEBGL_debug_renderer_info"); show(JSON.stringify([gl.getContextAttributes(), gl.getParameter(gl.VERSION), gl.getParameter(info.UNMASKED_RENDERER_WEBGL), gl.getSupportedExtensions().length]));`,
    shows: /SwiftShader/,
  },
  {
    ...machine,
    name: "models of the browser, ads and shared storage",
    realms: inPage,
    code: `const ask = async (call) => { try { return await call(); } catch ({ name }) { return name; } }; show([await ask(() => sharedStorage.set("a", "b").then(() => "set")), await ask(() => LanguageModel.availability()), await ask(() => Translator.availability({ sourceLanguage: "en", targetLanguage: "fr" })), await ask(() => Translator.availability({})), await ask(() => document.browsingTopics().then(({ length }) => length)), await ask(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()), await ask(() => navigator.getInstalledRelatedApps().then(({ length }) => length))].join());`,
    shows: /\w+,\w+,unavailable,TypeError/,
  },
  {
    ...machine,
    name: "documents that a page parses",
    realms: inDocuments,
    code: `const parsed = Document.parseHTML("<p>x</p><script>1</script>"); const box = document.createElement("div"); box.setHTML("<b onclick=x>y</b>"); show([parsed.lastModified, parsed.body.innerHTML, box.innerHTML, new DOMParser().parseFromString("<a/>", "text/xml").lastModified].join());`,
    shows: /01\/01\/2025 .*<b>y<\/b>,01\/01\/2025 /,
  },
  {
    ...tasks,
    name: "locks that are stolen and refused",
    realms: inPageAndWorker,
    code: `const order = []; navigator.locks.request("a", () => new Promise(() => {})).catch(({ name }) => order.push("lost " + name)); await tick(1); await navigator.locks.request("a", { steal: true }, () => order.push("stolen")); const controller = new AbortController(); navigator.locks.request("b", () => tick(3)); navigator.locks.request("b", { signal: controller.signal }, () => order.push("never")).catch(({ name }) => order.push(name)); await tick(1); controller.abort(); await navigator.locks.request("b", { ifAvailable: true }, (lock) => order.push(lock === null)); show(order.join());`,
    shows: /lost AbortError,stolen,AbortError,true/,
  },
  {
    ...events,
    name: "frames whose window is used before they load",
    realms: inPage,
    files: { "one.js": `order.push("one");` },
    code: `const frame = document.createElement("iframe"); frame.srcdoc = '<script>globalThis.order = [Math.random() < 1, performance.now(), Date.now()]; setTimeout(() => order.push(performance.now()), 20); requestAnimationFrame((at) => order.push(at)); fetch("cell.js").then(() => order.push("fetched"));</scr' + 'ipt>'; document.body.append(frame); frame.contentWindow.mark = 1; await heard(frame, "load"); await tick(4); show([frame.contentWindow.mark, ...frame.contentWindow.order].join());`,
    shows: /1,true,1,1735689600000,.*fetched/,
  },
  {
    ...{ group: "Media and audio", handling: named("MediaStreamTrackProcessor") },
    name: "MediaStreamTrackProcessor",
    realms: inPage,
    code: `const canvas = document.createElement("canvas"); const context = canvas.getContext("2d"); const [track] = canvas.captureStream(30).getVideoTracks();
const reader = new MediaStreamTrackProcessor({ track }).readable.getReader(); let count = 0; void (async () => { for (;;) { const { value, done } = await reader.read(); if (done) return; count += 1; value.close(); } })(); for (let n = 0; n < 6; n += 1) { context.fillRect(n, 0, 1, 1); await tick(1); } show("frames " + count);`,
    shows: /frames/,
  },
  {
    ...{ group: "Media and audio", handling: named("MediaStreamTrackGenerator") },
    name: "MediaStreamTrackGenerator",
    realms: inPage,
    code: `await tick(1); const track = new MediaStreamTrackGenerator({ kind: "video" }); const video = document.createElement("video"); video.muted = true; video.srcObject = new MediaStream([track]); video.play().catch(() => {}); const writer = track.writable.getWriter(); const canvas = new OffscreenCanvas(16, 16); canvas.getContext("2d"); for (let n = 0; n < 3; n += 1) { await tick(3); await writer.write(new VideoFrame(canvas, { timestamp: n * 50000 })); } show("written " + video.currentTime);`,
    shows: /written/,
  },
  {
    ...{ group: "Files and data", handling: named("webkitRequestFileSystem") },
    name: "webkitRequestFileSystem",
    realms: inPage,
    code: `const entry = await new Promise((go) => webkitRequestFileSystem(0, 1000, (fs) => fs.root.getFile("a", { create: true }, go))); const file = await new Promise((go) => entry.file(go)); show("at " + file.lastModified);`,
    shows: /at \d/,
  },
  {
    ...{ group: "Network and loading", handling: named("fetchLater") },
    name: "fetchLater",
    realms: inPage,
    code: `const result = fetchLater("cell.js", { activateAfter: 200 }); await tick(20); show("activated " + result.activated);`,
    shows: /activated/,
  },
  {
    ...{ group: "Network and loading", handling: named("FormData") },
    name: "the text of a form in a Response or Request",
    realms: inPageAndWorker,
    code: `const form = new FormData(); form.set("a", "b"); show([await new Response(form).text(), new Request("cell.js", { method: "POST", body: form }).headers.get("content-type")].join());`,
    shows: /boundary=/,
  },
  {
    ...machine,
    name: "console.memory, and the time of a notification",
    realms: inDocuments,
    code: `show([console.memory.usedJSHeapSize, new Notification("a").timestamp, new Notification("b", { timestamp: 5 }).timestamp].join());`,
    shows: /10000000,17356896\d+,5/,
  },
  {
    ...events,
    name: "scrollsnapchange and scrollsnapchanging",
    realms: inDocuments,
    code: `const order = []; const box = document.createElement("div"); box.style.cssText = "width:100px;height:100px;overflow:auto;scroll-snap-type:y mandatory"; box.innerHTML = "<div style='height:100px;scroll-snap-align:start'></div><div style='height:100px;scroll-snap-align:start'></div><div style='height:300px'></div>"; document.body.append(box); for (const type of ["scrollsnapchange", "scrollsnapchanging"]) box.addEventListener(type, () => order.push(type + globalThis.cellFrame)); await tick(3); box.scrollTop = 70; await tick(8); show(order.join() + ";" + box.scrollTop);`,
    shows: /;100/,
  },
  {
    ...{ group: "Media and audio", handling: named("AudioEncoder") },
    name: "AudioEncoder",
    realms: inPageAndWorker,
    code: `const chunks = []; const encoder = new AudioEncoder({ output: ({ type, byteLength }) => chunks.push(type + byteLength), error: ({ name }) => chunks.push(name) }); encoder.configure({ codec: "opus", sampleRate: 48000, numberOfChannels: 1 }); encoder.encode(new AudioData({ format: "f32", sampleRate: 48000, numberOfFrames: 4800, numberOfChannels: 1, timestamp: 0, data: new Float32Array(4800) })); await encoder.flush(); show(chunks.join());`,
    shows: /key\d/,
  },
];
