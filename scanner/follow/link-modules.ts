import type { Finding, RelatedPlace, Scan } from "../findings/finding.ts";
import { groupTexts } from "../findings/group-texts.ts";
import { Chains, placeWith } from "./finding-chains.ts";
import type { Detection } from "./flow-values.ts";
import { byPlace, comparePlaces } from "../findings/place-order.ts";
import { solveFlow, type SolveOptions } from "./solve-flow.ts";
import type { FileAnalysis } from "../facts/analyse.ts";
import type { Wants } from "./wants.ts";

export interface LinkOptions extends SolveOptions {
  /**
   * The shortest import path from an entry to a file, one step for each module before it: empty for an entry, null for
   * a file that no entry loads. If it is known, chains start at an entry.
   */
  readonly pathFromEntry?: (file: string) => readonly RelatedPlace[] | null;
}

/** The findings so far, and the text that must be read before all of them are known. */
export interface LinkedScan extends Scan {
  readonly wants: Wants;
}

/** Lets values flow between modules in one network, and turns what they obtain into findings. */
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
    message: `${rule.api} is banned: ${groupTexts[rule.group].reason}`,
    related,
    chain,
  };
}
