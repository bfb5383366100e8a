import { findFirstDifference } from "../../harness/verify/compare-launches.ts";
import type { NamedUse } from "../../src/formats/verify-report.ts";
import type { Cell } from "./cell.ts";
import { cellScript } from "./cell-site.ts";
import type { PageRun } from "./run-pages.ts";

/** Judges the runs of a cell. Empty if they match its kind. */
export function judgeCell(cell: Cell, runs: readonly PageRun[]): readonly string[] {
  const failed = runs.filter((run) => run.kind === "failed");
  if (failed.length > 0) return failed.map(({ reason, shown }) => `failed: ${reason}\n${shown}`);
  const ran = runs.filter((run) => run.kind === "ran");
  const [first] = ran;
  if (first === undefined) return ["did not run"];
  const told = [...new Set(ran.flatMap(({ samples }) => samples.notices.map(({ message }) => message)))].join(" ");
  const silent = ran.filter(({ shown }) => !cell.shows.test(shown)).map(({ shown }) => `showed: ${shown} (${told})`);
  const difference = findFirstDifference(ran.map(({ samples }) => samples));
  const named = ran.flatMap(({ samples }) => samples.namedUses);
  const differs = ran.some(({ shown }) => comparable(shown) !== comparable(first.shown));
  const shownAll = ran.map(({ shown }) => shown).join(" | ");
  const problems: string[] = [];
  // The hash must detect any difference that a player could see.
  if (differs && difference === null) problems.push(`differs unseen: ${shownAll}`);
  if (cell.handling.kind === "neutral") {
    if (difference !== null) problems.push(`differs in ${difference.part}: ${shownAll}`);
    if (named.length > 0) problems.push(`named: ${named.map(describe).join(", ")}`);
    const failures = first.samples.notices.filter(({ severity }) => severity === "failure");
    problems.push(...failures.map(({ message }) => `notice: ${message}`));
  }
  if (cell.handling.kind === "named") {
    const { api } = cell.handling;
    const file = cellScript(cell);
    if (!named.some((use) => use.api === api && use.file.endsWith(file) && use.line > 1)) {
      problems.push(`${api} is not named at ${file}, but: ${named.map(describe).join(", ")}`);
    }
  }
  return [...silent, ...problems];
}

/** The browser gives blobs random names. Pages use them but do not show them, so no hash contains them. */
function comparable(shown: string): string {
  return shown.replaceAll(/blob:\S+/gu, "blob:");
}

function describe({ api, realm, file, line }: NamedUse): string {
  return `${api} in ${realm} at ${file}:${String(line)}`;
}
