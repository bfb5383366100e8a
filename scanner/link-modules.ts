import type { Finding, Group, Notice, RelatedPlace } from "./finding.ts";
import type { Detection, SourcePlace } from "./flow-values.ts";
import type { ImportEdge } from "./module-links.ts";
import type { Part } from "./solve-flow.ts";
import { solveFlow } from "./solve-flow.ts";

/** What may be known when files are put together. */
export interface LinkOptions {
  readonly groups: readonly Group[];
  /** The analysed file that a specifier means, or null for a package and for what is not there. */
  readonly resolve: (fromFile: string, specifier: string) => string | null;
}

/** Findings in the order of file, line and column; notices too. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
}

/** What to take instead, by group. */
const replacements: Readonly<Record<Group, string>> = {
  "raw-random": "Its values differ from run to run; take ctx.random.",
  "raw-clock": "It reads the wall clock; take ctx.time.",
  library: "It draws randomness or reads the clock inside; take ctx.random or ctx.time, or a generator that is given a seed.",
  scheduling: "When it runs depends on the machine; count the steps of ctx.time.",
  float: "Its last bits differ between versions of the browser; use a table or a function of your own where runs must be equal.",
  "async-order": "What it gives depends on what is done first; wait for all, in an order of your own.",
  locale: "It follows the language and the time zone of the machine; format by hand, or name both.",
  environment: "It differs from machine to machine; take it as a part of the game's configuration.",
  io: "What it gives comes from outside; load it before the first step.",
};

/** Lets values flow between the scripts of all files and turns what they obtain into findings. */
export function linkParts(parts: readonly Part[], options: LinkOptions): Scan {
  const { detections, imports } = solveFlow(parts, options);
  const findings = detections.all().map((detection) => describe(detection, imports));
  return { findings: findings.sort(byPlace), notices: [...detections.notices()].sort(byPlace) };
}

/** The order in which findings are listed. */
export function byPlace(left: Finding | Notice, right: Finding | Notice): number {
  return compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column || compareTexts(nameOf(left), nameOf(right));
}

function nameOf(one: Finding | Notice): string {
  return "api" in one ? one.api : one.kind;
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function describe(detection: Detection, imports: readonly ImportEdge[]): Finding {
  const { rule, place } = detection;
  const related = sorted([...detection.uses].filter((use) => !isSamePlace(use, place))).map((use) => relate(use, `${rule.api} is called here.`));
  return {
    ...place,
    api: rule.api,
    group: rule.group,
    severity: "error",
    message: `${rule.api} is banned. ${replacements[rule.group]}`,
    related,
    chain: chainOf(detection, imports),
  };
}

/**
 * The way of a banned function from the module that uses it to the one that obtains it: one step a module. Of several
 * users the farthest counts, for it is nearest to the game's entry.
 */
function chainOf(detection: Detection, imports: readonly ImportEdge[]): readonly RelatedPlace[] {
  const { place, rule } = detection;
  const steps = stepsOf(detection);
  const users = new Set(steps.keys());
  const next = new Map<string, string>();
  const reached = new Set([place.file]);
  for (const file of reached) {
    for (const edge of imports) {
      if (edge.to !== file || reached.has(edge.from)) continue;
      const step = steps.get(edge.from) ?? (edge.form === "export-all" ? relate(edge.place, `${rule.api} is handed on here.`) : null);
      if (step === null) continue;
      steps.set(edge.from, step);
      reached.add(edge.from);
      next.set(edge.from, file);
    }
  }
  const chain: RelatedPlace[] = [];
  for (let file = [...reached].findLast((one) => users.has(one)); file !== undefined; file = next.get(file)) {
    const step = steps.get(file);
    if (step !== undefined) chain.push(step);
  }
  return chain.length === 0 ? [] : [...chain, relate(place, `${rule.api} is obtained here.`)];
}

/** The first place of each module that uses or hands on what another one obtained. */
function stepsOf({ rule, place, uses, transits }: Detection): Map<string, RelatedPlace> {
  const steps = new Map<string, RelatedPlace>();
  for (const transit of sorted(transits).reverse()) steps.set(transit.file, relate(transit, `${rule.api} is handed on here.`));
  for (const use of sorted(uses).reverse()) steps.set(use.file, relate(use, `${rule.api} is called here.`));
  steps.delete(place.file);
  return steps;
}

function relate({ file, line, column }: SourcePlace, message: string): RelatedPlace {
  return { file, line, column, message };
}

function sorted(places: Iterable<SourcePlace>): SourcePlace[] {
  return [...places].sort((left, right) => compareTexts(left.file, right.file) || left.line - right.line || left.column - right.column);
}

function isSamePlace(left: SourcePlace, right: SourcePlace): boolean {
  return left.file === right.file && left.line === right.line && left.column === right.column;
}
