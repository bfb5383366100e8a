import { renderList } from "../../scanner/report/list.ts";
import type { ScanResult } from "../../scanner/run-scan.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";

/** What people read of a scan, on the standard error: every finding with its line of code, and how many there are. */
export function renderScanned(result: ScanResult, { env, stderr }: Pick<CommandIo, "env" | "stderr">): string {
  return renderList(result, { colour: wantsColour(stderr, env), readLine: result.readLine });
}
