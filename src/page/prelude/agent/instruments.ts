import { HashParts } from "../../../core/hash-parts.ts";
import { loadsBinding, markNames, type PageNotice, type PreludeConfig } from "../../../formats/page-port.ts";
import type { RasterNeed } from "../../realm-agent.ts";
import { wasmCountsSuffix } from "../../../formats/work.ts";
import { installWasmCounters } from "../work/install-wasm-counters.ts";
import type { LoadParts } from "../loads/load-parts.ts";
import { orderConnections } from "../loads/event-sources.ts";
import { nameStreamsOfWindow } from "../loads/moving-streams.ts";
import { type AsyncApis, installAsyncApis } from "../loads/async-apis.ts";
import type { RealmPorts } from "../loads/realm-ports.ts";
import type { RenderingEvents } from "../loads/rendering-events.ts";
import { PageTasks } from "../loads/page-tasks.ts";
import { QueuedTasks, type ReadyTimers } from "../loads/queued-tasks.ts";
import { OwnPictures } from "../loads/picture-tasks.ts";
import { AsyncOrder } from "../loads/async-order.ts";
import type { ErrorFacts, WorkerConfig } from "../realms/worker-config.ts";
import { HeldEvents } from "../loads/held-events.ts";
import { hearKeptDocuments } from "../loads/kept-documents.ts";
import { acceptChildRealms, type ChildRealms } from "../realms/child-realms.ts";
import { countListeners, type ListenerCount } from "../dom/count-listeners.ts";
import { countForcedLayouts, type ForcedLayouts } from "../dom/count-forced-layouts.ts";
import { type DomChanges, type DomHash, watchDom } from "../dom/dom-changes.ts";
import { type FrameObservers, installFrameObservers } from "../dom/frame-observers.ts";
import type { Canvas2dInstrument } from "../gl/install-canvas-2d.ts";
import { describeImageSources, type ImageSources } from "../gl/image-sources.ts";
import type { GlInstrument } from "../gl/install-gl.ts";
import { installDrawing } from "../gl/shared-drawing.ts";
import { type GivenRecorder, recordGivenResults } from "../inspect/record-given-results.ts";
import { giveAutofocus } from "../input/autofocus.ts";
import { InputDelivery } from "../input/deliver-input.ts";
import { watchBlobs } from "../parts/blob-contents.ts";
import { hashSideEffects, type SideEffects } from "../parts/hash-side-effects.ts";
import { followLoads } from "../loads/awaited-loads.ts";
import { watchStyledPictures } from "../loads/styled-pictures.ts";
import { watchLoad } from "../loads/load-gate.ts";
import { callSite, startOfDocument } from "../native/call-site.ts";
import { takeBinding } from "../native/take-binding.ts";
import { type Engines, installEngines, takeTellHarness } from "../engines/install-engines.ts";
import { answerDialogs, type Dialogs } from "../notices/answer-dialogs.ts";
import { fixEnvironment } from "../environment/fix-environment.ts";
import { refuseDevices } from "../loads/refuse-devices.ts";
import { joinRealms, shareNothing } from "./join-realms.ts";
import { keepAlive } from "../environment/keep-alive.ts";
import { hideReplacements } from "../native/native-look.ts";
import { type ConsoleLines, limitConsole } from "../notices/console-lines.ts";
import { hideOwnReports } from "../loads/own-reports.ts";
import { createNamedUses, type NamedUses } from "../notices/named-uses.ts";
import { collectPageNotices, type PageNotices } from "../notices/page-notices.ts";
import { installCookieDates } from "../time/cookie-dates.ts";
import { createQueuedWork, type QueuedWork } from "../time/queued-work.ts";
import { createRandomTrap, type RandomTrap } from "../randomness/random-trap.ts";
import { type RealPrimitives, takeRealPrimitives } from "../native/real-clock.ts";
import { installSeededRandomness, type SeededRandomness } from "../randomness/seeded-randomness.ts";
import { followShadowTrees, type ShadowTrees } from "../dom/shadow-trees.ts";
import { installPerformanceTimeline } from "../time/performance-timeline.ts";
import { createTickClock, type TickClock } from "../time/tick-clock.ts";
import { installTimedApis, type TimedApis } from "../time/timed-apis.ts";
import type { TimerGroup } from "../time/timer-group.ts";
import { installUndrivenNotices } from "../notices/undriven-notices.ts";
import { orderMutations } from "../dom/page-mutations.ts";
import { skipViewTransitions } from "../dom/view-transitions.ts";
import { installVirtualAnimations, type VirtualAnimations } from "../dom/virtual-animations.ts";
import { installVirtualAudio } from "../media/virtual-audio.ts";
import { installVirtualClock, type VirtualClock, type WaitingReads } from "../time/virtual-clock.ts";
import { installVirtualMedia } from "../media/virtual-media.ts";
import { installVirtualTimers, runTimer, type VirtualTimers } from "../time/virtual-timers.ts";
import { DrawWatches } from "../gl/draw-watches.ts";
import { SharedMemory } from "../loads/shared-memory.ts";
import { type DrivenWorkers, driveWorkers } from "../realms/driven-workers.ts";

