import { posix } from "node:path";
import { workflowCommand } from "../../scanner/report/workflow-command.ts";
import { exitCodes } from "../exit-codes.ts";
import type { ReportFile } from "../../src/formats/report-file.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { badgeText, summariseVerdict } from "./list-verdict.ts";
import type { GameEnd } from "./game-end.ts";
import { nameGames } from "./name-games.ts";

/**
 * Annotations for a job of GitHub Actions, each a workflow command on a line of its own: one for each game that did not
 * pass. It is an error if the exit code is, otherwise a warning.
 */
export function renderGithub(ends: readonly GameEnd[]): string {
  const names = nameGames(ends);
  return ends.map((end, index) => annotate(end, names[index] ?? "")).join("");
}

function annotate(end: GameEnd, name: string): string {
  switch (end.state) {
    case "ran": {
      const { report, verdict } = end.file;
      if (verdict.status === "pass") return "";
      const title = `${badgeText(verdict)} ${name}`;
      const level = end.exitCode === exitCodes.pass ? "warning" : "error";
      return workflowCommand(level, { ...placeOf(end.file), title }, summariseVerdict(report, verdict));
    }
    case "failed":
      return workflowCommand("error", { title: `${end.code} ${name}` }, end.message);
    case "not-run":
      return workflowCommand("warning", { title: `not run ${name}` }, "The command was interrupted.");
  }
}

interface Place {
  readonly file: string | null;
  readonly line: number | null;
  readonly col: number | null;
}

/**
 * The code to blame: the call behind a divergence, the function that grew the most, or the one that takes the most
 * time.
 */
function placeOf({ report, verdict }: ReportFile): Place {
  const nowhere = { file: null, line: null, col: null };
  switch (verdict.cause) {
    case "nondeterminism": {
      const [call] = report.explanation?.cause?.stack ?? [];
      return call === undefined
        ? nowhere
        : { file: inFolder(report.target, call.file), line: call.line, col: call.column };
    }
    case "regression":
      return placeIn(report.target, grownFunction(report)) ?? nowhere;
    case "budget":
      return placeIn(report.target, longestFunction(report)) ?? nowhere;
    default:
      return nowhere;
  }
}

function grownFunction({ baseline }: RunReport): string | null {
  return baseline?.functions.find((one) => one.current > one.baseline)?.position ?? null;
}

/** Only a function of the game, because nobody can change a library's. */
function longestFunction({ profile }: RunReport): string | null {
  return profile?.functions.find(({ owner }) => owner === "game")?.position ?? null;
}

/** Null for a position outside the game's files. */
function placeIn(target: string, position: string | null): Place | null {
  const [, file = "", line, column] = /^(.+):(\d+):(\d+)$/u.exec(position ?? "") ?? [];
  if (file === "" || URL.canParse(file)) return null;
  return { file: inFolder(target, file), line: Number(line), col: Number(column) };
}

/** Relative to the working directory, as GitHub requires. */
function inFolder(target: string, file: string): string {
  return posix.join(/\.(?:html?|json)$/iu.test(target) ? posix.dirname(target) : target, file);
}
