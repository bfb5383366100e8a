import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readWhole } from "../../disk/read-whole.ts";
import { createSourceFolder } from "../scanner/source-folder.ts";

it("reads the bytes of a file, also through a link", () => {
  using folder = createSourceFolder({ "a.txt": "ü" });
  symlinkSync("a.txt", join(folder.path, "link"));
  for (const name of ["a.txt", "link"]) expect(readWhole(join(folder.path, name), 10)).toEqual(Buffer.from("ü"));
});

it("throws the system's error for a missing file and for a folder", () => {
  using folder = createSourceFolder({});
  mkdirSync(join(folder.path, "a"));
  expect(() => readWhole(join(folder.path, "nowhere"), 10)).toThrow("ENOENT");
  expect(() => readWhole(join(folder.path, "a"), 4096)).toThrow("EISDIR");
});

it("refuses a file above the limit", () => {
  const megabyte = 1024 * 1024;
  using folder = createSourceFolder({ "a.txt": "" });
  const path = join(folder.path, "a.txt");
  truncateSync(path, megabyte);
  expect(readWhole(path, megabyte)).toHaveLength(megabyte);
  truncateSync(path, megabyte + 1);
  expect(() => readWhole(path, megabyte)).toThrow("it is larger than 1 MB");
});

it.skipIf(process.platform === "win32")("refuses a device, and a pipe without waiting for its writer", () => {
  using folder = createSourceFolder({});
  const pipe = join(folder.path, "pipe");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, "/dev/zero"]) expect(() => readWhole(path, 10)).toThrow("it is not a regular file");
});

it.skipIf(process.platform === "win32")("refuses a socket", async () => {
  using folder = createSourceFolder({});
  const path = join(folder.path, "socket");
  const server = createServer().listen(path);
  await once(server, "listening");
  try {
    expect(() => readWhole(path, 10)).toThrow("ENXIO");
  } finally {
    server.close();
  }
});
