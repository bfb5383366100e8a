import { basename, resolve } from "node:path";
import { escapeXml } from "../../scanner/report/escape-xml.ts";
import { metricDefinitions } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { VerdictLine } from "../../src/formats/verdict.ts";
import { formatFigure } from "../../src/formats/format-figures.ts";
import type { GameEnd } from "./game-end.ts";
import { summariseVerdict } from "./list-verdict.ts";
import { titleOfEnd } from "./name-games.ts";
import { reproduceCommand } from "./reproduce-command.ts";

interface Case {
  readonly name: string;
  /** Null for a case that passed. An error means no verdict: the game was not run, or noise hides the answer. */
  readonly problem: { readonly kind: "failure" | "error"; readonly type: string; readonly message: string } | null;
}

interface Suite {
  readonly name: string;
  readonly seconds: number;
  readonly cases: readonly Case[];
  /** Text for people, such as the command that reproduces the run. */
  readonly output: string;
}

/**
 * JUnit XML: a suite for each game, with one case for the run and one for each limit of its budget.
 *
 * @param cwd Folder that the games' paths are relative to.
 */
export function renderJunit(ends: readonly GameEnd[], cwd: string): string {
  const suites = ends.map((end) => suiteOf(end, cwd));
  const cases = suites.flatMap((suite) => suite.cases);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="framegate" ${countsOf(cases)}>
${suites.map(renderSuite).join("\n")}
</testsuites>
`;
}

function suiteOf(end: GameEnd, cwd: string): Suite {
  const name = nameOfSuite(end, cwd);
  switch (end.state) {
    case "ran":
      return suiteOfRun(name, end.file);
    case "failed": {
      const problem = { kind: "error", type: end.code, message: end.message } as const;
      return { name, seconds: 0, cases: [{ name: "run", problem }], output: "" };
    }
    case "not-run": {
      const problem = { kind: "error", type: "interrupted", message: "The command was interrupted." } as const;
      return { name, seconds: 0, cases: [{ name: "run", problem }], output: "" };
    }
  }
}

/**
 * The path of the game, which no other game shares and which stays the same when a title changes: CI services follow a
 * suite by its name. The path of the current folder says nothing, so the title stands for it.
 */
function nameOfSuite(end: GameEnd, cwd: string): string {
  const isNamed = /[^./\\]/u.test(end.game);
  return isNamed ? end.game : (titleOfEnd(end) ?? basename(resolve(cwd, end.game)));
}

function suiteOfRun(name: string, { report, verdict }: ReportFile): Suite {
  const { cause = null } = verdict;
  const message = summariseVerdict(report, verdict);
  const failed = cause === null || cause === "budget" ? null : ({ kind: "failure", type: cause, message } as const);
  return {
    name,
    seconds: report.runs.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1000,
    cases: [{ name: "run", problem: failed }, ...verdict.lines.map(caseOf)],
    output: `${message}\n${reproduceCommand(report)}`,
  };
}

function caseOf({ metric, value, budget, status, reason }: VerdictLine): Case {
  const { label, unit } = metricDefinitions[metric];
  if (status === "pass") return { name: metric, problem: null };
  const measured = value === null ? "not measured" : formatFigure(value, unit);
  const message = `${label}: ${measured}, budget ${formatFigure(budget, unit)}`;
  return {
    name: metric,
    problem: { kind: status === "fail" ? "failure" : "error", type: reason ?? status, message },
  };
}

function renderSuite({ name, seconds, cases, output }: Suite): string {
  return `  <testsuite name="${escapeXml(name)}" ${countsOf(cases)} time="${seconds.toFixed(3)}">
${cases.map((one) => renderCase(one, name)).join("\n")}
    <system-out>${escapeXml(output)}</system-out>
  </testsuite>`;
}

function renderCase({ name, problem }: Case, game: string): string {
  const head = `    <testcase classname="${escapeXml(game)}" name="${escapeXml(name)}"`;
  if (problem === null) return `${head}/>`;
  const { kind, type, message } = problem;
  const text = escapeXml(message);
  return `${head}>
      <${kind} type="${escapeXml(type)}" message="${text}">${text}</${kind}>
    </testcase>`;
}

function countsOf(cases: readonly Case[]): string {
  const count = (kind: string): string => String(cases.filter(({ problem }) => problem?.kind === kind).length);
  return `tests="${String(cases.length)}" failures="${count("failure")}" errors="${count("error")}"`;
}
