import { join } from "node:path";
import { expect, it } from "vitest";
import { readText, systemReason } from "../../../harness/load/read-text.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";

it("reads UTF-8 as it is, with its byte order mark", async () => {
  await using folder = await createGameFolder({ "a.json": "\ufeff{ \"ü\": \"🍐\" }\r\n" });
  expect(await readText(join(folder.path, "a.json"))).toBe("\ufeff{ \"ü\": \"🍐\" }\r\n");
});

it.each([
  ["a lone continuation byte", [0x7b, 0x80, 0x7d]],
  ["UTF-16", [0xff, 0xfe, 0x7b, 0x00]],
  ["a text that ends inside a character", [0x7b, 0xf0, 0x9f]],
])("refuses %s, because guessing would change what a game says", async (_what, bytes) => {
  await using folder = await createGameFolder({ "a.json": Uint8Array.from(bytes) });
  const path = join(folder.path, "a.json");
  await expect(readText(path)).rejects.toMatchObject({
    code: "file-unreadable",
    message: `Cannot read ${path}: it is not UTF-8 text.`,
    where: path,
  });
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
    const attempt = expect(readText(path), name).rejects;
    await attempt.toMatchObject({ message: `Cannot read ${path}: ${reason}.`, cause: { syscall: expect.any(String) } });
  }
});

it("uses the system's words for what is rare", () => {
  const rare = Object.assign(new Error("EMFILE: too many open files, open 'a'"), { code: "EMFILE" });
  expect(systemReason(rare)).toBe("EMFILE: too many open files, open 'a'");
  expect(systemReason("a string")).toBe("a string");
});
