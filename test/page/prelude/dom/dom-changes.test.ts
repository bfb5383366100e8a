import { expect, it } from "vitest";
import { type PreludeRun, runPreludePage } from "../open-prelude-page.ts";

const counter = (text: string): string =>
  `let frame = 0; requestAnimationFrame(function next() { frame += 1; document.body.dataset.frame = ${text}; requestAnimationFrame(next); });`;

it("counts a page that changes its DOM as rendered, and one without changes as not", async () => {
  for (const pass of ["count", "timed"] as const) {
    const moving = await runPreludePage({ pass, frames: 3, script: counter("frame") });
    expect(moving.finish.anythingRendered).toBe(true);
    const still = await runPreludePage({
      pass,
      frames: 3,
      script: `document.body.append("still"); setInterval(() => 0, 5);`,
    });
    expect(still.finish.anythingRendered).toBe(false);
  }
});

it("hashes the document's content, without the random names of blobs", async () => {
  const hashOf = async (text: string): Promise<string> =>
    (await runPreludePage({ frames: 3, script: counter(text) })).stateHash;
  const first = await hashOf("frame");
  expect(await hashOf("frame")).toBe(first);
  expect(await hashOf("frame * 2")).not.toBe(first);
  const blob = await hashOf("URL.createObjectURL(new Blob())");
  expect(await hashOf("URL.createObjectURL(new Blob())")).toBe(blob);
});

it("counts changes in a shadow tree that another realm's method has made", async () => {
  const { counts } = await runPreludePage({
    frames: 4,
    body: "<div id=host></div><iframe id=other></iframe>",
    script: `
      const { attachShadow } = other.contentWindow.Element.prototype;
      const tree = attachShadow.call(host, { mode: "closed" });
      tree.innerHTML = "<p>";
      (function frame() { tree.firstChild.setAttribute("title", performance.now()); requestAnimationFrame(frame); })();`,
  });
  expect(counts.domChanges).toEqual([1, 1, 1, 1]);
});

it.each([
  [
    "getRootNode()",
    "customElements.define('x-one', class extends HTMLElement { connectedCallback() { tree = this.getRootNode(); } });",
  ],
  [
    "its internals",
    "customElements.define('x-host', class extends HTMLElement { constructor() { super(); tree = this.attachInternals().shadowRoot; } });",
  ],
  [
    "the path of an event",
    `customElements.define("x-one", class extends HTMLElement { connectedCallback() {
      this.onclick = (event) => { tree = event.composedPath()[1]; };
      this.click();
    } });`,
  ],
])("counts and hashes changes in a closed tree of markup that the page gets by %s", async (_way, get) => {
  const run = async (text: string): Promise<PreludeRun> =>
    await runPreludePage({
      frames: 4,
      body: "<x-host><template shadowrootmode=closed><x-one></x-one></template></x-host>",
      script: `
        let tree;
        ${get}
        (function frame() { tree.firstChild.setAttribute("title", ${text}); requestAnimationFrame(frame); })();`,
    });
  const { counts, stateHash } = await run("performance.now()");
  expect(counts.domChanges).toEqual([1, 1, 1, 1]);
  expect((await run("-performance.now()")).stateHash).not.toBe(stateHash);
});
