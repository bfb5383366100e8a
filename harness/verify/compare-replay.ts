import { recordByCount } from "../../src/formats/frame-counts.ts";
import type { RunSamples } from "../../src/formats/frame-sample.ts";
import type {
  RecordedRun,
  ReplayDifference,
  ServedFile,
  SurroundingDifference,
} from "../../src/formats/replay-report.ts";
import type { RunReport } from "../../src/formats/report.ts";
import { splitPart } from "../../src/formats/state-parts.ts";
import { type ComparedLaunch, findFirstDifference } from "./compare-launches.ts";
import { shortenDigests, unpackParts } from "./pack-parts.ts";

/** Environment of a replay, known before it runs. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  readonly files: readonly ServedFile[];
}

/** Differences between the environment of a report and the current one. */
export function compareSurroundings(recorded: Surroundings, here: Surroundings): readonly SurroundingDifference[] {
  const environment = Object.entries(recorded.environment).flatMap(([name, value]) => {
    const other = here.environment[name] ?? "";
    return value === other ? [] : [{ name, recorded: value, here: other }];
  });
  const hashes = new Map(here.files.map(({ url, hash }) => [url, hash]));
  const files = recorded.files.flatMap(({ url, hash }) => {
    const other = hashes.get(url) ?? null;
    return hash === other ? [] : [{ name: url, recorded: hash ?? "missing", here: other ?? "missing" }];
  });
  return [...environment, ...files];
}

/** Surroundings that are not the game's own. */
const machineNames: ReadonlySet<string> = new Set(["framegate", "browser", "flags", "platform"]);

/** True if the game's files, manifest and tape equal the recorded ones byte by byte, so only the machine differs. */
export function isSameGame(differences: readonly SurroundingDifference[]): boolean {
  return differences.every(({ name }) => machineNames.has(name));
}

/**
 * The first difference between a replay and the recorded run; null if there is none. `samples` includes the warm-up.
 */
export function compareReplay(report: RunReport, recorded: RecordedRun, samples: RunSamples): ReplayDifference | null {
  const [run] = report.runs;
  if (run === undefined) return null;
  const { warmup } = report.frames;
  const ofReport: ComparedLaunch = {
    parts: unpackParts(recorded.parts),
    counts: {
      ...recordByCount((name) => behindWarmup(run[name], samples.counts[name], warmup)),
      stateHash: null,
    },
    finalStateHash: run.finalStateHash,
  };
  const first = findFirstDifference([ofReport, { ...samples, parts: shortenDigests(samples.parts ?? []) }]);
  if (first === null) return null;
  const { name, root } = splitPart(first.part);
  return {
    frame: first.step === null ? null : Math.max(first.step - warmup, -1),
    root: root ?? (first.realm === "/" ? null : first.realm),
    part: name,
    recorded: first.values[0],
    here: first.values[1],
  };
}

/** A report has no warm-up counts, so the replay's stand in. */
function behindWarmup(
  measured: readonly number[] | null,
  all: readonly number[] | null,
  warmup: number,
): readonly number[] | null {
  return measured === null ? null : [...(all ?? []).slice(0, warmup), ...measured];
}
