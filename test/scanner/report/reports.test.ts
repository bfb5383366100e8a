import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "parse5";
import type { Finding } from "../../../scanner/findings/finding.ts";
import { renderGithub } from "../../../scanner/report/github.ts";
import { renderJson } from "../../../scanner/report/json.ts";
import { escapeXml } from "../../../scanner/report/escape-xml.ts";
import { renderJunit } from "../../../scanner/report/junit.ts";
import { renderSarif } from "../../../scanner/report/sarif.ts";
import type { ScanReport } from "../../../scanner/report/scan-report.ts";

const finding: Finding = {
  file: "src/a.ts",
  line: 2,
  column: 9,
  api: "Math.random",
  group: "raw-random",
  severity: "error",
  message: "It is banned.",
  related: [{ file: "src/a.ts", line: 3, column: 1, message: "It is called here." }],
  chain: [
    { file: "src/b.ts", line: 1, column: 1, message: "It is used here." },
    { file: "src/a.ts", line: 2, column: 9, message: "It comes from here." },
  ],
  symbol: "f",
  text: "Math.random",
};
const report: ScanReport = {
  findings: [finding],
  notices: [{ kind: "eval", file: "src/c.ts", line: 1, column: 1, message: "Nobody knows." }],
  filesScanned: 3,
  suppressedCount: 2,
  baselinedCount: 1,
  stale: [{ file: "src/d.ts", symbol: "g", api: "Date.now", group: "raw-clock", text: "Date.now()", count: 1 }],
  hasContext: true,
};

it("the JSON has the promised fields and no others", () => {
  const { symbol, text, ...promised } = finding;
  expect([symbol, text]).toEqual(["f", "Math.random"]);
  expect(JSON.parse(renderJson(report))).toEqual({
    findings: [promised],
    notices: report.notices.map((notice) => ({ ...notice, api: notice.kind })),
    filesScanned: 3,
  });
});

// Reverses the escapes of https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts, as the runner
// does.
function readCommand(line: string): {
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
} {
  const [, list = "", message = ""] = /^::\w+ ([^]*?)::([^]*)$/.exec(line) ?? [];
  const unescape = (text: string): string =>
    text
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%25", "%");
  const properties = Object.fromEntries(
    list.split(",").map((pair) => [pair.slice(0, pair.indexOf("=")), unescape(pair.slice(pair.indexOf("=") + 1))]),
  );
  return { properties, message: unescape(message) };
}

/** Escapes the characters that a terminal or a viewer would interpret. */
function withEscapes(text: string): string {
  const unseen = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
  return text.replaceAll(unseen, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom("%", ":", ",", "\n", "\r", "<", ">", "&", '"', "'", "]]>", "::", "a"),
    fc.string({ unit: "binary", maxLength: 1 }),
  ),
});

it("reports for programs contain nothing that a terminal or viewer interprets, and JSON keeps it escaped", () => {
  const evil = "a\u001b[2J\u009b1m\u202e\u2066\u200b\u2028\u007f\u{e0041}b";
  const hostile = { ...finding, file: `${evil}.ts`, message: evil, text: evil, api: evil };
  const evilReport = { ...report, findings: [hostile] };
  const texts = [renderJson, renderGithub, renderJunit, (one: ScanReport) => renderSarif(one, "1.0.0")].map((render) =>
    render(evilReport),
  );
  for (const text of texts) expect(text).toBe(withEscapes(text));
  expect(JSON.parse(texts[0] ?? "")).toMatchObject({ findings: [{ file: `${evil}.ts`, message: evil }] });
});

describe("a GitHub annotation", () => {
  it("is one line, and keeps all text that can be shown", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (file, message, api) => {
        const line = renderGithub({ ...report, notices: [], findings: [{ ...finding, file, message, api }] });
        expect(line.trimEnd().split(/[\n\r]/)).toHaveLength(1);
        const read = readCommand(line.slice(0, -1));
        expect(read.message).toBe(withEscapes(message));
        const title = withEscapes(`raw-random: ${api}`);
        expect(read.properties).toMatchObject({ file: withEscapes(file), line: "2", col: "9", title });
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("JUnit's XML", () => {
  it("has a failed case for each finding, and one passed case for a clean scan", () => {
    expect(renderJunit(report)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="framegate scan" tests="1" failures="1">
        <testsuite name="src/a.ts" tests="1" failures="1">
          <testcase classname="raw-random" name="Math.random at src/a.ts:2:9" file="src/a.ts" line="2">
            <failure type="Math.random" message="It is banned.">src/a.ts:2:9&#10;Math.random&#10;Use ctx.random().</failure>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
    expect(renderJunit({ ...report, findings: [] })).toContain('<testcase classname="framegate" name="3 files"/>');
  });

  it("keeps all text that XML can represent", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeXml(text);
        expect(escaped).not.toMatch(/[<>"'\u0000-\u001f\ufffe\uffff]|&(?!#\d+;)/);
        const allowed = text.replaceAll(
          /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu,
          "\ufffd",
        );
        expect(readAttribute(`<a b="${escaped}">`)).toBe(withEscapes(allowed));
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

/** Reads XML with the HTML parser, which knows all entities of XML. */
function readAttribute(markup: string): string | undefined {
  const [html] = parse(markup).childNodes;
  const body = html !== undefined && "childNodes" in html ? html.childNodes[1] : undefined;
  const element = body !== undefined && "childNodes" in body ? body.childNodes[0] : undefined;
  return element !== undefined && "attrs" in element ? element.attrs[0]?.value : undefined;
}
