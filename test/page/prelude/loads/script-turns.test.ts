import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";
import { logsOf, picture } from "./late-files.ts";

const log = "const log = (found.log ??= []);";
const told = (name: string): string => `globalThis.found.log.push("${name}");`;
/** Three modules, two of which import others. */
const modules = {
  "one.js": `import "./one-part.js"; ${told("one")}`,
  "one-part.js": told("part of one"),
  "two.js": told("two"),
  "three.js": `import "./shared.js"; import "./one-part.js"; ${told("three")}`,
  "shared.js": told("shared"),
};
const importAll = `for (const name of ["one", "two", "three"]) import("./" + name + ".js").then(() => log.push("got " + name));`;
const inOrder = ["part of one", "one", "got one", "two", "got two", "shared", "three", "got three"];

it("runs the modules of a page in the order of its calls, whichever arrives first", async () => {
  const script = `${log} onload = () => { ${importAll} };`;
  const logs = await logsOf({ files: modules, script, frames: 4 }, ["one.js", "one-part.js", "two.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: inOrder })));
});

it("runs modules that links have loaded ahead in the same order", async () => {
  const ahead = `for (const name of ["one", "one-part", "two", "three", "shared"])
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: name + ".js" }));`;
  const script = `${log} onload = () => { ${ahead} ${importAll} };`;
  const logs = await logsOf({ files: modules, script, frames: 4 }, ["one.js", "one-part.js", "two.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: inOrder })));
});

it("runs modules that are called for while the document is parsed after its scripts", async () => {
  const files = { ...modules, "written.js": told("written"), "deferred.js": told("deferred"), "main.js": told("main") };
  const script = `${log} ${importAll} document.write("<script src='written.js'><\\/script>");`;
  const body = `<script defer src="deferred.js"></script><script type="module" src="main.js"></script>`;
  const logs = await logsOf({ files, script, body, frames: 4 }, ["one.js", "written.js", "deferred.js", "main.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: ["written", "deferred", "main", ...inOrder] })));
});

it("loads a module for which the end of the document waits, and the scripts of a call beside modules", async () => {
  const files = { ...modules, "main.js": `import "./two.js"; ${told("main")}`, "script.js": told("script") };
  const insert = `document.head.append(Object.assign(document.createElement("script"), { src: "script.js" }));`;
  const page = {
    files,
    script: `${log} import("./two.js"); onload = () => { ${insert} import("./one.js"); };`,
    body: `<script type="module" src="main.js"></script>`,
    frames: 4,
  };
  const logs = await logsOf(page, ["main.js", "two.js", "script.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: ["two", "main", "script", "part of one", "one"] })));
});

it("runs the modules of a frame in order, and goes on after one that is missing or forbidden", async () => {
  const files = {
    ...modules,
    "frame.html": `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline' blob: data:">
      <script>const found = globalThis.found = parent.found; ${log}
      onload = () => {
        for (const url of ["./missing.js", "http://elsewhere.example/a.js", "file:///a.js"]) import(url).catch(() => log.push("none"));
        ${importAll}
      };</script>`,
  };
  const body = `<iframe src="frame.html"></iframe>`;
  const logs = await logsOf({ files, script: log, body, frames: 4 }, ["one.js", "two.js"]);
  const [first] = logs;
  expect(logs).toEqual(logs.map(() => first));
  expect(first).toMatchObject({ log: expect.arrayContaining(["none", "got one", "got three"]) });
});

it("names no such call, but one of a module of data beside another", async () => {
  const files = { ...modules, "data.json": "1", "more.json": "1" };
  const namedIn = async (calls: string): Promise<readonly string[]> => {
    const { finish } = await runPreludePage({ files, script: `${log} onload = () => { ${calls} };`, frames: 4 });
    return finish.namedUses.map(({ api }) => api);
  };
  expect(await namedIn(importAll)).toEqual([]);
  const data = (name: string): string => `import("./${name}.json", { with: { type: "json" } });`;
  expect(await namedIn(data("data"))).toEqual([]);
  expect(await namedIn(data("data") + data("more"))).toEqual(["import()", "import()"]);
});

it("runs the modules of several windows one window after the other", async () => {
  const files = { ...modules, "frame.html": "<p>text</p>", "four.js": "", "five.js": "" };
  const inFrame = `frames[0].eval('for (const name of ["four", "five"]) import("./" + name + ".js").then(() => parent.log.push("got " + name))');`;
  const script = `var log = (found.log ??= []); onload = () => { ${importAll} ${inFrame} };`;
  const page = { files, body: `<iframe src="frame.html"></iframe>`, script, frames: 4 };
  const logs = await logsOf(page, ["one.js", "three.js", "four.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: [...inOrder, "got four", "got five"] })));
});

// The logs are those of plain Chromium.
it.each([
  ["nothing", "", ["load", "two", "got two"]],
  ["a picture", `<img src="a.svg" onload="log.push('picture')">`, ["picture", "load", "two", "got two"]],
  ["a frame", `<iframe src="frame.html" onload="log.push('frame')"></iframe>`, ["frame", "load", "two", "got two"]],
])(
  "runs a module that is called for while the page loads after its load, which waits for %s",
  async (_, body, lines) => {
    const page = {
      files: { ...modules, "a.svg": picture, "frame.html": `<img src="a.svg">` },
      body: `<script>const log = [];</script>${body}`,
      script: `found.log = log; onload = () => log.push("load"); import("./two.js").then(() => log.push("got two"));`,
      frames: 4,
    };
    const logs = await logsOf(page, ["a.svg", "two.js"]);
    expect(logs).toEqual(logs.map(() => ({ log: lines })));
  },
);

it("does not let a script that is removed as soon as it is inserted wait for the load, which waits for it", async () => {
  const script = `${log}
    onload = () => log.push("load");
    document.addEventListener("DOMContentLoaded", () => {
      const script = document.createElement("script");
      script.src = "script.js";
      document.head.append(script);
      script.remove();
      import("./two.js");
    });`;
  const files = { ...modules, "script.js": told("script") };
  const logs = await logsOf({ files, script, frames: 4 }, ["script.js", "two.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: ["script", "load", "two"] })));
});

// Nothing tells of the copy, so its load is taken for one of a call.
it("goes on if a load waits for a script of which nothing tells", async () => {
  const script = `${log}
    onload = () => log.push("load");
    document.addEventListener("DOMContentLoaded", () => {
      const script = document.createElement("script");
      script.src = "script.js";
      const copy = script.cloneNode();
      document.head.append(copy);
      copy.remove();
    });`;
  const files = { "script.js": told("script") };
  const logs = await logsOf({ files, script, frames: 4 }, ["script.js"]);
  expect(logs).toEqual(logs.map(() => ({ log: ["script", "load"] })));
});

it("loads a module for a page that has stopped to load", async () => {
  const script = `${log} window.stop(); import("./two.js").then(() => log.push("got two"));`;
  expect((await runPreludePage({ files: modules, script, frames: 4 })).found).toEqual({ log: ["two", "got two"] });
});
