import { expect, it } from "vitest";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";
import { picture } from "./late-files.ts";

// The logs are those of plain Chromium.

const files = {
  "a.svg": picture,
  "b.svg": picture,
  "c.svg": picture,
  "a.css": "p { width: 33px }",
  "b.css": "p { width: 44px }",
  "text.txt": "text",
  "frame.html": "<p>frame</p>",
  "other.html": "<p>other</p>",
};

async function logOf({ body = "", script, ...others }: Partial<PreludePage> & { script: string }): Promise<unknown> {
  const page: PreludePage = {
    frames: 6,
    ...others,
    files: { ...files, ...others.files },
    body: `<script>globalThis.lines = []; globalThis.note = (line) => lines.push(line);</script>${body}`,
    script: `found.lines = lines; addEventListener("load", () => note("load")); ${script}`,
  };
  const { found } = await runPreludePage(page);
  return found;
}

it.each([
  ["a fetch", 'fetch("text.txt").then(() => note("answer"));', ["load", "answer"]],
  [
    "a request",
    'const asked = new XMLHttpRequest(); asked.open("GET", "text.txt"); asked.onload = () => note("answer"); asked.send();',
    ["load", "answer"],
  ],
  ["a database", 'indexedDB.open("load-order").onsuccess = () => note("database");', ["load", "database"]],
  ["the fonts", 'document.fonts.ready.then(() => note("fonts"));', ["load", "fonts"]],
  [
    "messages of DOMContentLoaded",
    `addEventListener("message", () => note("message"));
     document.addEventListener("DOMContentLoaded", () => { note("parsed"); postMessage("", "*"); });`,
    ["parsed", "load", "message"],
  ],
  [
    "a rejection that nothing handles",
    `addEventListener("unhandledrejection", (event) => { event.preventDefault(); note("rejection"); });
     document.addEventListener("DOMContentLoaded", () => { note("parsed"); Promise.reject(new Error("text")); });`,
    ["parsed", "load", "rejection"],
  ],
])("comes before what scripts have asked for, if nothing delays it: %s", async (_what, script, lines) => {
  expect(await logOf({ script })).toEqual({ lines });
});

it("comes directly after the document has become complete, which it is not before", async () => {
  const body = `<img src="a.svg" onload="note('image ' + document.readyState)"><iframe src="code.html" onload="note('element')"></iframe>`;
  const script = `
    document.onreadystatechange = ({ isTrusted, target }) => {
      note(document.readyState + " " + (isTrusted && target === document));
      Promise.resolve().then(() => note("promise"));
    };
    addEventListener("load", () => note(document.readyState));
    setTimeout(() => note("timer " + document.readyState));`;
  const code = `<script>
    document.onreadystatechange = () => parent.note("frame " + document.readyState);
    onload = () => parent.note("load of frame, above " + parent.document.readyState);
  </script>`;
  expect(await logOf({ body, script, files: { "code.html": code } })).toEqual({
    lines: [
      ...["timer loading", "interactive true", "promise", "frame interactive", "image interactive"],
      ...["frame complete", "load of frame, above interactive", "element"],
      ...["complete true", "promise", "load", "complete"],
    ],
  });
});

it("comes directly after the last load that delays it, before messages of that", async () => {
  const script = `
    addEventListener("message", () => note("message"));
    const image = new Image();
    image.onload = () => {
      note("image");
      postMessage("", "*");
      queueMicrotask(() => note("microtask"));
    };
    image.src = "a.svg";`;
  expect(await logOf({ script })).toEqual({ lines: ["image", "microtask", "load", "message"] });
});

it.each([
  [
    "pictures one after the other",
    `const image = new Image(); const left = ["b.svg", "c.svg"];
     image.onload = () => { note(image.src.slice(-5)); if (left.length > 0) image.src = left.shift(); };
     image.src = "a.svg";`,
    ["a.svg", "b.svg", "c.svg", "load"],
  ],
  [
    "a picture that another one shows already",
    `const show = (onload) => { document.body.append(Object.assign(new Image(), { onload, src: "a.svg" })); };
     show(() => { note("first"); show(() => note("second")); });`,
    ["first", "second", "load"],
  ],
  [
    "a style sheet after another",
    `const add = (href, onload) => document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload }));
     add("a.css", () => { note("a"); add("b.css", () => note("b")); });`,
    ["a", "b", "load"],
  ],
  [
    "a frame after a picture",
    `const image = new Image();
     image.onload = () => {
       note("image");
       document.body.append(Object.assign(document.createElement("iframe"), { src: "frame.html", onload: () => note("frame") }));
     };
     image.src = "a.svg";`,
    ["image", "frame", "load"],
  ],
  [
    "a frame that goes on",
    `const frame = document.createElement("iframe");
     const left = ["other.html"];
     frame.onload = () => { note(frame.contentDocument.body.textContent); if (left.length > 0) frame.src = left.shift(); };
     frame.src = "frame.html";
     document.body.append(frame);`,
    ["frame", "other", "load"],
  ],
])("waits for a load that begins in the event of another: %s", async (_what, script, lines) => {
  expect(await logOf({ script })).toEqual({ lines });
});

