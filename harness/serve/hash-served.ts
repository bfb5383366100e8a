import { createHash } from "node:crypto";
import { request } from "node:http";
import type { ServedFile } from "../../src/formats/replay-report.ts";

// Enough to tell two versions of a file apart.
const hashLength = 16;

/** Hashes what the server on a port of this machine answers to a URL. */
export async function hashServed(url: string, port: number): Promise<ServedFile> {
  const { host, pathname } = new URL(url);
  return await new Promise((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: pathname, headers: { host } }, (response) => {
      const hash = createHash("sha256");
      response.on("data", (chunk: Buffer) => hash.update(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const isFound = response.statusCode === 200;
        resolve({ url, hash: isFound ? hash.digest("hex").slice(0, hashLength) : null });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
