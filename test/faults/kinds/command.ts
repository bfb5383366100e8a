import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Fault, FaultGroup, Victim } from "../fault.ts";
import { longRun, page, rootsGame, shortRun } from "../pages.ts";
import { strike } from "../../strike.ts";

const signalExits = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndingSignal = keyof typeof signalExits;

function signalled(signal: EndingSignal, text: string, fault: Pick<Fault, "args" | "prepare" | "env">): Fault {
  const args = typeof fault.args === "function" ? "game" : (fault.args[0] ?? "");
  return {
    name: `${signal} to ${args} when it says "${text}"`,
    ...fault,
    strike: { when: text, act: ({ pid }) => process.kill(pid, signal) },
    expected: { exit: signalExits[signal], code: "interrupted", withinMs: 2000 },
  };
}

/** Unpacks the browser again, which takes seconds. */
const ownCache: Pick<Fault, "env"> = { env: ({ folder }) => ({ FRAMEGATE_CACHE: join(folder, "own-cache") }) };

const aPage: Pick<Fault, "args" | "prepare"> = { args: longRun, prepare: page() };
const endless = "export function setup() {}";
const roots: Pick<Fault, "args" | "prepare"> = {
  args: ["perf", ".", "--frames", "100000", "--warmup", "0", "--repeat", "1", "--json"],
  prepare: rootsGame(endless),
};
const slowBuild: Pick<Fault, "args" | "prepare"> = {
  args: roots.args,
  prepare: (place) => {
    rootsGame(endless)(place);
    place.write("vite.config.js", "await new Promise((resolve) => setTimeout(resolve, 60000)); export default {};");
  },
};
const busyBuild: Pick<Fault, "args" | "prepare"> = {
  args: roots.args,
  prepare: (place) => {
    rootsGame(endless)(place);
    const plugin = "{ name: 'slow', async load() { await new Promise((resolve) => setTimeout(resolve, 60000)); } }";
    place.write("vite.config.js", `export default { plugins: [${plugin}] };`);
  },
};
const verify: Pick<Fault, "args" | "prepare"> = {
  args: ["verify", "index.html", "--frames", "100000", "--json"],
  prepare: page(),
};

function killNode({ pid }: Victim): void {
  process.kill(pid, "SIGKILL");
}

/** Signals to the command itself, in each of its phases. */
export const commandFaults: FaultGroup = {
  title: "Signals to the command",
  faults: [
    {
      name: "none: the run that the others disturb",
      args: shortRun,
      prepare: page(),
      expected: { exit: 0, code: null, withinMs: 20_000 },
      inCi: true,
    },
    ...(["SIGINT", "SIGTERM", "SIGHUP"] as const).flatMap((signal) => [
      signalled(signal, "starting the browser", aPage),
      signalled(signal, "count pass 1", aPage),
      signalled(signal, "starting the browser", { ...aPage, ...ownCache }),
    ]),
    signalled("SIGINT", "building the game", roots),
    signalled("SIGTERM", "building the game", slowBuild),
    signalled("SIGTERM", "building the game", busyBuild),
    signalled("SIGINT", "timed pass 1", { ...aPage, args: longRun.map((one) => (one === "100000" ? "500" : one)) }),
    signalled("SIGTERM", "launch 1", verify),
    signalled("SIGTERM", "launch 3", { ...verify, args: ["verify", "index.html", "--frames", "300", "--json"] }),
    ...[100, 300, 700].map((when): Fault => ({
      name: `SIGINT to doctor after ${String(when)} ms`,
      args: ["doctor", "--json"],
      strike: { when, act: ({ pid }) => process.kill(pid, "SIGINT") },
      // Until the command has begun, Node itself ends on a signal.
      expected: { exit: [130, null, 0], code: ["interrupted", null], withinMs: 2000 },
    })),
    {
      name: "SIGINT twice, in quick order",
      ...aPage,
      strike: {
        when: "count pass 1",
        act: ({ pid }) => {
          process.kill(pid, "SIGINT");
          process.kill(pid, "SIGINT");
        },
      },
      expected: { exit: 130, code: "interrupted", withinMs: 2000 },
    },
    {
      name: "SIGTERM and SIGHUP together",
      ...aPage,
      strike: {
        when: "count pass 1",
        act: ({ pid }) => {
          process.kill(pid, "SIGTERM");
          process.kill(pid, "SIGHUP");
        },
      },
      expected: { exit: [143, 129], code: "interrupted", withinMs: 2000 },
    },
    {
      name: "SIGSTOP and SIGCONT in a run",
      args: shortRun,
      prepare: page(),
      strike: {
        when: "count pass 1",
        act: ({ pid }) => {
          process.kill(pid, "SIGSTOP");
          setTimeout(() => process.kill(pid, "SIGCONT"), 1500);
        },
      },
      expected: { exit: 0, code: null, withinMs: 20_000 },
    },
    {
      name: "SIGPIPE: the reader of the output goes away",
      args: shortRun,
      prepare: page(),
      strike: { when: "count pass 1", act: ({ child }) => child.stdout?.destroy() },
      expected: { exit: 0, code: null, withinMs: 20_000 },
    },
    {
      name: "SIGPIPE: the reader of the standard error goes away",
      args: shortRun,
      prepare: page(),
      strike: { when: "count pass 1", act: ({ child }) => child.stderr?.destroy() },
      expected: { exit: 0, code: null, withinMs: 20_000 },
    },
    ...["starting the browser", "count pass 1"].map((text): Fault => ({
      name: `SIGKILL to the command when it says "${text}": its browser ends, too`,
      ...aPage,
      strike: { when: text, act: killNode },
      mayLeaveFiles: true,
      expected: { exit: null, code: null, withinMs: 5000 },
    })),
    {
      name: "SIGKILL to the command while its browser is stopped: it ends, too, and its folder is removed",
      ...aPage,
      strike: {
        when: "count pass 1",
        act: (victim) => {
          strike(victim.processes(/--headless/u), "SIGSTOP");
          killNode(victim);
        },
      },
      inCi: true,
      expected: { exit: null, code: null, withinMs: 5000 },
    },
    {
      name: "the working folder is deleted in a run",
      args: shortRun,
      prepare: page(),
      strike: {
        when: "count pass 1",
        act: ({ place }) => {
          rmSync(place.folder, { recursive: true });
        },
      },
      expected: { exit: [0, 4, 5, 6], code: [null, "missing-file", "write-failed", "vacuous"], withinMs: 20_000 },
    },
  ],
};
