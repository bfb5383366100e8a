import { entry } from "./error-entry.ts";

/** The part of the catalogue about baselines, stored reports and histories. */
export const baselineErrors = {
  "baseline-not-found": entry<{ name: string; reason: string }>({
    exit: "usage",
    message: ({ name, reason }) => `There is no baseline "${name}": ${reason}.`,
    hint: () =>
      "A baseline is a folder, manifest or HTML file of another build, a stored report.json, or a git reference such as main.",
  }),
  "baseline-not-built": entry<{ command: string; how: string; output: string }>({
    exit: "usage",
    message: ({ command, how, output }) => `The baseline could not be built: ${command} ${how}.${output}`,
    hint: () => "The command runs in a temporary worktree of that commit, in the folder that this command runs in.",
  }),
  "baseline-failed": entry<{ name: string; code: string; message: string; where: string }>({
    exit: "usage",
    message: ({ name, code, message }) => `The baseline ${name} could not be run (${code}): ${message}`,
    hint: () =>
      "The current build was not judged. Files that git does not track, such as a dist folder, need --baseline-build.",
    where: ({ where }) => where,
  }),
  "reports-differ": entry<{ path: string; other: string; what: string }>({
    exit: "usage",
    message: ({ path, other, what }) => `${path} and ${other} are not of the same run: they differ in ${what}.`,
    hint: () => "Reports judged together must be repeats of one game, seed, tape and number of frames.",
    where: ({ path }) => path,
  }),
  "workload-differs": entry<{ path: string; recorded: number; current: number }>({
    exit: "usage",
    message: ({ recorded, current }) =>
      `The machine was calibrated with version ${String(recorded)} of the workload, and this Framegate has version ${String(current)}.`,
    hint: () => "Run `framegate calibrate` with this version on that machine.",
    where: ({ path }) => path,
  }),
  "calibration-failed": entry<{ reason: string }>({
    exit: "environment",
    message: ({ reason }) => `The calibration workload could not be timed: ${reason}.`,
    hint: () => "Run `framegate doctor`: it checks the browser and its clocks.",
  }),
  "no-history": entry<{ path: string; game: string | null; games: string }>({
    exit: "usage",
    message: ({ path, game, games }) =>
      games === ""
        ? `There is no run in ${path}.`
        : `There is no run of ${game ?? "any game"} in ${path}. It has runs of ${games}.`,
    hint: () => "Append one with `framegate perf --history FILE`.",
    where: ({ path }) => path,
  }),
};
