import { execFile } from "node:child_process";

import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { builtCommand } from "../../built-command.ts";
import { browserParts, strikePart, waitFor } from "../browser-parts.ts";
import type { Expected, Fault, FaultGroup, Place } from "../fault.ts";
import { page, shortRun } from "../pages.ts";
import { strike } from "../../strike.ts";

type Part = keyof typeof browserParts;

const limits = ["--frame-timeout", "3000", "--boot-timeout", "6000"] as const;

/** Long enough for a fault in the middle of each pass. */
const run = ["perf", "index.html", "--frames", "4000", "--warmup", "0", "--repeat", "1", "--json", ...limits] as const;

/** The moment in a run at which a fault strikes: the last output of the command, and the time since then. */
const moments = {
  "at its start": { text: "starting the browser", afterMs: 0 },
  "in boot": { text: "count pass 1", afterMs: 0 },
  "in the count pass": { text: "count pass 1", afterMs: 700 },
  "between two passes": { text: "count pass 2", afterMs: 0 },
  "while the trace is taken": { text: "timed pass 1", afterMs: 900 },
} as const;

type Moment = keyof typeof moments;

/** A browser that died or stopped is the machine's fault. */
function environmentEnds(withinMs: number, ...code: readonly (string | null)[]): Expected {
  return { exit: 6, code, withinMs };
}

function partFault(part: Part, signal: NodeJS.Signals, moment: Moment, expected: Expected): Fault {
  const { text, afterMs } = moments[moment];
  return {
    name: `${part}: ${signal} ${moment}`,
    args: run,
    prepare: page(),
    strike: { when: text, act: signal === "SIGSTOP" ? keepStopped(part, afterMs) : strikePart(part, signal, afterMs) },
    expected,
    inCi: ciFaults.has(`${part} ${signal} ${moment}`),
  };
}

/** Faults of the short selection. */
const ciFaults: ReadonlySet<string> = new Set([
  "main process SIGKILL in the count pass",
  "renderer SIGKILL in the count pass",
  "renderer SIGSTOP in the count pass",
]);

const allMoments = Object.keys(moments) as Moment[];

const survives = (...code: readonly (string | null)[]): Expected => ({
  exit: [0, 6],
  code: [null, ...code],
  withinMs: 45_000,
});

const lost = environmentEnds(5000, "browser-lost", "browser-launch-failed");
const stopped = environmentEnds(
  25_000,
  "browser-stopped",
  "browser-launch-failed",
  "machine-overloaded",
  "page-not-opened",
  "trace-not-answered",
);

