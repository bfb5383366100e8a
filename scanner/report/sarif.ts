import { hash } from "node:crypto";
import { adviceFor } from "../findings/advice.ts";
import { type Finding, groups, type Place, type RelatedPlace, scanGroup } from "../findings/finding.ts";
import { groupTexts } from "../findings/group-texts.ts";
import { escapeControls } from "./escape-controls.ts";
import type { ScanReport } from "./scan-report.ts";

/** Renders SARIF 2.1.0: groups become rules, and chains become code flows. `version` is Framegate's. */
export function renderSarif({ findings, notices, hasContext }: ScanReport, version: string): string {
  const seen = new Map<string, number>();
  const results = findings.map((finding) => {
    const { file, symbol, api, text } = finding;
    // No line numbers: an edit above a finding must not make it a new one. Equal findings in one function are numbered,
    // because only their order tells them apart.
    const identity = JSON.stringify([file, symbol, api, text]);
    const ordinal = seen.get(identity) ?? 0;
    seen.set(identity, ordinal + 1);
    return toResult(finding, `${identity}${ordinal}`, adviceFor(finding, hasContext));
  });
  const notes = notices.map((notice) => ({
    ruleId: "notice",
    ruleIndex: ruleIds.indexOf("notice"),
    level: "note",
    message: { text: `${notice.kind}: ${notice.message}` },
    locations: [toLocation(notice)],
  }));
  const tool = { driver: { name: "framegate scan", version, rules } };
  const run = { tool, columnKind: "utf16CodeUnits", results: [...results, ...notes] };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${escapeControls(JSON.stringify(log, null, 2))}\n`;
}

const ruleIds = [...groups, scanGroup, "notice"] as const;
const rules = ruleIds.map((id) => ({
  id,
  shortDescription: { text: descriptionOf(id) },
  defaultConfiguration: { level: id === "notice" ? "note" : "error" },
}));

function descriptionOf(id: (typeof ruleIds)[number]): string {
  if (id === "notice") return "Code that cannot be judged by reading it.";
  return id === scanGroup
    ? "Findings about the scan itself: files that do not parse, and faulty or unused suppressions."
    : groupTexts[id].rule;
}

function toResult(finding: Finding, identity: string, advice: string | null): object {
  const { api, group, severity, message, related, chain } = finding;
  const locations = chain.map((place) => ({ location: toMessageLocation(place) }));
  const named = message.startsWith(api) ? message : `${api}: ${message}`;
  const fingerprint = hash("sha256", identity).slice(0, 32);
  return {
    ruleId: group,
    ruleIndex: ruleIds.indexOf(group),
    level: severity,
    message: { text: `${named}${advice === null ? "" : ` ${advice}`}` },
    locations: [toLocation(finding)],
    partialFingerprints: { "framegateSymbol/v1": fingerprint },
    ...(related.length > 0 && { relatedLocations: related.map((place, id) => ({ id, ...toMessageLocation(place) })) }),
    ...(chain.length > 0 && { codeFlows: [{ threadFlows: [{ locations }] }] }),
    properties: { api },
  };
}

function toMessageLocation(place: RelatedPlace): object {
  return { ...toLocation(place), message: { text: place.message } };
}

function toLocation({ file, line, column }: Place): object {
  // In a relative reference, a colon or a percent sign would have another meaning.
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line, startColumn: column } } };
}
