import { createStateHash } from "../../../core/state-hash.ts";
import type { RealmSummary } from "../../realm-agent.ts";
import type { Instruments } from "./instruments.ts";

/** The final results of a realm, merged with those of the realms below it. */
export function summarizeRealm(instruments: Instruments, below: readonly RealmSummary[]): RealmSummary {
  const { gl, trap, notices } = instruments;
  const drawingBelow = below.reduce((total, summary) => total + summary.glContextCount, 0);
  return {
    finalStateHash: hashFinalState(instruments, below),
    glContextCount: gl.drawingContextCount() + drawingBelow,
    glRenderer: gl.rendererName() ?? below.find((summary) => summary.glRenderer !== null)?.glRenderer ?? null,
    anythingRendered: hasRendered(instruments) || below.some((summary) => summary.anythingRendered),
    listensFor: [
      ...new Set([...(instruments.page?.input.listensFor() ?? []), ...below.flatMap((summary) => summary.listensFor)]),
    ],
    randomSites: [...(trap?.sites() ?? []), ...below.flatMap((summary) => summary.randomSites)],
    heardSources: [
      ...(instruments.page?.input.heardSources() ?? []),
      ...below.flatMap((summary) => summary.heardSources),
    ],
    namedUses: [...instruments.namedUses.list(), ...below.flatMap((summary) => summary.namedUses)],
    inspections: [...below.flatMap((summary) => summary.inspections), ...inspectionsOf(instruments)],
    notices: [...notices.list(), ...below.flatMap((summary) => summary.notices)],
  };
}

function inspectionsOf({ parts, given }: Instruments): RealmSummary["inspections"] {
  return parts === null || given === null ? [] : [{ ...parts.inspection(), given: given.results() }];
}

/**
 * Includes only state that is the same in every pass. The command stream, for example, is only hashed in count passes.
 */
function hashFinalState({ randomness, gl, canvas2d }: Instruments, below: readonly RealmSummary[]): string {
  const final = createStateHash();
  randomness.hashInto(final);
  final.addNumber(gl.totals.drawCalls);
  final.addNumber(gl.totals.triangles);
  final.addNumber(canvas2d.totals.operations);
  for (const summary of below) final.addText(summary.finalStateHash);
  return final.digest();
}

function hasRendered({ gl, canvas2d, page }: Instruments): boolean {
  const hasDrawn = gl.totals.drawCalls > 0 || canvas2d.totals.operations > 0;
  return hasDrawn || page?.domChanges.haveHappened() === true || page?.animations.areRunning() === true;
}
