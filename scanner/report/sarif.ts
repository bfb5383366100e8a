import { createHash } from "node:crypto";
import { type Finding, groups, type Notice, type Place, type RelatedPlace, scanGroup } from "../findings/finding.ts";
import { replacementFor } from "../findings/replacements.ts";
import type { ScanReport } from "./scan-report.ts";

/** SARIF 2.1.0, as code hosts take it: rules are the groups, chains are code flows. `version` is the program's own. */
export function renderSarif({ findings, notices }: ScanReport, version: string): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "framegate scan", version, rules } },
        columnKind: "utf16CodeUnits",
        results: [
          ...withOrdinals(findings).map(([finding, ordinal]) => toResult(finding, ordinal)),
          ...notices.map(toNote),
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const descriptions: Readonly<Record<Finding["group"] | "notice", string>> = {
  "raw-random": "Randomness comes from ctx.random, which is seeded.",
  "raw-clock": "Time comes from ctx.time, which follows the step and never the wall clock.",
  library: "Packages draw no randomness and read no clock of their own.",
  scheduling: "What happens in a frame is added to a phase, and waits for no timer.",
  float: "Functions whose last bits differ between browser versions decide nothing.",
  "async-order": "Nothing depends on which of several promises settles first, or on the garbage collector.",
  locale: "Nothing depends on the language and the time zone of the machine.",
  environment: "Nothing depends on the machine that the game runs on.",
  io: "Files are read by ctx.assets.",
  scan: "What the scan itself has to say: files that do not parse, suppressions that are faulty or unused.",
  notice: "What cannot be decided by reading.",
};

const ruleIds = [...groups, scanGroup, "notice"] as const;
const rules = ruleIds.map((id) => ({
  id,
  shortDescription: { text: descriptions[id] },
  defaultConfiguration: { level: id === "notice" ? "note" : "error" },
}));

/** Equal findings of one function are told apart by their order alone. */
function withOrdinals(findings: readonly Finding[]): readonly (readonly [Finding, number])[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const key = identityOf(finding);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return [finding, ordinal];
  });
}

function identityOf({ file, symbol, api, text }: Finding): string {
  return JSON.stringify([file, symbol, api, text]);
}

function toResult(finding: Finding, ordinal: number): object {
  const { api, group, severity, message, related, chain } = finding;
  const replacement = replacementFor(finding);
  // Without line numbers, so that a finding stays the same one when code above it changes.
  const fingerprint = createHash("sha256")
    .update(`${identityOf(finding)}${String(ordinal)}`)
    .digest("hex")
    .slice(0, 32);
  return {
    ruleId: group,
    ruleIndex: ruleIds.indexOf(group),
    level: severity,
    message: { text: `${api}: ${message}${replacement === null ? "" : ` Use ${replacement}.`}` },
    locations: [toLocation(finding)],
    partialFingerprints: { "framegateSymbol/v1": fingerprint },
    ...(related.length === 0
      ? {}
      : { relatedLocations: related.map((place, id) => ({ id, ...toMessageLocation(place) })) }),
    ...(chain.length === 0 ? {} : { codeFlows: [toCodeFlow(chain)] }),
    properties: { api },
  };
}

function toNote(notice: Notice): object {
  return {
    ruleId: "notice",
    ruleIndex: ruleIds.indexOf("notice"),
    level: "note",
    message: { text: `${notice.kind}: ${notice.message}` },
    locations: [toLocation(notice)],
  };
}

function toCodeFlow(chain: readonly RelatedPlace[]): object {
  return { threadFlows: [{ locations: chain.map((place) => ({ location: toMessageLocation(place) })) }] };
}

function toMessageLocation(place: RelatedPlace): object {
  return { ...toLocation(place), message: { text: place.message } };
}

function toLocation({ file, line, column }: Place): object {
  // A relative reference: a segment with a colon, or a percent sign, would mean something else.
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line, startColumn: column } } };
}
