import { closeSync, constants, openSync, statSync, writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { writeFile } from "../../scanner/findings/write-file.ts";
import { FramegateError, reasonOf } from "../errors.ts";

/**
 * Writes a report to a file as a whole, or into an existing pipe or device. Rejects with the reason of `signal` when it
 * aborts, even while nobody reads the pipe.
 */
export async function writeReport(path: string, text: string, signal: AbortSignal): Promise<void> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) writeFile(path, text);
  else await writeToPipe(path, Buffer.from(text), signal);
}

/** Poll interval while waiting for a reader: short beside the second a program takes to start. */
const pollMs = 20;

/** Non-blocking, because a blocking write would not see the signal. */
async function writeToPipe(path: string, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const file = await whenReady(path, () => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK), signal);
  try {
    for (let start = 0; start < bytes.length;) {
      start += await whenReady(path, () => writeSync(file, bytes, start), signal);
    }
  } finally {
    closeSync(file);
  }
}

/** Retries until a reader is there, or has read something. */
async function whenReady(path: string, attempt: () => number, signal: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return attempt();
    } catch (thrown) {
      const code = thrown instanceof Error && "code" in thrown ? thrown.code : null;
      if (code !== "ENXIO" && code !== "EAGAIN")
        throw new FramegateError("write-failed", { path, reason: reasonOf(thrown) }, { cause: thrown });
    }
    await wait(pollMs, undefined, { signal });
  }
}
