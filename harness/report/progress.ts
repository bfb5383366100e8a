import { clearLine, createPaint } from "./terminal-text.ts";
import { plainText } from "./text-layout.ts";

/** Output of progress. */
export interface ProgressTarget {
  readonly stream: { write(text: string): unknown };
  /** Whether the stream is a terminal, where a line can be rewritten. */
  readonly isTty: boolean;
  /** Whether the output is a build log, where every update would be a new line. */
  readonly ci: boolean;
  readonly colour: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  readonly clock: ProgressClock;
}

/** A clock for people: it shows that something is still going on. */
export interface ProgressClock {
  readonly nowMs: () => number;
  /** Calls `tick` about every second, and returns a function that ends this. It keeps no process alive. */
  readonly everySecond: (tick: () => void) => () => void;
}

export interface ProgressUpdate {
  /** The current stage, such as `timed pass 2 of 5`. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export interface Progress {
  update(update: ProgressUpdate): void;
  /** Whether updates rewrite one line; otherwise each stage is a line of its own. */
  readonly isRewritten: boolean;
  /** Clears the line before other output. May be called more than once. */
  finish(): void;
}

/** One line that is rewritten on a terminal, with the seconds of a long stage; elsewhere one plain line per stage. */
export function createProgress(target: ProgressTarget): Progress {
  return target.isTty && !target.ci ? createRewrittenLine(target) : createPlainLines(target);
}

function createPlainLines({ stream }: ProgressTarget): Progress {
  let lastStage: string | null = null;
  return {
    isRewritten: false,
    update({ stage }) {
      if (stage === lastStage) return;
      lastStage = stage;
      stream.write(`${plainText(stage)}\n`);
    },
    finish() {
      lastStage = null;
    },
  };
}

/** A shorter stage is over before anybody wonders. */
const untoldMs = 2000;

function createRewrittenLine({ stream, colour, columns, clock }: ProgressTarget): Progress {
  let shown = "";
  let current: ProgressUpdate = { stage: "", done: 0, total: 0 };
  let sinceMs = 0;
  let endTicks: (() => void) | null = null;
  const draw = (): void => {
    const pastMs = clock.nowMs() - sinceMs;
    const stage = pastMs < untoldMs ? current.stage : `${current.stage}, ${String(Math.floor(pastMs / 1000))} s`;
    const line = renderLine({ ...current, stage }, { colour, columns });
    if (line === shown) return;
    shown = line;
    stream.write(`${clearLine}${line}`);
  };
  return {
    isRewritten: true,
    update(update) {
      if (endTicks === null || update.stage !== current.stage) sinceMs = clock.nowMs();
      current = update;
      endTicks ??= clock.everySecond(draw);
      draw();
    },
    finish() {
      endTicks?.();
      endTicks = null;
      if (shown !== "") stream.write(clearLine);
      shown = "";
    },
  };
}

const barWidthMax = 24;

interface LineStyle {
  readonly colour: boolean;
  readonly columns: number;
}

function renderLine({ stage, done, total }: ProgressUpdate, { colour, columns }: LineStyle): string {
  const paint = createPaint(colour);
  const fraction = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const percent = `${String(Math.floor(fraction * 100)).padStart(3)} %`;
  // A wrapped line cannot be rewritten, so the bar and the stage are shortened. The last column is left for the cursor.
  const room = Math.max(0, columns - 1 - percent.length - 4);
  const barWidth = Math.min(barWidthMax, room);
  const filled = Math.floor(fraction * barWidth);
  const bar = `${paint.cyan("━".repeat(filled))}${paint.dim("─".repeat(barWidth - filled))}`;
  return `  ${bar} ${percent} ${plainText(stage).slice(0, room - barWidth)}`.trimEnd();
}
