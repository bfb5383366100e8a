import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** A local server that answers each request differently. */
export interface ChangingServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a server that answers with the number of the request, in the format that the path names. */
export async function startChangingServer(): Promise<ChangingServer> {
  let count = 0;
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    answer(request, response, (count += 1));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    greet(request, socket, (count += 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${String(address.port)}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, number: number): void {
  const path = request.url ?? "";
  const [type, body] = contentOf(path.replace(/^\//u, ""), number);
  response.statusCode = path === "/status" ? 200 + number : 200;
  // An isolated page only reads responses that allow it.
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Expose-Headers", "X-Number");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.setHeader("Timing-Allow-Origin", "*");
  response.setHeader("Content-Type", type);
  response.setHeader("X-Number", String(number));
  // The event stream stays open.
  if (path === "/events") response.write(body);
  else response.end(body);
}

function contentOf(name: string, number: number): readonly [string, string | Uint8Array] {
  switch (name) {
    case "long":
      return ["text/plain", "x".repeat(number)];
    case "image.svg":
      return ["image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="${String(number)}" height="9"/>`];
    case "image.bmp":
      return ["image/bmp", bitmapFile(number)];
    case "sound.wav":
      return ["audio/wav", soundFile(number * 800)];
    case "style.css":
      return ["text/css", `body { width: ${String(100 + number)}px; }`];
    case "events":
      return ["text/event-stream", `data: ${String(number)}\n\n`];
    case "script.js":
      return ["text/javascript", `show(${String(number)});`];
    case "module.js":
      return ["text/javascript", `export const value = ${String(number)};`];
    case "data.json":
      return ["application/json", String(number)];
    case "module.wasm":
      return ["application/wasm", constantModule(number)];
    default:
      return ["text/plain", String(number)];
  }
}

/** A black image of one row. */
function bitmapFile(width: number): Uint8Array {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + rowBytes);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(1, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** Silence at 8 kHz, one byte per sample. */
function soundFile(sampleCount: number): Uint8Array {
  const file = Buffer.alloc(44 + sampleCount, 128);
  file.write("RIFF");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(sampleCount, 40);
  return file;
}

/** A WebAssembly module whose function `value` returns a number below 64, so that it fits one byte of signed LEB128. */
function constantModule(number: number): Uint8Array {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const type = [1, 5, 1, 0x60, 0, 1, 0x7f];
  const functions = [3, 2, 1, 0];
  const exports = [7, 9, 1, 5, ...Buffer.from("value"), 0, 0];
  const code = [10, 6, 1, 4, 0, 0x41, number % 64, 0x0b];
  return Uint8Array.from([...header, ...type, ...functions, ...exports, ...code]);
}

/** The GUID that RFC 6455 appends to the key of a handshake. */
const webSocketKey = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** Opens a WebSocket and sends one message. */
function greet({ headers }: IncomingMessage, socket: Duplex, number: number): void {
  const key = `${headers["sec-websocket-key"] ?? ""}${webSocketKey}`;
  const accept = createHash("sha1").update(key).digest("base64");
  const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
  const text = Buffer.from(String(number));
  socket.write(Buffer.from([0x81, text.length, ...text]));
  socket.on("error", () => undefined);
}
