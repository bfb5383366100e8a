import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { lookup } from "mrmime";
import { countDecoded, noteBody } from "./sent-body.ts";

/** The same in every run, because `document.lastModified` shows it to the page. */
const lastModified = "Sat, 01 Jan 2000 00:00:00 GMT";

const partialContent = 206;
const methodNotAllowed = 405;
const rangeNotSatisfiable = 416;

/**
 * Files that the browser decompresses. A page has no way to do that with Brotli, and none with gzip for what the browser
 * loads itself. A Unity build expects it of its data, too. Other files with gzip are decompressed by the page, as on any
 * server that knows nothing of them.
 */
const encodings = [
  { encoding: "br", names: /\.br$/iu },
  { encoding: "gzip", names: /\.(?:css|data|html|m?js|wasm)\.gz$/iu },
] as const;

/** Answers a request with a file, or with the requested range. Methods other than reading ones are refused. */
export function sendFile(file: string, request: IncomingMessage, response: ServerResponse): void {
  if (!isRead(request)) {
    refuseMethod(response);
    return;
  }
  // The file is gone, or descriptors have run out.
  sendOpened(file, request, response).catch(() => response.destroy());
}

/** Whether a request only reads. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** Answers a request that would modify something read-only. */
export function refuseMethod(response: ServerResponse): void {
  response.writeHead(methodNotAllowed, { Allow: "GET, HEAD, OPTIONS" }).end();
}

async function sendOpened(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const range = rangeOf(request.headers.range, size);
    if (range !== null && range.start >= range.end) {
      response.writeHead(rangeNotSatisfiable, { "Content-Range": `bytes */${String(size)}` }).end();
      return;
    }
    const { start, end } = range ?? { start: 0, end: size };
    const encoding = encodingOf(file);
    noteBody(response, {
      bytes: end - start,
      wholeBytes: size,
      decodedBytes:
        encoding === undefined
          ? null
          : async () => await countDecoded(createReadStream(file, { start, end: Math.max(start, end - 1) }), encoding),
    });
    for (const [name, value] of Object.entries(headersOf(file))) response.setHeader(name, value);
    response.setHeader("Content-Length", end - start);
    if (range !== null) {
      response.statusCode = partialContent;
      response.setHeader("Content-Range", `bytes ${String(start)}-${String(end - 1)}/${String(size)}`);
    }
    if (request.method === "HEAD" || start === end) response.end();
    else await sendPart(handle, start, end, response);
  } finally {
    await handle.close();
  }
}

async function sendPart(handle: FileHandle, start: number, end: number, response: ServerResponse): Promise<void> {
  // Never more than announced: a file may grow while it is read.
  const part = handle.createReadStream({ start, end: end - 1, autoClose: false });
  // If it shrinks, the client would wait for the rest.
  part.once("end", () => {
    if (part.bytesRead < end - start) response.destroy();
  });
  await new Promise<void>((resolve) => {
    // An error on either side ends both, and the client sees that its answer is incomplete.
    pipeline(part, response, () => {
      resolve();
    });
  });
}

function encodingOf(file: string): "br" | "gzip" | undefined {
  return encodings.find(({ names }) => names.test(file))?.encoding;
}

function headersOf(file: string): Readonly<Record<string, string>> {
  const encoding = encodingOf(file);
  const type = lookup(encoding === undefined ? file : file.slice(0, -3));
  return {
    "Last-Modified": lastModified,
    "Accept-Ranges": "bytes",
    ...(type === undefined ? {} : { "Content-Type": type === "text/html" ? `${type};charset=utf-8` : type }),
    ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
  };
}

interface Part {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * The part of a file that a `Range` header asks for; empty if unsatisfiable. Null for the whole file: a server may
 * ignore a malformed header, and more than one range.
 */
function rangeOf(range: string | undefined, size: number): Part | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(range ?? "") ?? [];
  if (first === "") return last === "" ? null : { start: Math.max(0, size - Number(last)), end: size };
  if (last !== "" && Number(last) < Number(first)) return null;
  return { start: Number(first), end: last === "" ? size : Math.min(size, Number(last) + 1) };
}
