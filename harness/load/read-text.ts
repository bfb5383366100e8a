import { readFile } from "node:fs/promises";
import { FramegateError } from "../errors.ts";

/** Reads a text file as UTF-8. Throws `file-unreadable`; a file that is not UTF-8 is not readable as text. */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw new FramegateError("file-unreadable", { path, reason: systemReason(thrown) }, { cause: thrown });
  });
  try {
    // The mark at the start, where there is one, is the validators' business: they count columns behind it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (thrown) {
    throw new FramegateError("file-unreadable", { path, reason: "it is not UTF-8 text" }, { cause: thrown });
  }
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links go round in a circle",
};

/** A system error in words; the system's own text where it is a rare one. */
export function systemReason(thrown: unknown): string {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
  const known = typeof code === "string" ? systemReasons[code] : undefined;
  return known ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
