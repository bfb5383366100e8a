import { stat } from "node:fs/promises";
import writeFileAtomic from "write-file-atomic";

/**
 * Writes a file all at once or not at all. On a disk that runs full a single write stores what fits and reports no error,
 * so what arrived is measured. Throws what the file system says.
 */
export async function writeWhole(path: string, content: Buffer): Promise<void> {
  await writeFileAtomic(path, content);
  const { size } = await stat(path);
  if (size !== content.byteLength) {
    throw new Error(
      `only ${String(size)} of ${String(content.byteLength)} bytes could be stored; the disk may be full`,
    );
  }
}
