import type { CountName } from "./frame-counts.ts";
import type { DrawCounts } from "./frame-draws.ts";
import type { InputMap } from "./input-map.ts";
import type { ClickPrompt, ElementLook, ElementTarget } from "./element-look.ts";
import type { EngineConfig } from "./entity-selector.ts";
import type { AwaitedInput } from "./liveness.ts";
import type { PassKind, RasterMode } from "./run-plan.ts";
import type { SceneReport } from "./scene-report.ts";
import type { Tape, TapeEvent } from "./tape.ts";

/** The settings that the prelude needs before the first script of a page runs. Plain data. */
export interface PreludeConfig {
  readonly seed: number;
  readonly stepHz: number;
  /** To a page, a work pass is a count pass. */
  readonly pass: Exclude<PassKind, "work" | "allocations">;
  readonly raster: RasterMode;
  /** Whether draws before frame 0 are rendered even if `raster` skips the frames. */
  readonly rendersBoot: boolean;
  /** Whether 2D canvases are rendered regardless of the raster mode. */
  readonly rendersCanvases: boolean;
  /** Whether pointer lock also takes the browser's own lock, for a person's mouse in a window. */
  readonly locksPointer: boolean;
  /** Whether WebAssembly counts its instructions, for a work pass. */
  readonly countsWasm: boolean;
  /** Whether unseeded randomness in a gameplay frame is recorded by call site. */
  readonly trapRandom: boolean;
  /** True to record the draws of scene nodes and the input of each frame, for the viewer of a report. */
  readonly recordsFrames: boolean;
  /** The longest wait between two frames for the page's pending loads, in real milliseconds. */
  readonly settleMs: number;
  /** The longest wait before the first frame, in real milliseconds from the start of the realm; at least `settleMs`. */
  readonly bootMs: number;
  /** The part to record in the second run of an explanation; null in every other run. */
  readonly inspect: InspectConfig | null;
  /** How to look for engines in pages that were not written for Framegate; null to look for none. */
  readonly engines: EngineConfig | null;
}

/** The frame in which two runs differ, which is recorded value by value. */
export interface InspectConfig {
  /** Its step; -1 for the time before the first one. */
  readonly step: number;
  /** The part that differs. */
  readonly part: string;
  /** Counts the fragments of the step's draws, which needs a run that renders. */
  readonly countsFragments: boolean;
}

/** A value that a part absorbed. */
export interface RecordedValue {
  readonly path: string;
  readonly kind: "number" | "text";
  readonly text: string;
}

/**
 * The results that a realm's scripts were given by the browser, up to the inspected step, in order. Equal texts are listed
 * once, and an entry is four numbers: the step, and the positions of its API, its result and its stack.
 */
export interface GivenResults {
  readonly apis: readonly string[];
  readonly results: readonly string[];
  readonly stacks: readonly string[];
  readonly entries: readonly number[];
}

/** The draws and uploads of a realm in the inspected step, by their cause. */
export interface DrawSite extends DrawCounts {
  /** The calls, as V8 prints them, without the prelude's own. */
  readonly stack: string;
  /** The path of the scene node that was drawn; null if the engine did not report it. */
  readonly node: string | null;
}

/** Something that the draws of a step write to: a canvas, or a framebuffer. */
export interface FragmentTarget {
  readonly isCanvas: boolean;
  readonly width: number;
  readonly height: number;
  /** Pixels with at least one fragment. */
  readonly coveredPixels: number;
  /** Fragments of the pixel that has the most. */
  readonly mostPerPixel: number;
  /** Draws that were tested against a depth or stencil from before the step, which was taken as clear. */
  readonly keptDepthDraws: number;
  /** Of a canvas: a digit for each pixel, see `heatDigits`, the lowest row first. Null for a framebuffer. */
  readonly heat: string | null;
}

/** The fragments of the WebGL draws of a realm in the inspected step. */
export interface FragmentReport {
  readonly targets: readonly FragmentTarget[];
  /** In the order of the draws. */
  readonly draws: readonly {
    /** Its place in the list of sites. */
    readonly site: number;
    /** Its place in the list of targets; null if it can write nothing, or was not counted. */
    readonly target: number | null;
    /** Null if it was not counted: its shader could not be changed, or the browser cannot add up floats. */
    readonly fragments: number | null;
  }[];
}

