import { createServer } from "node:net";
import type { Place } from "./fault.ts";

/** Starts a server on this machine that takes connections and never answers. Its address is in the page's `silent`. */
export async function silentServer(place: Place, html: (host: string) => string): Promise<void> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.resume().unref();
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  place.write("silent.txt", `127.0.0.1:${String(port)}`);
  place.write("index.html", html(`127.0.0.1:${String(port)}`));
}
