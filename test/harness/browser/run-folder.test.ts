import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRunFolder } from "../../../harness/browser/run-folder.ts";

let parent = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "framegate-run-folder-"));
  vi.stubEnv("TMPDIR", parent);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true, force: true });
});

/** A folder left behind by a killed process. */
async function leaveFolder(
  change: (owner: Record<string, unknown>) => Record<string, unknown> | null,
): Promise<string> {
  const child = spawn(process.execPath, ["-e", ""]);
  const { pid = 0 } = child;
  await once(child, "close");
  const own = await createRunFolder();

  const owner = JSON.parse(readFileSync(join(own.path, "owner.json"), "utf8")) as Record<string, unknown>;
  await own.remove();
  const path = join(parent, `framegate-browser-${String(pid)}-left`);
  mkdirSync(path);
  const changed = change({ ...owner, pid });
  if (changed !== null) writeFileSync(join(path, "owner.json"), JSON.stringify(changed));
  return path;
}

async function launch(): Promise<void> {
  const folder = await createRunFolder();
  await folder.remove();
}

describe("the folder of a browser", () => {
  it("is removed at once by the next run when its owner is dead", async () => {
    const left = await leaveFolder((owner) => owner);
    await launch();
    expect(existsSync(left)).toBe(false);
  });

  it.skipIf(process.platform !== "linux")("is removed when its owner's process id has been reused", async () => {
    const left = await leaveFolder((owner) => ({ ...owner, pid: process.pid, started: "1" }));
    await launch();
    expect(existsSync(left)).toBe(false);
  });

  it("stays while its owner lives", async () => {
    const other = await createRunFolder();
    await launch();
    expect(existsSync(other.path)).toBe(true);
    await other.remove();
  });

  it("stays for a day when its owner is in another container or machine, or unknown", async () => {
    const foreign = await leaveFolder((owner) => ({ ...owner, world: "another boot pid:[1]" }));
    const unknown = await leaveFolder(() => null);
    await launch();
    expect([existsSync(foreign), existsSync(unknown)]).toEqual([true, true]);
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const path of [foreign, unknown]) utimesSync(path, dayAgo, dayAgo);
    await launch();
    expect([existsSync(foreign), existsSync(unknown)]).toEqual([false, false]);
  });
});
