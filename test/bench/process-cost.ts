import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A program and its arguments. */
export type Command = readonly [file: string, ...args: string[]];

export interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The most memory that the process ever had resident. */
  readonly peakMb: number;
}

export interface Run extends Cost {
  readonly stdout: string;
}

/** How often commands are run, by turns. */
export interface Effort {
  readonly rounds: number;
  /** How often a command runs in a round: the kernel counts CPU time in steps of 10 ms. */
  readonly runs: number;
}

/**
 * The costs of commands that are run by turns, so that a machine that is busy with something else is busy for all of them.
 * A cost is that of the round which was disturbed least; the peak is the highest one. Linux only: Node has no call for the
 * CPU time of a child, nor for its memory.
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
 * With certificates besides its own to trust, Node parses all of them at each start, which takes longer than a small scan;
 * and what the benchmark itself is run with is none of the tools' business.
 */
const environment: NodeJS.ProcessEnv = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, NODE_OPTIONS: undefined };

/** The kernel keeps the peak, so that little is lost between the last look and the end. */
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
  // Findings are no failure, which the exit code 1 says, but the tool has to have run.
  if (status === null || status > 1)
    throw new Error(`${file} ${args.join(" ")} ended with ${String(status)} in ${cwd}.`);
  return { cpuMs: cpuMsOfChildren() - childrenBefore, wallMs, peakMb, stdout: Buffer.concat(chunks).toString() };
}

/** CPU time of all children that have ended. */
function cpuMsOfChildren(): number {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const values = fields.split(" ").map(Number);
  // Fields 16 and 17 of proc(5), in ticks of 10 ms; the two that precede are the command and its number.
  return ((values[13] ?? 0) + (values[14] ?? 0)) * 10;
}

/** The peak of a process so far; null of one that has ended. */
function peakMbOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}
