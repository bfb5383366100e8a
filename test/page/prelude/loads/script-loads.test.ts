import { expect, it } from "vitest";
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
