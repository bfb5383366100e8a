import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { main } from "../../../harness/cli/main.ts";
import { createGameFolder } from "../fixtures/game-folder.ts";
import { createFakeProcess } from "./fake-process.ts";

const isMountable = spawnSync("mount", ["--help"]).error === undefined && process.getuid?.() === 0;

// Root may write to any folder but to one on a disk that is mounted for reading.
it.skipIf(!isMountable)("refuses a folder that cannot be written before it runs the page", async ({ skip }) => {
  await using folder = await createGameFolder();
  const disk = join(folder.path, "disk");
  mkdirSync(disk);
  if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", disk]).status !== 0) skip("mounting is not permitted");
  try {
    writeFileSync(join(disk, "index.html"), "<canvas>");
    spawnSync("mount", ["-o", "remount,ro", disk]);
    // A run would fail for want of this browser.
    const env = { FRAMEGATE_BROWSER: join(folder.path, "chrome"), FRAMEGATE_CACHE: folder.path };
    const fake = createFakeProcess(["init", "--html", "index.html", "--json"], { cwd: disk, env });
    expect(await main(fake)).toBe(6);
    expect(JSON.parse(fake.stdoutText)).toMatchObject({ error: { code: "write-failed", where: disk } });
  } finally {
    spawnSync("umount", [disk]);
  }
});
