import { execFileSync } from "node:child_process";
import { symlink, truncate } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readStream, readText, tryReadText } from "../../../harness/load/read-text.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

it("reads UTF-8 unchanged, with its byte order mark", async () => {
  await using folder = await createGameFolder({ "a.json": '\ufeff{ "ü": "🍐" }\r\n' });
  expect(readText(join(folder.path, "a.json"))).toBe('\ufeff{ "ü": "🍐" }\r\n');
});

it.each([
  ["a lone continuation byte", [0x7b, 0x80, 0x7d], "it is not UTF-8 text"],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0x00], "it is UTF-16 text; save it as UTF-8"],
  ["a text that ends inside a character", [0x7b, 0xf0, 0x9f], "it is not UTF-8 text"],
])("refuses %s, because guessing would change what a game says", async (_what, bytes, reason) => {
  await using folder = await createGameFolder({ "a.json": Uint8Array.from(bytes) });
  const path = join(folder.path, "a.json");
  expect(() => readText(path)).toThrow(
    expect.objectContaining({
      code: "file-unreadable",
      message: `Cannot read ${path}: ${reason}.`,
      where: path,
    }),
  );
});

it("says why a file cannot be read, and keeps the system's error", async () => {
  await using folder = await createGameFolder({ "folder/file": "" });
  const attempts = [
    ["nowhere", "it does not exist"],
    ["folder", "it is a folder"],
    ["folder/file/below", "a part of its path is not a folder"],
  ] as const;
  for (const [name, reason] of attempts) {
    const path = join(folder.path, name);
    expect(() => readText(path), name).toThrow(
      expect.objectContaining({
        message: `Cannot read ${path}: ${reason}.`,
        cause: expect.objectContaining({ syscall: expect.any(String) as string }) as object,
      }),
    );
  }
});

it.each([
  { where: "at the start", before: "", bytes: [0x80], line: 1, column: 1 },
  { where: "behind lines of every ending", before: "a\r\nb\rc\nde", bytes: [0xff, 0x41], line: 4, column: 3 },
  { where: "behind characters that count two", before: "🍐🍐", bytes: [0xc3, 0x28], line: 1, column: 5 },
  { where: "behind a byte order mark, which counts nothing", before: "\ufeff{", bytes: [0xf8], line: 1, column: 2 },
  { where: "at the end, which cuts a character off", before: '{\n"', bytes: [0xf0, 0x9f, 0x8d], line: 2, column: 2 },
])("says where a text stops being UTF-8: $where", async ({ before, bytes, line, column }) => {
  await using folder = await createGameFolder({
    "a.json": Buffer.concat([Buffer.from(before), Uint8Array.from(bytes)]),
  });
  expect(tryReadText(join(folder.path, "a.json"))).toMatchObject({ ok: false, place: { line, column } });
});

it("does not block on a pipe without a writer, a socket, or a cycle of links", async () => {
  await using folder = await createGameFolder();
  const at = (name: string): string => join(folder.path, name);
  execFileSync("mkfifo", [at("pipe")]);
  await symlink("circle", at("circle"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(at("socket"), resolve));
  expect(tryReadText(at("pipe"))).toMatchObject({ ok: false, reason: "it is not a regular file" });
  expect(tryReadText(at("socket"))).toMatchObject({ ok: false, reason: "it is not a regular file" });
  expect(tryReadText(at("circle"))).toMatchObject({ ok: false, reason: "its links form a circle" });
  server.close();
});

it("refuses a file too large to be hand-written", async () => {
  await using folder = await createGameFolder({ "a.json": "" });
  await truncate(join(folder.path, "a.json"), 64 * 1024 * 1024 + 1);
  expect(tryReadText(join(folder.path, "a.json"))).toMatchObject({
    ok: false,
    reason: "it is larger than 64 MB",
  });
});

describe("a stream", () => {
  async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield chunk;
  }

  it("is read to its end, even if its chunks split a character", async () => {
    const [pear, rest] = [Buffer.from("🍐").subarray(0, 2), Buffer.from("🍐").subarray(2)];
    expect(await readStream(chunksOf(pear, rest))).toEqual({ ok: true, text: "🍐" });
  });

  it("that never ends is abandoned", async () => {
    async function* forever(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1024 * 1024);
    }
    expect(await readStream(forever())).toMatchObject({ ok: false, reason: "it is larger than 64 MB" });
  });
});
