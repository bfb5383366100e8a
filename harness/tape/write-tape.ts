import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { writeWhole } from "../../disk/write-whole.ts";
import type { Tape } from "../../src/formats/tape.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { tapeText } from "./tape-text.ts";

export interface TapePlace {
  readonly path: string;
  /** Whether an existing file may be replaced. */
  readonly force: boolean;
  /** Name of the command that writes it. */
  readonly command: string;
}

/**
 * Checks before playing that a tape may be written to its path.
 *
 * @throws FramegateError `tape-exists`, and `usage` for a folder.
 */
export function refuseToReplace({ path, force, command }: TapePlace): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    const problem = `--out ${path} is a folder. Pass the name of a file, such as ${join(path, "framegate.tape.json")}.`;
    throw new FramegateError("usage", { problem, command });
  }
  if (!force) throw new FramegateError("tape-exists", { path });
}

/**
 * Writes a tape, and creates its parent folders.
 *
 * @throws FramegateError `write-failed`.
 */
export function writeTape(path: string, tape: Tape): void {
  try {
    writeWhole(path, tapeText(tape));
  } catch (error) {
    throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * Writes a tape that cannot be recorded again. If it cannot be written to `path`, it goes into `spareFolder`.
 *
 * @throws FramegateError `write-failed`, which names the tape's actual path.
 */
export function keepTape(path: string, tape: Tape, spareFolder: string): void {
  try {
    writeWhole(path, tapeText(tape));
  } catch (error) {
    const spare = join(spareFolder, `framegate-${String(process.pid)}-${basename(path)}`);
    writeTape(spare, tape);
    throw new FramegateError(
      "write-failed",
      { path, reason: `${reasonOf(error)}. The tape is in ${spare}` },
      { cause: error },
    );
  }
}