/** The processes of the browser die, stop and crash. */
export const browserFaults: FaultGroup = {
  title: "Processes of the browser",
  faults: [
    ...allMoments.map((moment) =>
      partFault("main process", "SIGKILL", moment, moment === "at its start" ? survives("browser-lost") : lost),
    ),
    partFault("main process", "SIGSEGV", "in the count pass", lost),
    partFault("main process", "SIGABRT", "while the trace is taken", lost),
    partFault("main process", "SIGTERM", "in the count pass", lost),
    ...(["in boot", "in the count pass", "while the trace is taken"] as const).map((moment) =>
      partFault("main process", "SIGSTOP", moment, stopped),
    ),
    { ...partFault("main process", "SIGSTOP", "at its start", environmentEnds(70_000, "browser-launch-failed")) },
    ...allMoments.map((moment) =>
      partFault("renderer", "SIGKILL", moment, {
        exit: [0, 6],
        // Chromium itself may crash if a renderer dies while it is being created, about once in 30 times.
        code: [null, "page-killed", "page-not-opened", "browser-lost"],
        withinMs: 45_000,
      }),
    ),
    partFault("renderer", "SIGSEGV", "in the count pass", { exit: 5, code: "page-crashed", withinMs: 5000 }),
    partFault("renderer", "SIGABRT", "while the trace is taken", { exit: 5, code: "page-crashed", withinMs: 5000 }),
    partFault("renderer", "SIGTERM", "in the count pass", {
      exit: [5, 6],
      code: ["page-crashed", "page-killed"],
      withinMs: 5000,
    }),
    ...(["in boot", "in the count pass", "while the trace is taken"] as const).map((moment) =>
      partFault("renderer", "SIGSTOP", moment, stopped),
    ),
    ...allMoments.map((moment) =>
      partFault("GPU process", "SIGKILL", moment, survives("context-taken", "browser-lost", "browser-launch-failed")),
    ),
    partFault(
      "GPU process",
      "SIGSTOP",
      "in the count pass",
      survives("machine-overloaded", "browser-stopped", "page-not-opened"),
    ),
    partFault("GPU process", "SIGSEGV", "while the trace is taken", survives("context-taken")),
    ...allMoments.map((moment) =>
      partFault(
        "network service",
        "SIGKILL",
        moment,
        survives("page-not-opened", "host-not-loaded", "port-taken", "browser-lost"),
      ),
    ),
    partFault(
      "network service",
      "SIGSTOP",
      "between two passes",
      survives("page-not-opened", "machine-overloaded", "browser-stopped"),
    ),
    partFault("zygote", "SIGKILL", "in boot", survives("page-not-opened", "page-killed", "browser-lost")),
    partFault("zygote", "SIGKILL", "in the count pass", survives("page-not-opened", "page-killed", "browser-lost")),
    partFault(
      "zygote",
      "SIGSTOP",
      "in the count pass",
      survives("page-not-opened", "page-killed", "browser-lost", "browser-stopped"),
    ),
    {
      name: "GPU process: killed again and again",
      args: run,
      prepare: page(),
      strike: { when: "count pass 1", act: killOften("GPU process", 12) },
      expected: survives("context-taken", "browser-lost", "webgl-refused"),
    },
    {
      name: "GPU process: SIGSTOP before a picture is taken",
      args: [...run, "--screenshot", "0", "--frames", "20"],
      prepare: page(),
      strike: { when: "count pass 1", act: strikePart("GPU process", "SIGSTOP") },
      expected: environmentEnds(
        25_000,
        "picture-not-taken",
        "page-not-opened",
        "machine-overloaded",
        "browser-stopped",
      ),
    },
    {
      name: "GPU process: SIGKILL before a picture is taken",
      args: [...run, "--screenshot", "0", "--screenshot", "3900"],
      prepare: page(),
      strike: { when: "count pass 1", act: strikePart("GPU process", "SIGKILL", 300) },
      expected: survives("picture-not-taken", "context-taken"),
    },
    {
      name: "renderer: SIGSTOP before a picture is taken",
      args: [...run, "--screenshot", "3999"],
      prepare: page(),
      strike: { when: "count pass 1", act: strikePart("renderer", "SIGSTOP", 1500) },
      expected: stopped,
    },
    {
      name: "renderer: stopped for a second, and let go on",
      args: run,
      prepare: page(),
      strike: {
        when: "count pass 1",
        act: async (victim) => {
          await strikePart("renderer", "SIGSTOP", 300)(victim);
          await wait(1000);
          await strikePart("renderer", "SIGCONT")(victim);
        },
      },
      expected: { exit: 0, code: null, withinMs: 45_000 },
    },
    {
      name: "renderer: runs for 5 ms of every 500",
      args: run,
      prepare: page(),
      strike: { when: "count pass 1", act: starve("renderer", 5, 495) },
      expected: survives("machine-overloaded", "browser-stopped", "page-not-opened", "trace-not-answered"),
    },
    {
      name: "all processes of the browser: SIGSTOP in the count pass",
      args: run,
      prepare: page(),
      strike: {
        when: "count pass 1",
        act: async (victim) => {
          await wait(500);
          strike(await waitFor(victim, /--user-data-dir|--type=/u), "SIGSTOP");
        },
      },
      expected: stopped,
    },
    ...(["renderer", "main process", "GPU process"] as const).map((part): Fault => ({
      name: `${part}: SIGKILL in the second launch of verify`,
      args: ["verify", "index.html", "--frames", "4000", "--json", ...limits],
      prepare: page(),
      strike: { when: "launch 2", act: strikePart(part, "SIGKILL", 2000) },
      expected:
        part === "GPU process"
          ? survives("context-taken", "browser-lost")
          : environmentEnds(8000, "browser-lost", "page-killed"),
    })),
    ...(["renderer", "main process"] as const).map((part): Fault => ({
      name: `${part}: SIGKILL in a replay`,
      args: ["replay", "report.json", "--json"],
      prepare: prepareReplay,
      strike: { when: "running", act: strikePart(part, "SIGKILL", 1000) },
      expected: environmentEnds(8000, "browser-lost", "page-killed"),
    })),
    {
      name: "the whole session of the browser: SIGKILL while it starts, each time",
      args: shortRun,
      prepare: page(),
      strike: { when: "starting the browser", act: killOften("main process", 3) },
      expected: environmentEnds(30_000, "browser-launch-failed", "browser-lost"),
    },
  ],
};

function killOften(
  part: Part,
  times: number,
): (victim: Parameters<NonNullable<Fault["strike"]>["act"]>[0]) => Promise<void> {
  return async (victim) => {
    let before: readonly number[] = [];
    for (let count = 0; count < times && victim.child.exitCode === null;) {
      const now = await waitFor(victim, browserParts[part]);
      const fresh = now.filter((pid) => !before.includes(pid));
      if (fresh.length === 0) await wait(10);
      else {
        count += 1;
        await strikePart(part, "SIGKILL")(victim);
      }
      before = now;
    }
  };
}

/** Stops all processes of a kind until the command ends: on a busy machine the one that matters may start later. */
function keepStopped(
  part: Part,
  afterMs: number,
): (victim: Parameters<NonNullable<Fault["strike"]>["act"]>[0]) => Promise<void> {
  return async (victim) => {
    await wait(afterMs);
    while (victim.child.exitCode === null) {
      await strikePart(part, "SIGSTOP")(victim);
      await wait(100);
    }
  };
}

/** Lets a process run for a part of the time, until the command ends. */
function starve(
  part: Part,
  runsMs: number,
  standsMs: number,
): (victim: Parameters<NonNullable<Fault["strike"]>["act"]>[0]) => Promise<void> {
  return async (victim) => {
    while (victim.child.exitCode === null) {
      await strikePart(part, "SIGSTOP")(victim);
      await wait(standsMs);
      await strikePart(part, "SIGCONT")(victim);
      await wait(runsMs);
    }
  };
}

async function prepareReplay(place: Place): Promise<void> {
  page()(place);
  const args = ["perf", "index.html", "--frames", "6000", "--warmup", "0", "--repeat", "1", "--json"];
  const options = { cwd: place.folder, maxBuffer: 2 ** 30 };
  const { stdout } = await promisify(execFile)(process.execPath, [builtCommand, ...args], options);
  place.write("report.json", stdout);
}
