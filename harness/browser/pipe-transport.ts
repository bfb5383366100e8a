import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer-core";

/** Sends and receives CDP messages through Chromium's debugging pipe: UTF-8 JSON, each message ended by a zero byte. */
export function createPipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message) => {
      if (toBrowser.writable) toBrowser.write(`${message}\0`);
    },
    close: () => {
      toBrowser.end();
    },
  };
  // Pieces are joined once per message, because a trace has megabytes.
  let pieces: Buffer[] = [];
  fromBrowser.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      pieces.push(chunk.subarray(start, end));
      const message = Buffer.concat(pieces).toString("utf8");
      pieces = [];
      start = end + 1;
      // Each message has its own turn of the event loop, as with a socket, so that promises of the one before settle
      // first.
      setImmediate(() => transport.onmessage?.(message));
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
  fromBrowser.on("close", () => {
    setImmediate(() => transport.onclose?.());
  });
  // When the browser dies, its exit is reported, not the broken pipe.
  fromBrowser.on("error", () => undefined);
  toBrowser.on("error", () => undefined);
  return transport;
}
