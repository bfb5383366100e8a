import { describe, expect, it } from "vitest";
import { diagnosedFile, firstPosition, renderDiagnostic } from "../../../harness/load/diagnostic-text.ts";
import type { Diagnostic } from "../../../src/formats/diagnostics.ts";

function diagnosticAt(line?: number, column?: number): Diagnostic {
  const place = line === undefined || column === undefined ? {} : { line, column };
  return { code: "unknown-property", severity: "error", pointer: "/sed", message: 'There is no "sed".', ...place };
}

function render(name: string, text: string, diagnostic: Diagnostic): string {
  return renderDiagnostic(diagnosedFile(name, text), diagnostic);
}

/** The character above the first caret. */
function markedIn(rendered: string): string | undefined {
  const [, , shown = "", carets = ""] = rendered.split("\n");
  return shown[carets.indexOf("^")];
}

describe("renderDiagnostic", () => {
  it("prints the place, the sentence and the line with a caret", () => {
    expect(render("game.json", '{\n  "sed": 7\n}', diagnosticAt(2, 3))).toMatchInlineSnapshot(`
      "game.json:2:3 - error unknown-property: There is no "sed".
        at /sed
        2 |   "sed": 7
          |   ^^^^^"
    `);
  });

  it("prints no line if the position is unknown, or beyond the text", () => {
    const expected = 'game.json - error unknown-property: There is no "sed".\n  at /sed';
    expect(render("game.json", "{}", diagnosticAt())).toBe(expected);
    expect(render("game.json", "{}", diagnosticAt(9, 1))).toBe(expected.replace("json", "json:9:1"));
  });

  it("prints no pointer for the document itself", () => {
    expect(render("a", "{}", { ...diagnosticAt(1, 1), pointer: "" })).not.toContain(" at ");
  });

  it("has no line for a file that could not be read", () => {
    expect(renderDiagnostic(diagnosedFile("a", null), diagnosticAt(1, 1)).split("\n")).toHaveLength(2);
  });

  it.each([
    ["a text with its quotes and escapes", String.raw`"a\"b": 1`, String.raw`"a\"b"`],
    ["a number", "-1.5e+3,", "-1.5e+3"],
    ["a word", "true]", "true"],
    ["the first bracket of what has several", "[[1], 2]", "["],
    ["the quote of a text that never ends", '"abc', '"'],
  ])("underlines %s", (_what, text, token) => {
    const [, , , carets = ""] = render("a", text, diagnosticAt(1, 1)).split("\n");
    expect(carets.match(/\^+/)?.[0]).toHaveLength(token.length);
  });

  it("aligns the carets below characters that take two terminal columns or none", () => {
    // Two ideographs and an emoji take six columns in four code units; the accent takes none in one.
    const [, , shown = "", carets = ""] = render("a", '"日本🍐e\u0301": #', diagnosticAt(1, 11)).split("\n");
    expect(shown).toContain("#");
    expect(carets).toBe(`    | ${" ".repeat('"'.length + 6 + 1 + '": '.length)}^`);
  });

  it("never cuts a character in two", () => {
    for (const lead of ["", "x"]) {
      const text = `${lead}${"🍐".repeat(200)}`;
      const [, , shown = ""] = render("a", text, diagnosticAt(1, 201 + lead.length)).split("\n");
      expect(shown).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
    }
  });

  it("paints its parts by the style, and the carets like the severity", () => {
    const wrap = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const style = { place: wrap("p"), error: wrap("e"), warning: wrap("w"), aside: wrap("a") };
    expect(renderDiagnostic(diagnosedFile("a", "#"), { ...diagnosticAt(1, 1), severity: "warning" }, style)).toBe(
      [
        '<p>a:1:1</p> - <w>warning</w> <a>unknown-property:</a> There is no "sed".',
        "  <a>at /sed</a>",
        "  <a>1 |</a> #",
        "  <a>  |</a> <w>^</w>",
      ].join("\n"),
    );
  });

  it("shortens a very long pointer", () => {
    const rendered = render("a", "#", { ...diagnosticAt(1, 1), pointer: `/roots${"/0".repeat(10_000)}/end` });
    expect(rendered.length).toBeLessThan(400);
    expect(rendered).toMatch(/at \/roots\/0.* \.\.\. .*\/end\n/);
  });

  it("labels a warning as such", () => {
    expect(render("a", "x", { ...diagnosticAt(1, 1), severity: "warning" })).toContain("- warning unknown-property");
  });

  it.each([
    ["tabs", "\t\t# seed", 3],
    ["a byte order mark", "\ufeff# seed", 1],
    ["a column past the middle of a minified line", `${"x".repeat(5000)}#${"x".repeat(5000)}`, 5001],
    ["the last column of a long line", `${"x".repeat(5000)}#`, 5001],
  ])("marks the position despite %s", (_what, text, column) => {
    const rendered = render("a", text, diagnosticAt(1, column));
    expect(markedIn(rendered)).toBe("#");
    expect(Math.max(...rendered.split("\n").map((line) => line.length))).toBeLessThan(110);
  });

  it("counts lines as editors do, whatever ends them", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(render("a", ["one", "two", "#", ""].join(end), diagnosticAt(3, 1))).toMatch(/3 \| #\n {4}\| \^$/);
    }
  });

  it("lets no control character of a file reach the terminal", () => {
    const odd = "\u001b[2J\u0007#\u009b\u202e";
    const rendered = render(`${odd}.json`, odd, { ...diagnosticAt(1, 6), message: odd, pointer: `/${odd}` });
    expect(rendered).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(rendered).toContain("\\u{1b}[2J");
  });
});

describe("firstPosition", () => {
  it("is the position of the first diagnostic, or the file if none has one", () => {
    expect(firstPosition("a.json", [diagnosticAt(4, 2), diagnosticAt(9, 9)])).toBe("a.json:4:2");
    expect(firstPosition("a.json", [diagnosticAt()])).toBe("a.json");
    expect(firstPosition("a.json", [])).toBe("a.json");
  });
});
