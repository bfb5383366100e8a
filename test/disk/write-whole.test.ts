import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../../disk/write-whole.ts";
import { createSourceFolder } from "../scanner/source-folder.ts";

describe("a file that is written whole", () => {
  it("is made with its folder, and replaces an older one", () => {
    using folder = createSourceFolder({});
    const path = join(folder.path, "a/b.json");
    for (const text of ["first", Buffer.from("second")]) {
      writeWhole(path, text);
      expect(readFileSync(path, "utf8")).toBe(String(text));
    }
    expect(readdirSync(join(folder.path, "a"))).toEqual(["b.json"]);
  });

  it.skipIf(process.platform === "win32")("keeps the mode of the older one", () => {
    using folder = createSourceFolder({ "a.sh": "" });
    const path = join(folder.path, "a.sh");
    chmodSync(path, 0o750);
    writeWhole(path, "text");
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  it("is written through a link, which stays", () => {
    using folder = createSourceFolder({ "a/b.ts": "old" });
    const link = join(folder.path, "link.ts");
    symlinkSync("a/b.ts", link);
    writeWhole(link, "new");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder.path, "a/b.ts"), "utf8")).toBe("new");
  });

  it("does not take the place of a folder", () => {
    using folder = createSourceFolder({ "a/b.ts": "" });
    expect(() => {
      writeWhole(join(folder.path, "a"), "text");
    }).toThrow("EISDIR");
    expect(lstatSync(join(folder.path, "a/b.ts")).isFile()).toBe(true);
  });

  it.skipIf(process.platform === "win32")("does not take the place of a socket", async () => {
    using folder = createSourceFolder({});
    const path = join(folder.path, "socket");
    const server = createServer().listen(path);
    await once(server, "listening");
    try {
      expect(() => {
        writeWhole(path, "text");
      }).toThrow("ENXIO");
      expect(lstatSync(path).isSocket()).toBe(true);
    } finally {
      server.close();
    }
  });

  it.skipIf(process.platform === "win32")("goes into a device", () => {
    writeWhole("/dev/null", "text");
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("a write that fails", () => {
  const isMountable = spawnSync("mount", ["--help"]).error === undefined && process.getuid?.() === 0;

  it.skipIf(!isMountable)("leaves the older file and nothing else on a full disk", ({ skip }) => {
    using folder = createSourceFolder({});
    const disk = join(folder.path, "disk");
    mkdirSync(disk);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]).status !== 0) {
      skip("mounting is not permitted");
    }
    try {
      writeFileSync(join(disk, "a"), "old");
      expect(() => {
        writeWhole(join(disk, "a"), "x".repeat(64 * 1024));
      }).toThrow("ENOSPC");
      expect(readFileSync(join(disk, "a"), "utf8")).toBe("old");
      expect(readdirSync(disk)).toEqual(["a"]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });
});
