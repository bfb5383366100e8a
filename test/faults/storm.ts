import { setTimeout as wait } from "node:timers/promises";
import seedrandom from "seedrandom";
import { waitFor } from "./browser-parts.ts";
import type { Fault, Victim } from "./fault.ts";
import { page, rootsGame, shortRun } from "./pages.ts";

/** A command that a storm strikes, and its duration on a quiet machine, in real milliseconds. */
interface Struck extends Pick<Fault, "args" | "prepare"> {
  readonly name: string;
  readonly tookMs: number;
  /** Its output at the beginning of each part of its work; empty if it starts no browser. */
  readonly phases: readonly string[];
}

const drawing = `export function setup(ctx) { ctx.systems.add("gameLogic", () => { ctx.scene.position.x += 1; }); }`;

const passes = ["starting the browser", "count pass 1", "count pass 2", "timed pass 1"];

const struck: readonly Struck[] = [
  { name: "perf of a page", args: shortRun, prepare: page(), tookMs: 2500, phases: passes },
  {
    name: "perf of a game of roots",
    args: ["perf", ".", "--frames", "20", "--repeat", "2", "--allow-vacuous", "--json"],
    prepare: rootsGame(drawing),
    tookMs: 5000,
    phases: ["building the game", ...passes, "timed pass 2"],
  },
  {
    name: "verify",
    args: ["verify", "index.html", "--frames", "30", "--json"],
    prepare: page(),
    tookMs: 4500,
    phases: ["launch 1", "launch 2", "launch 3"],
  },
  {
    name: "perf with pictures",
    args: [...shortRun, "--screenshot", "3"],
    prepare: page(),
    tookMs: 3500,
    phases: passes,
  },
  { name: "doctor", args: ["doctor", "--json"], tookMs: 1500, phases: [""] },
  { name: "scan", args: ["scan", ".", "--json"], prepare: page(), tookMs: 400, phases: [] },
  { name: "check", args: ["check", ".", "--json"], prepare: rootsGame(drawing), tookMs: 500, phases: [] },
];

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The processes of a browser, by their command lines. */
const targets: readonly (readonly [string, RegExp])[] = [
  ["the browser", /--remote-debugging-pipe/u],
  ["a renderer", /--type=renderer/u],
  ["the GPU process", /--type=gpu-process/u],
  ["a utility process", /--type=utility/u],
  ["a zygote", /--type=zygote/u],
];

const command = ["the command", /framegate\.cjs/u] as const;

/** Exit codes of a struck command: done, or a named error. */
const ended = [0, 5, 6] as const;

/** Real milliseconds of a phase, on a quiet machine. */
const phaseMs = 600;

/** `count` signals to commands, each at a random moment. The same seed gives the same storm. */
export function signalStorm(seed: string, count: number): readonly Fault[] {
  const random = seedrandom(`signals ${seed}`);
  return Array.from({ length: count }, () => {
    const one = pick(struck, random());
    const signal = pick(signals, random());
    const when = Math.round(random() * one.tookMs * 1.1);
    return {
      ...one,
      name: `${signal} to ${one.name} after ${String(when)} ms`,
      strike: { when, act: ({ pid }: Victim) => process.kill(pid, signal) },
      // Node itself ends on a signal until the command has begun, and the command may have ended before it.
      expected: { exit: [130, 143, 129, null, 0], code: ["interrupted", null], withinMs: 2500 },
    };
  });
}

/** A kill of a storm. */
export interface Kill {
  readonly fault: Fault;
  /** Whether it has struck a living process of its kind. */
  hasStruck(): boolean;
}

/**
 * `count` kills of commands and of processes of their browsers, each at a random moment: some time after the command says
 * that a phase begins, and not before there is a process of the kind. So the pace of the machine decides little.
 */
export function killStorm(seed: string, count: number): readonly Kill[] {
  const random = seedrandom(`kills ${seed}`);
  return Array.from({ length: count }, () => {
    const one = pick(struck, random());
    const [target, commandLine] = one.phases.length === 0 ? command : pick([command, ...targets], random());
    const isOwn = target === "the command";
    // A command lives from its start on.
    const phase = isOwn ? null : pick(one.phases, random());
    const afterMs = Math.round(random() * (isOwn ? one.tookMs : phaseMs));
    const chance = random();
    let hasStruck = false;
    const act = async (victim: Victim): Promise<void> => {
      if (phase !== null && phase !== "") await wait(afterMs);
      hasStruck = await killOne(victim, commandLine, chance);
    };
    const fault: Fault = {
      ...one,
      name: `SIGKILL to ${target} of ${one.name}, ${String(afterMs)} ms after ${phase ?? "its start"}`,
      strike: { when: phase === null || phase === "" ? afterMs : phase, act },
      mayLeaveFiles: isOwn,
      expected: {
        exit: isOwn ? [null, 0] : ended,
        code: [
          ...[null, "browser-lost", "browser-launch-failed", "browser-stopped", "page-killed", "page-crashed"],
          ...[
            "page-not-opened",
            "host-not-loaded",
            "context-taken",
            "context-lost",
            "picture-not-taken",
            "trace-not-answered",
          ],
        ],
        withinMs: 45_000,
      },
    };
    return { fault, hasStruck: () => hasStruck };
  });
}

function pick<T>(list: readonly T[], chance: number): T {
  const found = list[Math.floor(chance * list.length)];
  if (found === undefined) throw new Error("There is nothing to pick from.");
  return found;
}

/** Waits for a process and kills it. Returns false if the command ends without one. */
async function killOne(victim: Victim, commandLine: RegExp, chance: number): Promise<boolean> {
  for (let found = await waitFor(victim, commandLine); found.length > 0; found = await waitFor(victim, commandLine)) {
    try {
      process.kill(pick(found, chance), "SIGKILL");
      return true;
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  return false;
}
