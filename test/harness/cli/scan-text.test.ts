import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { renderScanned } from "../../../harness/cli/scan-text.ts";
import type { Finding } from "../../../scanner/finding.ts";

const cwd = mkdtempSync(join(tmpdir(), "framegate-scan-text-"));
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

/** The lines of code that are shown for findings in one file. */
function shownLines(text: string, lines: readonly number[]): readonly string[] {
  writeFileSync(join(cwd, "a.ts"), text);
  return shownOf(lines);
}

function shownOf(lines: readonly number[]): readonly string[] {
  const findings = lines.map((line): Finding => ({
    file: "a.ts", line, column: 1, api: "Math.random", group: "raw-random", severity: "error", message: "", related: [], chain: [], symbol: "", text: "",
  }));
  const report = { findings, notices: [], filesScanned: 1, suppressedCount: 0, baselinedCount: 0, stale: [] };
  const rendered = renderScanned(report, { cwd, env: {}, stderr: { write: () => true } });
  return Array.from(rendered.matchAll(/^ {2}(\d+ \| .*)$/gm), ([, line = ""]) => line);
}

describe("the line of code of a finding", () => {
  it("is shown whatever ends it", () => {
    expect(shownLines("\ufeffa\r\nb\rc\u2028d\n\ne", [1, 2, 3, 4, 6])).toEqual(["1 | a", "2 | b", "3 | c", "4 | d", "6 | e"]);
  });

  it("is shown in any order, and left out where the file has no such line any more", () => {
    expect(shownLines("a\nb\nc", [3, 9, 1, 10, 2])).toEqual(["3 | c", "1 | a", "2 | b"]);
  });

  it("is left out where the file is gone", () => {
    writeFileSync(join(cwd, "a.ts"), "");
    rmSync(join(cwd, "a.ts"));
    expect(shownOf([1])).toEqual([]);
  });

  it("is the one that a split at every end finds", () => {
    const text = fc.array(fc.constantFrom("a", "b;", "\n", "\r", "\r\n", "\u2028", "\u2029"), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 6 }), (source, lines) => {
        const split = source.split(/\r\n|[\n\r\u2028\u2029]/);
        const expected = lines.flatMap((line) => (split[line - 1] ?? "") === "" ? [] : [`${String(line)} | ${split[line - 1] ?? ""}`]);
        expect(shownLines(source, lines)).toEqual(expected);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
