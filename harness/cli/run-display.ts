import { createProgress, type Progress, type ProgressClock, type ProgressUpdate } from "../report/progress.ts";
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

const clock: ProgressClock = {
  nowMs: () => performance.now(),
  everySecond(tick) {
    const timer = setInterval(tick, 1000).unref();
    return () => {
      clearInterval(timer);
    };
  },
};

/** Creates a run's display on stderr. */
export function createRunDisplay(io: CommandIo): RunDisplay {
  const isCi = !["", "0", "false", undefined].includes(io.env["CI"]);
  const progress = createProgress({
    ...{ stream: io.stderr, isTty: io.stderr.isTTY === true, ci: isCi, clock },
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
        default:
          progress.update(describeStage(event));
      }
    },
  };
}

type StageEvent = Exclude<GameEvent, { readonly kind: "warning" | "planned" | "scanned" }>;

function describeStage(event: StageEvent): ProgressUpdate {
  switch (event.kind) {
    case "scanning":
    case "unpacking":
    case "building":
    case "launching":
      return { stage: preparations[event.kind], done: 0, total: event.total };
    case "preparing-baseline":
      return { stage: baselineStages[event.step], done: 0, total: 1 };
    case "comparing": {
      const { pair, ofLook } = event;
      return { stage: `comparing with the baseline, pair ${String(pair)}`, done: pair - 1, total: ofLook };
    }
    case "run-started": {
      const { run, ofPass, total } = event;
      const suffix = ofPass === null ? ", because the limit lies within the noise" : ` of ${String(ofPass)}`;
      return { stage: `${run.pass} pass ${String(run.repeat + 1)}${suffix}`, done: run.index, total };
    }
    default:
      return describeExtraRun(event);
  }
}

/** A run that repeats others, to see more of them. */
type ExtraRunEvent = Extract<
  StageEvent,
  { readonly kind: "starting-over" | "looking-again" | "profiling" | "looking-at-draws" | "taking-pictures" }
>;

/** Says that runs start over because the game reads pixels back by `api`. */
export function startingOver(api: string): string {
  return `the game reads pixels back by ${api}: starting over with pixels, which takes longer`;
}

function describeExtraRun(event: ExtraRunEvent): ProgressUpdate {
  switch (event.kind) {
    case "starting-over":
      return { stage: startingOver(event.api), done: 0, total: event.total };
    case "looking-again": {
      const { total } = event;
      return { stage: "two runs differ: running both again for the reason", done: total, total };
    }
    case "profiling": {
      const { run, of } = event;
      return { stage: `sampling the stacks, run ${String(run)} of ${String(of)}`, done: run - 1, total: of };
    }
    case "looking-at-draws":
      return { stage: `running to frame ${String(event.frame)} to ${drawLooks[event.wanted]}`, done: 0, total: 1 };
    case "taking-pictures":
      return { stage: pictureStages[event.build], done: 0, total: 1 };
  }
}

const preparations = {
  scanning: "scanning the sources",
  unpacking: "unpacking the browser, once",
  building: "building the game",
  launching: "starting the browser",
} as const;

const drawLooks = { drawers: "see who draws", fragments: "count its fragments" } as const;

const pictureStages = {
  game: "taking screenshots of the worst frames",
  baseline: "taking screenshots of the baseline",
} as const;

const baselineStages = {
  opening: "opening the baseline",
  building: "building the baseline",
  counting: "count pass of the baseline",
  working: "work pass of the baseline",
  allocating: "allocations pass of the baseline",
} as const;

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
