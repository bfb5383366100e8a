import * as z from "zod/mini";
import { reportedAllocations } from "./allocations-schema.ts";
import { reportedBaseline } from "./baseline-schema.ts";
import { nodeDraws, reportedDraws, sharedMeshes } from "./draws-schema.ts";
import { reportedOverdraw } from "./overdraw-schema.ts";
import { capabilityTiers, ingestStrategies } from "./capability-tiers.ts";
import {
  closedObject,
  described,
  exactly,
  finiteNumber,
  listOf,
  oneOf,
  optional,
  pairOf,
  safeInteger,
  truthValue,
} from "./field-kinds.ts";
import { countNames, definitionOf, recordByCount } from "./frame-counts.ts";
import { metricDefinitions, metricIds, recordByLoadMetric, recordByMetric } from "./metrics.ts";
import { phaseNames, recordByPhase } from "./phases.ts";
import { atLeastZero, column, count, counts, duration, hashes, nullable, words, wordsOrNull } from "./report-fields.ts";
import { reportVersion } from "./report.ts";
import { gameIdentity, runSettings, servedFile } from "./run-settings-schema.ts";
import { reportedScene } from "./scene-report-schema.ts";

// `report.ts` and `verdict.ts` declare the types of a report separately, because people read them most. A test keeps
// them and these schemas equal, in both directions.

const frame = nullable(safeInteger(), "Measured frame, zero-based; null for a value that is not of a single frame.");
const raster = described(oneOf(["skip", "real"]), "skip: no pixels were rendered. real: they were rendered.");
const phaseMs = nullable(
  closedObject(recordByPhase((phase) => duration(`CPU time of the ${phase} phase.`))),
  "CPU time by phase; null for a game whose frames do not have Framegate's phases.",
);
const phaseColumns = nullable(
  closedObject(recordByPhase((phase) => column(`CPU time of the ${phase} phase.`, "ms"))),
  "CPU time by phase; null for a game whose frames do not have Framegate's phases.",
);

const metric = closedObject({
  value: nullable(finiteNumber(), "The measured value; null if there is none."),
  unit: described(oneOf(["ms", "count", "bytes"]), "Unit of value, low and high."),
  reason: wordsOrNull("The reason why it was not measured; null if it was."),
  mean: nullable(finiteNumber(), "Mean over the measured frames, for a maximum of a count; null otherwise."),
  low: nullable(finiteNumber(), "Lower end of the 95 % interval; the value itself for an exact metric."),
  high: nullable(finiteNumber(), "Upper end of the 95 % interval; the value itself for an exact metric."),
  frame,
});

const worstFrame = closedObject({
  frame: count("Measured frame, zero-based."),
  cpuMs: duration("CPU time of the frame."),
  gcCpuMs: duration("The part of it that the garbage collector took."),
  phaseCpuMs: phaseMs,
  drawCalls: nullable(finiteNumber(), "Draw calls; null if they do not apply."),
  triangles: nullable(finiteNumber(), "Triangles; null if they do not apply."),
});

const run = closedObject({
  ...recordByCount((name) => counts(definitionOf(name).about)),
  stateHash: nullable(hashes(), "Null if the pass does not hash every frame."),
  pass: described(
    oneOf(["count", "timed", "plain", "work", "allocations"]),
    "Purpose of the run: counts, times, only the final result, or executed code.",
  ),
  repeat: count("Zero-based within its pass."),
  seed: described(safeInteger(), "Seed of the run."),
  raster,
  times: nullable(
    closedObject({
      cpuMs: column("CPU time of the main thread.", "ms"),
      wallMs: column("Wall time.", "ms"),
      gcCpuMs: column("The part of cpuMs that the garbage collector took.", "ms"),
      phaseCpuMs: phaseColumns,
      emptyFrameMs: duration("CPU time of a frame in which only Framegate runs, which is left out of the columns."),
      physicsCpuMs: nullable(
        column("CPU time of the steps of physics engines on the main thread.", "ms"),
        "Null if no step was seen.",
      ),
      workerPhysicsCpuMs: nullable(
        column("CPU time of the steps of physics engines in workers, since the end of the previous frame.", "ms"),
        "Null if no step was seen.",
      ),
    }),
    "Times as measured; null for a run that was not timed.",
  ),
  workloadMs: nullable(
    finiteNumber(),
    "CPU milliseconds of the calibration workload in the same browser; null if it was not run.",
  ),
  queuedShare: nullable(
    finiteNumber(),
    "Share of the frames' time in which the main thread could have run and waited for a core. Null if it was not timed, or the system does not tell.",
  ),
  entities: nullable(finiteNumber(), "Entity-tagged nodes at the end; null if no root can count them."),
  loads: nullable(
    closedObject({
      ...recordByLoadMetric((id) => count(metricDefinitions[id].about)),
      bootDecodedBytes: nullable(
        finiteNumber(),
        `${metricDefinitions.bootDecodedBytes.about} Null if a body could not be decoded.`,
      ),
    }),
    "What the page loaded; only of a count pass.",
  ),
  finalStateHash: words("Hash of the state after the last frame."),
  bootMs: duration("From navigation until every root was mounted."),
  wallMs: duration("The whole run."),
});

