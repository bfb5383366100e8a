import { createBreather } from "../find/breather.ts";
import { shownPath } from "../find/walk.ts";
import type { Finding, Group, RelatedPlace } from "../findings/finding.ts";
import { componentsOf } from "../follow/components.ts";
import { linkModules } from "../follow/link-modules.ts";
import { isDependency, isReached, ModuleReach, type ReachedModule, type ReachOptions } from "./module-reach.ts";

export interface ScanDependenciesOptions extends Omit<ReachOptions, "breathe"> {
  readonly groups: readonly Group[];
  /** The folder that paths in findings are relative to. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Finds banned functions in the packages that the entries reach. Chains lead from an entry to the package's file. */
export async function scanDependencies(
  entries: readonly string[],
  options: ScanDependenciesOptions,
): Promise<readonly Finding[]> {
  const { cwd, resolve, signal } = options;
  const breathe = createBreather(signal);
  const reach = new ModuleReach({ ...options, breathe });
  await reach.reachFrom(entries);
  const { modules } = reach;
  const findings: Finding[] = [];
  const analyses = Array.from(modules.values(), ({ analysis }) => analysis);
  // Packages that share no values are solved separately, with a breath between two of them.
  for (const component of componentsOf(analyses, resolve)) {
    await breathe();
    for (const finding of linkModules(component, options).findings) {
      const module = modules.get(finding.file);
      if (module !== undefined && isDependency(finding.file) && isReached(module, finding))
        findings.push({ ...finding, chain: chainTo(module, finding) });
    }
  }
  const shown = <Place extends RelatedPlace>(place: Place): Place => ({ ...place, file: shownPath(place.file, cwd) });
  return findings.map((finding) => {
    const { related, chain } = finding;
    return { ...shown(finding), related: related.map(shown), chain: chain.map(shown) };
  });
}

function chainTo(module: ReachedModule, { file, line, column, api }: Finding): readonly RelatedPlace[] {
  const chain: RelatedPlace[] = [{ file, line, column, message: `${api} is obtained here.` }];
  for (let { from } = module; from !== null; { from } = from.module) chain.push(from.place);
  return chain.reverse();
}
