import { once } from "node:events";
import { lstatSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../../../scanner/cache/write-whole.ts";
import { createSourceFolder } from "../source-folder.ts";

describe("a file that is written whole", () => {
  it("is made with its folder, and replaces an older one", () => {
    using folder = createSourceFolder({});
    const path = join(folder.path, "a/b.json");
    for (const text of ["first", "second"]) {
      writeWhole(path, text);
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  it("does not take the place of a folder", () => {
    using folder = createSourceFolder({ "a/b.ts": "" });
    expect(() => {
      writeWhole(join(folder.path, "a"), "text");
    }).toThrow(expect.objectContaining({ problem: "write-failed" }));
    expect(lstatSync(join(folder.path, "a/b.ts")).isFile()).toBe(true);
  });

  it.runIf(process.platform !== "win32")("does not take the place of what is no file", async () => {
    using folder = createSourceFolder({});
    const path = join(folder.path, "socket");
    const server = createServer().listen(path);
    await once(server, "listening");
    try {
      expect(() => {
        writeWhole(path, "text");
      }).toThrow(expect.objectContaining({ problem: "write-failed" }));
      expect(lstatSync(path).isSocket()).toBe(true);
    } finally {
      server.close();
    }
  });
});
