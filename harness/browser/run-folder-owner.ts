import { readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const ownerSchema = z.object({
  pid: z.number().int().positive(),
  /**
   * Start time in the system's clock ticks; empty if unknown. Together with the id it identifies one process of one
   * boot.
   */
  started: z.string(),
  /** The scope in which the process id is unique: one boot of a system, and one PID namespace. */
  world: z.string(),
});

type Owner = z.infer<typeof ownerSchema>;

const fileName = "owner.json";

/** Records in a folder that this process owns it. */
export async function writeOwner(folder: string): Promise<void> {
  const { pid } = process;
  const owner: Owner = { pid, started: (await readStart(pid)) ?? "", world: await readWorld() };
  await writeFile(join(folder, fileName), JSON.stringify(owner));
}

/**
 * Whether the process that owns a run folder has ended; null if that cannot be known, because the process runs in
 * another container or on another machine with the same disk.
 */
export async function hasOwnerEnded(folder: string): Promise<boolean | null> {
  const owner = await readOwner(folder);
  if (owner === null || owner.world !== (await readWorld())) return null;
  if (process.platform !== "linux") return !isAlive(owner.pid);
  // The id may have been reused by another process.
  return (await readStart(owner.pid)) !== owner.started;
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(join(folder, fileName), "utf8")));
  } catch {
    return null;
  }
}

/** Start time of a process; null if it does not exist. */
async function readStart(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return "";
  try {
    // "pid (name) state parent ...", where the name may contain anything. The start time is field 22.
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
    // Unique to this process, because such a system does not tell which PID namespace this one is in.
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
