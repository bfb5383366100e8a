import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createPipeTransport } from "../../../harness/browser/pipe-transport.ts";

describe("createPipeTransport", () => {
  it("ends each message with a zero byte", () => {
    const { transport, toBrowser } = open();
    transport.send('{"id":1}');
    expect(String(toBrowser.read())).toBe('{"id":1}\0');
  });

  it("delivers the same messages however the bytes are chunked, even within a character", async () => {
    const messages = ["{}", '{"text":"żółw 🐢"}', "x".repeat(300)];
    const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(""));
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const { transport, fromBrowser } = open();
      const received: string[] = [];
      transport.onmessage = (message) => received.push(message);
      for (let start = 0; start < bytes.length; start += size) fromBrowser.write(bytes.subarray(start, start + size));
      const closed = new Promise<void>((resolve) => {
        transport.onclose = resolve;
      });
      fromBrowser.end();
      await closed;
      expect(received).toEqual(messages);
    }
  });

  it("breaks when a message is empty or not readable", async () => {
    for (const [text, how] of [
      ["\0", "sent an empty message"],
      ["garbage\0", "sent something other than a browser's messages"],
    ] as const) {
      const { transport, fromBrowser, broken } = open();
      // Like puppeteer's handler, which is asynchronous although the type does not say so.
      const read = async (message: string): Promise<void> => {
        JSON.parse(message);
        await Promise.resolve();
      };
      Object.assign(transport, { onmessage: read });
      const closed = new Promise((resolve) => fromBrowser.once("close", resolve));
      fromBrowser.write(text);
      await closed;
      expect(broken).toEqual([how]);
    }
  });

  it("breaks when a message does not end", async () => {
    const { fromBrowser, broken } = open();
    const closed = new Promise((resolve) => fromBrowser.once("close", resolve));
    const chunk = Buffer.alloc(1 << 24, "x");
    for (let written = 0; written <= 1 << 28; written += chunk.length) fromBrowser.write(chunk);
    await closed;
    expect(broken).toEqual(["sent a message without an end"]);
  });

  it("does not throw when it sends to a browser that has exited", async () => {
    const { transport, toBrowser } = open();
    toBrowser.destroy(new Error("EPIPE"));
    await new Promise((resolve) => toBrowser.once("close", resolve));
    expect(() => {
      transport.send("{}");
    }).not.toThrow();
  });
});

function open(): {
  transport: ReturnType<typeof createPipeTransport>;
  toBrowser: PassThrough;
  fromBrowser: PassThrough;
  broken: readonly string[];
} {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const broken: string[] = [];
  const transport = createPipeTransport(toBrowser, fromBrowser, (how) => broken.push(how));
  return { transport, toBrowser, fromBrowser, broken };
}
