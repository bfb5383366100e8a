import { createProgress, type Progress } from "../report/progress.ts";
import type { GameEvent } from "../run-game.ts";
import { wantsColour } from "./colour.ts";
import type { CommandIo } from "./io.ts";
import { renderScanned } from "./scan-text.ts";

/** Shows a run's progress and its messages. */
export interface RunDisplay extends Progress {
  show(event: GameEvent): void;
}

/** Colours and width of a report on stderr. */
export function listOptions(io: CommandIo): { readonly colour: boolean; readonly columns: number } {
  return { colour: wantsColour(io.stderr, io.env), columns: io.stderr.columns ?? 100 };
}

/** Creates a run's display on stderr. */
export function createRunDisplay(io: CommandIo): RunDisplay {
  const isCi = !["", "0", "false", undefined].includes(io.env["CI"]);
  const progress = createProgress({
    ...{ stream: io.stderr, isTty: io.stderr.isTTY === true, ci: isCi },
    ...listOptions(io),
  });
  return {
    ...progress,
    show(event) {
      switch (event.kind) {
        case "warning":
          io.stderr.write(`${event.message}\n`);
          return;
        case "planned":
          return;
        case "scanned":
          progress.finish();
          io.stderr.write(renderScanned(event.result, io, false));
          return;
        case "building":
          progress.update({ stage: "building the game", done: 0, total: event.total });
          return;
        case "launching":
          progress.update({ stage: "starting the browser", done: 0, total: event.total });
          return;
        case "looking-again": {
          const { total } = event;
          progress.update({ stage: "two runs differ: running both again for the reason", done: total, total });
          return;
        }
        case "profiling": {
          const { run, of } = event;
          progress.update({
            stage: `sampling the stacks, run ${String(run)} of ${String(of)}`,
            done: run - 1,
            total: of,
          });
          return;
        }
        case "looking-at-draws":
          progress.update({ stage: `running to frame ${String(event.frame)} to see who draws`, done: 0, total: 1 });
          return;
        case "comparing": {
          const { pair, ofLook } = event;
          progress.update({
            stage: `comparing with the baseline, pair ${String(pair)}`,
            done: pair - 1,
            total: ofLook,
          });
          return;
        }
        case "run-started": {
          const { run, ofPass, total } = event;
          const suffix = ofPass === null ? ", because the limit lies within the noise" : ` of ${String(ofPass)}`;
          progress.update({ stage: `${run.pass} pass ${String(run.repeat + 1)}${suffix}`, done: run.index, total });
        }
      }
    },
  };
}

/** A display without progress. Problems in the game's files and sources are still shown. */
export function createQuietDisplay(io: CommandIo): RunDisplay {
  const display = createRunDisplay(io);
  return {
    ...display,
    show(event) {
      if (event.kind === "warning" || event.kind === "scanned") display.show(event);
    },
  };
}
