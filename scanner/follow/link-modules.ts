import type { Finding, Scan } from "../findings/finding.ts";
import { groupBy } from "../findings/group-by.ts";
import { groupTexts } from "../findings/group-texts.ts";
import { chainOf, placeWith } from "./finding-chains.ts";
import type { Detection } from "./flow-values.ts";
import { byPlace, comparePlaces } from "../findings/place-order.ts";
import { solveFlow, type SolveOptions } from "./solve-flow.ts";
import type { FileAnalysis } from "../facts/analyse.ts";
import type { EntryPaths } from "../modules/entry-paths.ts";
import type { Wants } from "./wants.ts";

export interface LinkOptions extends SolveOptions {
  /**
   * The shortest import path from an entry to a file, one step for each module before it: empty for an entry, null for
   * a file that no entry loads. If it is known, chains start at an entry.
   */
  readonly pathFromEntry?: EntryPaths;
}

/** The findings so far, and the text that must be read before all of them are known. */
export interface LinkedScan extends Scan {
  readonly wants: Wants;
}

/** Lets values flow between modules in one network, and turns what they obtain into findings. */
export function linkModules(analyses: readonly FileAnalysis[], options: LinkOptions): LinkedScan {
  const { pathFromEntry = () => null } = options;
  const { detections, wants, imports } = solveFlow(analyses, options);
  const importers = groupBy(imports, ({ to }) => to);
  const findings = detections.all().map((one) => describe(one, chainOf(one, importers, pathFromEntry)));
  return {
    findings: [...analyses.flatMap((one) => one.findings), ...findings].sort(byPlace),
    notices: [...analyses.flatMap((one) => one.notices), ...detections.notices()].sort(byPlace),
    wants,
  };
}

function describe(detection: Detection, chain: Finding["chain"]): Finding {
  const { place } = detection;
  const { api, group } = detection.rule;
  const related = [...detection.uses]
    .filter((use) => comparePlaces(use, place) !== 0)
    .sort(comparePlaces)
    .map((use) => placeWith(use, `${api} is called here.`));
  const message = `${api} is banned: ${groupTexts[group].reason}`;
  return { ...place, api, group, severity: "error", message, related, chain };
}
