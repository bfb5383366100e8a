import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { endianness } from "node:os";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createPeerCheck, type Peer } from "../../../harness/serve/peer-owner.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { ask, embedName, portOf, servePage } from "./ask-site.ts";

const loopback = endianness() === "LE" ? "0100007F" : "7F000001";
const [serverPort, peerPort, owner] = [0x1f90, 0xc001, 1000];
const peer: Peer = { localPort: serverPort, remoteAddress: "127.0.0.1", remotePort: peerPort };

function line(local: string, remote: string, state: string, uid: number): string {
  const queues = `00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 4711 1 0`;
  return `   7: ${loopback}:${local} ${remote} ${state} ${queues}\n`;
}

const serverLine = line("1F90", "00000000:0000", "0A", owner);
const accepted = line("1F90", `${loopback}:C001`, "01", owner);
const peerLine = (state: string, uid: number): string => line("C001", `${loopback}:1F90`, state, uid);

async function check(list: string, changes: Partial<Peer> = {}): Promise<boolean> {
  return await createPeerCheck(owner, () => Promise.resolve(list))({ ...peer, ...changes });
}

describe("a peer may be answered", () => {
  it("if its end of the connection is this user's", async () => {
    expect(await check(serverLine + accepted + peerLine("01", owner))).toBe(true);
    expect(await check(serverLine + accepted + peerLine("01", 1001))).toBe(false);
    expect(await check(serverLine + accepted + peerLine("01", 10_000))).toBe(false);
  });

  it("not if its end is closed or closing, because the owner is then unknown", async () => {
    expect(await check(serverLine + accepted)).toBe(false);
    for (const state of ["04", "05", "06", "08"])
      expect(await check(serverLine + accepted + peerLine(state, owner)), state).toBe(false);
  });

  it("not from another address, whose port may belong to somebody else", async () => {
    const list = serverLine + accepted + peerLine("01", owner);
    expect(await check(list, { remoteAddress: "127.0.0.2" })).toBe(false);
    expect(await check(list, { remoteAddress: undefined })).toBe(false);
  });

  it("if the system lists no sockets or no owners", async () => {
    expect(await check("")).toBe(true);
    expect(await check(peerLine("01", 1001))).toBe(true);
  });

  it("not while the list cannot be read", async () => {
    const full = createPeerCheck(owner, () => Promise.reject(new Error("EMFILE")));
    await expect(full(peer)).rejects.toThrow("EMFILE");
  });
});

it("many peers at once share a read that begins after the last of them", async () => {
  const reads: ((list: string) => void)[] = [];
  const mayAnswer = createPeerCheck(owner, async () => await new Promise((resolve) => reads.push(resolve)));
  const list = serverLine + peerLine("01", owner);
  const first = mayAnswer(peer);
  await Promise.resolve();
  expect(reads).toHaveLength(1);
  const others = Array.from({ length: 100 }, async () => await mayAnswer(peer));
  reads[0]?.(serverLine);
  expect(await first).toBe(false);
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.(list);
  expect(new Set(await Promise.all(others))).toEqual(new Set([true]));
  expect(reads).toHaveLength(2);
});

/** Another user's program that requests a page from a port, and prints the response. */
const stranger = `
const { connect } = require("node:net");
const [port, host] = process.argv.slice(1);
let got = "";
const socket = connect(Number(port), "127.0.0.1");
socket.on("data", (data) => (got += data));
socket.on("error", () => undefined);
socket.on("close", () => console.log(JSON.stringify(got)));
socket.write("GET /index.html HTTP/1.1\\r\\nHost: " + host + "\\r\\n\\r\\n");
`;

async function askAs(uid: number, port: number): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", stranger, String(port), embedName], {
    uid,
    gid: uid,
    cwd: "/",
  });
  return String(JSON.parse(stdout));
}

describe.skipIf(process.platform !== "linux")("a site", () => {
  it("answers its own user on one connection as often as asked", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    for (let count = 0; count < 3; count++) expect((await ask(site, "/index.html")).body).toBe("the game");
  });

  // Only root may run a program as another user.
  it.skipIf(process.getuid?.() !== 0)("answers no other user, and records nothing of their requests", async () => {
    await using folder = await createGameFolder({ "index.html": "the game" });
    await using site = await servePage(folder, "index.html");
    expect(await askAs(65_534, portOf(site))).toBe("");
    expect([site.servedUrls(), site.takeMissing()]).toEqual([[], []]);
    expect((await ask(site, "/index.html")).body).toBe("the game");
  });

  // The test above would also pass for a program that never reaches a port.
  it.skipIf(process.getuid?.() !== 0)(
    "is reached by another user, who is heard by a server without a check",
    async () => {
      const server = createServer((socket) => socket.end("heard"));
      await once(server.listen(0, "127.0.0.1"), "listening");
      const address = server.address();
      expect(await askAs(65_534, typeof address === "object" ? (address?.port ?? 0) : 0)).toBe("heard");
      server.close();
    },
  );
});