/** A realm's recordings in an inspected run. */
export interface RealmInspection {
  readonly realm: string;
  /** Of the inspected part in the inspected step; null if the realm has no such part. */
  readonly values: readonly RecordedValue[] | null;
  /** The part's digest before the first phase of the step and after each one; empty without phases. */
  readonly phaseDigests: readonly string[];
  readonly given: GivenResults;
  readonly drawn: readonly DrawSite[];
  /** Null if they were not counted. */
  readonly fragments: FragmentReport | null;
}

/** The settings that the host page needs to mount a game. */
export interface HostConfig {
  readonly width: number;
  readonly height: number;
  /** Whether the game has the size of the window, and follows it. Only in a live run. */
  readonly fillsWindow: boolean;
  readonly bootMs: number;
  readonly inputMap: InputMap | null;
  readonly tape: Tape | null;
  /**
   * The last step whose pixels are needed, in a run that renders pixels for pictures; null if all are needed, or none
   * is rendered.
   */
  readonly lastPictureStep: number | null;
  /** URL of the page to embed, for an unmodified game; null for a game of roots. */
  readonly embedUrl: string | null;
  /** Whether the page gets the debug bridge if its query asks for it. */
  readonly allowsDebug: boolean;
}

export interface PageError {
  readonly message: string;
  readonly stack: string | null;
  /** The root that was running, if known. */
  readonly rootId: string | null;
}

/** The result of mounting. A game that fails is data, not an exception. */
export type MountReport =
  | {
      readonly ok: true;
      /** Real milliseconds. */
      readonly bootMs: number;
      readonly crossOriginIsolated: boolean;
      readonly timerResolutionMs: number;
    }
  | { readonly ok: false; readonly code: PageFailureCode; readonly error: PageError };

export type PageFailureCode =
  | "entry-threw"
  | "entry-never-resolved"
  | "setup-missing"
  | "teardown-threw"
  | "adapter-invalid"
  | "capture-timeout"
  | "webgl-refused"
  | "frame-threw"
  | "settle-timeout"
  | "element-missed"
  | "needs-raster";

/** The configuration of a frame's prelude. A page never sees it. */
export interface FrameConfig extends PreludeConfig {
  /** By this, frames of a page tell each other's messages from those of the page. */
  readonly secret: string;
}

/**
 * One part of a realm's state, in the frames in which it changed. A part that holds events, such as the changes of the
 * DOM, changes whenever something happens; one that holds a state, or a picture's commands, when it differs from the
 * previous frame.
 */
export interface PartColumn {
  /** The page's path, or a worker's name. */
  readonly realm: string;
  /** `gl`, `dom`, `scene:hud` and so on. */
  readonly part: string;
  /** Ascending. A realm's first entry is -1 for everything before its first frame. */
  readonly steps: readonly number[];
  /** One for each step; empty if a picture's commands stop. */
  readonly digests: readonly string[];
}

/** The tape's mouse. Its position is in CSS pixels from the upper left corner of the host page, wherever it is scrolled. */
export interface MouseState {
  readonly x: number;
  readonly y: number;
  /** True while any button is held. */
  readonly isPressed: boolean;
}

/**
 * The result of `step`. If it has fewer frames than requested, `stopped` has the reason. Counts are summed over realms,
 * with one entry per frame stepped; a column that the pass does not count is empty.
 */
export interface StepReport extends Readonly<Record<CountName, readonly number[]>> {
  /** Only in a count pass, else empty. */
  readonly stateHash: readonly string[];
  /** Only in a count pass, else empty. */
  readonly parts: readonly PartColumn[];
  /** The tape's mouse, if it has come over something else since the last report, or a button has changed; else null. */
  readonly mouse: MouseState | null;
  readonly stopped: { readonly code: PageFailureCode; readonly error: PageError } | null;
}

export interface PlayConfig {
  /** Number of steps to play; null to play until `endPlay`. */
  readonly stepsMax: number | null;
}

/** The result of playing. */
export interface PlayReport {
  /** Number of completed steps. */
  readonly steps: number;
  /** Chained hash after the last step; null if no step was played, and in every pass except a count pass. */
  readonly stateHash: string | null;
  /** The reason why the game stopped; null if `endPlay` ended it. */
  readonly stopped: StepReport["stopped"];
}

export interface RandomSiteReport {
  readonly api: string;
  /** Zero-based step, warm-up included. */
  readonly step: number;
  readonly stack: string;
}

/** A use of an API whose results cannot be repeated. */
export interface NamedUseReport {
  readonly api: string;
  readonly realm: string;
  readonly stack: string;
}

