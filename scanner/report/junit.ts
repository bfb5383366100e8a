import { adviceFor } from "../findings/advice.ts";
import { groupBy } from "../findings/group-by.ts";
import { escapeXml } from "./escape-xml.ts";
import { placeOf } from "./list-text.ts";
import type { ScanReport } from "./scan-report.ts";

/** Renders JUnit XML: a suite for each file, a failed case for each finding, and one passed case for a clean scan. */
export function renderJunit({ findings, filesScanned, hasContext }: ScanReport): string {
  const byFile = groupBy(findings, ({ file }) => file);
  const suites = Array.from(byFile, ([file, ofFile]) => {
    const cases = ofFile.map((finding) => {
      const { line, api, group, message, text } = finding;
      const place = placeOf(finding);
      const body = escapeXml([place, text, adviceFor(finding, hasContext)].filter((part) => part !== null).join("\n"));
      return `    <testcase classname="${escapeXml(group)}" name="${escapeXml(`${api} at ${place}`)}" file="${escapeXml(file)}" line="${line}">
      <failure type="${escapeXml(api)}" message="${escapeXml(message)}">${body}</failure>
    </testcase>`;
    });
    return suiteOf(escapeXml(file), cases, cases.length);
  });
  const clean = suiteOf("framegate scan", [`    <testcase classname="framegate" name="${filesScanned} files"/>`], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="framegate scan" tests="${Math.max(1, findings.length)}" failures="${findings.length}">
${findings.length === 0 ? clean : suites.join("\n")}
</testsuites>
`;
}

function suiteOf(name: string, cases: readonly string[], failureCount: number): string {
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failureCount}">
${cases.join("\n")}
  </testsuite>`;
}
