import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { isFileAt, OpenFiles } from "../../../scanner/modules/open-files.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-open-files-"));
mkdirSync(join(folder, "src/deep"), { recursive: true });
mkdirSync(join(folder, "elsewhere"));
writeFileSync(join(folder, "src/a.ts"), "a");
writeFileSync(join(folder, "src/É.ts"), "e");
writeFileSync(join(folder, "elsewhere/b.ts"), "b");
symlinkSync(join(folder, "elsewhere"), join(folder, "src/linked"));
symlinkSync(join(folder, "src/gone.ts"), join(folder, "src/dangling.ts"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["src/a.ts", "a"],
  ["src/É.ts", "e"],
  ["src/linked/b.ts", "b"],
  ["src/deep/../a.ts", "a"],
  ["src/deep", null],
  ["src/nothing.ts", null],
  ["src/nowhere/a.ts", null],
  ["src/a.ts/index.ts", null],
  ["src/dangling.ts", null],
  ["src/\0", null],
])("says of %s what the system says", (path, text) => {
  const files = new OpenFiles();
  expect(files.isFile(join(folder, path))).toBe(text !== null);
  expect(isFileAt(join(folder, path))).toBe(text !== null);
  expect(files.read(join(folder, path))).toBe(text);
});

it("takes a name in another case for the same where the system does", () => {
  const path = join(folder, "SRC/A.ts");
  expect(new OpenFiles().isFile(path)).toBe(existsSync(path));
  expect(isFileAt(path)).toBe(existsSync(path));
});

it("sees files as they were when it was first asked for them", () => {
  const files = new OpenFiles();
  const path = join(folder, "src/late.ts");
  expect(files.isFile(path)).toBe(false);
  writeFileSync(path, "");
  expect(files.isFile(path)).toBe(false);
  expect(new OpenFiles().isFile(path)).toBe(true);
});

it.each([
  ["src/a", true],
  ["src/a.js", true],
  ["src/a.b.c", true],
  ["src/A.js", true],
  ["src/deep", true],
  ["src/deep/", true],
  ["src/deep/..", true],
  ["src/linked/b", true],
  ["src/b", false],
  ["src/a/b", false],
  ["src/aa.ts", false],
  ["nowhere/a", false],
])("knows whether %s may be there with another ending: %s", (path, isThere) => {
  expect(new OpenFiles().mayBegin(`${folder}/${path}`)).toBe(isThere);
});
