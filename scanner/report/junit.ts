import { adviceFor } from "../findings/advice.ts";
import type { Finding } from "../findings/finding.ts";
import { groupBy } from "./group-by.ts";
import type { ScanReport } from "./scan-report.ts";

/** Renders JUnit XML: a suite for each file, a failed case for each finding, and for a clean scan one case that passed. */
export function renderJunit({ findings, filesScanned, hasContext }: ScanReport): string {
  const byFile = groupBy(findings, ({ file }) => file);
  const suites = Array.from(byFile, ([file, ofFile]) => suiteOf(file, ofFile, hasContext));
  const clean = `  <testsuite name="framegate scan" tests="1" failures="0">\n    <testcase classname="framegate" name="${String(filesScanned)} files"/>\n  </testsuite>`;
  const total = findings.length === 0 ? 1 : findings.length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="framegate scan" tests="${String(total)}" failures="${String(findings.length)}">`,
    ...(findings.length === 0 ? [clean] : suites),
    "</testsuites>\n",
  ].join("\n");
}

function suiteOf(file: string, findings: readonly Finding[], hasContext: boolean): string {
  const number = String(findings.length);
  return [
    `  <testsuite name="${escapeXml(file)}" tests="${number}" failures="${number}">`,
    ...findings.map((finding) => caseOf(finding, hasContext)),
    "  </testsuite>",
  ].join("\n");
}

function caseOf(finding: Finding, hasContext: boolean): string {
  const { file, line, column, api, group, message, text } = finding;
  const place = `${file}:${String(line)}:${String(column)}`;
  const advice = adviceFor(finding, hasContext);
  const body = [place, text, ...(advice === null ? [] : [advice])].join("\n");
  return [
    `    <testcase classname="${escapeXml(group)}" name="${escapeXml(`${api} at ${place}`)}" file="${escapeXml(file)}" line="${String(line)}">`,
    `      <failure type="${escapeXml(api)}" message="${escapeXml(message)}">${escapeXml(body)}</failure>`,
    "    </testcase>",
  ].join("\n");
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
  ["\n", "&#10;"],
  ["\r", "&#13;"],
  ["\t", "&#9;"],
]);

/** Escapes text and attributes. Characters that XML 1.0 cannot express, such as control characters, become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
    .replaceAll(/[&<>"'\n\r\t]/g, (character) => entities.get(character) ?? character);
}
