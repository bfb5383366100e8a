import { request } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import type { LoggedRequest } from "../../../harness/serve/request-log.ts";
import type { Site } from "../../../harness/serve/serve-site.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { ask, embedName, hostName, portOf, servePage } from "./ask-site.ts";

/** Asks for a path as a browser does, and returns what the site has logged. */
async function logOf(
  site: Site,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  host = embedName,
): Promise<readonly LoggedRequest[]> {
  await ask(site, path, host, { "sec-fetch-dest": "empty", ...headers });
  return site.takeRequests();
}

async function askBy(method: string, site: Site, path: string): Promise<void> {
  const headers = { host: embedName, "sec-fetch-dest": "empty" };
  const asked = request({ host: "127.0.0.1", port: portOf(site), path, method, headers }).end();
  await new Promise((resolve, reject) => {
    asked.on("error", reject).on("response", (response) => response.resume().on("end", resolve));
  });
}

async function figuresOf([logged]: readonly LoggedRequest[]): Promise<object> {
  return { bytes: logged?.bytes(), decoded: await logged?.decodedBytes(), failed: logged?.failed() };
}

it("has the bytes of each answer, as sent and decoded", async () => {
  const text = "0".repeat(5000);
  const encoded = brotliCompressSync(text);
  const files = { "level.txt": "0123456789", "level.json.br": encoded, "broken.json.br": "not encoded" };
  await using folder = await createGameFolder({ "index.html": "the game", ...files });
  await using site = await servePage(folder, "index.html");
  expect(await figuresOf(await logOf(site, "/level.txt"))).toEqual({ bytes: 10, decoded: 10, failed: false });
  expect(await figuresOf(await logOf(site, "/level.json.br"))).toEqual({
    bytes: encoded.length,
    decoded: text.length,
    failed: false,
  });
  expect(await figuresOf(await logOf(site, "/broken.json.br"))).toMatchObject({ bytes: 11, decoded: null });
  expect(await figuresOf(await logOf(site, "/none.json"))).toEqual({ bytes: 0, decoded: 0, failed: true });
});

it("tells parts of a file apart, but takes the whole file of a sound", async () => {
  await using folder = await createGameFolder({ "index.html": "", "beep.wav": "0123456789" });
  await using site = await servePage(folder, "index.html");
  const first = await logOf(site, "/beep.wav", { range: "bytes=0-3" });
  const second = await logOf(site, "/beep.wav", { range: "bytes=4-9" });
  expect(first[0]?.key).not.toBe(second[0]?.key);
  expect(await figuresOf(first)).toEqual({ bytes: 4, decoded: 4, failed: false });
  const sound = await logOf(site, "/beep.wav", { range: "bytes=4-", "sec-fetch-dest": "audio" });
  expect(sound[0]?.key).toBe(`GET http://${embedName}/beep.wav`);
  expect(await figuresOf(sound)).toEqual({ bytes: 10, decoded: 10, failed: false });
});

it("tells the answers to other methods from those to GET", async () => {
  await using folder = await createGameFolder({ "index.html": "", "level.txt": "0123456789" });
  await using site = await servePage(folder, "index.html");
  for (const method of ["GET", "HEAD", "POST"]) await askBy(method, site, "/level.txt");
  const logged = site.takeRequests();
  expect(logged.map((each) => [each.bytes(), each.failed()])).toEqual([
    [10, false],
    [0, false],
    [0, true],
  ]);
  expect(new Set(logged.map(({ key }) => key)).size).toBe(3);
});

it("leaves out Framegate's own files and requests, and what the browser fetches ahead", async () => {
  await using folder = await createGameFolder({ "index.html": "the game" });
  await using site = await servePage(folder, "index.html");
  expect(await logOf(site, "/", {}, hostName)).toEqual([]);
  expect(await logOf(site, "/framegate/embed-host.js", {}, hostName)).toEqual([]);
  expect(await logOf(site, "/index.html", { "sec-purpose": "prefetch" })).toEqual([]);
  expect(await site.readText(`http://${embedName}/index.html`)).toBe("the game");
  expect(site.takeRequests()).toEqual([]);
});