it("waits for no lazy picture and no preload", async () => {
  const body = `<img loading="lazy" src="a.svg" onload="note('lazy')">
    <link rel="preload" as="fetch" href="text.txt" crossorigin onload="note('preload')">`;
  for (const delaysMs of [{}, { "a.svg": 300 }]) {
    expect(await logOf({ body, script: "", delaysMs })).toEqual({ lines: ["load", "preload", "lazy"] });
  }
});

it("comes above right after that of a frame, before the answers to the frame and its messages", async () => {
  const script = `addEventListener("message", () => note("message"));`;
  const code = `fetch("text.txt").then(() => parent.note("answer"));
    onload = () => { parent.note("frame"); parent.postMessage("", "*"); };`;
  const body = `<iframe src="code.html" onload="note('element')"></iframe>`;
  expect(await logOf({ body, script, files: { "code.html": `<script>${code}</script>` } })).toEqual({
    lines: ["frame", "element", "load", "message", "answer"],
  });
});

it("comes to a frame and its element before the next frame gets its own", async () => {
  const tell = "onload = () => parent.note(document.title);";
  const body = ["one", "two", "three"]
    .map((name) => {
      const inner = `<title>${name}</title><script>${tell}</script>`;
      return `<iframe srcdoc="${inner}" onload="note('element of ${name}')"></iframe>`;
    })
    .join("");
  expect(await logOf({ body, script: "" })).toEqual({
    lines: ["one", "element of one", "two", "element of two", "three", "element of three", "load"],
  });
});

it("comes to no empty frame that a script inserts, since that has loaded within the call", async () => {
  const script = `addEventListener("load", () => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    frame.contentWindow.addEventListener("load", () => note("frame"));
  });`;
  expect(await logOf({ script })).toEqual({ lines: ["load"] });
});

it("runs a script that is removed as soon as it is inserted while the page is parsed", async () => {
  const script = `
    const add = (src) => Object.assign(document.createElement("script"), { src, onload: () => note("loaded " + src) });
    const [first, second] = [add("first.js"), add("second.js")];
    document.head.append(first);
    first.remove();
    document.head.appendChild(second).parentNode.removeChild(second);
    const third = add(URL.createObjectURL(new Blob(["note('third');"])));
    third.onload = null;
    document.head.append(third);
    third.remove();
    URL.revokeObjectURL(third.src);
    note("removed");`;
  const run = "note(document.currentScript.isConnected);";
  expect(await logOf({ script, files: { "first.js": run, "second.js": run } })).toEqual({
    lines: ["removed", false, "loaded first.js", false, "loaded second.js", "third", "load"],
  });
});

it("keeps the order of messages that it posts to several windows", async () => {
  const script = `addEventListener("load", () => {
    const { contentWindow } = document.querySelector("iframe");
    contentWindow.onmessage = ({ data }) => note("frame " + data);
    onmessage = ({ data }) => note("page " + data);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => note("port " + data);
    contentWindow.postMessage(1);
    postMessage(2);
    contentWindow.postMessage(3);
    port2.postMessage(4);
    contentWindow.postMessage(5);
  });`;
  expect(await logOf({ body: `<iframe src="frame.html"></iframe>`, script })).toEqual({
    lines: ["load", "frame 1", "page 2", "frame 3", "port 4", "frame 5"],
  });
});

it("comes to no picture whose source the page takes away as it is decoded", async () => {
  const script = `addEventListener("load", async () => {
    const image = new Image();
    image.onload = () => note("image");
    image.src = "a.svg";
    await image.decode();
    note("decoded");
    image.removeAttribute("src");
  });`;
  expect(await logOf({ script })).toEqual({ lines: ["load", "decoded"] });
});
