import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { runDoctor } from "../../../harness/cli/doctor.ts";
import type { CommandIo } from "../../../harness/cli/io.ts";

describe("runDoctor", () => {
  it("says what was found, and that a run works", async () => {
    const { io, texts } = fakeIo(process.env);
    expect(await runDoctor(io, { json: false })).toBe(0);
    expect(texts.stderr).toMatch(/ok {4}Node +\d+\.\d+/);
    expect(texts.stderr).toMatch(/Browser +\w*Chrom\w*\/\d+/);
    expect(texts.stderr).toMatch(/ok {4}WebGL +2, ANGLE .*SwiftShader/);
    expect(texts.stderr).toMatch(/ok {4}Cross-origin isolation +yes/);
    expect(texts.stderr).toMatch(/ok {4}Timer resolution +0\.\d+ ms/);
    expect(texts.stderr).toContain("A run works here.");
    expect(texts.stdout).toBe("");
  });

  it("prints an object, and nothing else, on the standard output", async () => {
    const { io, texts } = fakeIo(process.env);
    expect(await runDoctor(io, { json: true })).toBe(0);
    expect(JSON.parse(texts.stdout)).toMatchObject({ ok: true, browser: { crossOriginIsolated: true } });
    expect(texts.stderr).toBe("");
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
