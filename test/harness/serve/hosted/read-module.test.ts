import { describe, expect, it } from "vitest";
import { readModule } from "../../../../harness/serve/hosted/read-module.ts";

describe("a module's text", () => {
  it("gives its static and dynamic imports, without types", () => {
    const text = `
      import a from "a";
      import type { B } from "only-a-type";
      import { type C } from "only-types";
      import "./effects.js";
      export * from "all";
      // import "comment";
      const late = () => import("late");
      const computed = (name) => import(name);`;
    const { statics, dynamics } = readModule("x.ts", text) ?? {};
    expect({ statics, dynamics }).toEqual({ statics: ["a", "./effects.js", "all"], dynamics: ["late"] });
  });

  it.each([
    ["module.exports = 1;", false],
    ["exports.a = 1;", false],
    ['const a = require("a");', false],
    ["export const isProduction = process.env.NODE_ENV === 'production';", false],
    ["export const exports = { a: 1 };\nexports.a = 2;", true],
    ["globalThis.loaded = true;", true],
  ])("can be loaded by a browser, or not: %s", (text, isServable) => {
    expect(readModule("x.js", text)?.isServable).toBe(isServable);
  });

  it("that does not parse gives null", () => {
    expect(readModule("x.js", "const a = ;")).toBeNull();
  });
});
