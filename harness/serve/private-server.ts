import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { SocketForwarder } from "./forward-sockets.ts";
import { createPeerCheck } from "./peer-owner.ts";

/** More than a browser opens to a server with two names, and fewer than Node's limit of open files. */
const connectionsMax = 500;

/** A server that only this user of the machine can reach. Each connection is checked once, before its first answer. */
export function createPrivateServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  sockets: SocketForwarder | null,
  isOwnName: (name: string) => boolean,
): Server {
  const mayAnswer = createPeerCheck();
  const checks = new WeakMap<Socket, Promise<boolean>>();
  const server = createServer((request, response) => {
    void checks.get(request.socket)?.then((isOwn) => {
      if (isOwn) answer(request, response);
    });
  });
  if (sockets !== null) {
    server.on("upgrade", (request, socket, head) => {
      void checks.get(request.socket)?.then((isOwn) => {
        if (isOwn && isOwnName(request.headers.host ?? "")) sockets.open(request, socket, head);
        else socket.destroy();
      });
    });
  }
  server.maxConnections = connectionsMax;
  server.on("connection", (socket: Socket) => {
    const check = mayAnswer(socket).catch(() => false);
    checks.set(socket, check);
    void check.then((isOwn) => {
      if (!isOwn) socket.destroy();
    });
  });
  return server;
}

/** Isolation gives the page a 5 µs clock and shared memory. Nothing may be cached between two runs. */
export function setHeaders(response: ServerResponse): void {
  // A page must not see when it was served.
  response.sendDate = false;
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cache-Control", "no-store");
}
