import type { ServerResponse } from "node:http";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The body of a response, however much of it the browser takes. */
export interface SentBody {
  /** Bytes that are sent: of the part, if the request is for one. */
  readonly bytes: number;
  /** Bytes of the file that the body is part of. */
  readonly wholeBytes: number;
  /** Bytes of the decoded body, or null if it cannot be decoded here; null for a body without encoding. */
  readonly decodedBytes: (() => Promise<number | null>) | null;
}

const bodies = new WeakMap<ServerResponse, SentBody>();

/** Notes the body of a response, for the log of requests. */
export function noteBody(response: ServerResponse, body: SentBody): void {
  bodies.set(response, body);
}

/** The body of a response; null if it has none. */
export function bodyOf(response: ServerResponse): SentBody | null {
  return bodies.get(response) ?? null;
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  br: createBrotliDecompress,
  deflate: createInflate,
  gzip: createGunzip,
};

/** Counts the bytes of a body without its encoding. Null if the encoding is unknown, or if the body has another one. */
export async function countDecoded(body: Readable, encoding: string): Promise<number | null> {
  const decoder = decoders[encoding];
  if (decoder === undefined) {
    body.destroy();
    return null;
  }
  let bytes = 0;
  const counter = new Writable({
    write(part: Buffer, _encoding, done) {
      bytes += part.length;
      done();
    },
  });
  return await pipeline(body, decoder(), counter).then(
    () => bytes,
    () => null,
  );
}
