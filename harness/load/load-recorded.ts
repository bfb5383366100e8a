import type { RunReport } from "../../src/formats/report.ts";
import { FramegateError, isFramegateError } from "../errors.ts";
import { loadProject, type Project } from "./load-project.ts";

/** Where the game of a report lies now. */
export interface RecordedGame {
  /** Path of the report. */
  readonly path: string;
  /** Folder, manifest or HTML file; null if it is where the report says. */
  readonly game: string | null;
  /** The folder to serve; null for the smallest that contains what the game refers to. */
  readonly root: string | null;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * Loads the game of a report again, with the tape of its run.
 *
 * @throws FramegateError `recorded-game-gone`, and those of `loadProject`.
 */
export async function loadRecorded(report: RunReport, where: RecordedGame): Promise<Project> {
  const { path, game, root, cwd, signal } = where;
  try {
    return await loadProject(game ?? report.target, {
      ...{ cwd, root, signal, context: report.context },
      tape: report.tape?.file ?? null,
      allowOrphan: true,
    });
  } catch (thrown) {
    if (game !== null || !isFramegateError(thrown) || thrown.code !== "game-not-found") throw thrown;
    throw new FramegateError("recorded-game-gone", { path, game: report.target }, { cause: thrown });
  }
}
