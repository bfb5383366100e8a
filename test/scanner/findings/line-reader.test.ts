import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createLineReader } from "../../../scanner/findings/line-reader.ts";

const cwd = mkdtempSync(join(tmpdir(), "framegate-scan-text-"));
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

/** Reads lines of a file with this text. */
function linesOf(text: string, lines: readonly number[]): readonly (string | null)[] {
  writeFileSync(join(cwd, "a.ts"), text);
  const readLine = createLineReader(cwd);
  return lines.map((line) => readLine("a.ts", line));
}

describe("the line of code of a finding", () => {
  it("is read whatever line break ends it", () => {
    expect(linesOf("\ufeffa\r\nb\rc\u2028d\n\ne", [1, 2, 3, 4, 5, 6])).toEqual(["a", "b", "c", "d", "", "e"]);
  });

  it("is read in any order, and is null if the file no longer has that line", () => {
    expect(linesOf("a\nb\nc", [3, 9, 1, 10, 2])).toEqual(["c", null, "a", null, "b"]);
  });

  it("is null if the file is gone", () => {
    expect(createLineReader(cwd)("gone.ts", 2)).toBeNull();
  });

  it("is the same as after splitting the text at its line breaks", () => {
    const text = fc
      .array(fc.constantFrom("a", "b;", "\n", "\r", "\r\n", "\u2028", "\u2029"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 6 }), (source, lines) => {
        const split = source.split(/\r\n|[\n\r\u2028\u2029]/);
        expect(linesOf(source, lines)).toEqual(lines.map((line) => split[line - 1] ?? null));
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