const calibration = closedObject({
  name: words("Name of the reference machine."),
  machine: words("Its processors, system and browser."),
  workload: count("Version of the calibration workload."),
  workloadMs: duration("CPU time of the workload on the reference machine."),
  spread: atLeastZero("Standard deviation between browsers on the reference machine, as a share."),
  isSameMachine: described(
    truthValue(),
    "True if this machine has the processors, system and browser of the reference.",
  ),
  factor: nullable(finiteNumber(), "How many times as long this machine takes; null without a timed run."),
  low: nullable(finiteNumber(), "Lower end of its 95 % interval."),
  high: nullable(finiteNumber(), "Upper end of its 95 % interval."),
  isTrusted: described(truthValue(), "True if the factor is known and within 0.5 to 2."),
});

const divergence = closedObject({
  column: described(
    oneOf([...countNames, "stateHash", "entities", "finalStateHash", "failure"]),
    "The figure that differs first, or a failure that some runs have and others do not.",
  ),
  frame,
  runs: described(pairOf(count("Index of a run.")), "The two runs."),
  values: described(pairOf(words("Value of a run.")), "Their values."),
});

const place = {
  file: words("Relative to the game, or a URL."),
  line: count("From 1."),
  column: count("From 1."),
};

const explanation = closedObject({
  frame: described(z.nullable(safeInteger()), "Measured frame, zero-based; -1 before it; null for the end of the run."),
  phase: nullable(oneOf(phaseNames), "The phase in which the difference arose; null if unknown."),
  root: wordsOrNull("The root whose scene differs, or the realm; null for the game as a whole."),
  part: words("The part of the state, such as scene, dom or gl."),
  path: wordsOrNull("The first differing value in it; null if it did not recur."),
  a: words("Value in one run."),
  b: words("Value in the other run."),
  class: described(
    oneOf(["structural", "exact", "below-epsilon"]),
    "structural: values of another kind or number. exact: another value. below-epsilon: a number that differs by rounding.",
  ),
  cause: nullable(
    closedObject({
      api: words("The API that gave the first differing result, or that loaded a differing file."),
      realm: words("The page's path, or a worker's name."),
      stack: described(listOf(described(closedObject(place), "A call.")), "The game's calls, innermost first."),
    }),
    "The reason; null if none was found.",
  ),
});

const reportedRoot = closedObject({
  id: words("Its id in the manifest."),
  surface: described(oneOf(["threejs", "pixijs", "react"]), "The surface that it draws on."),
  adapter: described(oneOf(["default", "custom", ...ingestStrategies]), "The kind of its adapter, or the strategy."),
  tier: described(
    oneOf(capabilityTiers),
    "How closely the engine could work with it: as declared, else the adapter's ceiling, or the tier that the game degraded to.",
  ),
  ceiling: described(oneOf(capabilityTiers), "The best tier that its adapter can reach in the delivery context."),
  loop: described(oneOf(["gated", "self-driven"]), "Who drives it."),
});

const replay = closedObject({
  files: described(listOf(servedFile), "The files that were served to the page."),
  parts: described(
    listOf(
      described(
        closedObject({
          realm: words("The page's path, or a worker's name."),
          part: words("Name of the part, such as gl, dom or scene:hud."),
          steps: words("The steps in which it changed, such as -1,3,5..599, counted from the start of the warm-up."),
          digests: words("Six characters for each step; dots for a part that stopped changing."),
        }),
        "A part of the state.",
      ),
    ),
    "The changes of each part of the state.",
  ),
});

