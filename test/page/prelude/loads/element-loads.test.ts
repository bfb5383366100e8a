import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const picture = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";

it("delivers images and scripts that a page creates in the order of the requests, however their source is set", async () => {
  const { found } = await runPreludePage({
    files: { "one.js": `found.order.push("ran one");`, "two.js": `found.order.push("ran two");` },
    script: `
      found.order = [];
      function load(element, name, set) { element.onload = () => found.order.push(name); element.onerror = () => found.order.push(name + " failed"); set(element); }
      load(new Image(), "property", (image) => { image.src = "${picture}"; });
      load(new Image(), "attribute", (image) => { image.setAttribute("src", "${picture}"); });
      load(new Image(), "missing", (image) => { image.src = "missing.png"; });
      load(document.createElement("script"), "one", (script) => { script.src = "one.js"; document.head.append(script); });
      load(document.createElement("script"), "two", (script) => { script.src = "two.js"; document.head.append(script); });`,
  });
  expect(found).toEqual({ order: ["ran one", "ran two", "property", "attribute", "missing failed", "one", "two"] });
});

it("works in a page that has its own class called Event", async () => {
  const { found } = await runPreludePage({
    script: `
      window.Event = class {}; window.ProgressEvent = class {}; window.Response = class {};
      const image = new Image();
      image.onload = () => { found.loaded = image.width; };
      image.src = "${picture}";`,
  });
  expect(found).toEqual({ loaded: 1 });
});
