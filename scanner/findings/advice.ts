import { type Finding, type Group, scanGroup } from "./finding.ts";

/**
 * Advice for a finding, as a sentence; null for a finding about the scan, whose message says what to do.
 *
 * @param hasContext Whether the game is handed a `ctx`: its manifest names modules that it starts from. A page and a plain
 *   folder of sources have none.
 */
export function adviceFor(
  { api, group, file }: Pick<Finding, "api" | "group" | "file">,
  hasContext: boolean,
): string | null {
  if (group === scanGroup) return null;
  const name = packageOf(file);
  if (name !== null) return packageAdvice(name, hasContext);
  return `Use ${hasContext ? (byApi.get(api) ?? byGroup[group]) : byGroupWithoutContext[group]}.`;
}

/** The name of the package that a file belongs to; null for the game's own. */
export function packageOf(file: string): string | null {
  return /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** Advice for a package, whose code a game does not edit. */
export function packageAdvice(name: string, hasContext: boolean): string {
  const sources = hasContext ? "ctx.random and ctx.time" : "a seeded generator and the game's own time";
  return `Give ${name} ${sources} where it takes a generator or a time. Where it does not, replace it, or keep it out of what decides the game and list it in a baseline.`;
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

const byGroup: Readonly<Record<Group, string>> = {
  "raw-random": "ctx.random, or a stream of it: ctx.random.stream(name)",
  "raw-clock": "ctx.time: step, seconds, dt",
  library: "ctx.random and ctx.time, or a generator that is given a seed",
  scheduling: "ctx.systems.add(phase, system), which runs once a frame, and count the steps of ctx.time",
  float: "a table or a polynomial of your own, which every browser computes to the same bits",
  "async-order": "Promise.all, or a queue that is emptied in a fixed order",
  locale: "text that is put together without a locale",
  environment: "ctx.resolution, the manifest, or a file of the game",
  io: "ctx.assets",
};

const byGroupWithoutContext: Readonly<Record<Group, string>> = {
  ...byGroup,
  "raw-random": "a seeded generator of the game's own, such as mulberry32, made in one module",
  // Every game loop has a time: requestAnimationFrame passes it.
  "raw-clock": "the time that the game's loop is given for each frame, handed on as an argument",
  library: "a seeded generator of the game's own, and the time of its loop",
  scheduling: "the game's loop, and count its frames",
  environment: "a setting or a file of the game",
  io: "files that are loaded before the first frame",
};
