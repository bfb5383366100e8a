import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { findBrowser } from "../../../harness/browser/find-browser.ts";
import { cacheFolder } from "../../../harness/cache-folder.ts";
import { runDoctor } from "../../../harness/cli/doctor.ts";
import type { CommandIo } from "../../../harness/cli/io.ts";

const folder = mkdtempSync(join(tmpdir(), "framegate-doctor-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("runDoctor", () => {
  it("prints its findings, and that a run works", async () => {
    const { io, texts } = fakeIo(process.env);
    expect(await runDoctor(io, { json: false })).toBe(0);
    expect(texts.stderr).toMatch(/ok {4}Node +\d+\.\d+/);
    expect(texts.stderr).toMatch(/Browser +\w*Chrom\w*\/\d+/);
    expect(texts.stderr).toMatch(/ok {4}WebGL +2, ANGLE .*SwiftShader/);
    expect(texts.stderr).toMatch(/ok {4}Cross-origin isolation +yes/);
    expect(texts.stderr).toMatch(/ok {4}Timer resolution +0\.\d+ ms/);
    expect(texts.stderr).toMatch(/ok {4}Network +closed/);
    expect(texts.stderr).toMatch(/ok {4}Server +127\.0\.0\.1 only/);
    expect(texts.stderr).toMatch(/(ok {2}|note) {2}Sandbox +(on|off-for-root|refused-by-kernel)/);
    expect(texts.stderr).toContain(`Cache                   ${cacheFolder(process.env)}`);
    expect(texts.stderr).toMatch(/ok {4}Trusted +the game's Vite configuration/);
    expect(texts.stderr).toContain("A run works here.");
    expect(texts.stdout).toBe("");
  });

  it("prints an object, and nothing else, on the standard output", async () => {
    const { io, texts } = fakeIo(process.env);
    expect(await runDoctor(io, { json: true })).toBe(0);
    expect(JSON.parse(texts.stdout)).toMatchObject({
      ok: true,
      browser: { crossOriginIsolated: true, networkClosed: true },
      cache: { path: cacheFolder(process.env) },
    });
    expect(texts.stderr).toBe("");
  });

  it("fails if the browser lets a page reach other addresses", async () => {
    const { executablePath, libraryPath } = await findBrowser(process.env);
    const wrapper = join(folder, "open-headless-shell");
    const libraries = libraryPath === null ? "" : `export LD_LIBRARY_PATH='${libraryPath}'`;
    // Removes the last rule, which closes the network, from the flags.
    const shorten = 'for flag; do shift; set -- "$@" "${flag%,MAP \\* ~NOTFOUND}"; done';
    writeFileSync(wrapper, `#!/bin/sh\n${libraries}\n${shorten}\nexec '${executablePath}' "$@"\n`, { mode: 0o755 });
    const { io, texts } = fakeIo({ ...process.env, FRAMEGATE_BROWSER: wrapper });
    expect(await runDoctor(io, { json: false }), texts.stderr).toBe(6);
    expect(texts.stderr).toMatch(/FAIL {2}Network +open\n +A game could send data away/);
  });

  it.skipIf(process.getuid === undefined)("notes a cache that others can write to", async () => {
    const cache = join(folder, "cache");
    mkdirSync(cache);
    chmodSync(cache, 0o777);
    const { io, texts } = fakeIo({ FRAMEGATE_CACHE: cache, FRAMEGATE_BROWSER: "/nowhere/chrome" });
    expect(await runDoctor(io, { json: true })).toBe(6);
    expect(JSON.parse(texts.stdout)).toMatchObject({ cache: { path: cache, mode: "0777", isPrivate: false } });
  });

  it("exits with 6 and says what to do when the named browser is missing", async () => {
    const { io, texts } = fakeIo({ FRAMEGATE_BROWSER: "/nowhere/chrome" });
    expect(await runDoctor(io, { json: false })).toBe(6);
    expect(texts.stderr).toContain("FAIL  Browser  FRAMEGATE_BROWSER names /nowhere/chrome");
    expect(texts.stderr).toContain("Correct FRAMEGATE_BROWSER, or unset it");
  });

  it("exits with 6 when the browser does not start", async () => {
    const { io, texts } = fakeIo({ FRAMEGATE_BROWSER: process.execPath });
    expect(await runDoctor(io, { json: true })).toBe(6);
    expect(JSON.parse(texts.stdout)).toMatchObject({ ok: false, browser: { source: "FRAMEGATE_BROWSER" } });
  });
});

function fakeIo(env: CommandIo["env"]): { readonly io: CommandIo; readonly texts: { stdout: string; stderr: string } } {
  const texts = { stdout: "", stderr: "" };
  const io: CommandIo = {
    stdout: { write: (text) => (texts.stdout += text) },
    stderr: { write: (text) => (texts.stderr += text) },
    stdin: Readable.from([]),
    env,
    cwd: "/",
    signal: new AbortController().signal,
  };
  return { io, texts };
}
