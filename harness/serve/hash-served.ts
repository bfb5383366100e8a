import { createHash } from "node:crypto";
import { request } from "node:http";
import type { ServedFile } from "../../src/formats/replay-report.ts";

// Enough to tell two versions of a file apart.
const hashLength = 16;

/** Hashes the response of a local server for a URL. */
export async function hashServed(url: string, port: number): Promise<ServedFile> {
  const hash = createHash("sha256");
  const isFound = await askServed(url, port, (data) => hash.update(data));
  return { url, hash: isFound ? hash.digest("hex").slice(0, hashLength) : null };
}

/** Text of a local server's response for a URL; null if there is no such file. */
export async function readServed(url: string, port: number): Promise<string | null> {
  const parts: Buffer[] = [];
  const isFound = await askServed(url, port, (data) => parts.push(data));
  return isFound ? Buffer.concat(parts).toString("utf8") : null;
}

/** Requests a file. Returns whether it exists. */
async function askServed(url: string, port: number, onData: (data: Buffer) => void): Promise<boolean> {
  const { host, pathname } = new URL(url);
  return await new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: pathname, headers: { host } }, (response) => {
      response.on("data", onData);
      response.on("error", reject);
      response.on("end", () => {
        resolve(response.statusCode === 200);
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
