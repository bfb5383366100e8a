import { fstatSync, writeFileSync } from "node:fs";

/** An output of the process, with its file descriptor. */
export type Output = NodeJS.WriteStream & { readonly fd: number };

/** Whether all text has been written. A failure arrives later, as an event. */
export function areWritten(streams: Iterable<NodeJS.WriteStream>): boolean {
  return [...streams].every(({ writableLength, errored }) => writableLength === 0 && errored === null);
}

/** Waits until all text has been written or has failed. */
export async function untilWritten(streams: Iterable<NodeJS.WriteStream>): Promise<void> {
  const ends = [...streams].map(async (stream) => {
    await new Promise<void>((resolve) => {
      stream.once("error", () => {
        resolve();
      });
      stream.write("", () => {
        resolve();
      });
    });
  });
  await Promise.all(ends);
}

/**
 * Makes an output fail if its file cannot take all of a text. Node itself does not check the number of bytes written,
 * so on a full disk the file would be silently truncated.
 */
export function failWherePartial<T extends Output>(output: T): T {
  if (output.isTTY || !fstatSync(output.fd).isFile()) return output;
  output._write = (chunk: Uint8Array, _encoding, done) => {
    try {
      writeFileSync(output.fd, chunk);
    } catch (thrown) {
      done(thrown instanceof Error ? thrown : new Error(String(thrown)));
      return;
    }
    done();
  };
  return output;
}