/** The replacements of a realm's own clocks, timers, randomness, loads and draws. */
export interface Instruments {
  readonly real: RealPrimitives;
  /** Null if nothing is hashed. */
  readonly parts: HashParts | null;
  /** Only in an inspected run. */
  readonly given: GivenRecorder | null;
  readonly drawWatches: DrawWatches;
  readonly notices: PageNotices;
  readonly consoleLines: ConsoleLines;
  readonly dialogs: Dialogs;
  readonly namedUses: NamedUses;
  /** The page's iframes. */
  readonly frames: ChildRealms;
  readonly workers: DrivenWorkers;
  readonly trap: RandomTrap | null;
  readonly clock: VirtualClock;
  readonly ticks: TickClock;
  readonly timers: VirtualTimers;
  readonly timerGroup: TimerGroup;
  readonly timedApis: TimedApis;
  readonly randomness: SeededRandomness;
  readonly order: AsyncOrder;
  readonly tasks: PageTasks;
  readonly ports: RealmPorts;
  readonly sharedMemory: SharedMemory;
  readonly events: HeldEvents;
  readonly queuedWork: QueuedWork;
  /** The instruments that only a page has; null in a worker. */
  readonly page: PageInstruments | null;
  readonly gl: GlInstrument;
  readonly canvas2d: Canvas2dInstrument;
  readonly engines: Engines;
  /** Only in a count pass. */
  readonly listeners: ListenerCount | null;
  /** Null in a worker. */
  readonly renderingEvents: RenderingEvents | null;
  /** Null if nothing is hashed. */
  readonly sideEffects: SideEffects | null;
  /** A readback of pixels that were not rendered; null if there was none. */
  rasterNeed(): RasterNeed | null;
  /** Waits a few milliseconds of real time. */
  pause(): Promise<void>;
}

interface PageInstruments {
  readonly input: InputDelivery;
  readonly observers: FrameObservers;
  readonly animations: VirtualAnimations;
  readonly domChanges: DomChanges;
  /** Only in a count pass. */
  readonly forcedLayouts: ForcedLayouts | null;
}

const pauseMs = 2;

/** Which realm it is. */
interface InstrumentedPlace {
  readonly realmName: string;
  /** See `FrameConfig`; null in a worker, which has no frames. */
  readonly secret: string | null;
  readonly worker: WorkerConfig | null;
  /** See `DrivenWorkerOptions`. */
  readonly onUncaught: ((facts: ErrorFacts) => void) | null;
}

/** For a worker. */
const noTrees: ShadowTrees = { watch: () => undefined, noteHost: () => undefined, shown: () => [] };

/** Workers are not counted: they have no secret. */
function countWasm(
  realm: Window & typeof globalThis,
  secret: string | null,
  tellHarness: ReturnType<typeof takeTellHarness>,
): void {
  if (secret !== null) tellHarness(secret + wasmCountsSuffix, installWasmCounters(realm));
}

/**
 * Takes a realm over: from now on Framegate controls its clocks, timers, random sources and draws. The place's name gives
 * the realm random streams of its own. The order matters, because some replacements use others.
 */