const changedFrames = count("Frames in which it changed.");

const liveness = closedObject({
  frames: count("Frames that were examined, warm-up included."),
  changedFrames: count("Frames in which anything changed except input and timers."),
  lastChange: nullable(safeInteger(), "The last such frame, negative in the warm-up; null if nothing ever changed."),
  state: described(
    oneOf(["moving", "still", "vacuous"]),
    "moving: something changed until the end. still: nothing changed in the last third. vacuous: nothing changed and nothing was drawn.",
  ),
  isDrawnAgain: described(truthValue(), "Whether the last frame drew anything."),
  parts: described(
    listOf(described(closedObject({ name: words("Name of the part."), changedFrames }), "A part of the state.")),
    "The parts of the state, whether they changed or not.",
  ),
  input: described(
    closedObject({
      frames: count("Frames with input."),
      changedFrames: count("Those frames in which, or after which, something else changed."),
      missing: described(
        listOf(described(oneOf(["key", "click"]), "A kind of input.")),
        "Input that the page listens for but the run did not have.",
      ),
    }),
    "Input of the run.",
  ),
});

const environment = closedObject({
  framegate: words("Version of Framegate."),
  node: words("Version of Node."),
  platform: words("Operating system, as Node calls it."),
  arch: words("CPU architecture, as Node calls it."),
  cpuModel: words("Model of the CPU."),
  cpuCount: count("Logical CPUs."),
  browserVersion: words("Name and version of the browser."),
  browserSource: words("How the browser was found, such as embedded."),
  browserFlags: described(listOf(words("A flag.")), "Command line of the browser."),
  glRenderer: wordsOrNull("WebGL renderer of the browser; null if there is none."),
  crossOriginIsolated: described(truthValue(), "Whether the page was cross-origin isolated."),
  timerResolutionMs: nullable(finiteNumber(), "Resolution of the page's timer in milliseconds; null if unknown."),
  page: described(
    closedObject({
      timeZone: words("Time zone."),
      language: words("The only language."),
      platform: words("System, as navigator.platform names it."),
      hardwareConcurrency: count("Logical processors."),
      deviceMemory: count("Memory in GiB."),
      storageQuota: count("Bytes that the page may store."),
    }),
    "The facts about its machine that the page sees, the same on every machine.",
  ),
});

const perFrame = closedObject({
  cpuMs: column("CPU time of the main thread.", "ms"),
  wallMs: column("Wall time.", "ms"),
  gcMs: column("The part of cpuMs that the garbage collector took.", "ms"),
  physicsMs: nullable(
    column("CPU time of the physics phase, or of the physics engines found in a page.", "ms"),
    "Null if there is neither.",
  ),
  workerPhysicsMs: nullable(
    column("CPU time of the physics engines found in workers, all together. Not part of cpuMs.", "ms"),
    "Null if there is none.",
  ),
  ...recordByCount((name) => counts(definitionOf(name).about)),
  work: nullable(column("Executed code, in tokens."), "Null if it was not read after every frame."),
  allocatedBytes: nullable(column("Bytes that the game allocates on V8's heap."), "Null without an allocations pass."),
  stateHash: hashes(),
});

const work = closedObject({
  total: count("Tokens that were executed in all measured frames."),
  every: count("Frames between two readings."),
  readings: described(listOf(count("Tokens since the previous reading.")), "The last one may cover fewer frames."),
  functions: described(
    listOf(
      described(
        closedObject({
          name: words("Its name; empty if it has none."),
          position: words("file:line:column, or the URL with line and column."),
          owner: described(oneOf(["game", "library"]), "Whose code it is."),
          work: count("Tokens that it executed, without nested functions."),
        }),
        "A function.",
      ),
    ),
    "The functions that executed the most, in descending order.",
  ),
  wasm: nullable(
    listOf(count("Instructions since the previous reading.")),
    "Executed instructions of WebAssembly, which no other figure includes; null for a game without any.",
  ),
  natives: described(
    listOf(
      described(
        closedObject({
          name: words("As written; .sort is any method of that name."),
          calls: count("Calls by this name."),
        }),
        "A native.",
      ),
    ),
    "Calls of browser functions, whose own work is not counted.",
  ),
  flags: described(listOf(words("A flag.")), "V8's flags in this run."),
  notes: described(listOf(words("A sentence.")), "Code that ran uncounted."),
});

