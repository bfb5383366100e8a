import { type Finding, scanGroup } from "./finding.ts";
import { groupTexts } from "./group-texts.ts";

/**
 * A sentence of advice for a finding. Null for a finding about the scan, whose message already says what to do.
 *
 * @param hasContext Whether the game gets a `ctx`: its manifest names entry modules. A page or a plain folder of
 *   sources gets none.
 */
export function adviceFor({ api, group, file }: Finding, hasContext: boolean): string | null {
  if (group === scanGroup) return null;
  const name = packageOf(file);
  if (name !== null) return packageAdvice(name, hasContext);
  const { advice, adviceWithoutContext = advice } = groupTexts[group];
  return `Use ${hasContext ? (byApi.get(api) ?? advice) : adviceWithoutContext}.`;
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
