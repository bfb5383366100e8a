import { escapeXml } from "../../scanner/report/escape-xml.ts";
import { metricDefinitions } from "../../src/formats/metrics.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { VerdictLine } from "../../src/formats/verdict.ts";
import { formatFigure } from "../../src/formats/format-figures.ts";
import type { GameEnd } from "./game-end.ts";
import { summariseVerdict } from "./list-verdict.ts";
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

/** JUnit XML: a suite for each game, with one case for the run and one for each limit of its budget. */
export function renderJunit(ends: readonly GameEnd[]): string {
  const suites = ends.map(suiteOf);
  const cases = suites.flatMap((suite) => suite.cases);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="framegate" ${countsOf(cases)}>
${suites.map(renderSuite).join("\n")}
</testsuites>
`;
}

function suiteOf(end: GameEnd): Suite {
  switch (end.state) {
    case "ran":
      return suiteOfRun(end.game, end.file);
    case "failed": {
      const problem = { kind: "error", type: end.code, message: end.message } as const;
      return { name: end.game, seconds: 0, cases: [{ name: "run", problem }], output: "" };
    }
    case "not-run": {
      const problem = { kind: "error", type: "interrupted", message: "The command was interrupted." } as const;
      return { name: end.game, seconds: 0, cases: [{ name: "run", problem }], output: "" };
    }
  }
}

function suiteOfRun(game: string, { report, verdict }: ReportFile): Suite {
  const { cause = null } = verdict;
  const message = summariseVerdict(report, verdict);
  const failed = cause === null || cause === "budget" ? null : ({ kind: "failure", type: cause, message } as const);
  return {
    name: game,
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
