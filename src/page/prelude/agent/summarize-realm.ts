import { addCounts, type FrameCounts } from "../../../formats/frame-counts.ts";
import { createStateHash } from "../../../core/state-hash.ts";
import { joinScenes } from "../../../formats/scene-report.ts";
import type { RealmSummary } from "../../realm-agent.ts";
import type { CountMeter } from "./count-meter.ts";
import type { Instruments } from "./instruments.ts";

/** The final results of a realm, merged with those of the realms below it. `counts` has the totals up to its last frame. */
export function summarizeRealm(
  instruments: Instruments,
  counts: CountMeter,
  below: readonly RealmSummary[],
): RealmSummary {
  const { gl, trap, notices, consoleLines, dialogs } = instruments;
  const drawingBelow = below.reduce((total, summary) => total + summary.glContextCount, 0);
  return {
    finalStateHash: hashFinalState(instruments, counts, below),
    scene: sceneOf(instruments, below),
    physics: physicsOf(instruments, below),
    workerPhysics: joinEngines(below.map(({ workerPhysics }) => workerPhysics)),
    loadingCounts: countLoading(counts, below),
    glContextCount: gl.drawingContextCount() + drawingBelow,
    glRenderer: gl.rendererName() ?? below.find((summary) => summary.glRenderer !== null)?.glRenderer ?? null,
    contextLosses: [...gl.contextLosses(), ...below.flatMap((summary) => summary.contextLosses)],
    anythingRendered: hasRendered(instruments) || below.some((summary) => summary.anythingRendered),
    listensFor: [
      ...new Set([...(instruments.page?.input.listensFor() ?? []), ...below.flatMap((summary) => summary.listensFor)]),
    ],
    clickPrompts: promptsOf(instruments, below),
    randomSites: [...(trap?.sites() ?? []), ...below.flatMap((summary) => summary.randomSites)],
    heardSources: [
      ...(instruments.page?.input.heardSources() ?? []),
      ...below.flatMap((summary) => summary.heardSources),
    ],
    namedUses: [...instruments.namedUses.list(), ...below.flatMap((summary) => summary.namedUses)],
    nodeDraws: [...instruments.drawWatches.nodeDraws(), ...below.flatMap((summary) => summary.nodeDraws)],
    sharedMeshes: largestOf([instruments.drawWatches.sharedMeshes(), ...below.map((summary) => summary.sharedMeshes)]),
    inspections: [...below.flatMap((summary) => summary.inspections), ...inspectionsOf(instruments)],
    notices: [
      ...notices.list(),
      ...consoleLines.notices(),
      ...dialogs.notices(),
      ...below.flatMap((summary) => summary.notices),
    ],
  };
}

function largestOf(groups: readonly RealmSummary["sharedMeshes"][]): RealmSummary["sharedMeshes"] {
  return groups.reduce((most, group) => ((group?.meshes ?? 0) > (most?.meshes ?? 0) ? group : most), null);
}

function countLoading(counts: CountMeter, below: readonly RealmSummary[]): FrameCounts {
  const all = counts.loading();
  for (const summary of below) addCounts(all, summary.loadingCounts);
  return all;
}

function sceneOf({ engines }: Instruments, below: readonly RealmSummary[]): RealmSummary["scene"] {
  return joinScenes([engines.scenes?.describe() ?? null, ...below.map(({ scene }) => scene)]);
}

function physicsOf({ engines }: Instruments, below: readonly RealmSummary[]): RealmSummary["physics"] {
  return joinEngines([engines.physics?.engines() ?? null, ...below.map(({ physics }) => physics)]);
}

/** Null if nothing times physics. */
function joinEngines(lists: readonly RealmSummary["physics"][]): RealmSummary["physics"] {
  const all = lists.filter((list) => list !== null);
  return all.length === 0 ? null : [...new Set(all.flat())];
}

/** Buttons first: a canvas is the whole game, and says nothing. A link ends the run. */
function promptsOf({ page }: Instruments, below: readonly RealmSummary[]): RealmSummary["clickPrompts"] {
  const all = [...(page?.input.finder.prompts() ?? []), ...below.flatMap(({ clickPrompts }) => clickPrompts)];
  const inOrder = (["button", "canvas", "link"] as const).flatMap((wanted) =>
    all.filter(({ kind }) => kind === wanted),
  );
  return inOrder.slice(0, 8);
}

function inspectionsOf({ parts, given, drawWatches: { sites } }: Instruments): RealmSummary["inspections"] {
  if (parts === null || given === null) return [];
  const drawn = sites?.list() ?? [];
  return [{ ...parts.inspection(), given: given.results(), drawn, fragments: sites?.fragments() ?? null }];
}

/**
 * Includes only state that is the same in every pass. The command stream, for example, is only hashed in count passes.
 */
function hashFinalState({ randomness }: Instruments, counts: CountMeter, below: readonly RealmSummary[]): string {
  const final = createStateHash();
  randomness.hashInto(final);
  // A frame that is loading may draw after the last frame, sooner or later.
  for (const name of ["drawCalls", "triangles", "canvasOperations"] as const) final.addNumber(counts.taken(name));
  for (const summary of below) final.addText(summary.finalStateHash);
  return final.digest();
}

function hasRendered({ gl, canvas2d, page }: Instruments): boolean {
  const hasDrawn = gl.totals.drawCalls > 0 || canvas2d.totals.operations > 0;
  return hasDrawn || page?.domChanges.haveHappened() === true || page?.animations.haveRun() === true;
}
