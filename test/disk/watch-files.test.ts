import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { watchFiles } from "../../disk/watch-files.ts";
import { createGameFolder } from "../harness/fixtures/game-folder.ts";

it("waits for changes of the files that matter, and names each once", { timeout: 60_000 }, async () => {
  await using folder = await createGameFolder({ "a.txt": "", "b.txt": "", "skipped/c.txt": "" });
  const interruption = new AbortController();
  const at = (name: string): string => join(folder.path, name);
  await using watch = await watchFiles([folder.path], {
    isWatched: (path) => !path.endsWith("skipped"),
    togetherMs: 0,
    signal: interruption.signal,
  });
  mkdirSync(at("empty"));
  await folder.write({ "skipped/c.txt": "new", "a.txt": "new" });
  expect(await watch.next()).toEqual([at("a.txt")]);
  rmSync(at("b.txt"));
  expect(await watch.next()).toEqual([at("b.txt")]);
  await folder.write({ "empty/d.txt": "" });
  expect(await watch.next()).toEqual([at("empty/d.txt")]);
  const waiting = watch.next();
  interruption.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
