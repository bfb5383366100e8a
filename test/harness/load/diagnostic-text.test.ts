import { describe, expect, it } from "vitest";
import { firstPosition, renderDiagnostic } from "../../../harness/load/diagnostic-text.ts";
import type { Diagnostic } from "../../../src/formats/diagnostics.ts";

function diagnosticAt(line?: number, column?: number): Diagnostic {
  const place = line === undefined || column === undefined ? {} : { line, column };
  return { code: "unknown-property", severity: "error", pointer: "/sed", message: "There is no \"sed\".", ...place };
}

/** The character above the caret. */
function markedIn(rendered: string): string | undefined {
  const [, shown = "", carets = ""] = rendered.split("\n");
  return shown[carets.indexOf("^")];
}

describe("renderDiagnostic", () => {
  it("prints the place, the sentence and the line with a caret", () => {
    expect(renderDiagnostic("game.json", '{\n  "sed": 7\n}', diagnosticAt(2, 3))).toMatchInlineSnapshot(`
      "game.json:2:3 - error unknown-property: There is no "sed".
        2 |   "sed": 7
          |   ^"
    `);
  });

  it("prints the sentence alone where the place is not known", () => {
    expect(renderDiagnostic("game.json", "{}", diagnosticAt())).toBe(
      'game.json - error unknown-property: There is no "sed".',
    );
  });

  it("prints no line for a place behind the text", () => {
    expect(renderDiagnostic("game.json", "{}", diagnosticAt(9, 1))).toBe(
      'game.json:9:1 - error unknown-property: There is no "sed".',
    );
  });

  it("says a warning as such", () => {
    expect(renderDiagnostic("a", "x", { ...diagnosticAt(1, 1), severity: "warning" })).toContain("- warning unknown-property");
  });

  it.each([
    ["tabs", "\t\t# seed", 3],
    ["a byte order mark", "\ufeff# seed", 1],
    ["a column past the middle of a minified line", `${"x".repeat(5000)}#${"x".repeat(5000)}`, 5001],
    ["the last column of a long line", `${"x".repeat(5000)}#`, 5001],
  ])("marks the place despite %s", (_what, text, column) => {
    const rendered = renderDiagnostic("a", text, diagnosticAt(1, column));
    expect(markedIn(rendered)).toBe("#");
    expect(Math.max(...rendered.split("\n").map((line) => line.length))).toBeLessThan(110);
  });

  it("counts lines as editors do, whatever ends them", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(renderDiagnostic("a", ["one", "two", "#", ""].join(end), diagnosticAt(3, 1))).toMatch(/3 \| #\n {4}\| \^$/);
    }
  });

  it("lets no control character of a file reach the terminal", () => {
    expect(renderDiagnostic("a", "\u001b[2J\u0007#\u009b", diagnosticAt(1, 6))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe("firstPosition", () => {
  it("is the place of the first diagnostic, or the file where none has a place", () => {
    expect(firstPosition("a.json", [diagnosticAt(4, 2), diagnosticAt(9, 9)])).toBe("a.json:4:2");
    expect(firstPosition("a.json", [diagnosticAt()])).toBe("a.json");
    expect(firstPosition("a.json", [])).toBe("a.json");
  });
});