export function installInstruments(
  realm: Window & typeof globalThis,
  config: PreludeConfig,
  { realmName, secret, worker, onUncaught }: InstrumentedPlace,
): Instruments {
  const shared = secret === null ? shareNothing() : joinRealms(realm, secret);
  const native = takeRealPrimitives(realm);
  const tellHarness = takeTellHarness(realm);
  // The host page runs by itself until its first frame.
  const tasks = new PageTasks(native.turn, !("document" in realm) || realm.parent !== realm);
  const real = { ...native, turn: tasks.turn };
  const pause = pauseOf(real);
  const listeners = config.pass === "count" ? countListeners(realm, shared.listenerOwners) : null;
  const hashParts = config.pass === "count" ? new HashParts(realmName, config.inspect) : null;
  const notices = collectPageNotices(realm);
  // Before its lines are hashed.
  const consoleLines = limitConsole(realm, config.locksPointer);
  const onKept = hearKeptDocuments(realm, secret);
  const frames = acceptChildRealms(realm, secret, { note: notices.add, openDocuments: shared.openDocuments, onKept });
  const drawWatches = new DrawWatches(realm, config, realmName);
  const engines = installEngines(realm, config, { real, secret, note: notices.add, tellHarness, drawWatches });
  const { ticks, clock, timers } = installTime(realm, {
    ...{ config, real, notices, reportError },
    timerGroup: shared.timerGroup,
  });
  tasks.runAmong(shared.timerGroup, native.isShown);
  const namedUses = createNamedUses(realm, realmName);
  const { trap, randomness } = installRandomness(realm, config, realmName, namedUses);
  const events = new HeldEvents(realm, real.runInTurn);
  const sharedMemory = new SharedMemory(realm, shared.memory, namedUses.add);
  const shadowTrees = "document" in realm ? followShadowTrees(realm) : null;
  const { watch: watchTrees, noteHost, shown: shownTrees } = shadowTrees ?? noTrees;
  const insertions: Insertions = shadowTrees === null ? [] : [giveAutofocus(realm, timers)];
  if (config.countsWasm) countWasm(realm, secret, tellHarness);
  nameStreams(realm, config, namedUses);
  const { domHash, images, hashOthers } = watchContents(realm, hashParts);
  const { order, ports, renderingEvents, timedApis } = installOrder(realm, {
    ...{ real, events, tasks, timers, clock, realmName, now: clock.now, settleMs: config.settleMs },
    ...{ onUnordered: namedUses.add, markUse: namedUses.mark, nameUseAt: namedUses.addAt, sharedMemory },
    ...{ ...shared, tellOpen: frames.tellOpen },
    ...{ onFrameLeft: frames.leave, onFrameKept: frames.keep, onKept },
    ...{ watchTrees, noteHost, shownTrees, noteInserted: tellAll(insertions) },
  });
  const parts = { realm, real, clock, timers, order, events, tasks, config, notices, reportError, insertions };
  const installed =
    shadowTrees === null ? null : installPageInstruments({ ...parts, namedUses, hash: domHash, shadowTrees });
  installPerformanceTimeline(realm, clock, followLoads(realm, order), {
    ownMarks: new Set([markNames.physicsStart, markNames.physicsEnd]),
    ...{ events, runInTurn: real.runInTurn },
  });
  const dialogs = installEnvironment(realm, { order, events, notices, namedUses });
  orderConnections(realm, { real, order, events, setTask: timers.setTask, settleMs: config.settleMs });
  const workers = driveWorkers({
    ...{ realm, real, clock, events, ports, config, realmName, worker, note: notices.add },
    ...{ sharedMemory, onNamed: namedUses.adopt, onUncaught, moment: () => shared.timerGroup.moment() },
  });
  const queuedWork = createQueuedWork(realm);
  let need: RasterNeed | null = null;
  const onReadback = (readback: RasterNeed): void => {
    need ??= readback;
  };
  const { queueMicrotask } = real;
  const drawing = installDrawing({
    ...{ realm, config, hashParts, images, sites: drawWatches.sites, shared: shared.drawing },
    ...{ onReadback, queueMicrotask, waits: { pause, endOfTask: real.endOfTask } },
  });
  drawWatches.useTotals(drawing.gl.totals);
  const sideEffects = hashOthers();
  const page = withForcedLayouts(realm, config, installed);
  const given = config.inspect === null ? null : recordGivenResults(realm, config.inspect.step);
  listeners?.begin();
  hideReplacements(realm);
  return {
    ...{ real, parts: hashParts, given, drawWatches, notices, consoleLines, dialogs, namedUses, frames, workers },
    ...{ trap, clock, ticks, timers, timerGroup: shared.timerGroup, timedApis },
    ...{ randomness, order, tasks, ports, sharedMemory, queuedWork, page, engines },
    ...{ ...drawing, sideEffects, events, pause, renderingEvents, listeners },
    rasterNeed: () => need,
  };
}

