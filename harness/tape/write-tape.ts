import { existsSync } from "node:fs";
import type { Tape } from "../../src/formats/tape.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { writeWhole } from "../write-whole.ts";
import { tapeText } from "./tape-text.ts";

/**
 * Whether a tape may be written there: asked before something is played, and not after it.
 *
 * @throws FramegateError `tape-exists`.
 */
export function refuseToReplace(path: string, force: boolean): void {
  if (!force && existsSync(path)) throw new FramegateError("tape-exists", { path });
}

/**
 * Writes a tape, all at once.
 *
 * @throws FramegateError `write-failed`.
 */
export async function writeTape(path: string, tape: Tape): Promise<void> {
  try {
    await writeWhole(path, Buffer.from(tapeText(tape)));
  } catch (error) {
    throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
  }
}
