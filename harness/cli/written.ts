import { fstatSync, writeFileSync } from "node:fs";

/** An output of the process, and the file it is where it is one. */
export type Output = NodeJS.WriteStream & { readonly fd: number };

/** Whether all that was written to some outputs has arrived. What has failed is told in a moment, by an event. */
export function areWritten(streams: Iterable<NodeJS.WriteStream>): boolean {
  return [...streams].every(({ writableLength, errored }) => writableLength === 0 && errored === null);
}

/**
 * Makes an output that is a file fail where it cannot take all of a text. Node's own does not look how much the system took,
 * and on a disk that runs full the file would end in the middle without a word.
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
