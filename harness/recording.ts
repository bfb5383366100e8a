import type { Page } from "#puppeteer-core";
import type { RunNotice } from "../src/formats/frame-sample.ts";
import type { Tape } from "../src/formats/tape.ts";
import type { FramegateError } from "./errors.ts";
import type { ScriptFile } from "./script/play-script.ts";

/** Options of `runRecord`. */
export interface RecordOptions {
  /** Steps after which the recording ends; null if only the user ends it. */
  readonly stepsMax: number | null;
  /** Opens no window, for scripts that play. */
  readonly headless: boolean;
  /** The script that plays, without a window, in place of a person; null or missing for a person. */
  readonly script?: ScriptFile | null;
}

/** Environment of `runRecord`. */
export interface RecordContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborting ends the recording. Before the game is running, it cancels it. */
  readonly signal: AbortSignal;
  /** Called with each stage, such as `building the game`. */
  readonly onStage: (stage: string) => void;
  /** Called with a script's output. */
  readonly onPrint?: (text: string) => void;
  /** Called with the page once it listens to its devices, for scripts that play. */
  readonly onPage?: (page: Page, currentStep: () => Promise<number | null>) => void;
}

/** A recorded session. */
export interface Recording {
  readonly tape: Tape;
  /** Completed steps. */
  readonly steps: number;
  /** State hash that a replay of the tape must end with; null if the page was gone before it could answer. */
  readonly finalStateHash: string | null;
  /**
   * Hash of all frames, equal to a count pass's hash for the last frame; null if `finalStateHash` is, and with a
   * window.
   */
  readonly frameHash: string | null;
  readonly notices: readonly RunNotice[];
  /** The failure that ended the recording early; null if the user ended it. */
  readonly failure: FramegateError | null;
}
