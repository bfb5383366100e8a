import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeWhole } from "../../disk/write-whole.ts";

/** SHA-256 of each file's content, by its path with forward slashes. */
export type FileHashes = Readonly<Record<string, string>>;

/** Kept in the folder itself, so that it is removed along with the files. */
const recordName = "checked.json";

/** Stat of a file. Writing to the file changes its ctime, and replacing it changes its inode. */
const fileFacts = z.object({ size: z.number(), mtimeMs: z.number(), ctimeMs: z.number(), ino: z.number() });
const recordShape = z.record(z.string(), fileFacts);

type Facts = z.infer<typeof fileFacts>;

/**
 * Compares a folder with a list of hashes: true if it holds exactly those files. Hashing 220 MB takes half a second, so
 * it is done once. After that, file stats are compared with a record. Only root can set a ctime back.
 */
export async function holdsExactly(folder: string, hashes: FileHashes): Promise<boolean> {
  const found = await factsOf(folder);
  const names = Object.keys(hashes);
  if (found === null || found.size !== names.length || !names.every((name) => found.has(name))) return false;
  const record = await readRecord(folder);
  const isRecorded = ([name, facts]: readonly [string, Facts]): boolean => {
    const known = record[name];
    return known !== undefined && Object.entries(facts).every(([fact, value]) => Reflect.get(known, fact) === value);
  };
  if ([...found].every(isRecorded)) return true;
  for (const [name, hash] of Object.entries(hashes)) if ((await hashFile(join(folder, name))) !== hash) return false;
  await recordChecked(folder);
  return true;
}

/** Records that the content of all files in a folder has been verified. */
export async function recordChecked(folder: string): Promise<void> {
  const found = await factsOf(folder);
  writeWhole(join(folder, recordName), `${JSON.stringify(Object.fromEntries(found ?? []), null, 2)}\n`);
}

/** The SHA-256 of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: 1 << 20 });
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** Null if there is anything but files and folders, such as a symbolic link. */
async function factsOf(folder: string): Promise<ReadonlyMap<string, Facts> | null> {
  const found = new Map<string, Facts>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) return null;
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs, ctimeMs, ino } = await lstat(path);
    found.set(path.slice(folder.length + 1).replaceAll("\\", "/"), { size, mtimeMs, ctimeMs, ino });
  }
  found.delete(recordName);
  return found;
}

async function readRecord(folder: string): Promise<Readonly<Record<string, Facts>>> {
  try {
    return recordShape.parse(JSON.parse(await readFile(join(folder, recordName), "utf8")));
  } catch {
    // Folders of older versions have no record, and a damaged one is ignored.
    return {};
  }
}