interface EnvironmentParts {
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly notices: PageNotices;
  readonly namedUses: NamedUses;
}

/** Fixes what differs between machines, and reports the rest. */
function installEnvironment(
  realm: Window & typeof globalThis,
  { order, events, notices, namedUses }: EnvironmentParts,
): Dialogs {
  fixEnvironment(realm, (name, answer) => {
    order.expect(name).complete(answer);
  });
  hideOwnReports(realm);
  keepAlive(realm);
  refuseDevices(realm, { order, events, note: notices.add, excuse: notices.excuse });
  installUndrivenNotices(realm, notices.add, namedUses);
  return answerDialogs(realm, (event) => events.send(realm, event));
}

/** Searching each message costs time, which counts as the game's own in a timed pass. */
function nameStreams(realm: Window & typeof globalThis, { pass }: PreludeConfig, { add }: NamedUses): void {
  if ("document" in realm && pass === "count") nameStreamsOfWindow(realm, add);
}

/** Waits a few milliseconds of real time. */
function pauseOf({ setTimeout }: RealPrimitives): () => Promise<void> {
  return async () => {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  };
}

function installRandomness(
  realm: Window & typeof globalThis,
  { seed, trapRandom }: PreludeConfig,
  realmName: string,
  namedUses: NamedUses,
): Pick<Instruments, "trap" | "randomness"> {
  const trap = trapRandom ? createRandomTrap(realm) : null;
  const reactions = { onDraw: trap?.onDraw ?? null, onUnseeded: namedUses.add };
  return { trap, randomness: installSeededRandomness(realm, seed, realmName, reactions) };
}

interface TimeParts {
  readonly config: PreludeConfig;
  readonly real: RealPrimitives;
  readonly notices: PageNotices;
  readonly reportError: (thrown: unknown) => void;
  readonly timerGroup: TimerGroup;
}

function installTime(
  realm: Window & typeof globalThis,
  { config, real, notices, reportError, timerGroup }: TimeParts,
): Pick<Instruments, "ticks" | "clock" | "timers"> {
  const ticks = createTickClock(config.stepHz);
  const clock = installVirtualClock(realm, {
    frameMs: 1000 / config.stepHz,
    endOfTask: real.endOfTask,
    onMoved(reads) {
      ticks.reach(clock.now(), timerGroup.step());
      notices.add(movedOn(realm, reads));
    },
  });
  installCookieDates(realm, () => real.timeOrigin + real.now());
  return { ticks, clock, timers: installVirtualTimers(realm, clock, reportError, timerGroup.setOrder) };
}

/** Trackers of content for the hashes. All null if nothing is hashed. */
interface Contents {
  readonly domHash: DomHash | null;
  readonly images: ImageSources | null;
  hashOthers(): SideEffects | null;
}

/**
 * Call before the loads are ordered. Otherwise the promises that the page gets would have reactions of ours, and the
 * browser would not report that the page ignores a rejection.
 */
function watchContents(realm: Window & typeof globalThis, parts: HashParts | null): Contents {
  if (parts === null) return { domHash: null, images: null, hashOthers: () => null };
  const blobs = watchBlobs(realm);
  return {
    domHash: { sink: parts.part("dom"), inText: blobs.inText },
    images: describeImageSources(realm, blobs),
    hashOthers: () => hashSideEffects(realm, parts, blobs),
  };
}

/** The notice about a loop that waited for time to pass. */
function movedOn(realm: typeof globalThis, { first, next }: WaitingReads): PageNotice {
  const message =
    `A task read the clock ${String(first)} times, as a loop does that waits for time. So the clock moved on by a frame ` +
    `within the task, and by one more with every ${String(next)} reads that followed.`;
  return { code: "clock-wait", severity: "warning", message, where: callSite(realm) };
}

type OrderParts = Omit<LoadParts, "onWrittenAnew" | "order" | "tellLoads" | "isEndHeld" | "queued" | "ownPictures"> &
  Pick<Instruments, "timers" | "clock">;

interface InstalledOrder extends AsyncApis {
  readonly order: AsyncOrder;
  readonly timedApis: TimedApis;
}

