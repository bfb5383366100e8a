import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A program and its arguments. */
export type Command = readonly [file: string, ...args: string[]];

export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Peak resident memory of the process. */
  readonly peakMb: number;
}

export interface Run extends Cost {
  readonly stdout: string;
}

/** How often commands run, taking turns. */
export interface Effort {
  readonly rounds: number;
  /** Runs of a command per round: the kernel counts CPU time in steps of 10 ms. */
  readonly runs: number;
}

/**
 * Costs of commands that take turns, so that a busy machine is busy for all of them. A command's cost is that of the
 * least disturbed round; its peak is the highest one. Linux only: Node has no call for the CPU time or the memory of a
 * child process.
 */
export async function costsOf<Name extends string>(
  commands: Readonly<Record<Name, Command>>,
  cwd: string,
  { rounds, runs }: Effort,
): Promise<Readonly<Record<Name, Run>>> {
  const names = Object.keys(commands) as Name[];
  const best = new Map<Name, Run>();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const seen = await averageOf(commands[name], cwd, runs);
      const known = best.get(name) ?? seen;
      best.set(name, {
        cpuMs: Math.min(known.cpuMs, seen.cpuMs),
        wallMs: Math.min(known.wallMs, seen.wallMs),
        peakMb: Math.max(known.peakMb, seen.peakMb),
        stdout: seen.stdout,
      });
    }
  }
  return Object.fromEntries(best) as Record<Name, Run>;
}

async function averageOf(command: Command, cwd: string, runs: number): Promise<Run> {
  const seen: Run[] = [];
  for (let run = 0; run < runs; run++) seen.push(await runOnce(command, cwd));
  const sumOf = (key: "cpuMs" | "wallMs"): number => seen.reduce((sum, one) => sum + one[key], 0);
  return {
    cpuMs: sumOf("cpuMs") / runs,
    wallMs: sumOf("wallMs") / runs,
    peakMb: Math.max(...seen.map(({ peakMb }) => peakMb)),
    stdout: seen.at(-1)?.stdout ?? "",
  };
}

/**
 * With extra CA certificates, Node parses all of them at each start, which takes longer than a small scan; and the
 * benchmark's own Node options are none of the tools' business.
 */
const environment: NodeJS.ProcessEnv = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, NODE_OPTIONS: undefined };

/** The kernel keeps the peak, so little is lost between the last poll and the exit. */
const lookEveryMs = 5;

async function runOnce([file, ...args]: Command, cwd: string): Promise<Run> {
  const childrenBefore = cpuMsOfChildren();
  const startMs = performance.now();
  const child = spawn(file, args, { cwd, env: environment, stdio: ["ignore", "pipe", "ignore"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  let peakMb = 0;
  const look = setInterval(() => {
    peakMb = peakMbOf(child.pid) ?? peakMb;
  }, lookEveryMs);
  const [status] = (await once(child, "close")) as [number | null];
  const wallMs = performance.now() - startMs;
  clearInterval(look);
  // Exit code 1 means findings, which is not a failure, but the tool must have run.
  if (status === null || status > 1)
    throw new Error(`${file} ${args.join(" ")} ended with ${String(status)} in ${cwd}.`);
  return { cpuMs: cpuMsOfChildren() - childrenBefore, wallMs, peakMb, stdout: Buffer.concat(chunks).toString() };
}

/** CPU time of all exited children. */
function cpuMsOfChildren(): number {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const values = fields.split(" ").map(Number);
  // Fields 16 and 17 of proc(5), in ticks of 10 ms. The split has already removed the first two fields.
  return ((values[13] ?? 0) + (values[14] ?? 0)) * 10;
}

/** Peak memory of a process so far; null once it has exited. */
function peakMbOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
