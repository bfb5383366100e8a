import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { isFileAt, readFileAt, readSource } from "../../../scanner/find/files.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-files-"));
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
])("agrees with the system about %s", (path, text) => {
  expect(isFileAt(join(folder, path))).toBe(text !== null);
  expect(readFileAt(join(folder, path))).toBe(text);
});

it("reads a file without its byte-order mark", () => {
  const path = join(folder, "src/marked.json");
  writeFileSync(path, "\ufeff{}");
  expect(readFileAt(path)).toBe("{}");
  expect(readSource(path)).toBe("{}");
});

it("names a source that cannot be read", () => {
  expect(readSource(join(folder, "src/É.ts"))).toBe("e");
  expect(() => readSource("/nowhere/a.js")).toThrow("/nowhere/a.js");
});
