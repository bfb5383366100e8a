import { createStateHash } from "../../../core/state-hash.ts";
import type { RealmSummary } from "../../realm-agent.ts";
import type { Instruments } from "./instruments.ts";

/** What is known of a realm at its end, together with the summaries of those below it. */
export function summarizeRealm(instruments: Instruments, below: readonly RealmSummary[]): RealmSummary {
  const { gl, trap, notices } = instruments;
  const drawingBelow = below.reduce((total, summary) => total + summary.glContextCount, 0);
  return {
    finalStateHash: hashFinalState(instruments, below),
    glContextCount: gl.drawingContextCount() + drawingBelow,
    glRenderer: gl.rendererName() ?? below.find((summary) => summary.glRenderer !== null)?.glRenderer ?? null,
    anythingRendered: hasRendered(instruments) || below.some((summary) => summary.anythingRendered),
    randomSites: [...(trap?.sites() ?? []), ...below.flatMap((summary) => summary.randomSites)],
    heardSources: [
      ...(instruments.page?.input.heardSources() ?? []),
      ...below.flatMap((summary) => summary.heardSources),
    ],
    notices: [...notices.list(), ...below.flatMap((summary) => summary.notices)],
  };
}

/** Only what is the same in every pass: the command stream, say, is hashed in count passes alone. */
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
