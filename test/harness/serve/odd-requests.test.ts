import { once } from "node:events";
import { readdirSync, readlinkSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Site } from "../../../harness/serve/serve-site.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { ask, bodiesOf, embedName, hostName, portOf, servePage } from "./ask-site.ts";

/** Sends raw bytes and returns everything received until the server closes the connection. */
async function send(site: Site, bytes: string): Promise<string> {
  const socket = connect(portOf(site), "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (data: Buffer) => received.push(data));
  // A server that has read enough may close before everything is written.
  socket.on("error", () => undefined);
  socket.write(bytes, "latin1");
  await new Promise((resolve) => socket.once("close", resolve));
  return Buffer.concat(received).toString("latin1");
}

function statusesIn(answer: string): readonly number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gmu)].map(([, status]) => Number(status));
}

const end = `Host: ${embedName}\r\nConnection: close\r\n\r\n`;
const last = `GET /index.html HTTP/1.1\r\n${end}`;

/** Each request with the statuses of its answers; none if the connection is closed without one. */
const requests: Readonly<Record<string, readonly [string, readonly number[]]>> = {
  "a head": [`HEAD /index.html HTTP/1.1\r\n${end}`, [200]],
  "a post to a file": [`POST /index.html HTTP/1.1\r\nContent-Length: 2\r\n${end}ab`, [405]],
  "a post to nothing": [`POST /score HTTP/1.1\r\nContent-Length: 2\r\n${end}ab`, [404]],
  "a delete": [`DELETE /index.html HTTP/1.1\r\n${end}`, [405]],
  "a put": [`PUT /index.html HTTP/1.1\r\nContent-Length: 0\r\n${end}`, [405]],
  "a trace": [`TRACE /index.html HTTP/1.1\r\n${end}`, [405]],
  "a method of WebDAV": [`PROPFIND /index.html HTTP/1.1\r\n${end}`, [405]],
  "a method that does not exist": [`STEAL /index.html HTTP/1.1\r\n${end}`, [400]],
  "a method in small letters": [`get /index.html HTTP/1.1\r\n${end}`, [400]],
  "a preflight": [`OPTIONS /nothing HTTP/1.1\r\n${end}`, [204]],
  "options of the server": [`OPTIONS * HTTP/1.1\r\n${end}`, [204]],
  "a star": [`GET * HTTP/1.1\r\n${end}`, [400]],
  "a whole URL": [`GET http://${embedName}/index.html HTTP/1.1\r\n${end}`, [400]],
  "a whole URL of another host": [`GET http://evil.example/ HTTP/1.1\r\n${end}`, [400]],
  "a path without a slash": [`GET index.html HTTP/1.1\r\n${end}`, [400]],
  "an empty path": [`GET  HTTP/1.1\r\n${end}`, [400]],
  "a path with a space": [`GET /index.html x HTTP/1.1\r\n${end}`, [400]],
  "a path with a control character": [`GET /\u0001 HTTP/1.1\r\n${end}`, [400]],
  "a path with raw bytes": [`GET /\u00ff\u00fe HTTP/1.1\r\n${end}`, [400]],
  "a path with a fragment": [`GET /index.html#part HTTP/1.1\r\n${end}`, [404]],
  "two slashes": [`GET //index.html HTTP/1.1\r\n${end}`, [200]],
  "two slashes and a host": [`GET //evil.example/index.html HTTP/1.1\r\n${end}`, [404]],
  "two slashes and a folder": [`GET //menu HTTP/1.1\r\n${end}`, [301]],
  "a slash after a file": [`GET /index.html/ HTTP/1.1\r\n${end}`, [404]],
  "a folder": [`GET /folder HTTP/1.1\r\n${end}`, [404]],
  "a folder with a slash": [`GET /folder/ HTTP/1.1\r\n${end}`, [404]],
  "a folder that is named like a page": [`GET /folder.html HTTP/1.1\r\n${end}`, [404]],
  "a byte of zero": [`GET /index.html%00 HTTP/1.1\r\n${end}`, [404]],
  "an encoded slash": [`GET /menu%2findex.html HTTP/1.1\r\n${end}`, [404]],
  "an encoded backslash": [`GET /menu%5cindex.html HTTP/1.1\r\n${end}`, [404]],
  "a backslash": [`GET /menu\\index.html HTTP/1.1\r\n${end}`, [404]],
  dots: [`GET /menu/../index.html HTTP/1.1\r\n${end}`, [404]],
  "encoded dots": [`GET /menu/%2e%2e/index.html HTTP/1.1\r\n${end}`, [404]],
  "dots that are encoded twice": [`GET /menu/%252e%252e/index.html HTTP/1.1\r\n${end}`, [404]],
  "dots as overlong UTF-8": [`GET /menu/%c0%ae%c0%ae/index.html HTTP/1.1\r\n${end}`, [404]],
  "half of an escape": [`GET /% HTTP/1.1\r\n${end}`, [404]],
  "a name that is too long for the disk": [`GET /${"a".repeat(5000)} HTTP/1.1\r\n${end}`, [404]],
  "a URL of 100,000 characters": [`GET /${"a".repeat(100_000)} HTTP/1.1\r\n${end}`, [431]],
  "a header of 100,000 characters": [`GET / HTTP/1.1\r\nX-Long: ${"a".repeat(100_000)}\r\n${end}`, [431]],
  "10,000 headers": [`GET / HTTP/1.1\r\n${"a: b\r\n".repeat(10_000)}${end}`, [431]],
  "no host": ["GET /index.html HTTP/1.1\r\nConnection: close\r\n\r\n", [400]],
  "two hosts": [`GET /index.html HTTP/1.1\r\nHost: evil.example\r\n${end}`, [421]],
  "a host with a user": [`GET / HTTP/1.1\r\nHost: me@${embedName}\r\nConnection: close\r\n\r\n`, [421]],
  "a host with a dot": [`GET / HTTP/1.1\r\nHost: ${embedName}.\r\nConnection: close\r\n\r\n`, [421]],
  "HTTP 1.0": [`GET /index.html HTTP/1.0\r\nHost: ${embedName}\r\n\r\n`, [200]],
  "HTTP 0.9": ["GET /index.html\r\n\r\n", [421]],
  "HTTP 2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  "the start of TLS": ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", [400]],
  noise: ["\u0000\u0001\u0002\u0003\r\n\r\n", [400]],
  "an expectation": [`GET /index.html HTTP/1.1\r\nExpect: 100-continue\r\n${end}`, [100, 200]],
  "an expectation that nobody knows": [`GET /index.html HTTP/1.1\r\nExpect: a-miracle\r\n${end}`, [417]],
  "an upgrade to a web socket": [
    `GET /index.html HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`.replace("\r\n\r\n", `\r\n${end}`),
    [200],
  ],
  "a tunnel": [`CONNECT evil.example:443 HTTP/1.1\r\n${end}`, []],
  "a body of two lengths": [`POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${end}a`, [400]],
  "a body that is chunked and has a length": [
    `POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
    [400],
  ],
  "a chunk without a number": [`POST /index.html HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${end}zz\r\n`, [400]],
  "a range of an empty file": [`GET /empty.bin HTTP/1.1\r\nRange: bytes=0-\r\n${end}`, [416]],
  "a range of a head": [`HEAD /index.html HTTP/1.1\r\nRange: bytes=0-1\r\n${end}`, [206]],
  "two ranges of a file": [`GET /index.html HTTP/1.1\r\nRange: bytes=0-0\r\nRange: bytes=1-1\r\n${end}`, [200]],
  "three requests in a row": [
    `${`HEAD /empty.bin HTTP/1.1\r\nHost: ${embedName}\r\n\r\n`.repeat(2)}${last}`,
    [200, 200, 200],
  ],
};

describe("a site answers", () => {
  it.each(Object.entries(requests))("%s", async (_, [bytes, expected]) => {
    await using folder = await createGameFolder({
      "index.html": "the game",
      "empty.bin": "",
      "menu/index.html": "the menu",
      "folder/a.txt": "",
      "folder.html/a.txt": "",
    });
    await using site = await servePage(folder, "index.html");
    expect(statusesIn(await send(site, bytes))).toEqual(expected);
    // The game is served, whatever came before.
    expect(await bodiesOf(site, ["/index.html"])).toEqual(["the game"]);
  });

  it("a CORS preflight, like a file server", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    const answer = await send(site, `OPTIONS /a HTTP/1.1\r\nAccess-Control-Request-Headers: x-score\r\n${end}`);
    expect(answer).toContain("Access-Control-Allow-Origin: *\r\n");
    expect(answer).toContain("Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r\n");
    expect(answer).toContain("Access-Control-Allow-Headers: x-score\r\n");
    expect(site.takeMissing()).toEqual([]);
  });

  it("for its own page as for files: no POST", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    const answer = await send(site, `POST / HTTP/1.1\r\nContent-Length: 0\r\n${end.replace(embedName, hostName)}`);
    expect(statusesIn(answer)).toEqual([405]);
    expect(answer).toContain("Allow: GET, HEAD, OPTIONS\r\n");
  });

  it("a folder's name with a redirect that stays on the site", async () => {
    await using folder = await createGameFolder({ "index.html": "", "menu/index.html": "" });
    await using site = await servePage(folder, "index.html");
    expect((await ask(site, "//menu?a=//b")).headers["location"]).toBe("/menu/?a=//b");
  });

  it("while others never finish their requests, and ends with all of them open", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    const site = await servePage(folder, "index.html");
    const beginnings = [
      "",
      "G",
      "GET /index.html HTTP/1.1\r\n",
      `POST /index.html HTTP/1.1\r\n${end}`.replace("close", "a"),
    ];
    const sockets: Socket[] = [];
    for (let count = 0; count < 400; count++) {
      const socket = connect(portOf(site), "127.0.0.1");
      socket.on("error", () => undefined).resume();
      await once(socket, "connect");
      socket.write(beginnings[count % beginnings.length] ?? "");
      sockets.push(socket);
    }
    expect(await bodiesOf(site, ["/index.html"])).toEqual(["the game"]);
    const closed = sockets.map(async (socket) => await new Promise((resolve) => socket.once("close", resolve)));
    await site[Symbol.asyncDispose]();
    await Promise.all(closed);
  });

  it("no more connections at once than it has descriptors for", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    const open = Array.from({ length: 700 }, () => connect(portOf(site), "127.0.0.1").on("error", () => undefined));
    const refused = open.map(
      async (socket) => await new Promise<Socket>((resolve) => socket.once("close", () => resolve(socket))),
    );
    await Promise.race(refused);
    for (const socket of open) socket.destroy();
    await Promise.all(refused);
    await expect
      .poll(
        async () =>
          await ask(site, "/index.html").then(
            ({ body }) => body,
            () => "",
          ),
      )
      .toBe("the game");
  });
});

describe("a file", () => {
  it("is found by every name that a disk allows", async () => {
    const names = [
      "what?.png",
      "two words.txt",
      "level#1.json",
      "100%.txt",
      "%41.txt",
      "a%2fb.txt",
      "Größe 🍐.txt",
      "e\u0301.txt",
      "a\r\nb.txt",
    ];
    await using folder = await createGameFolder({
      "index.html": "",
      ...Object.fromEntries(names.map((name) => [name, name])),
    });
    await using site = await servePage(folder, "index.html");
    expect(
      await bodiesOf(
        site,
        names.map((name) => `/${encodeURIComponent(name)}`),
      ),
    ).toEqual(names);
    expect(await bodiesOf(site, ["/%41.txt", "/what?.png"])).toEqual([404, 404]);
  });

  it("closes its connection if it shrinks while being sent, and never exceeds the announced length", async () => {
    const size = 30_000_000;
    await using folder = await createGameFolder({ "index.html": "", "big.bin": Buffer.alloc(size) });
    await using site = await servePage(folder, "index.html");
    const file = join(folder.path, "big.bin");
    const readWhile = async (change: () => void): Promise<number> => {
      const socket = connect(portOf(site), "127.0.0.1");
      socket.on("error", () => undefined);
      let [body, isChanged] = [0, false];
      socket.on("data", (data: Buffer) => {
        body += body === 0 ? data.length - data.indexOf("\r\n\r\n") - 4 : data.length;
        if (isChanged) return;
        isChanged = true;
        change();
      });
      socket.write(`GET /big.bin HTTP/1.1\r\nHost: ${embedName}\r\nConnection: close\r\n\r\n`);
      await new Promise((resolve) => socket.once("close", resolve));
      return body;
    };
    expect(await readWhile(() => writeFileSync(file, Buffer.alloc(1000), { flag: "a" }))).toBe(size);
    expect(await readWhile(() => truncateSync(file, 100))).toBeLessThan(size);
    expect((await ask(site, "/big.bin")).body).toHaveLength(100);
  });

  it("is closed when nobody waits for it any more", async () => {
    await using folder = await createGameFolder({ "index.html": "the game", "big.bin": Buffer.alloc(30_000_000) });
    await using site = await servePage(folder, "index.html");
    for (let count = 0; count < 50; count++) {
      const socket = connect(portOf(site), "127.0.0.1");
      socket.write(`GET /big.bin HTTP/1.1\r\n${end}`);
      await once(socket, "data");
      socket.destroy();
    }
    expect((await ask(site, "/index.html")).body).toBe("the game");
    if (process.platform !== "linux") return;
    const openFiles = (): readonly string[] =>
      readdirSync("/proc/self/fd").flatMap((name) => {
        try {
          return [readlinkSync(`/proc/self/fd/${name}`)];
        } catch {
          return [];
        }
      });
    await expect.poll(() => openFiles().filter((path) => path.endsWith("/big.bin"))).toEqual([]);
  });

  it("is not served through a link to a hidden file", async () => {
    await using folder = await createGameFolder({ "index.html": "", ".git/config": "url", ".env": "KEY=1" });
    symlinkSync(join(folder.path, ".git"), join(folder.path, "git"));
    symlinkSync(join(folder.path, ".env"), join(folder.path, "env.txt"));
    await using site = await servePage(folder, "index.html");
    expect(await bodiesOf(site, ["/git/config", "/env.txt"])).toEqual([404, 404]);
  });

  it("of a package is served even if a package manager keeps it in a hidden folder", async () => {
    await using folder = await createGameFolder({
      "index.html": "",
      "node_modules/.pnpm/engine@1.0.0/node_modules/engine/package.json": "{}",
      "node_modules/.pnpm/engine@1.0.0/node_modules/engine/.env": "KEY=1",
    });
    symlinkSync(".pnpm/engine@1.0.0/node_modules/engine", join(folder.path, "node_modules/engine"));
    await using site = await servePage(folder, "index.html");
    const paths = ["/node_modules/engine/package.json", "/node_modules/engine/.env"];
    expect(await bodiesOf(site, paths)).toEqual(["{}", 404]);
  });
});
