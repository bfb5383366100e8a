import { renderList } from "../../scanner/report/list.ts";
import type { ScanResult } from "../../scanner/run-scan.ts";
import { markEscapes } from "../report/terminal-text.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo, TextSink } from "./io.ts";

/** The list of a scan for people, as wide as the terminal behind stderr. */
export function renderScanned(
  result: ScanResult,
  { env, stderr }: Pick<CommandIo, "env" | "stderr">,
  all: boolean,
): string {
  const { readLine, foreignKindOf } = result;
  const list = renderList(result, {
    colour: wantsColour(stderr, env),
    columns: listColumns(stderr),
    all,
    readLine,
    foreignKindOf,
  });
  // The scanner has replaced control characters in quoted text, so those left are its colours.
  return markEscapes(list);
}

/** Width of a terminal, or a default for a log. */
export function listColumns({ columns = 100 }: TextSink): number {
  return columns;
}
