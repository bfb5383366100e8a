import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { runInstallBrowser } from "../../../harness/cli/install-browser.ts";

it("explains an unreachable download host, and leaves no files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "framegate-install-"));
  const silent = { write: () => undefined };
  const io = {
    stdout: silent,
    stderr: silent,
    stdin: Readable.from([]),
    env: { PUPPETEER_CACHE_DIR: join(folder, "cache") },
    cwd: "/",
    signal: new AbortController().signal,
  };
  // Nothing listens on port 1.
  await expect(
    runInstallBrowser(io, { json: false, download: true, baseUrl: "http://127.0.0.1:1" }),
  ).rejects.toMatchObject({
    code: "browser-download-failed",
    exitCode: 6,
  });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
