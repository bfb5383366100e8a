import { type Finding, type Group, scanGroup } from "./finding.ts";

/**
 * A sentence of advice for a finding. Null for a finding about the scan, whose message already says what to do.
 *
 * @param hasContext Whether the game gets a `ctx`: its manifest names entry modules. A page or a plain folder of
 *   sources gets none.
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

/** The name of the package that a file belongs to, or null for the game's own files. */
export function packageOf(file: string): string | null {
  return /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null;
}

/** Advice for a package, whose code nobody edits. */
export function packageAdvice(name: string, hasContext: boolean): string {
  const sources = hasContext ? "ctx.random and ctx.time" : "a seeded generator and the game's own time";
  return `Pass ${sources} to ${name} where it accepts a generator or a time. Where it does not, replace it, or keep it out of the game's logic and list it in a baseline.`;
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
  library: "ctx.random and ctx.time, or a seeded generator",
  scheduling: "ctx.systems.add(phase, system), which runs every frame, and count the steps of ctx.time",
  float: "a lookup table or a polynomial of your own, which every browser computes to the same bits",
  "async-order": "Promise.all, or a queue with a fixed order",
  locale: "formatting that does not depend on a locale",
  environment: "ctx.resolution, the manifest, or a file of the game",
  io: "ctx.assets",
};

const byGroupWithoutContext: Readonly<Record<Group, string>> = {
  ...byGroup,
  "raw-random": "a seeded generator of the game's own, such as mulberry32, created in one module",
  // Every game loop has a time: requestAnimationFrame passes one.
  "raw-clock": "the time that the game loop gets for each frame, passed on as an argument",
  library: "a seeded generator of the game's own, and the game loop's time",
  scheduling: "the game loop, and count its frames",
  environment: "a setting or a file of the game",
  io: "files that are loaded before the first frame",
};
