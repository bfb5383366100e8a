import { createColors } from "picocolors";
import { plainText } from "./text-layout.ts";

/** Where progress goes and what it may do there. */
export interface ProgressTarget {
  readonly stream: { write(text: string): unknown };
  /** Whether the stream is a terminal, on which a line can be written over. */
  readonly isTty: boolean;
  /** Whether a build server reads along: it keeps every byte, so a line that is rewritten becomes a thousand lines. */
  readonly ci: boolean;
  readonly colour: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
}

export interface ProgressUpdate {
  /** What is being done, such as `timed run 2 of 5`. */
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

export interface Progress {
  update(update: ProgressUpdate): void;
  /** Takes the line away, so that what is printed next starts on a clean one. Harmless to call twice. */
  finish(): void;
}

/** One line that is written over on a terminal; elsewhere one plain line for each stage. */
export function createProgress(target: ProgressTarget): Progress {
  return target.isTty && !target.ci ? createRewrittenLine(target) : createPlainLines(target);
}

function createPlainLines({ stream }: ProgressTarget): Progress {
  let lastStage: string | null = null;
  return {
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

// Carriage return, then "erase to the end of the line".
const clearLine = "\r\u001B[K";

function createRewrittenLine({ stream, colour, columns }: ProgressTarget): Progress {
  let shown = "";
  return {
    update(update) {
      const line = renderLine(update, { colour, columns });
      if (line === shown) return;
      shown = line;
      stream.write(`${clearLine}${line}`);
    },
    finish() {
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
  const paint = createColors(colour);
  const fraction = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  const percent = `${String(Math.floor(fraction * 100)).padStart(3)} %`;
  // A line that wraps cannot be written over: bar and stage give way, and the last column stays free for the cursor.
  const room = Math.max(0, columns - 1 - percent.length - 4);
  const barWidth = Math.min(barWidthMax, room);
  const filled = Math.floor(fraction * barWidth);
  const bar = `${paint.cyan("━".repeat(filled))}${paint.dim("─".repeat(barWidth - filled))}`;
  return `  ${bar} ${percent} ${plainText(stage).slice(0, room - barWidth)}`.trimEnd();
}
