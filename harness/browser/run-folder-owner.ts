import { readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const ownerSchema = z.object({
  pid: z.number().int().positive(),
  /** In the system's own clock ticks; empty where it does not tell. With the id it names one process of one boot. */
  started: z.string(),
  /** Where the process id holds: a boot of a system and, in a container, its own ids. Two that are equal see each other. */
  world: z.string(),
});

type Owner = z.infer<typeof ownerSchema>;

const fileName = "owner.json";

/** Writes into a folder which process it belongs to: this one. */
export async function writeOwner(folder: string): Promise<void> {
  const { pid } = process;
  const owner: Owner = { pid, started: (await readStart(pid)) ?? "", world: await readWorld() };
  await writeFile(join(folder, fileName), JSON.stringify(owner));
}

/**
 * Whether the process that owns a run folder has ended; null if it is unknown, because the process runs in another
 * container, or on another machine that shares the disk.
 */
export async function hasOwnerEnded(folder: string): Promise<boolean | null> {
  const owner = await readOwner(folder);
  if (owner === null || owner.world !== (await readWorld())) return null;
  if (process.platform !== "linux") return !isAlive(owner.pid);
  // Another process may have been given the id.
  return (await readStart(owner.pid)) !== owner.started;
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(join(folder, fileName), "utf8")));
  } catch {
    return null;
  }
}

/** Null for a process that does not exist. */
async function readStart(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return "";
  try {
    // "pid (name) state parent ...", where the name may hold anything. The start is the 22nd field.
    const fields = (await readFile(`/proc/${String(pid)}/stat`, "utf8")).replace(/^.*\) /su, "").split(" ");
    return fields[19] ?? null;
  } catch {
    return null;
  }
}

async function readWorld(): Promise<string> {
  if (process.platform !== "linux") return process.platform;
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    return `${boot.trim()} ${await readlink("/proc/self/ns/pid")}`;
  } catch {
    // A name that no other process has: such a system does not say in which process namespace this one runs.
    return `unknown ${String(process.pid)} ${String(performance.timeOrigin)}`;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
