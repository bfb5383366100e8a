import { countNames } from "../../src/formats/frame-counts.ts";
import type { CountName } from "../../src/formats/frame-counts.ts";
import { phaseNames, type PhaseName } from "../../src/formats/phases.ts";
import type { RunReport } from "../../src/formats/report.ts";
import type { ViewFrames, ViewNodes, ViewProfile, ViewTimes } from "../../src/formats/report-view.ts";
import { plainText } from "./text-layout.ts";

/** More than anyone reads about one frame. With all of them, the page of a long run would take many megabytes. */
const functionsOfFrame = 12;

/** Median of each phase over all repeats, one entry per frame; null for a game without phases. */
export type PhaseColumns = Readonly<Record<PhaseName, readonly number[]>> | null;

/** Frame columns of a report, for the page. */
export function htmlFrames(report: RunReport, phases: PhaseColumns): ViewFrames {
  const { perFrame, replay, profile, nodeDraws, playedInput } = report;
  return {
    times: perFrame.cpuMs.length === 0 ? null : viewTimes(report, phases),
    counts: viewCounts(perFrame),
    work: perFrame.work,
    allocatedBytes: perFrame.allocatedBytes,
    parts: viewParts(replay?.parts ?? []),
    nodes: nodeDraws.map(viewNodes),
    input: playedInput.map(({ frame, events }) => ({ frame, events: events.map(plainText) })),
    profile: profile === null ? null : viewProfile(profile),
  };
}

/** Frames of a run that never began. */
export const noFrames: ViewFrames = {
  times: null,
  counts: {},
  work: null,
  allocatedBytes: null,
  parts: [],
  nodes: [],
  input: [],
  profile: null,
};

function viewTimes({ perFrame, runs }: RunReport, phases: PhaseColumns): ViewTimes {
  const { cpuMs, gcMs, physicsMs } = perFrame;
  const repeats = runs.flatMap(({ pass, times }) => (pass === "timed" && times !== null ? [times.cpuMs] : []));
  return {
    cpuUs: microseconds(cpuMs),
    band:
      repeats.length < 2
        ? null
        : {
            lowUs: microseconds(cpuMs.map((_, frame) => Math.min(...valuesOf(repeats, frame)))),
            highUs: microseconds(cpuMs.map((_, frame) => Math.max(...valuesOf(repeats, frame)))),
          },
    phases:
      phases === null
        ? []
        : phaseNames
            .map((name) => ({ name, us: microseconds(phases[name]) }))
            .filter(({ us }) => us.some((each) => each > 0)),
    physicsUs: physicsMs === null ? null : microseconds(physicsMs),
    gcUs: microseconds(gcMs),
  };
}

function valuesOf(columns: readonly (readonly number[])[], frame: number): readonly number[] {
  return columns.flatMap((column) => column[frame] ?? []);
}

function microseconds(column: readonly number[]): readonly number[] {
  return column.map((ms) => Math.round(ms * 1000));
}

function viewCounts(perFrame: RunReport["perFrame"]): ViewFrames["counts"] {
  const counts: Partial<Record<CountName, readonly number[]>> = {};
  for (const name of countNames) {
    const column = perFrame[name];
    if (column !== null) counts[name] = column;
  }
  return counts;
}

function viewNodes({ path, frames, drawCalls, triangles }: RunReport["nodeDraws"][number]): ViewNodes {
  const distances = frames.map((frame, index) => frame - (frames[index - 1] ?? 0));
  return { path: plainText(path), distances, drawCalls, triangles };
}

/** Most games have one realm, which need not be named. */
function viewParts(parts: NonNullable<RunReport["replay"]>["parts"]): ViewFrames["parts"] {
  const hasOne = new Set(parts.map(({ realm }) => realm)).size < 2;
  return parts.map(({ realm, part, steps }) => ({ name: plainText(hasOne ? part : `${part} (${realm})`), steps }));
}

function viewProfile({ functions, frames }: NonNullable<RunReport["profile"]>): ViewProfile {
  return {
    functions: functions.map(({ name, position, owner }) => ({
      name: plainText(name),
      position: plainText(position),
      owner,
    })),
    frames: frames.map(({ frame, functions: indexes, selfMs }) => ({
      frame,
      functions: indexes.slice(0, functionsOfFrame),
      us: microseconds(selfMs.slice(0, functionsOfFrame)),
    })),
    isCut: frames.some(({ functions: indexes }) => indexes.length > functionsOfFrame),
  };
}
