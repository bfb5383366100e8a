import { setTimeout as wait } from "node:timers/promises";
import { FramegateError, isFramegateError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Interruption } from "./interrupt.ts";

/** Time for a command to stop its browser and remove its files after it was told to end. */
const cleanUpMs = 1500;

/** An error thrown by the command explains more than an uncaught one. It may come a moment later. */
const ownErrorMs = 500;

type Outcome = { readonly code: number } | { readonly error: unknown };

/**
 * Awaits a command. Throws `interrupted` if the process was asked to end, even if the work then goes on, and the first
 * uncaught error, which may come from the game's configuration.
 */
export async function untilEnded(
  work: Promise<number>,
  interruption: Interruption,
  uncaught: Promise<unknown>,
): Promise<number> {
  const own: Promise<Outcome> = work.then(
    (code) => ({ code }),
    (error: unknown) => ({ error }),
  );
  const { signal } = interruption;
  const stray = uncaught.then((error) => ({ stray: error }));
  const first = await Promise.race([own, aborted(signal), stray]);
  if (first !== null && "stray" in first) {
    const explained = await Promise.race([own, wait(ownErrorMs, null)]);
    if (explained !== null && "error" in explained) throw explained.error;
    interruption.abort();
    await Promise.race([own, wait(cleanUpMs)]);
    throw first.stray;
  }
  // An interrupted command may still have a result: a recording is written.
  const outcome = first ?? (await Promise.race([own, wait(cleanUpMs, null)]));
  if (outcome !== null && "code" in outcome) return outcome.code;
  // After an interruption, any error counts as interrupted.
  const cause = outcome?.error;
  if (isFramegateError(cause) && cause.exitCode === exitCodes.interrupted) throw cause;
  throw signal.aborted ? new FramegateError("interrupted", {}, { cause }) : cause;
}

async function aborted(signal: AbortSignal): Promise<null> {
  return await new Promise((resolve) => {
    const end = (): void => {
      resolve(null);
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
