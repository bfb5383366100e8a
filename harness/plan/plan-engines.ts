import { type EngineConfig, parseEntitySelector } from "../../src/formats/entity-selector.ts";
import { mainFileOf } from "../../src/formats/run-plan.ts";
import { FramegateError } from "../errors.ts";
import type { Project } from "../load/load-project.ts";
import type { CompleteOptions } from "./run-options.ts";

/**
 * The engine search of a game; null without one. A page without a manifest is searched, on disk or on a server. A
 * manifest's roots have adapters that know their scenes, and its opaque embeds keep theirs private.
 *
 * @throws FramegateError `bad-selector`, `entities-declared`.
 */
export function planEngines(
  { target }: Pick<Project, "target">,
  { entities }: Pick<CompleteOptions, "entities">,
): EngineConfig | null {
  if (target.kind === "server" || (target.kind === "page" && target.declared === null))
    return { entities: entities.map(readSelector) };
  if (entities.length > 0) throw new FramegateError("entities-declared", { path: mainFileOf(target) });
  return null;
}

function readSelector(selector: string): EngineConfig["entities"][number] {
  const parsed = parseEntitySelector(selector);
  if (!parsed.ok) throw new FramegateError("bad-selector", { selector, problem: parsed.problem });
  return parsed.selector;
}
