import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { TapeInPlan } from "../../src/formats/run-plan.ts";
import { validateTape } from "../../src/formats/tape.ts";
import { type Accepted, acceptFile } from "./accept-file.ts";
import { readText } from "./read-text.ts";

/**
 * Reads a tape.
 *
 * @param file Relative to `cwd`. The result keeps this name.
 * @throws FramegateError `file-unreadable`, `file-invalid`.
 */
export function loadTape(file: string, cwd: string): Accepted<TapeInPlan> {
  const path = resolve(cwd, file);
  const text = readText(path);
  const { value, warnings } = acceptFile(path, text, validateTape(text));
  const hash = createHash("sha256").update(text).digest("hex");
  return { value: { file, hash, tape: value }, warnings };
}
