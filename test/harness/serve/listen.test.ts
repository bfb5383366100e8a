import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listenFrom } from "../../../harness/serve/listen.ts";

const servers: Server[] = [];

function newServer(): Server {
  const server = createServer();
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => await new Promise((resolve) => server.close(resolve))));
});

describe("the port of a development server", () => {
  it("is the preferred one, and a higher one when that is taken", async () => {
    // Below the system's ephemeral ports.
    const first = await listenFrom(newServer(), 20_480);
    const second = await listenFrom(newServer(), first);
    expect(second).toBeGreaterThan(first);
    expect(second).toBeLessThanOrEqual(first + 20);
  });

  it("is named when no higher port is free", async () => {
    const taken = newServer();
    await listenFrom(taken, 65_535);
    await expect(listenFrom(newServer(), 65_535)).rejects.toMatchObject({ code: "dev-port-taken" });
  });
});
