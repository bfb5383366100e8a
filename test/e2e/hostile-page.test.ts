import { cpSync, symlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGameFolder, type GameFolder } from "../harness/fixtures/game-folder.ts";
import { type OutsideListener, listenOutside } from "./outside-listener.ts";
import { reportOf, runJson } from "./run-command.ts";
import { short } from "./failing-run.ts";

const secret = "do not read this";

/** The hostile page in a folder, with files in and around it that a game must not read. */
async function createHostileGame(): Promise<GameFolder> {
  const folder = await createGameFolder({
    "secret.txt": secret,
    "secret.js": "",
    "game/given.txt": "given",
    "game/.env": secret,
    "game/.git/config": secret,
    "game/assets/.hidden/secret.txt": secret,
    "game/node_modules/engine/package.json": "{}",
  });
  cpSync("test/games/hostile", join(folder.path, "game"), { recursive: true });
  const links = [
    ["link.txt", "../secret.txt"],
    ["linked", ".."],
    ["hidden-link.txt", ".env"],
    ["hidden-link", ".git"],
    ["node_modules/outside", "../.."],
  ] as const;
  for (const [name, target] of links) symlinkSync(target, join(folder.path, "game", name));
  return folder;
}

async function runHostile(
  folder: GameFolder,
  { tcp, udp }: OutsideListener,
  args: readonly string[] = [],
): Promise<{ readonly read: readonly string[]; readonly messages: readonly string[] }> {
  const query = new URLSearchParams({
    ...{ tcp: String(tcp), udp: String(udp), machine: hostname() },
    ...{ secret: join(folder.path, "secret.txt"), module: join(folder.path, "secret.js") },
  });
  const page = join(folder.path, "game/index.html");
  const result = await runJson(["perf", page, ...short, "--frames", "100", "--query", String(query), ...args]);
  const messages = reportOf(result).report.notices.map(({ message }) => message);
  const read = messages.flatMap((message) => /^read\/(\S+) does not exist/u.exec(message)?.[1] ?? []);
  return { read, messages };
}

/** The report names these by URL, whether an element, a style, a script or a header requests them. */
const named = [
  ...["address-number", "address-6-mapped", "name-below", "name-public", "image", "video", "font-face", "style-import"],
  ...["frame", "refresh", "object", "form-post", "anchor-ping", "fetch", "fetch-keepalive", "xhr", "beacon", "import"],
  ...["web-socket", "web-socket-secure", "web-socket-stream", "web-transport", "event-source", "worker-socket"],
  ...[
    "service-worker-fetch",
    "shared-worker-fetch",
    "shared-worker-socket",
    "shared-worker-events",
    "nested-worker-socket",
  ],
];

describe("a hostile page", () => {
  it("reads its own folder and reaches nothing, and its report names what it tried", async () => {
    await using listener = await listenOutside();
    await using folder = await createHostileGame();
    const { read, messages } = await runHostile(folder, listener);
    expect(read).toEqual(["a-file-of-the-game"]);
    expect(listener.heard).toEqual([]);
    const text = messages.join("\n");
    const told = (name: string): boolean => new RegExp(`(?:/|[:,] )${name}(?: could not|[,.])`, "u").test(text);
    expect(named.filter((name) => !told(name))).toEqual([]);
    expect(text).toMatch(/file:\S+\/secret\.txt could not be loaded \(no page may read files of this machine\)/u);
    expect(text).toMatch(/file:\S+\/secret\.js could not be loaded/u);
    for (const name of [".env", ".git/config"]) expect(text).toContain(`${name} does not exist`);
    for (const name of ["WebSocket", "WebTransport", "RTCPeerConnection", "EventSource", "SharedWorker"])
      expect(text).toContain(`${name}: `);
  });

  // Without this, the test above could pass because nothing was tried.
  it("would reach the outside in these ways if the user let it", async () => {
    await using listener = await listenOutside();
    await using folder = await createHostileGame();
    const hosts = ["127.0.0.1", "localhost", "[::1]"].flatMap((host) => ["--allow-host", host]);
    const { read } = await runHostile(folder, listener, hosts);
    const ways = new Set(listener.heard);
    expect([...ways].filter((way) => way.startsWith("/")).length).toBeGreaterThan(60);
    expect([...ways]).toEqual(expect.arrayContaining(["/web-socket", "/service-worker-fetch", "/beacon", "a packet"]));
    if (listener.isIpv6) expect([...ways]).toContain("/address-6");
    // Hidden files and other folders stay closed, whichever hosts are allowed.
    expect(read).toEqual(["a-file-of-the-game"]);
  });
});
