import type { Finding, Group, RelatedPlace } from "../findings/finding.ts";
import { Chains, placeWith } from "./finding-chains.ts";
import type { Detection } from "./flow-values.ts";
import { byPlace, comparePlaces } from "../findings/place-order.ts";
import { solveFlow, type SolveOptions } from "./solve-flow.ts";
import type { FileAnalysis } from "../facts/analyse.ts";
import type { Scan } from "../findings/scanned-sources.ts";
import type { Wants } from "./wants.ts";

export interface LinkOptions extends SolveOptions {
  /**
   * The shortest way over imports from an entry to a file, one step for each module before it: empty for an entry, null for
   * what no entry loads. Chains begin at an entry where this is known.
   */
  readonly pathFromEntry?: (file: string) => readonly RelatedPlace[] | null;
}

/** The problems that were found, and the text that has to be read before all of them are known. */
export interface LinkedScan extends Scan {
  readonly wants: Wants;
}

/** Why each group is banned. What to do about it depends on the game, and is the reports' to say. */
const reasons: Readonly<Record<Group, string>> = {
  "raw-random": "Its values differ from run to run.",
  "raw-clock": "It reads the wall clock.",
  library: "It draws randomness or reads the clock inside.",
  scheduling: "When it runs depends on the machine.",
  float: "Its last bits differ between versions of the browser.",
  "async-order": "Its result depends on what is done first.",
  locale: "It follows the language and the time zone of the machine.",
  environment: "It differs from machine to machine.",
  io: "Its result comes from outside of the game.",
};

/** Lets values flow from module to module, in one network, and turns what they obtain into findings. */
export function linkModules(analyses: readonly FileAnalysis[], options: LinkOptions): LinkedScan {
  const { detections, wants, imports } = solveFlow(analyses, options);
  const chains = new Chains(imports, options.pathFromEntry ?? (() => null));
  const findings = detections.all().map((detection) => describe(detection, chains.of(detection)));
  return {
    findings: [...analyses.flatMap((one) => one.findings), ...findings].sort(byPlace),
    notices: [...analyses.flatMap((one) => one.notices), ...detections.notices()].sort(byPlace),
    wants,
  };
}

function describe(detection: Detection, chain: Finding["chain"]): Finding {
  const { rule, place } = detection;
  const related = [...detection.uses]
    .filter((use) => comparePlaces(use, place) !== 0)
    .sort(comparePlaces)
    .map((use) => placeWith(use, `${rule.api} is called here.`));
  return {
    ...place,
    api: rule.api,
    group: rule.group,
    severity: "error",
    message: `${rule.api} is banned. ${reasons[rule.group]}`,
    related,
    chain,
  };
}
