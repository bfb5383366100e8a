import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSource, traitsOf } from "../../../scanner/find/read-sources.ts";
import { createSourceFolder } from "../source-folder.ts";

describe("a source", () => {
  it("is read without its byte-order mark", () => {
    using folder = createSourceFolder({ "a.js": "\ufeffé", "b.js": "" });
    expect(readSource(join(folder.path, "a.js"))).toBe("é");
    expect(readSource(join(folder.path, "b.js"))).toBe("");
  });

  it("names itself if it cannot be read", () => {
    expect(() => readSource("/nowhere/a.js")).toThrow("/nowhere/a.js");
  });

  it("has a grammar by its name", () => {
    expect(traitsOf("a.mts")).toEqual({ hasTags: false, isDocument: false });
    expect(traitsOf("a.JSX")).toEqual({ hasTags: true, isDocument: false });
    expect(traitsOf("a.vue")).toEqual({ hasTags: true, isDocument: true });
  });
});
