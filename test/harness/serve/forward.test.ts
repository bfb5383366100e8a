import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { serveSite, type Site } from "../../../harness/serve/serve-site.ts";
import { makePlan } from "../fixtures/make-report.ts";
import { ask, embedName, portOf } from "./ask-site.ts";

interface Forwarded extends AsyncDisposable {
  readonly site: Site;
  /** Port of the running server. */
  readonly port: number;
  /** Requests that the running server has received. */
  readonly asked: readonly Pick<IncomingMessage, "url" | "headers">[];
}

/** A site in front of a running server. */
async function forward(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
  path = "/",
): Promise<Forwarded> {
  const asked: IncomingMessage[] = [];
  const server = createServer((received, response) => {
    asked.push(received);
    answer(received, response, asked.length);
  });
  server.on("upgrade", (received: IncomingMessage, socket: Socket) => {
    asked.push(received);
    socket.on("end", () => socket.destroy()).resume();
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const target = { kind: "server", url: `http://localhost:${String(address.port)}${path}` } as const;
  const site = await serveSite(makePlan({ target, query: "seed=1" }), "/nowhere", new AbortController().signal);
  return {
    ...{ site, asked, port: address.port },
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("a running server behind the site", () => {
  it("is logged with the bytes of its answers, as sent and decoded", async () => {
    const encoded = gzipSync("0".repeat(5000));
    await using run = await forward((request, response) => {
      const isPart = request.url === "/sound";
      response.writeHead(isPart ? 206 : 200, {
        "content-encoding": request.url === "/gzip" ? "gzip" : request.url === "/odd" ? "odd" : "identity",
        ...(isPart ? { "content-range": "bytes 0-3/1000" } : {}),
      });
      response.end(isPart ? "0123" : encoded);
    });
    const figures: object[] = [];
    for (const path of ["/gzip", "/odd", "/plain", "/sound"]) {
      await ask(run.site, path, embedName, { "sec-fetch-dest": path === "/sound" ? "audio" : "empty" });
      for (const logged of run.site.takeRequests()) {
        figures.push([path, logged.bytes(), await logged.decodedBytes(), logged.failed()]);
      }
    }
    expect(figures).toEqual([
      ["/gzip", encoded.length, 5000, false],
      ["/odd", encoded.length, null, false],
      ["/plain", encoded.length, encoded.length, false],
      ["/sound", 1000, 1000, false],
    ]);
  });

  it("gets requests as if from its own page", async () => {
    await using run = await forward((_request, response) => response.end("yes"), "/game/?level=2");
    expect(run.site.embedUrl).toBe(`http://${embedName}/game/?level=2&seed=1`);
    const headers = {
      origin: `http://${embedName}`,
      referer: `http://${embedName}/a?b`,
      "sec-fetch-site": "cross-site",
    };
    expect((await ask(run.site, "//two/slashes?a=1?b=2", embedName, headers)).body).toBe("yes");
    const own = `http://localhost:${String(run.port)}`;
    expect(run.asked[0]?.url).toBe("//two/slashes?a=1?b=2");
    expect(run.asked[0]?.headers).toMatchObject({
      host: `localhost:${String(run.port)}`,
      origin: own,
      referer: `${own}/a?b`,
      "sec-fetch-site": "same-origin",
    });
  });

  it("answers under its own name too, and under no other", async () => {
    await using run = await forward((_request, response) => response.end("yes"));
    expect((await ask(run.site, "/a", `localhost:${String(run.port)}`)).status).toBe(200);
    expect((await ask(run.site, "/a", "localhost:1")).status).toBe(421);
    expect(run.site.hostRules).toContain(`MAP localhost:${String(run.port)} 127.0.0.1:${String(portOf(run.site))}`);
  });

  it("keeps the first answer to each request", async () => {
    await using run = await forward((_request, response, count) => response.end(String(count)));
    const bodies = [
      await ask(run.site, "/a"),
      await ask(run.site, "/a"),
      await ask(run.site, "/a?b"),
      await ask(run.site, "/a"),
    ];
    expect(bodies.map(({ body }) => body)).toEqual(["1", "1", "2", "1"]);
    const text = { accept: "text/css" };
    expect((await ask(run.site, "/a", embedName, text)).body, "another representation").toBe("3");
  });

  it("keeps no failure, and reports error statuses", async () => {
    await using run = await forward((_request, response, count) => {
      response.writeHead(count === 1 ? 503 : 200).end("body");
    });
    const first = await ask(run.site, "/a.js", embedName, { "sec-fetch-dest": "script" });
    expect([first.status, first.body]).toEqual([503, "body"]);
    expect(run.site.takeMissing()).toEqual([
      { url: `http://localhost:${String(run.port)}/a.js`, destination: "script", answer: "503 Service Unavailable" },
    ]);
    expect((await ask(run.site, "/a.js")).status).toBe(200);
  });

  it("may be gone, which gives a status as well", async () => {
    const run = await forward((received) => received.socket.destroy());
    expect((await ask(run.site, "/a.js")).status).toBe(502);
    expect(run.site.takeMissing()).toMatchObject([{ answer: "502 no answer" }]);
    expect(await run.site.hashFiles([`http://${embedName}/a.js`])).toMatchObject([{ hash: null }]);
    await run[Symbol.asyncDispose]();
  });

  it("passes headers about the body on, but none about time, caching or framing", async () => {
    await using run = await forward((_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.setHeader("Last-Modified", "Mon, 23 Nov 2026 00:00:00 GMT");
      response.setHeader("X-Frame-Options", "DENY");
      response.setHeader("Content-Security-Policy", "frame-ancestors 'none'");
      response.setHeader("Cache-Control", "max-age=60");
      response.end("page");
    });
    const { headers } = await ask(run.site, "/");
    expect(headers).toMatchObject({ "content-type": "text/html", "cache-control": "no-store", "content-length": "4" });
    for (const name of ["last-modified", "date", "x-frame-options", "content-security-policy"])
      expect(headers).not.toHaveProperty(name);
  });

  it("redirects within the site if it redirects within itself", async () => {
    await using run = await forward(({ headers }, response) => {
      response.writeHead(302, { Location: `http://${headers.host ?? ""}/there` }).end();
    });
    expect((await ask(run.site, "/")).headers).toMatchObject({ location: "/there" });
  });

  it("gets its page's web sockets, except reload sockets", async () => {
    await using run = await forward((_request, response) => response.end());
    const headers = { host: embedName, connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": "a2V5" };
    const open = (more: object): Promise<string> =>
      new Promise((resolve, reject) => {
        const asking = request({
          host: "127.0.0.1",
          port: portOf(run.site),
          path: "/socket",
          headers: { ...headers, ...more },
        });
        asking.on("upgrade", (_answer, socket, head) => {
          const rest =
            head.length > 0 ? Promise.resolve(head) : new Promise<Buffer>((done) => socket.once("data", done));
          void rest.then((bytes) => {
            socket.destroy();
            resolve(bytes.toString());
          });
        });
        asking.on("error", reject).end();
      });
    const silent = open({ "sec-websocket-protocol": "vite-hmr" }).catch(() => "closed with the site");
    expect(await open({})).toBe("hello");
    expect(run.asked.map(({ url }) => url)).toEqual(["/socket"]);
    await run.site[Symbol.asyncDispose]();
    expect(await silent).toBe("closed with the site");
  });
});
