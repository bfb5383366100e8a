import { readWhole } from "../../disk/read-whole.ts";
import { systemReason } from "../../disk/system-reason.ts";
import { FramegateError } from "../errors.ts";

/** Text of a file, with its byte order mark if any, or the reason why it cannot be read. */
export type TextReading =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      /** Completes "Cannot read it: ...". */
      readonly reason: string;
      /** Position of the first byte that is not UTF-8; null if that is not the problem. */
      readonly place: TextPlace | null;
      readonly cause: unknown;
    };

/** One-based. The column counts UTF-16 code units, without the byte order mark. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Far above any hand-written file; a tape of an hour is smaller. */
const bytesMax = 64 * 1024 * 1024;

/** Reads a text file. Throws `file-unreadable`, even for a file that is not UTF-8. */
export function readText(path: string): string {
  const reading = tryReadText(path);
  if (reading.ok) return reading.text;
  const { reason, cause } = reading;
  throw new FramegateError("file-unreadable", { path, reason }, { cause });
}

/**
 * Throws `file-unreadable` for anything but a readable file, whatever its encoding: the browser, which reads it later,
 * may hang.
 */
export function requireFile(path: string): void {
  try {
    readWhole(path, bytesMax);
  } catch (thrown) {
    throw new FramegateError("file-unreadable", { path, reason: systemReason(thrown) }, { cause: thrown });
  }
}

/** Reads a text file as UTF-8. Never throws, and never blocks, for example on a pipe without a writer. */
export function tryReadText(path: string): TextReading {
  try {
    return decodeText(readWhole(path, bytesMax));
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
    if (size > bytesMax) return { ok: false, reason: "it is larger than 64 MB", place: null, cause: undefined };
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

function decodeText(bytes: Uint8Array): TextReading {
  try {
    // The byte order mark stays: the validators count columns after it.
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (thrown) {
    const [first, second] = bytes;
    const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    const reason = isUtf16 ? "it is UTF-16 text; save it as UTF-8" : "it is not UTF-8 text";
    return { ok: false, reason, place: findBadByte(bytes), cause: thrown };
  }
}

/** Position of the first byte that belongs to no character. */
function findBadByte(bytes: Uint8Array): TextPlace {
  let good = 0;
  let bad = bytes.length + 1;
  // The decoder does not report a position, hence a binary search.
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodeStart(bytes, middle) === null) bad = middle;
    else good = middle;
  }
  const before = (decodeStart(bytes, good) ?? "").split(/\r\n|\r|\n/u);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** Decodes the first bytes, without a character that is cut off at the end. Null if they are not UTF-8. */
function decodeStart(bytes: Uint8Array, length: number): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return null;
  }
}