const profile = closedObject({
  intervalUs: described(finiteNumber(), "Microseconds between two samples."),
  passes: count("Runs that were sampled."),
  samples: count("Samples in the measured frames."),
  frameMs: duration("Mean CPU time of a measured frame."),
  functions: described(
    listOf(
      described(
        closedObject({
          name: words("Its name; empty if it has none."),
          position: words("file:line:column, or the URL with line and column; empty for browser and framegate."),
          owner: described(
            oneOf(["game", "library", "browser", "framegate"]),
            "Whose code it is. browser: work that no script called for, such as garbage collection; framegate: its own work in a frame.",
          ),
          selfMs: duration("Mean CPU time per frame in it and in browser functions that it calls."),
          totalMs: duration("The same, including everything that it calls."),
        }),
        "A function.",
      ),
    ),
    "The functions that took the time, those with the most of their own first.",
  ),
  frames: described(
    listOf(
      described(
        closedObject({
          frame: count("Measured frame, zero-based."),
          cpuMs: duration("Its CPU time, including that of functions that are not listed."),
          functions: described(listOf(count("Index of a function.")), "Its functions, slowest first."),
          selfMs: described(listOf(duration("Of one function.")), "Their own CPU time in this frame."),
        }),
        "A frame.",
      ),
    ),
    "The frames that have samples.",
  ),
});

const callSite = closedObject({
  api: words("The function that was called."),
  frame: described(safeInteger(), "Measured frame, zero-based; negative in the warm-up."),
  site: words("Innermost stack frame in the game's own code."),
  through: described(listOf(words("A stack frame.")), "Library code between the game and the call, innermost first."),
});

const notice = closedObject({
  code: words("Stable code."),
  message: words("A sentence."),
  severity: described(oneOf(["warning", "failure"]), "failure: the verdict fails. warning: it is only shown."),
  where: wordsOrNull("URL, file:line:column or frame; null if unknown."),
});

const scan = closedObject({
  status: described(
    oneOf(["clean", "skipped", "off"]),
    "clean: no banned API was found. skipped: by --no-scan. off: the game does not declare seededRandom.",
  ),
  files: count("Sources that were scanned."),
  notices: count("Places that static analysis could not decide."),
  suppressed: count("Findings that a comment in the sources suppresses."),
});

