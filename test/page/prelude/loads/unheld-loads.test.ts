import { expect, it } from "vitest";
import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";
import { picture } from "./late-files.ts";

async function namedIn(page: PreludePage): Promise<readonly string[]> {
  const { finish } = await runPreludePage({ frames: 12, ...page });
  return finish.namedUses.map(({ api, stack }) => `${api} at ${/[^/]*:\d+:\d+/u.exec(stack)?.[0] ?? "?"}`);
}

it("names the pictures of styles whose size shows, with their sheet", async () => {
  const named = await namedIn({
    files: {
      "sheet.css": `@import "imported.css"; .no { background: url(a.svg); content: "url"; cursor: url(a.svg), auto }`,
      "imported.css": "@media screen { .a { list-style-image: url(a.svg) } .b { &::before { content: url(a.svg) } } }",
      "a.svg": picture,
    },
    body: `<link rel="stylesheet" href="sheet.css"><style>@layer base { .c { shape-outside: url(a.svg) } }
      .d { content: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>") }</style>`,
    script: "",
  });
  expect(named).toEqual([
    "a picture of the CSS property list-style-image at imported.css:1:1",
    "a picture of the CSS property content at imported.css:1:1",
    "a picture of the CSS property shape-outside at page.html:1:1",
  ]);
});

it("does not name a picture with an empty source, which loads nothing", async () => {
  const script = `new Image().src = ""; document.querySelector("img").src = "";`;
  expect(await namedIn({ body: `<img>`, script })).toEqual([]);
});

it("names the poster of a video", async () => {
  const files = { "a.svg": picture };
  expect(await namedIn({ files, body: `<video poster="a.svg"></video>`, script: "" })).toEqual([
    "the poster of a video at page.html:1:1",
  ]);
  expect(await namedIn({ body: `<video poster="data:image/svg+xml,"></video>`, script: "" })).toEqual([]);
});

it("names a picture that has loaded as a background only", async () => {
  const page: PreludePage = {
    files: { "a.svg": picture, "b.svg": picture },
    body: `<p style="background: url(a.svg)">text</p><img src="b.svg">`,
    script: `
      const ask = (source) => { new Image().src = source; };
      let frame = 0;
      requestAnimationFrame(function count() {
        frame += 1;
        if (frame === 10) for (const name of ["a.svg", "b.svg"]) ask(name);
        requestAnimationFrame(count);
      });`,
  };
  expect(await namedIn(page)).toEqual([
    expect.stringMatching(/^a picture that only a style has loaded at page.html:/u),
  ]);
});

it("names frames with content of their own that load side by side", async () => {
  const insert = `const insert = (content, url) => {
    const frame = document.createElement("iframe");
    if (url) frame.src = URL.createObjectURL(new Blob([content], { type: "text/html" }));
    else frame.srcdoc = content;
    document.body.append(frame);
  };`;
  const script = `${insert} onload = () => { insert("one"); setTimeout(() => insert("two", true), 20); };`;
  expect(await namedIn({ script })).toEqual([]);
  expect(await namedIn({ script: `${insert} onload = () => { insert("one"); insert("two", true); };` })).toEqual([
    expect.stringMatching(/^frames of srcdoc, blob: or data: side by side at page.html:/u),
  ]);
});

it("names a frame with content of its own that begins while its page is parsed, but no other", async () => {
  const frame = `<iframe srcdoc="<p>text</p>"></iframe>`;
  const later = { "later.js": "" };
  const late = { files: later, delaysMs: { "later.js": 500 } };
  expect(await namedIn({ body: frame, script: "" })).toEqual([]);
  expect(await namedIn({ ...late, body: `${frame}<script src="later.js"></script>`, script: "" })).toEqual([
    "frames of srcdoc, blob: or data: while the page is parsed at page.html:1:1",
  ]);
});

it("names a mutation observer that is told of what the parser has made, but no other", async () => {
  const watch = (target: string): string =>
    `new MutationObserver(() => undefined).observe(${target}, { childList: true, subtree: true });`;
  const inserts = "const made = document.createElement('p'); document.body.append(made);";
  const own = `<script>{ ${inserts} ${watch("made")} made.append("text"); }</script><p>more</p>`;
  expect(
    await namedIn({ body: own, script: `onload = () => { ${watch("document")} document.body.append("text"); };` }),
  ).toEqual([]);
  expect(await namedIn({ body: `<script>${watch("document")}</script><p>text</p>`, script: "" })).toEqual([
    expect.stringMatching(/^MutationObserver while the page is parsed at page.html:/u),
  ]);
});

it("names a document that goes away by itself", async () => {
  const files = { "below.html": '<meta http-equiv="Refresh" content="60">' };
  expect(await namedIn({ files, body: '<iframe src="below.html"></iframe>', script: "" })).toEqual([
    '<meta http-equiv="refresh"> at below.html:1:1',
  ]);
});

it("names an element that the browser lets be used after a time", async () => {
  expect(await namedIn({ body: "<geolocation></geolocation>", script: "" })).toEqual([
    "<geolocation> at page.html:1:1",
  ]);
  const script = `onload = () => { document.body.append(document.createElement("geolocation")); };`;
  expect(await namedIn({ body: "", script })).toEqual(["<geolocation> at page.html:1:1"]);
});

it("names details that come open with the markup", async () => {
  const details = '<details open ontoggle="globalThis.isToggled = true"><p>text</p></details>';
  expect(await namedIn({ body: details, script: "" })).toEqual(["toggle of details while loading at page.html:1:1"]);
  expect(
    await namedIn({
      body: "",
      script: `onload = () => { document.body.innerHTML = "${details.replaceAll('"', "'")}"; };`,
    }),
  ).toEqual([]);
});

it("names a popover that opens by a pointer at rest", async () => {
  const body = `<style>button { interest-delay: 10ms; position: fixed; inset: 0; width: 100px; height: 100px }</style>
    <button interestfor="more">text</button><div id="more" popover>more</div>`;
  const button = { type: "mouse_button", button: 1, x: 50, y: 50 } as const;
  const events = [
    { step: 2, type: "mouse_move", x: 50, y: 50 } as const,
    { step: 3, ...button, pressed: true },
    { step: 5, ...button, pressed: false },
  ];
  expect(await namedIn({ body, script: "", events, frames: 600 })).toEqual(["interestfor at page.html:1:1"]);
});
