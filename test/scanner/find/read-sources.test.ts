import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bytesOf, createSourceReader } from "../../../scanner/find/read-sources.ts";
import { createSourceFolder } from "../source-folder.ts";

describe("a reader", () => {
  it("reads files of any length one after the other, larger than its memory too", () => {
    const texts = { "a.js": "a", "b.js": "", "c.js": "0123456789".repeat(300_000), "d.js": "é" };
    using folder = createSourceFolder(texts);
    const reader = createSourceReader();
    for (const [name, text] of Object.entries(texts))
      expect(bytesOf(reader.read(join(folder.path, name))).toString() === text, name).toBe(true);
  });

  it("frames what it read, whatever was read before", () => {
    using folder = createSourceFolder({ "long.js": "x".repeat(100), "short.js": "y" });
    const reader = createSourceReader();
    reader.read(join(folder.path, "long.js"));
    const { memory, start, end } = reader.read(join(folder.path, "short.js"));
    expect(memory.toString("latin1", start - 4, end + 4)).toBe(";;;;y;;;;");
  });

  it("says which file it could not read", () => {
    expect(() => createSourceReader().read("/nowhere/a.js")).toThrow("/nowhere/a.js");
  });
});
