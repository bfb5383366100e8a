import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { FramegateError } from "../errors.ts";

/** A file's text, with its byte order mark where it has one, or why there is none. */
export type TextReading =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      /** Completes "Cannot read it: ...". */
      readonly reason: string;
      /** Where the text ends to be text; null where the file has no places. */
      readonly place: TextPlace | null;
      readonly cause: unknown;
    };

/** One-based; the column in UTF-16 code units, behind a byte order mark. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Many times what any game writes by hand; a tape of an hour is below it. */
const bytesMax = 64 * 1024 * 1024;

const tooLarge = "it is larger than 64 MB";

/** Reads a text file as UTF-8. Throws `file-unreadable`; a file that is not UTF-8 is not readable as text. */
export async function readText(path: string): Promise<string> {
  const reading = await tryReadText(path);
  if (reading.ok) return reading.text;
  const { reason, cause } = reading;
  throw new FramegateError("file-unreadable", { path, reason }, { cause });
}

/** Reads a text file as UTF-8. Never throws, and never waits for what is no file, such as a pipe without a writer. */
export async function tryReadText(path: string): Promise<TextReading> {
  try {
    // Opening a pipe waits for its writer unless it is asked not to. Windows does not know the flag, and needs none.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() && !stats.isDirectory()) return unreadable("it is not a regular file");
    if (stats.size > bytesMax) return unreadable(tooLarge);
    // Of a folder this fails, with the system's reason.
    return decodeText(await file.readFile());
  } catch (thrown) {
    return { ok: false, reason: systemReason(thrown), place: null, cause: thrown };
  }
}

/** Reads a stream to its end, as UTF-8. */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<TextReading> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > bytesMax) return unreadable(tooLarge);
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

/** The text that bytes are in UTF-8. */
function decodeText(bytes: Uint8Array): TextReading {
  try {
    // The mark at the start, where there is one, is the validators' business: they count columns behind it.
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (thrown) {
    const [first, second] = bytes;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    const reason = isUtf16 ? "it is UTF-16 text; save it as UTF-8" : "it is not UTF-8 text";
    return { ok: false, reason, place: findBadByte(bytes), cause: thrown };
  }
}

function unreadable(reason: string): TextReading {
  return { ok: false, reason, place: null, cause: undefined };
}

/** Where the first byte stands that belongs to no character. */
function findBadByte(bytes: Uint8Array): TextPlace {
  let good = 0;
  let bad = bytes.length + 1;
  // The decoder tells that something is wrong and not where: half the rest, again and again.
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodeStart(bytes, middle) === null) bad = middle;
    else good = middle;
  }
  const before = (decodeStart(bytes, good) ?? "").split(/\r\n|\r|\n/u);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** The first bytes as text, without a character that is cut off at their end; null where they are no UTF-8. */
function decodeStart(bytes: Uint8Array, length: number): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return null;
  }
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links go round in a circle",
  ENXIO: "it is not a regular file",
};

/** A system error in words; the system's own text where it is a rare one. */
export function systemReason(thrown: unknown): string {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
  const known = typeof code === "string" ? systemReasons[code] : undefined;
  return known ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
