import type { FrameDraws } from "../../src/formats/frame-draws.ts";
import type { GameFolder } from "../harness/fixtures/game-folder.ts";
import { reportOf, runJson } from "./run-command.ts";

/** Runs 20 frames of a folder's page, and gives who draws in the frame that `perf` looked at. */
export async function drawsOf(folder: GameFolder, ...flags: readonly string[]): Promise<FrameDraws> {
  const args = ["perf", `${folder.path}/index.html`, "--frames", "20", "--warmup", "5", "--repeat", "0", ...flags];
  const { report } = reportOf(await runJson(args));
  if (report.draws === null) throw new Error("Nobody looked who draws.");
  return report.draws;
}
