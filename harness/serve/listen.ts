import type { Server } from "node:http";
import { FramegateError, reasonOf } from "../errors.ts";

/** How many higher ports to try if one is taken. */
const higherPorts = 20;
const portMax = 65_535;

/**
 * Listens on 127.0.0.1, at `port` or at the next free one of the 20 above it. Returns the port. Throws
 * `dev-port-taken` if all of them are taken.
 */
export async function listenFrom(server: Server, port: number): Promise<number> {
  const last = Math.min(port + higherPorts, portMax);
  for (let tried = port; tried <= last; tried += 1) {
    try {
      await listenAt(server, tried);
      return tried;
    } catch (thrown) {
      const isTaken = thrown instanceof Error && Reflect.get(thrown, "code") === "EADDRINUSE";
      if (!isTaken || tried === last)
        throw new FramegateError("dev-port-taken", { port, last: tried, reason: reasonOf(thrown) }, { cause: thrown });
    }
  }
  throw new RangeError(`There is no port ${String(port)}.`);
}

/** Listens on 127.0.0.1, at any free port, and returns it. Throws `port-taken` if there is none. */
export async function listenAnywhere(server: Server): Promise<number> {
  try {
    await listenAt(server, 0);
  } catch (thrown) {
    throw new FramegateError("port-taken", { reason: reasonOf(thrown) }, { cause: thrown });
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

async function listenAt(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}
