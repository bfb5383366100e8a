import { createSocket, type Socket as Datagrams } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Local ports that record everything that reaches them. */
export interface OutsideListener extends AsyncDisposable {
  readonly tcp: number;
  readonly udp: number;
  /** Whether the machine has IPv6. */
  readonly isIpv6: boolean;
  /** The path of each request, such as `/beacon`, and the kind of every other connection or packet. */
  readonly heard: readonly string[];
}

// An answer after which the page goes on.
const answer = [
  "HTTP/1.1 200 OK",
  "Content-Type: text/html",
  "Connection: close",
  "Access-Control-Allow-Origin: *",
  "Cross-Origin-Resource-Policy: cross-origin",
  "Cross-Origin-Embedder-Policy: require-corp",
  "\r\n",
].join("\r\n");

/** Listens on the addresses of this machine, on one port for TCP and one for UDP. */
export async function listenOutside(): Promise<OutsideListener> {
  const heard: string[] = [];
  const [tcp, udp] = [await listenTcp(heard), await bindUdp(heard)];
  const address = tcp.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    tcp: address.port,
    udp: udp.address().port,
    isIpv6: address.family === "IPv6",
    heard,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => udp.close(() => tcp.close(resolve)));
    },
  };
}

/** Listens on IPv4 and, if the machine has it, on IPv6. */
async function listenTcp(heard: string[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    // A silent connection got out too.
    let name = "a connection";
    socket.on("data", (data) => {
      name = /^[A-Z]+ (\S+) HTTP/u.exec(data.toString("latin1"))?.[1] ?? "a connection that is not HTTP";
      socket.end(answer);
    });
    socket.on("close", () => heard.push(name));
  });
  try {
    await once(server.listen(0, "::"), "listening");
  } catch {
    // A machine without IPv6.
    await once(server.listen(0, "0.0.0.0"), "listening");
  }
  return server;
}

async function bindUdp(heard: string[]): Promise<Datagrams> {
  const socket = createSocket("udp4", () => heard.push("a packet"));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return socket;
}
