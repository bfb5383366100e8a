import type { FaultGroup } from "../fault.ts";
import { failsBy, htmlFault, inFrame, pageFault, passes } from "../page-fault.ts";
import { movingPage } from "../pages.ts";

const drawing = `const context = document.querySelector("canvas").getContext("2d");
let x = 0;
(function draw() { context.fillRect(x++ % 64, 0, 2, 2); requestAnimationFrame(draw); })();`;

/** The page navigates away, opens a dialog that nobody answers, or opens another page. */
export const pageFaults: FaultGroup = {
  title: "The page leaves, asks and opens",
  faults: [
    pageFault("location = another document, in a frame", inFrame(`location = "other.html";`), failsBy("page-left"), {
      prepare: ({ write }) => void write("other.html", "<!doctype html><title>Other</title>"),
    }),
    pageFault("location.reload() in a frame", inFrame(`location.reload();`), failsBy("page-left"), { inCi: true }),
    pageFault(
      "location.reload() for ever",
      `location.reload();`,
      failsBy("page-left", "entry-never-resolved", "settle-timeout"),
    ),
    pageFault(
      "location = a javascript: URL",
      inFrame(`location = "javascript:'<p>new</p>'";`),
      failsBy("page-left", "vacuous"),
    ),
    pageFault("location = about:blank", inFrame(`location = "about:blank";`), failsBy("page-left")),
    pageFault("location = a data: URL", inFrame(`location = "data:text/html,hello";`), failsBy("page-left")),
    pageFault(
      "location = a blob: URL",
      inFrame(`location = URL.createObjectURL(new Blob(["<p>blob"], { type: "text/html" }));`),
      failsBy("page-left"),
    ),
    pageFault("location = a host outside", inFrame(`location = "https://example.com/";`), failsBy("page-left"), {
      inCi: true,
      says: /left its page for https:\/\/example\.com\/ in/u,
    }),
    pageFault("top.location = another document", inFrame(`top.location = "https://example.com/";`), {
      exit: [0, 5],
      code: [null, "page-left", "uncaught-error"],
    }),
    pageFault(
      "a form that is submitted",
      inFrame(
        `const form = document.body.appendChild(document.createElement("form")); form.method = "post"; form.submit();`,
      ),
      failsBy("page-left"),
    ),
    pageFault(
      "a link that is clicked",
      inFrame(`const a = document.createElement("a"); a.href = "?again"; document.body.append(a); a.click();`),
      failsBy("page-left"),
    ),
    htmlFault(
      "a meta refresh",
      `<!doctype html><meta http-equiv="refresh" content="0"><canvas></canvas><script>${drawing}</script>`,
      failsBy("page-left", "entry-never-resolved", "settle-timeout"),
    ),
    pageFault("history.go(0)", inFrame(`history.go(0);`), failsBy("page-left")),
    pageFault("history.back() with nowhere to go", inFrame(`history.back();`), {
      exit: [0, 5],
      code: [null, "page-left"],
    }),
    pageFault(
      "history.pushState a thousand times",
      inFrame(`for (let i = 0; i < 1000; i += 1) history.pushState(i, "", "#" + i);`),
      passes,
    ),
    pageFault("a fragment that changes in a frame", inFrame(`location.hash = "#level-2";`), passes),
    pageFault("document.open() after load", inFrame(`document.open(); document.write("<p>new"); document.close();`), {
      exit: [0, 5],
      code: [null, "page-left", "document-replaced"],
    }),
    pageFault("document.write() in a frame", inFrame(`document.write("<p>more");`), {
      exit: [0, 5],
      code: [null, "page-left", "document-replaced"],
    }),
    pageFault("window.stop() while it loads", `stop();`, failsBy("settle-timeout")),
    pageFault("window.close() in a frame", inFrame(`window.close(); top.close();`), passes),
    pageFault("the document's root element is removed", inFrame(`document.documentElement.remove();`), passes),
    pageFault("the page's frame is removed by a script above", inFrame(`try { frameElement.remove(); } catch {}`), {
      exit: [0, 5],
      code: [null, "page-left"],
    }),
    pageFault("a popup", inFrame(`window.open("about:blank");`), passes, { inCi: true }),
    pageFault("a hundred popups", inFrame(`for (let i = 0; i < 100; i += 1) window.open("index.html?" + i);`), passes),
    pageFault(
      "a popup in every frame",
      `(function open() { window.open("about:blank", "_blank", "popup"); requestAnimationFrame(open); })();`,
      passes,
    ),
    pageFault("window.open onto itself", inFrame(`window.open("?again", "_self");`), failsBy("page-left")),
    pageFault("window.open onto the top", inFrame(`window.open("?again", "_top");`), {
      exit: [0, 5],
      code: [null, "page-left"],
    }),
    pageFault("alert, confirm and prompt", inFrame(`alert("a"); if (confirm("b")) throw 1; prompt("c");`), passes),
    pageFault("ten thousand alerts", inFrame(`for (let i = 0; i < 10000; i += 1) alert("again " + i);`), {
      exit: [0, 5],
      code: [null, "frame-never-ended"],
    }),
    pageFault("an alert without end", inFrame(`for (;;) alert("again");`), failsBy("frame-never-ended")),
    pageFault("an alert while it loads", `alert("hello");`, passes),
    pageFault(
      "beforeunload that wants to stay, and leaves",
      `addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });` +
        inFrame(`location.reload();`),
      failsBy("page-left"),
    ),
    pageFault(
      "beforeunload that wants to stay, at the end of the run",
      `addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });
       addEventListener("unload", () => { for (;;); }); addEventListener("pagehide", () => { for (;;); });`,
      passes,
    ),
    pageFault("window.print()", inFrame(`window.print();`), passes),
    pageFault(
      "a file chooser",
      inFrame(`const input = document.createElement("input"); input.type = "file"; document.body.append(input); input.click();
        if (window.showOpenFilePicker) showOpenFilePicker().catch(() => {});`),
      passes,
    ),
    pageFault(
      "permission prompts",
      inFrame(`Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {}, () => {});
        navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => {});
        navigator.requestMIDIAccess?.().catch(() => {}); navigator.clipboard?.readText().catch(() => {});
        navigator.usb?.requestDevice({ filters: [] }).catch(() => {});`),
      passes,
    ),
    pageFault(
      "a download",
      inFrame(`const a = document.createElement("a"); a.download = "loot.bin";
        a.href = URL.createObjectURL(new Blob([new Uint8Array(1 << 20)])); document.body.append(a); a.click();`),
      passes,
    ),
    pageFault(
      "a hundred downloads",
      inFrame(`for (let i = 0; i < 100; i += 1) { const a = document.createElement("a"); a.download = "loot" + i;
        a.href = "data:application/octet-stream,loot"; a.click(); }`),
      passes,
    ),
    pageFault(
      "fullscreen, pointer lock, wake lock and share that are refused",
      inFrame(`document.body.requestFullscreen().catch(() => {}); document.body.requestPointerLock()?.catch?.(() => {});
        navigator.wakeLock?.request().catch(() => {}); navigator.share?.({ title: "x" }).catch(() => {});`),
      passes,
    ),
    pageFault(
      "a debugger statement in every frame",
      `(function stop() { debugger; requestAnimationFrame(stop); })();`,
      passes,
      { inCi: true },
    ),
    pageFault("ten thousand debugger statements in a frame", inFrame(`for (let i = 0; i < 10000; i += 1) debugger;`), {
      exit: [0, 5],
      code: [null, "frame-never-ended"],
    }),
    pageFault("a debugger statement in an endless loop", inFrame(`for (;;) debugger;`), failsBy("frame-never-ended")),
    pageFault("a debugger statement in a worker", inWorkerLoop("debugger;"), passes),
    pageFault(
      "the page navigates its own iframe without end",
      `const inner = document.createElement("iframe"); document.body.append(inner);
       (function go() { inner.src = "data:text/html," + Math.random(); requestAnimationFrame(go); })();`,
      passes,
    ),
    pageFault(
      "the page navigates an iframe that draws without end",
      `const inner = document.createElement("iframe"); document.body.append(inner); let level = 0;
       (function go() { inner.src = "inner.html?" + level++; requestAnimationFrame(go); })();`,
      passes,
      { prepare: ({ write }) => void write("inner.html", movingPage()) },
    ),
    pageFault(
      "files of the machine in frames, objects and imports",
      `for (const [name, key] of [["iframe", "src"], ["object", "data"], ["embed", "src"], ["script", "src"]]) {
         const made = document.createElement(name); made[key] = "file:///etc/passwd?" + name; document.body.append(made); }
       import("file:///etc/passwd?import").catch(() => {}); location = "file:///etc/passwd?page";`,
      passes,
      { says: /passwd\?iframe could not be loaded \(no page may read files of this machine\)/u },
    ),
  ],
};

function inWorkerLoop(script: string): string {
  const source = `(function again() { ${script} setTimeout(again, 10); })();`;
  return `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(source)}])));`;
}
