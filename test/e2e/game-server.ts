import { createServer } from "node:http";

/** A server for the games of these tests. They find its address in their query. */
export interface GameServer extends AsyncDisposable {
  readonly url: string;
  /** Arguments that pass the address to the game. */
  readonly args: readonly string[];
}

/** Starts a server on this machine. If `answer` returns null, a request is never answered. */
export async function startGameServer(answer: () => string | null): Promise<GameServer> {
  const server = createServer((_request, response) => {
    const text = answer();
    // An isolated page only reads responses that allow it.
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (text !== null) response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const url = `http://127.0.0.1:${address.port}/`;
  return {
    url,
    args: ["--query", `server=${url}`, "--allow-host", `127.0.0.1:${String(address.port)}`],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