export interface PageNotice {
  readonly code: string;
  readonly message: string;
  readonly severity: "warning" | "failure";
  readonly where: string | null;
}

/** A WebGL context that was lost while the game needed it. */
export interface ContextLoss {
  /** Zero-based step in which it was first found lost, warm-up included; -1 before the first one. */
  readonly step: number;
  /** The step in which the game drew again, after the browser had restored the context; null if it never did. */
  readonly drawnAgainStep: number | null;
  /** Whether the game discarded it, by `loseContext` or by making more contexts than a browser keeps. */
  readonly byGame: boolean;
}

/** The draws of all nodes of a scene graph that have one path. Each amount holds until the next one. */
export interface NodeDrawColumn {
  /** The page's path, or a worker's name. */
  readonly realm: string;
  /** Names of a node and its ancestors, as in `Scene/enemies/Mesh`. */
  readonly path: string;
  /** Steps in which the amounts change, ascending. */
  readonly steps: readonly number[];
  readonly drawCalls: readonly number[];
  readonly triangles: readonly number[];
}

/** Meshes that one step draws one by one, though they share geometry and material. */
export interface SharedMeshes {
  /** The path of one of them. */
  readonly path: string;
  readonly meshes: number;
}

/** The input of a step. */
export interface PlayedInput {
  readonly step: number;
  /** Such as `key ArrowLeft down`. */
  readonly events: readonly string[];
}

export interface FinishReport {
  /** Null if there is none, or nothing looked for it. */
  readonly scene: SceneReport | null;
  /** Engines whose steps on the main thread are marked in the trace; null if nothing times physics. */
  readonly physics: readonly string[] | null;
  /** The same in workers. */
  readonly workerPhysics: readonly string[] | null;
  readonly finalStateHash: string;
  /** Counts from loading, before the first frame; 0 for a column that the pass does not count. */
  readonly loadingCounts: Readonly<Record<CountName, number>>;
  /** Contexts with at least one draw. */
  readonly glContextCount: number;
  readonly glRenderer: string | null;
  readonly contextLosses: readonly ContextLoss[];
  /** Whether anything visible changed: GL or 2D drawing, or the DOM. */
  readonly anythingRendered: boolean;
  /** The kinds of input that the page listens for, in any realm. */
  readonly listensFor: readonly AwaitedInput[];
  /** The elements that the page offers to click on at the end, buttons first. */
  readonly clickPrompts: readonly ClickPrompt[];
  readonly randomSites: readonly RandomSiteReport[];
  readonly namedUses: readonly NamedUseReport[];
  /** Only in a run that records its frames, else empty; so is `playedInput`. */
  readonly nodeDraws: readonly NodeDrawColumn[];
  readonly playedInput: readonly PlayedInput[];
  /** The most of them in any step; null if there are none, or the run does not record its frames. */
  readonly sharedMeshes: SharedMeshes | null;
  /** Only in an inspected run, else empty. The realms below a realm come before it. */
  readonly inspections: readonly RealmInspection[];
  readonly notices: readonly PageNotice[];
}

/** Every call that may cross into the host page. Typed on both sides, checked on arrival. */
export interface PagePort {
  /** Mounts all roots and waits until nothing is loading. Call once. */
  mount(config: HostConfig): Promise<MountReport>;
  /**
   * Runs `count` frames. Resumable: ten calls with 1 give the same as one call with 10. It returns early with news of
   * the mouse. In a run that looks for engines it also does, perhaps without a frame, before the frame that would run
   * newly loaded code.
   */
  step(count: number): Promise<StepReport>;
  /**
   * Plays in real time, with input from the real devices, instead of `step`. Events are reported through
   * `recordingBinding` as they happen. Call once, before any step.
   */
  play(config: PlayConfig): Promise<PlayReport>;
  /** Adds events for future steps to the mounted tape. For scripts that play. */
  append(events: readonly TapeEvent[]): void;
  /** Looks for an element of the page, between two steps. */
  lookFor(target: ElementTarget): Promise<ElementLook>;
  /** Makes `play` return after the current step. */
  endPlay(): void;
  /** Number of the current or next step, warm-up included; -1 before mounting. Also called while a page hangs. */
  currentStep(): number;
  /** Resolves when the page shows the last frame. Only for a run that renders pixels. */
  present(): Promise<void>;
  /** Collects the results that are only known at the end. Call once, after the last step. */
  finish(): Promise<FinishReport>;
  /**
   * Runs `count` more frames without anything of the game: what is left is Framegate's own. Only after `finish`, because
   * the game's timers and animation frames never run again.
   */
  runEmptyFrames(count: number): Promise<void>;
}

