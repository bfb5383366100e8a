import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "../../../harness/report/json.ts";
import {
  clearLine,
  createPaint,
  cutLongLines,
  harmlessText,
  markCommands,
  onOneLine,
} from "../../../harness/report/terminal-text.ts";

/** Texts in which dangerous characters are as frequent as harmless ones. */
const foreignText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 5 }),
      fc.constantFrom(
        ...[
          "\u001b[31m",
          "\u001b]8;;http://x\u0007",
          "\u009b2J",
          "\r",
          "\u0007",
          "\u202e",
          "\u2066",
          "\u200e",
          "\u061c",
        ],
        ...[
          "\u200b",
          "\ufeff",
          "\u00ad",
          "\u{e0041}",
          "\u2028",
          "\u3164",
          "\n::error ::",
          "\n \t::stop-commands::x",
          "##[",
        ],
        ...["##vso[task]", "::", "\n", "\\u001b", clearLine.slice(1, 37)],
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

const property = (check: (text: string) => void): void => {
  fc.assert(fc.property(foreignText, check), { seed: 17, numRuns: 3_000 });
};

const dangerous = /(?![\n\t])\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;
// Lines that GitHub's runner takes for commands: https://github.com/actions/runner, ActionCommand.cs.
const isCommand = (line: string): boolean => line.trimStart().startsWith("::") || line.includes("##[");

describe("harmlessText", () => {
  it("leaves nothing in a text that a terminal or CI service obeys", () => {
    property((text) => {
      const shown = harmlessText(text);
      expect(shown).not.toMatch(dangerous);
      expect(shown.split("\n").filter(isCommand)).toEqual([]);
      expect(harmlessText(shown)).toBe(shown);
    });
  });

  it("keeps line breaks and all harmless characters", () => {
    property((text) => {
      expect(harmlessText(text).split("\n")).toHaveLength(text.split("\n").length);
    });
    const plain = 'Größe 3 × 4\tof "a::b" \\ ## 日本 ✗ ━ 👍';
    expect(harmlessText(plain)).toBe(plain);
  });

  it("keeps the value of JSON", () => {
    property((text) => {
      expect(JSON.parse(harmlessText(JSON.stringify({ [text]: text })))).toEqual({ [text]: text });
      expect(stringifyJson([text])).not.toMatch(dangerous);
    });
  });

  it("lets through our colours and no others, whatever text they surround", () => {
    const paint = createPaint(true);
    property((text) => {
      const painted = harmlessText(paint.red(paint.bold(text)));
      expect(painted).toBe(`\u001b[31m\u001b[1m${harmlessText(`x${text}`).slice(1)}\u001b[22m\u001b[39m`);
    });
    expect(harmlessText(`${clearLine}x`)).toBe("\u001b[1G\u001b[Kx");
    expect(createPaint(false).red("plain")).toBe("plain");
  });

  it("lets through the commands of a report of commands, and none inside them", () => {
    const report = "::error file=a.ts::one\n::notice file=b.ts::\u001b[2J::two\n";
    expect(harmlessText(markCommands(report))).toBe("::error file=a.ts::one\n::notice file=b.ts::\\u001b[2J::two\n");
    expect(harmlessText("::error ::forged")).toBe("\\u003a:error ::forged");
  });
});

describe("onOneLine", () => {
  it("leaves no line break that could forge a line of ours", () => {
    property((text) => {
      expect(harmlessText(onOneLine(text))).not.toMatch(/[\n\r\u2028\u2029\u0085]/u);
    });
  });
});

describe("cutLongLines", () => {
  it("cuts a long line and says by how many characters, and keeps the others", () => {
    const text = `short\n${"x".repeat(1_000_000)}\nlast`;
    expect(cutLongLines(text, 100)).toBe(`short\n${"x".repeat(100)} ... and 999900 more characters\nlast`);
  });

  it("resets colours after a cut line", () => {
    expect(harmlessText(cutLongLines(createPaint(true).red("x".repeat(200)), 100))).toBe(
      `${"x".repeat(100)} ... and 100 more characters`,
    );
  });
});
