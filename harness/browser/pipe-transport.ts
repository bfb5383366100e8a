import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer-core";

/** Upper limit for one message. A trace is read in chunks, and a screenshot takes a few megabytes. */
const messageBytesMax = 1 << 28;

/**
 * Sends and receives CDP messages through Chromium's debugging pipe: UTF-8 JSON, each message ended by a zero byte.
 * Calls `onBroken` once, with part of a sentence, if the other side does not speak CDP.
 */
export function createPipeTransport(
  toBrowser: Writable,
  fromBrowser: Readable,
  onBroken: (how: string) => void,
): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message) => {
      if (toBrowser.writable) toBrowser.write(`${message}\0`);
    },
    close: () => {
      toBrowser.end();
    },
  };
  const breakOff = (how: string): void => {
    fromBrowser.destroy();
    onBroken(how);
  };
  splitMessages(fromBrowser, breakOff, (message) => {
    // Each message gets its own turn of the event loop, as with a socket, so that promises of the previous one settle
    // first.
    setImmediate(() => {
      // The handler is asynchronous, although its type does not say so.
      const handled: unknown = transport.onmessage?.(message);
      Promise.resolve(handled).catch(() => {
        breakOff("sent something other than a browser's messages");
      });
    });
  });
  fromBrowser.on("close", () => {
    setImmediate(() => transport.onclose?.());
  });
  // If the browser dies, its exit is reported, not the broken pipe.
  fromBrowser.on("error", () => undefined);
  toBrowser.on("error", () => undefined);
  return transport;
}

function splitMessages(
  fromBrowser: Readable,
  onBroken: (how: string) => void,
  onMessage: (message: string) => void,
): void {
  // Chunks are joined once per message, because a trace takes megabytes.
  let pieces: Buffer[] = [];
  let length = 0;
  let isBroken = false;
  const breakOff = (how: string): void => {
    isBroken = true;
    pieces = [];
    onBroken(how);
  };
  fromBrowser.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1 && !isBroken; end = chunk.indexOf(0, start)) {
      pieces.push(chunk.subarray(start, end));
      const message = Buffer.concat(pieces).toString("utf8");
      pieces = [];
      length = 0;
      start = end + 1;
      if (message === "") breakOff("sent an empty message");
      else onMessage(message);
    }
    if (isBroken || start === chunk.length) return;
    pieces.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > messageBytesMax) breakOff("sent a message without an end");
  });
}
