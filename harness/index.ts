export { type ErrorCode, FramegateError } from "./errors.ts";
export type { InconclusivePolicy, VerdictExitCode } from "./exit-codes.ts";
export { type JudgedFigures, judgeReport } from "./judge/judge-report.ts";
export { type LoadOptions, loadProject, type Project } from "./load/load-project.ts";
export type { BaselineOptions } from "./plan/baseline-options.ts";
export { planRuns } from "./plan/plan-runs.ts";
export type { RunOptions } from "./plan/run-options.ts";
export { type GameEvent, type GameOptions, type GameResult, runGame } from "./run-game.ts";
export type { PerfEvent } from "./open-stage.ts";
export type { ClickPosition, PlayScript, ScriptedGame } from "./script/scripted-game.ts";
export type { ScriptFile } from "./script/play-script.ts";
export type { RecordContext, Recording, RecordOptions } from "./recording.ts";
export { runRecord } from "./run-record.ts";
export type { CountColumns, RandomCallSite, RunNotice, TimeColumns } from "../src/formats/frame-sample.ts";
export type { CapabilityTier, DeliveryContext, IngestStrategy } from "../src/formats/capability-tiers.ts";
export type { CountName } from "../src/formats/frame-counts.ts";
export type { AllocatingFunction, AllocationProfile, FrameAllocations, HeapUse } from "../src/formats/allocations.ts";
export type { CpuProfile, FrameFunctions, ProfiledFunction } from "../src/formats/cpu-profile.ts";
export type { DrawCountName, DrawCounts, DrawingFunction, DrawnNodes, FrameDraws } from "../src/formats/frame-draws.ts";
export type {
  FragmentDraw,
  FragmentFigures,
  FragmentFunction,
  FragmentNodes,
  FrameOverdraw,
  OverdrawTarget,
} from "../src/formats/frame-overdraw.ts";
export type { InputMap } from "../src/formats/input-map.ts";
export type {
  AuthoringMetadata,
  LearnerMetadata,
  ResolvedAdapter,
  ResolvedIngest,
  ResolvedManifest,
  ResolvedRoot,
  Surface,
} from "../src/formats/manifest.ts";
export type { EngineConfig, EntitySelector, SelectorCondition } from "../src/formats/entity-selector.ts";
export type { NamedNodes, SceneEngineName, SceneEngineReport, SceneReport } from "../src/formats/scene-report.ts";
export type { Budget, CountMetricId, LoadMetricId, MetricId, MetricUnit } from "../src/formats/metrics.ts";
export type { PageEnvironment } from "../src/formats/page-environment.ts";
export type { PhaseName } from "../src/formats/phases.ts";
export type {
  BaselineComparison,
  BaselineSource,
  BaselineStep,
  ColumnComparison,
  ComparedAllocations,
  ComparedCount,
  ComparedDrawer,
  ComparedDraws,
  ComparedFunction,
  ComparedFunctionBytes,
  ComparedFunctionTime,
  ComparedLoad,
  ComparedNodes,
  DrawnByBoth,
  DuetEffect,
  DuetResult,
} from "../src/formats/baseline.ts";
export type { SharedMeshes } from "../src/formats/page-port.ts";
export type { RunPictures, Screenshot } from "../src/formats/run-pictures.ts";
export type { LoadCounts } from "../src/formats/load-counts.ts";
export type { ReportFile } from "../src/formats/report-file.ts";
export type {
  Calibration,
  Divergence,
  FrameInput,
  MetricResult,
  NodeDraws,
  ReportedRun,
  ReportedRoot,
  ReportedScan,
  ReportedTape,
  ReportedWork,
  ReportEnvironment,
  RunReport,
  WorstFrame,
} from "../src/formats/report.ts";
export type {
  DeclaredPage,
  Delivery,
  GameIdentity,
  GameTarget,
  ManifestTarget,
  PageTarget,
  PassKind,
  PlannedRun,
  RasterMode,
  ResolvedSeed,
  RunLimits,
  RunPlan,
  SeedSource,
  ServedFolder,
  ServerTarget,
  TapeInPlan,
  Viewport,
} from "../src/formats/run-plan.ts";
export type { FunctionWork, NativeCalls, WorkedFunction, WorkSamples } from "../src/formats/work.ts";
export type { AwaitedInput, Liveness } from "../src/formats/liveness.ts";
export type { PackedPart, RecordedRun, ServedFile } from "../src/formats/replay-report.ts";
export type {
  DivergenceCause,
  DivergenceClass,
  NamedUse,
  SourcePlace,
  VerifiedPart,
  VerifyDivergence,
} from "../src/formats/verify-report.ts";
export type { ElementTarget, TapeCondition } from "../src/formats/element-look.ts";
export type { Tape } from "../src/formats/tape.ts";
export type { MachineRecord } from "../src/formats/machine.ts";
export type { Verdict, VerdictLine, VerdictReason, VerdictStatus } from "../src/formats/verdict.ts";
