import type { RunSamples } from "../src/formats/frame-sample.ts";
import type { InspectConfig, RealmInspection } from "../src/formats/page-port.ts";
import { splitPart } from "../src/formats/state-parts.ts";
import type { DivergenceCause, LoadedFile, VerifyDivergence } from "../src/formats/verify-report.ts";
import { placesIn, type StackPositions } from "./capture/stack-positions.ts";
import {
  findFileDifference,
  findPhase,
  findResultDifference,
  findValueDifference,
} from "./verify/compare-inspections.ts";
import { type ComparedLaunch, findFirstDifference, type FirstDifference } from "./verify/compare-launches.ts";

/** One of two inspected runs. */
export interface InspectedRun {
  readonly samples: ComparedLaunch & Pick<RunSamples, "namedUses">;
  readonly inspections: readonly RealmInspection[];
  readonly loads: readonly LoadedFile[];
}

export interface LookAgainOptions {
  readonly positions: StackPositions;
  /** The uses of unordered APIs that the differing runs have reported. */
  readonly named: RunSamples["namedUses"];
  /** Repeats one of the two differing runs, to the end of the inspected step; null if it could not be run that far. */
  readonly runAgain: (index: 0 | 1, inspect: InspectConfig) => Promise<InspectedRun | null>;
}

// A random difference may show up elsewhere the next time, or not at all.
const maximumAttempts = 3;

/**
 * Repeats two runs that differ, and inspects the differing frame value by value, along with the browser's results in
 * each. A random difference may move to another frame: the result is then that of the last attempt, without the value.
 */
export async function lookAgain(first: FirstDifference, options: LookAgainOptions): Promise<VerifyDivergence> {
  const divergence = await inspectAgain(first, options);
  // A difference that was not found again may be that of what the runs before have named.
  return { ...divergence, cause: divergence.cause ?? causeOf(options.named) };
}

async function inspectAgain(first: FirstDifference, options: LookAgainOptions): Promise<VerifyDivergence> {
  let difference = first;
  let explained: VerifyDivergence | null = null;
  for (let attempt = 0; attempt < maximumAttempts && difference.step !== null; attempt += 1) {
    const inspect = { step: difference.step, part: inspectedPart(difference.part), countsFragments: false };
    const left = await options.runAgain(0, inspect);
    const right = left === null ? null : await options.runAgain(1, inspect);
    if (left === null || right === null) break;
    const again = findFirstDifference([left.samples, right.samples]);
    if (again === null) continue;
    explained = explain(again, [left, right], { inspect, positions: options.positions });
    if (explained.path !== null) return explained;
    difference = again;
  }
  return explained ?? divergenceOf(first);
}

/** WebGPU's draws are counted but not hashed. Their cause is found all the same. */
function inspectedPart(part: string): string {
  return part === "drawCalls" || part === "triangles" ? "gl" : part;
}

function explain(
  difference: FirstDifference,
  [left, right]: readonly [InspectedRun, InspectedRun],
  { inspect, positions }: Pick<LookAgainOptions, "positions"> & { readonly inspect: InspectConfig },
): VerifyDivergence {
  const isInspected = difference.step === inspect.step && inspectedPart(difference.part) === inspect.part;
  const realm = difference.realm ?? hostRealm;
  return {
    ...divergenceOf(difference),
    ...(isInspected ? describeValue(ofRealm(left, realm), ofRealm(right, realm)) : {}),
    cause: findCause(left, right, positions),
  };
}

/** Members that only read or change the document: their results depend on earlier ones. */
const documentRead =
  /^(?:CharacterData|Document|Element|Event|HTML(?!Audio|Canvas|Media|Video)\w*Element|Node|SVG\w*Element)\./u;

function findCause(left: InspectedRun, right: InspectedRun, positions: StackPositions): DivergenceCause | null {
  const isOwn = (stack: string): boolean => positions.frames(stack)[0]?.owner === "framegate";
  // Chance may decide which run uses an unordered API at all, so the uses of both count.
  const namedUses = [left, right].flatMap(({ samples }) => samples.namedUses);
  const result = findResultDifference(left.inspections, right.inspections, { isOwn, hasNamed: namedUses.length > 0 });
  const given =
    result === null ? null : { api: result.api, realm: result.realm, stack: placesIn(result.stack, positions) };
  // A value read from the document is an effect if an unordered API was used, which may be its cause.
  const isEffect = given !== null && namedUses.length > 0 && documentRead.test(given.api);
  // A differing call says more than a differing file, but a message may only pass on the effect of such a file.
  if (given !== null && given.api !== "MessageEvent.data" && !isEffect) return given;
  const named = causeOf(namedUses);
  return findFileDifference(left.loads, right.loads) ?? (isEffect ? named : given) ?? named;
}

/** The first use of an API whose results are not repeatable; null if there is none. */
function causeOf([first]: InspectedRun["samples"]["namedUses"]): DivergenceCause | null {
  if (first === undefined) return null;
  const { api, realm, ...place } = first;
  return { api, realm, stack: [place] };
}

function ofRealm({ inspections }: InspectedRun, realm: string): RealmInspection | null {
  return inspections.find((inspection) => inspection.realm === realm) ?? null;
}

type DescribedValue = Partial<Pick<VerifyDivergence, "phase" | "path" | "a" | "b" | "class">>;

function describeValue(left: RealmInspection | null, right: RealmInspection | null): DescribedValue {
  const phase = findPhase(left?.phaseDigests ?? [], right?.phaseDigests ?? []);
  const value = findValueDifference(left?.values ?? [], right?.values ?? []);
  if (value === null) return { phase };
  const [a, b] = value.values;
  return { phase, path: value.path, a, b, class: value.class };
}

/** Realm of the host page in a game with roots. Its parts belong to the game as a whole. */
const hostRealm = "/";

function divergenceOf({ step, realm, part, values }: FirstDifference): VerifyDivergence {
  const { name, root } = splitPart(part);
  const [a, b] = values;
  return {
    ...{ frame: step, phase: null, root: root ?? (realm === hostRealm ? null : realm), part: name },
    ...{ path: null, a, b, class: "exact", cause: null },
  };
}
