import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { openLocalRequest } from "../local-server.ts";
import { headersFor, targetOf } from "./forward.ts";

/** Web sockets from pages to a running server. */
export interface SocketForwarder {
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Paths of the reload sockets, with their queries. */
  reloaders(): ReadonlySet<string>;
  /** Closes open sockets. */
  close(): void;
}

/**
 * Forwards web sockets to a running server. A development server's reload socket is never answered: a run keeps one
 * page from its first frame to its last, and the answer would arrive in a different frame of each run. So the socket
 * keeps connecting, and its client waits.
 */
export function forwardSocketsTo(origin: URL): SocketForwarder {
  const open = new Set<Duplex>();
  const reloaders = new Set<string>();
  const track = (socket: Duplex): void => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  };
  return {
    open(request, socket, head) {
      track(socket);
      if (isReloader(request)) reloaders.add(request.url ?? "/");
      else forward(origin, { request, socket, head }, track);
    },
    reloaders: () => reloaders,
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** Vite's is recognised by its protocol, that of Next.js by its path. */
function isReloader({ url = "/", headers }: IncomingMessage): boolean {
  return headers["sec-websocket-protocol"] === "vite-hmr" || url.startsWith("/_next/webpack-hmr");
}

interface Opening {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function forward(origin: URL, { request, socket, head }: Opening, track: (socket: Duplex) => void): void {
  const headers = { ...headersFor(origin, request.headers), connection: "Upgrade", upgrade: "websocket" };
  const asked = openLocalRequest(targetOf(origin, request), { method: "GET", headers });
  asked.on("error", () => socket.destroy());
  asked.on("response", () => socket.destroy());
  asked.on("upgrade", (answer, upstream, first) => {
    track(upstream);
    const lines = [`HTTP/1.1 101 ${answer.statusMessage ?? ""}`];
    for (let index = 0; index < answer.rawHeaders.length; index += 2)
      lines.push(`${answer.rawHeaders[index] ?? ""}: ${answer.rawHeaders[index + 1] ?? ""}`);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    socket.write(first);
    upstream.write(head);
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => socket.destroy());
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  asked.end();
}
