import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../disk/make-folder.ts";
import { createSourceFolder } from "../scanner/source-folder.ts";

describe("a folder", () => {
  it("is made with those above it, of which the first is told", () => {
    using folder = createSourceFolder({});
    expect(makeFolder(join(folder.path, "a/b/c"))).toBe(join(folder.path, "a"));
    expect(statSync(join(folder.path, "a/b/c")).isDirectory()).toBe(true);
    expect(makeFolder(join(folder.path, "a/b/d"))).toBe(join(folder.path, "a/b/d"));
  });

  it("that is there already is left as it is", () => {
    using folder = createSourceFolder({ "a/b.ts": "" });
    expect(makeFolder(join(folder.path, "a"))).toBeUndefined();
    expect(existsSync(join(folder.path, "a/b.ts"))).toBe(true);
  });

  it("is reached through links, and not made where one leads to nothing", () => {
    using folder = createSourceFolder({});
    mkdirSync(join(folder.path, "real"));
    symlinkSync(join(folder.path, "real"), join(folder.path, "link"));
    symlinkSync(join(folder.path, "gone"), join(folder.path, "dangling"));
    makeFolder(join(folder.path, "link/a"));
    expect(existsSync(join(folder.path, "real/a"))).toBe(true);
    expect(() => makeFolder(join(folder.path, "dangling/a"))).toThrow("ENOENT");
  });

  it("below a file is refused", () => {
    using folder = createSourceFolder({});
    writeFileSync(join(folder.path, "a"), "");
    expect(() => makeFolder(join(folder.path, "a/b"))).toThrow("ENOTDIR");
  });

  it.runIf(process.platform === "linux")("is refused where the system takes none, instead of tried for ever", () => {
    expect(() => makeFolder("/proc/framegate/reports")).toThrow("ENOENT");
  });
});