const report = closedObject({
  version: described(exactly(reportVersion), "Version of the file format."),
  game: gameIdentity,
  target: runSettings.target,
  context: runSettings.context,
  served: described(
    closedObject({
      folder: words("Relative to the folder of the game."),
      because: wordsOrNull(
        "The reference that makes it larger than the game's own folder, or --root; null if neither does.",
      ),
    }),
    "Folder whose files the page could read.",
  ),
  roots: described(
    listOf(described(reportedRoot, "A root.")),
    "The roots of a manifest; empty for a page without one.",
  ),
  allowedHosts: described(
    listOf(words("A name or an address, with or without a port.")),
    "Hosts that the game could reach.",
  ),
  seed: described(
    closedObject({
      value: described(safeInteger(), "The seed."),
      source: described(oneOf(["explicit", "query", "defaultSeed", "runtime-default"]), "Source of the seed."),
      notices: described(listOf(words("A sentence.")), "Seeds that were given but not used."),
    }),
    "Seed of the run.",
  ),
  frames: runSettings.frames,
  viewport: runSettings.viewport,
  query: runSettings.query,
  options: runSettings.options,
  tape: runSettings.tape,
  raster,
  budget: runSettings.budget,
  metrics: described(
    closedObject(
      recordByMetric((id) => described(metric, `Result of the ${metricDefinitions[id].label}.`, { id: "metric" })),
    ),
    "Results by metric.",
  ),
  perFrame: described(perFrame, "Figures of each measured frame."),
  beforeFrames: described(
    closedObject(
      recordByCount((name) =>
        definitionOf(name).kind === "level"
          ? nullable(finiteNumber(), "Always null, because it is a level.")
          : nullable(finiteNumber(), `${definitionOf(name).about} Null if the metric does not apply.`),
      ),
    ),
    "Sums from before the first measured frame: while the page loaded, and in the warm-up.",
  ),
  worstFrames: described(listOf(described(worstFrame, "A frame.")), "The frames that took longest, worst first."),
  work: nullable(work, "The code that the game executed in the measured frames; null without a work pass."),
  allocations: nullable(
    reportedAllocations,
    "What the game allocates on V8's heap, by function; null without an allocations pass.",
  ),
  profile: nullable(profile, "The functions that took the time; null if the run was not profiled."),
  draws: nullable(
    reportedDraws,
    "The causes of draws in a frame that exceeds a limit, or that draws the most; null if not requested.",
  ),
  nodeDraws: described(
    listOf(described(nodeDraws, "All nodes of that path.")),
    "The draws of scene nodes in every frame, those that draw most first; empty for an engine that does not report its nodes.",
  ),
  playedInput: described(
    listOf(
      described(
        closedObject({
          frame: count("Measured frame, zero-based."),
          events: described(listOf(words("Such as key ArrowLeft down.")), "Its input, in order."),
        }),
        "A frame with input.",
      ),
    ),
    "The frames with input.",
  ),
  sharedMeshes: nullable(
    sharedMeshes,
    "The most meshes that a frame, warm-up included, draws one by one though they share geometry and material; null if there are none.",
  ),
  overdraw: nullable(
    reportedOverdraw,
    "The fragments that the WebGL draws of a frame write; null if not requested, or if the run for it failed.",
  ),
  physicsEngines: nullable(
    listOf(words("Its name.")),
    "Physics engines whose steps were timed on the main thread of an unmodified page; null if nothing looked for them.",
  ),
  workerPhysicsEngines: nullable(listOf(words("Its name.")), "The same in workers."),
  scene: nullable(reportedScene, "Scene graphs; null if there are none, or nothing looked for them."),
  runs: described(listOf(described(run, "A run.")), "All runs of the plan."),
  divergence: nullable(divergence, "The first difference between two runs of the plan; null if there is none."),
  explanation: nullable(
    explanation,
    "The first difference between two count runs, value by value; null if they are equal or one failed.",
  ),
  replay: nullable(replay, "Data of the first run for framegate replay; null if that was not a count run."),
  liveness: nullable(liveness, "How much happened in the frames; null if nothing was hashed."),
  baseline: nullable(reportedBaseline, "The comparison with another build; null if there was none."),
  calibration: nullable(
    calibration,
    "How times were converted to those of a reference machine; null if they are as measured.",
  ),
  scan: described(scan, "The scanner's result for the game's sources before the run."),
  randomCallSites: described(
    listOf(described(callSite, "A call site.")),
    "Unseeded randomness drawn in a gameplay frame.",
  ),
  namedUses: described(
    listOf(
      described(
        closedObject({
          api: words("The API."),
          realm: words("The page's path, or a worker's name."),
          file: words("File of the call."),
          line: count("Its line, from 1."),
          column: count("Its column, from 1."),
        }),
        "A use.",
      ),
    ),
    "Uses of APIs whose results cannot be repeated.",
  ),
  notices: described(listOf(described(notice, "A notice.")), "Problems that did not stop the run."),
  quantileMethod: words("How quantiles were computed."),
  intervalMethod: words("How intervals were computed."),
  environment: described(environment, "The machine and the browser of the run."),
});

const verdict = closedObject({
  status: described(oneOf(["pass", "fail", "inconclusive"]), "The worst of all lines."),
  cause: optional(
    described(
      oneOf(["budget", "regression", "nondeterminism", "game"]),
      "The reason why it is not a pass; absent on a pass.",
    ),
  ),
  lines: described(
    listOf(
      described(
        closedObject({
          metric: described(oneOf(metricIds), "The metric."),
          value: nullable(finiteNumber(), "The measured value; null if there is none."),
          budget: described(finiteNumber(), "The limit."),
          status: described(oneOf(["pass", "fail", "inconclusive"]), "Status of the line."),
          reason: nullable(
            oneOf(["exceeded", "not-measured", "limit-within-noise", "too-few-repeats", "other-machine"]),
            "The reason why it is not a pass; null on a pass.",
          ),
        }),
        "A line of the budget.",
      ),
    ),
    "One line for each limit of the budget.",
  ),
});

/** The fields of `report.json`. */
export const reportFileSchema = described(
  closedObject({
    report: described(report, "The measurements."),
    verdict: described(verdict, "The result of comparing the report with its budget."),
  }),
  "The measurements of a run and the verdict on its budget: report.json.",
);
