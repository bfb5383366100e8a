import type { PlannedRun } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import type { CaptureOptions, CaptureOutcome } from "./capture-outcome.ts";
import { captureRun } from "./capture-run.ts";

/** Captures one run, see `captureRun`. If the browser has exited, the error says how. */
export async function captureAlive(
  run: PlannedRun,
  options: CaptureOptions,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  const { browser } = options;
  const ended = new Promise<string>((resolve) => {
    browser.onDisconnected(resolve);
  });
  const gone = ended.then((how): never => {
    throw new BrowserGone(how);
  });
  // The loser of the race must not be an unhandled rejection.
  gone.catch(() => undefined);
  try {
    return await Promise.race([captureRun(run, options), gone]);
  } catch (thrown) {
    if (signal.aborted) throw new FramegateError("interrupted", {}, { cause: thrown });
    // The pipe closes before the exit code is known, so the last call fails first and says less.
    if (browser.browser.connected && !(thrown instanceof BrowserGone)) throw thrown;
    const how = await ended;
    throw new FramegateError("browser-lost", { frame: `the ${run.pass} pass`, how }, { cause: thrown });
  }
}

/** Ends the wait for a run whose browser has exited. */
class BrowserGone extends Error {
  constructor(how: string) {
    super(`The browser ${how}.`);
    this.name = "BrowserGone";
  }
}
