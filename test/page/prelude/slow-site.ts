import { once } from "node:events";
import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that delays some responses. */
export interface SlowSite extends AsyncDisposable {
  readonly port: number;
}

/**
 * Passes requests on to `port`. `delaysMs` has the delays by the last part of the path. Answers have the request's
 * referrer in a header, and one to a path that ends with `no-content` has no content.
 */
export async function slowDown(port: number, delaysMs: Readonly<Record<string, number>>): Promise<SlowSite> {
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const delayMs = delaysMs[path.slice(path.lastIndexOf("/") + 1)] ?? 0;
    if (path.endsWith("no-content")) setTimeout(() => response.writeHead(204).end(), delayMs);
    else if (delayMs === 0) passOn(port, request, response);
    else setTimeout(passOn, delayMs, port, request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server.address()),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new TypeError("The server has no port.");
  return address.port;
}

function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { url: path, method, headers } = request;
  const forward = openRequest({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, { ...answer.headers, "x-referer": headers.referer ?? "none" });
    answer.pipe(response);
  });
  forward.on("error", () => response.destroy());
  request.pipe(forward);
}