/** The parameter of a page's query that, with the value 1, asks for the debug bridge. */
export const debugParameter = "framegate-debug";

/** Begins the line with which a worker's prelude hands its search for engines to the harness. */
export const workerLook = "framegate.look";

/**
 * Names of the trace marks: `fg:n` starts frame `n`, `fg.p` ends a phase, and `fg.e` ends the frame. The other two
 * enclose a step of a physics engine, in any realm.
 */
export const markNames = {
  frameStartPrefix: "fg:",
  phaseEnd: "fg.p",
  frameEnd: "fg.e",
  physicsStart: "framegate.physics",
  physicsEnd: "framegate.physics.end",
} as const;

/**
 * The content security policy of unmodified pages, used only for its reports. It reports every script that is loaded
 * from a URL, including `import()`, and all fetches and style sheets, which may be modules, and blocks none.
 */
export const scriptReportPolicy =
  "script-src 'unsafe-inline' 'unsafe-eval' blob: data:; connect-src blob: data: ws: wss:; " +
  "style-src-elem 'unsafe-inline' blob: data:";

/**
 * Begins the type of the event by which the harness tells a frame's element that the frame keeps its document, because
 * the answer to its last request has none. The preludes' secret follows. The event's data is the URL of the request.
 */
export const keptDocumentType = "framegate.kept ";

/** Begins the URLs of the empty modules that the prelude imports to wait for scripts. They are no requests of the game. */
export const scriptFencePrefix = "data:text/javascript,//framegate-";

/** The binding by which the prelude of a frame tells the harness a `LoadState`, or of a style sheet or script, see below. */
export const loadsBinding = "framegateLoads";
/** Precedes the URL of a style sheet that a call is about to insert. */
export const insertedSheetPrefix = "inserted ";
/** Precedes the URL of such a sheet that the parser or a script waits for after all. */
export const neededSheetPrefix = "needed ";
/** Precedes the URL of a script of a call whose file may come after those of other frames. */
export const scriptTurnPrefix = "turn ";
/** Precedes the URL of a script whose file may come at any time. */
export const scriptFreePrefix = "free ";
/** Precedes the URL of a script that must not come before its turn, although the page runs no code meanwhile. */
export const scriptLaterPrefix = "later ";
/** Says that scripts of the frame's markup that may be deferred must not come before its document is parsed. */
export const markupHeld = "markup held";
/** Precedes the URL of a script that the parser waits for. */
export const neededScriptPrefix = "awaited ";
/** Says that all of them may come. */
export const markupFree = "markup free";
/** Says that all scripts of the frame that have had turns have come. */
export const turnsOver = "turns over";
/**
 * Which loads may arrive, as the prelude of a frame sees it. They show in the layout or to other scripts as soon as they
 * arrive.
 * - `idle`: all but fonts, because nothing that code can see is on its way.
 * - `held`: none, in all frames, because code may run after that which has asked for them. Also a document that another
 *   frame waits for comes after them.
 * - `asked`: none, in all frames, because documents of frames are due, or what loads by and by, if at all.
 * - `running`: none of this frame, and no document of another, because code runs as soon as it has loaded.
 * - `parsing`: none of this frame, because its own scripts run at any time.
 * - `fonts`: fonts alone, in all frames, because no code runs before they have arrived.
 * - `shown`: all but the documents of frames, in all frames, for the same reason.
 * - `frames`: all, in all frames, for the same reason.
 */
export const loadStates = ["idle", "held", "asked", "running", "parsing", "fonts", "shown", "frames"] as const;
export type LoadState = (typeof loadStates)[number];

/**
 * The binding that a page calls while it steps, so that the harness can tell a slow page from a hung one. Its argument
 * is the number of a step that has ended, or one of the states below.
 */
export const heartbeatBinding = "framegateHeartbeat";
/** The page starts waiting for work with its own time limit (a load, the GPU), or continues with frames. */
export const heartbeatStates = { waiting: "waiting", running: "running" } as const;
/**
 * Minimum time between heartbeats, in real milliseconds: often enough to notice a hang, rare enough to cost nothing.
 */
export const heartbeatIntervalMs = 100;

/** The binding that a live page calls with the events of a step, as a JSON list of tape events. */
export const recordingBinding = "framegateRecording";

declare global {
  var framegatePagePort: PagePort | undefined;
  var framegatePreludeConfig: FrameConfig | undefined;
}
