import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../../scanner/cache/make-folder.ts";
import type { Tape } from "../../src/formats/tape.ts";
import { FramegateError, reasonOf } from "../errors.ts";
import { writeWhole } from "../write-whole.ts";
import { tapeText } from "./tape-text.ts";

export interface TapePlace {
  readonly path: string;
  /** Whether a file that is there may be replaced. */
  readonly force: boolean;
  /** The command that is to write it. */
  readonly command: string;
}

/**
 * Whether a tape may be written there: asked before something is played, and not after it.
 *
 * @throws FramegateError `tape-exists`, and `usage` where it is a folder.
 */
export function refuseToReplace({ path, force, command }: TapePlace): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    const problem = `--out ${path} is a folder. It takes the name of a file, such as ${join(path, "framegate.tape.json")}.`;
    throw new FramegateError("usage", { problem, command });
  }
  if (!force) throw new FramegateError("tape-exists", { path });
}

/**
 * Writes a tape, all at once, and makes the folders that it is to lie in.
 *
 * @throws FramegateError `write-failed`.
 */
export async function writeTape(path: string, tape: Tape): Promise<void> {
  try {
    await write(path, tape);
  } catch (error) {
    throw new FramegateError("write-failed", { path, reason: reasonOf(error) }, { cause: error });
  }
}

/**
 * Writes a tape that nobody can play a second time: where it cannot lie at `path`, into `spareFolder`.
 *
 * @throws FramegateError `write-failed`, which says where it is instead.
 */
export async function keepTape(path: string, tape: Tape, spareFolder: string): Promise<void> {
  try {
    await write(path, tape);
  } catch (error) {
    const spare = join(spareFolder, `framegate-${String(process.pid)}-${basename(path)}`);
    await writeTape(spare, tape);
    throw new FramegateError(
      "write-failed",
      { path, reason: `${reasonOf(error)}. What was played is in ${spare}` },
      { cause: error },
    );
  }
}

async function write(path: string, tape: Tape): Promise<void> {
  makeFolder(dirname(path));
  await writeWhole(path, Buffer.from(tapeText(tape)));
}
