import { describe, expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

it("delivers a module that a frame imports before the next frame, with all of its imports", async () => {
  const { found } = await runPreludePage({
    frames: 8,
    files: {
      "scene.js": `import { depth } from "./part.js"; export const value = depth + 1; export const place = import.meta.url;`,
      "part.js": `export { depth } from "./deep.js";`,
      "deep.js": `export const depth = await Promise.resolve(41);`,
    },
    script: `
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 2) import("./scene.js").then(({ value, place }) => { found.loaded = [frame, value, new URL(place).pathname]; });
        if (frame === 4) import("./missing.js").catch((error) => { found.missing = [frame, error.name]; });
        if (frame === 6) import("./scene.js").then(() => { found.again = frame; });
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ loaded: [2, 42, "/scene.js"], missing: [4, "TypeError"], again: 6 });
});

it("hides its reports from the page and leaves the page's own policy alone", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: { "classic.js": `found.classic = true;` },
    script: `
      found.violations = [];
      document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content: "img-src 'none'" }));
      addEventListener("securitypolicyviolation", ({ effectiveDirective, disposition }) => found.violations.push([effectiveDirective, disposition]));
      new Image().src = "forbidden.png";
      document.write('<script src="classic.js"></' + 'script>');`,
  });
  expect(found).toEqual({ classic: true, violations: [["img-src", "enforce"]] });
});

it("hides its own modules from a page whose policy forbids them", async () => {
  const { found } = await runPreludePage({
    frames: 2,
    files: { "first.js": `export default 1;`, "second.js": `export default 2;` },
    script: `
      found.violations = [];
      document.head.append(Object.assign(document.createElement("meta"), {
        httpEquiv: "Content-Security-Policy", content: "script-src 'self' 'unsafe-inline' blob:",
      }));
      addEventListener("securitypolicyviolation", ({ blockedURI }) => found.violations.push(blockedURI));
      import("./first.js")
        .then(({ default: first }) => { found.first = first; return import("./second.js"); })
        .then(({ default: second }) => { found.second = second; });`,
  });
  expect(found).toEqual({ first: 1, second: 2, violations: [] });
});

it("delivers a module that a frame inserts with its code before the next frame, also where a policy forbids the wait", async () => {
  const run = async (policy: string): Promise<unknown> => {
    const { found } = await runPreludePage({
      frames: 4,
      files: { "part.js": `export const part = 1;` },
      delaysMs: { "part.js": 200 },
      script: `
        found.violations = [];
        document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content: "${policy}" }));
        addEventListener("securitypolicyviolation", ({ blockedURI }) => found.violations.push(blockedURI));
        globalThis.frame = 0;
        requestAnimationFrame(function next() {
          frame += 1;
          const script = document.createElement("script");
          script.type = "module";
          script.nonce = "abc";
          script.textContent = 'import "./part.js"; found.ran ??= frame;';
          if (frame === 1) document.head.append(script.cloneNode(true));
          requestAnimationFrame(next);
        });`,
    });
    return found;
  };
  const expected = { ran: 1, violations: [] };
  expect(await run("img-src 'self'")).toEqual(expected);
  expect(await run("script-src 'nonce-abc' 'unsafe-eval'")).toEqual(expected);
  expect(await run("script-src 'self' 'unsafe-inline'")).toEqual(expected);
});

it("takes no stream of events for a module", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    files: { "events.json": "{}" },
    delaysMs: { "events.json": 20_000 },
    settleMs: 5000,
    script: `
      new EventSource("/events.json");
      requestAnimationFrame(() => requestAnimationFrame(() => { found.ran = true; }));`,
  });
  expect(found).toEqual({ ran: true });
});

it.each([
  ["CSS", "css", ".css", "p {}"],
  ["JSON", "json", ".json", "{}"],
])("delivers a module of %s before the next frame", async (_name, type, ending, text) => {
  const { found } = await runPreludePage({
    frames: 4,
    files: {
      [`one${ending}`]: text,
      [`two${ending}`]: text,
      "user.js": `import "./two${ending}" with { type: "${type}" };`,
    },
    delaysMs: { [`one${ending}`]: 200, [`two${ending}`]: 200 },
    script: `
      let frame = 0;
      requestAnimationFrame(function next() {
        frame += 1;
        if (frame === 1) import("./one${ending}", { with: { type: "${type}" } }).then(() => { found.one = frame; });
        if (frame === 2) import("./user.js").then(() => { found.two = frame; });
        requestAnimationFrame(next);
      });`,
  });
  expect(found).toEqual({ one: 1, two: 2 });
});

it.each([
  ["two modules of CSS", `for (const url of ["./one.css", "./two.css"]) load(url);`, ["import()"]],
  ["a module beside a sheet that imports another", `load("./one.css"); addSheet("two.css");`, []],
])("names modules that load at the same time: %s", async (_what, script, expected) => {
  const { finish } = await runPreludePage({
    frames: 3,
    files: { "one.css": "", "two.css": "" },
    // On a busy machine the first may be over before the browser tells of the second.
    delaysMs: { "one.css": 200, "two.css": 200 },
    script: `
      const load = (url) => import(url, { with: { type: "css" } });
      const addSheet = (url) => document.head.append(Object.assign(document.createElement("style"), { textContent: "@import '" + url + "'" }));
      ${script}`,
  });
  expect(finish.namedUses.map(({ api }) => api)).toEqual(expected);
});

it("awaits no style sheet and no data that the browser refuses at once", async () => {
  const { found } = await runPreludePage({
    frames: 3,
    body: '<link rel="stylesheet" href="file:///a.css"><style>@import "file:///b.css"; @import "data:text/css,";</style>',
    script: `fetch("file:///c.json").catch(({ name }) => { found.error = name; });`,
  });
  expect(found).toEqual({ error: "TypeError" });
});

describe.each([
  ["loads", "common.css"],
  ["is missing", "missing.css"],
])("a sheet that %s", (_what, url) => {
  it("is awaited for each sheet that imports it", async () => {
    const importing = `@import url(${url}); @import url(other.css);`;
    const { found } = await runPreludePage({
      frames: 8,
      files: {
        "common.css": "p { color: red }",
        "other.css": "p { height: 7px }",
        ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((index) => [`${String(index)}.css`, importing])),
      },
      delaysMs: { "common.css": 100, "missing.css": 100 },
      body: "<p>a</p>",
      script: `
        const importing = ${JSON.stringify(importing)};
        const style = () => Object.assign(document.createElement("style"), { textContent: importing });
        const link = (href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href });
        const tree = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
        tree.append(document.createElement("p"));
        const heights = [];
        const note = () => heights.push(getComputedStyle(tree.querySelector("p")).height === "7px");
        found.heights = heights;
        let frame = 0;
        requestAnimationFrame(function next() {
          frame += 1;
          if (frame === 1) document.head.append(link("1.css"), link("2.css"), link("3.css"), style(), style());
          if (frame === 3) document.head.append(link("4.css"), link("5.css"), style());
          if (frame === 5) tree.append(style());
          if (frame >= 5) note();
          requestAnimationFrame(next);
        });`,
    });
    expect(found).toEqual({ heights: [false, true, true, true] });
  });
});

it("loads the scripts that calls insert while the markup is parsed after it, in the order of their sources", async () => {
  // The browser parses a long document in several tasks, between which scripts may run.
  const paragraphs = `<p>text <b>bold</b></p>\n`.repeat(10_000);
  const { found } = await runPreludePage({
    frames: 3,
    files: { "late.js": `order.push("late.js");`, "parser.js": `order.push("parser.js");` },
    body: `
      <script>
        const order = [];
        const run = (src, type) => {
          const script = document.createElement("script");
          script.onload = () => { order.push("load"); };
          script.src = src;
          script.type = type;
          document.body.append(script);
          order.push(script.type);
        };
        run("data:text/javascript,order.push('data ' + document.querySelectorAll('p').length)", "text/javascript");
        run("late.js", "");
        run("late.js", "text/template");
        const inline = document.createElement("script");
        inline.textContent = "order.push('inline')";
        document.body.append(inline);
      </script>
      <script src="parser.js"></script>
      ${paragraphs}`,
    script: `found.order = order; order.push("last script"); document.addEventListener("DOMContentLoaded", () => { order.push("parsed"); });`,
  });
  const whileParsed = ["text/javascript", "", "text/template", "inline", "parser.js", "last script", "parsed"];
  expect(found).toEqual({ order: [...whileParsed, "data 10000", "load", "late.js", "load"] });
});