function installOrder(realm: Window & typeof globalThis, given: OrderParts): InstalledOrder {
  const { real, tasks, events, timers, clock } = given;
  const gate = watchLoad(realm);
  const parts = {
    ...given,
    isEndHeld: gate.isEndHeld,
    queued: new QueuedTasks(tasks, readyTimers({ real, timers, clock })),
    ownPictures: new OwnPictures(tasks, () => given.parsingWindows.has(realm)),
  };
  const tellLoads = takeBinding(realm, loadsBinding);
  const order = new AsyncOrder(real, gate.isOpen, tellLoads);
  // How far the parser and the loads are when a message or an answer arrives depends on the network.
  tasks.waitFor(() => gate.isOpen() && !order.isLoadNext(), order);
  order.waitBeside(tasks.mayAnswerAnywhere);
  // The host page loads by itself, before anything is driven.
  if ("document" in realm && realm.parent !== realm) gate.orderLoadEvent({ ...parts, order, tellLoads });
  order.runFirst(parts.queued);
  const timedApis = installTimedApis(realm, { events, setTask: timers.setTask, runInTurn: real.runInTurn });
  const apis = installAsyncApis(realm, { ...parts, order, tellLoads, onWrittenAnew: gate.forgetLoadEvent });
  return { order, timedApis, ...apis };
}

function readyTimers({ real, timers, clock }: Pick<Instruments, "real" | "timers" | "clock">): ReadyTimers {
  return {
    next: () => timers.next(clock.now())?.order ?? null,
    runNext() {
      runTimer(real, timers, clock.now());
    },
    deferOthers: timers.deferOthers,
  };
}

/** Adds the count of forced layouts: only in a count pass, because a timed frame would pay for it. */
function withForcedLayouts(
  realm: Window & typeof globalThis,
  { pass }: PreludeConfig,
  installed: Omit<PageInstruments, "forcedLayouts"> | null,
): PageInstruments | null {
  if (installed === null) return null;
  return { ...installed, forcedLayouts: pass === "count" ? countForcedLayouts(realm, installed.domChanges) : null };
}

interface PageParts {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly timers: VirtualTimers;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly tasks: PageTasks;
  readonly hash: DomHash | null;
  readonly config: PreludeConfig;
  readonly notices: PageNotices;
  readonly namedUses: NamedUses;
  readonly shadowTrees: ShadowTrees;
  readonly reportError: (thrown: unknown) => void;
  readonly insertions: Insertions;
}

/** Functions that are called with the elements which are inserted into the document. */
type Insertions = ((element: Element) => void)[];

function tellAll(insertions: Insertions): (element: Element) => void {
  return (element) => {
    for (const hear of insertions) hear(element);
  };
}

function installPageInstruments(parts: PageParts): Omit<PageInstruments, "forcedLayouts"> {
  const { realm, real, clock, timers, order, events, tasks, hash, config, notices, shadowTrees, reportError } = parts;
  const { namedUses } = parts;
  const realTime = (): number => real.timeOrigin + real.now();
  const warn = (message: string): void => {
    notices.add({ code: "device", severity: "warning", message, where: null });
  };
  const warnUndriven = (message: string): void => {
    notices.add({ code: "undriven-api", severity: "warning", message, where: null });
  };
  const queueTask = (run: () => void): boolean => {
    const place = tasks.takeOrder();
    return tasks.queue(run, () => place);
  };
  namedUses.beforeList(watchStyledPictures(realm, shadowTrees.shown, namedUses.addAt));
  installVirtualAudio(realm, clock, { real, order, events, tasks, onUnordered: namedUses.add });
  const { insertions } = parts;
  installVirtualMedia({ realm, real, clock, timers, order, events, insertions, onUnplayable: notices.excuse });
  skipViewTransitions(realm, real, { onSkipped: notices.excuse });
  const domChanges = watchDom(realm, shadowTrees, hash);
  // Not for the prelude's own observers.
  const { queueMicrotask } = real;
  orderMutations(realm, { events, shadowTrees, queueMicrotask, reportError, markUse: namedUses.mark });
  return {
    // Uses the virtual timers.
    input: new InputDelivery({ realm, clock, timers, locksPointer: config.locksPointer, realTime, warn }),
    observers: installFrameObservers(realm, { clock, real, reportError, queueTask }),
    animations: installVirtualAnimations({
      ...{ realm, clock, shadowTrees, queueTask, warnUndriven },
      ...{ turn: real.turn, watchPaints: real.watchPaints },
      onUnordered(api) {
        namedUses.addAt(startOfDocument, api);
      },
    }),
    domChanges,
  };
}
