import type { Finding } from "./finding.ts";

/** What to write instead of what was found; null where there is nothing to write, but something to do. */
export function replacementFor({ api, group }: Pick<Finding, "api" | "group">): string | null {
  return byApi.get(api) ?? (group === "scan" ? null : byGroup[group]);
}

const byApi: ReadonlyMap<string, string> = new Map([
  ["Math.random", "ctx.random()"],
  ["crypto.randomInt", "ctx.random.stream(name) and Math.floor"],
  ["Date.now", "ctx.time.seconds * 1000"],
  ["performance.now", "ctx.time.seconds * 1000"],
  ["new Date()", "ctx.time.seconds"],
  ["three.Clock", "ctx.time.seconds and ctx.time.dt"],
  ["three.Timer", "ctx.time.seconds and ctx.time.dt"],
]);

const byGroup: Readonly<Record<Exclude<Finding["group"], "scan">, string>> = {
  "raw-random": "ctx.random, or a stream of it: ctx.random.stream(name)",
  "raw-clock": "ctx.time: step, seconds, dt",
  library: "what it draws from ctx.random, and what it times by ctx.time",
  scheduling: "ctx.systems.add(phase, system), which runs once a frame",
  float: "a table or a polynomial of your own, whose last bits no browser changes",
  "async-order": "Promise.all, or a queue that is emptied in a fixed order",
  locale: "text that is put together without a locale",
  environment: "ctx.resolution, the manifest, or a file of the game",
  io: "ctx.assets",
};
