import { HashParts } from "../../../core/hash-parts.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import type { PageNotice, PreludeConfig } from "../../../formats/page-port.ts";
import type { RasterNeed } from "../../realm-agent.ts";
import { installAsyncApis } from "../loads/async-apis.ts";
import { AsyncOrder } from "../loads/async-order.ts";
import type { WorkerConfig } from "../realms/worker-config.ts";
import { HeldEvents } from "../loads/held-events.ts";
import { acceptChildRealms, type ChildRealms } from "../realms/child-realms.ts";
import { type DomChanges, type DomHash, watchDom } from "../dom/dom-changes.ts";
import { type FrameObservers, installFrameObservers } from "../dom/frame-observers.ts";
import { installCanvas2d } from "../gl/install-canvas-2d.ts";
import { describeImageSources } from "../gl/image-sources.ts";
import { type GlInstrument, installGl } from "../gl/install-gl.ts";
import { type GivenRecorder, recordGivenResults } from "../inspect/record-given-results.ts";
import { InputDelivery } from "../input/deliver-input.ts";
import { bootMode, canvasMode } from "../gl/pass-modes.ts";
import { watchBlobs } from "../parts/blob-contents.ts";
import { hashSideEffects, type SideEffects } from "../parts/hash-side-effects.ts";
import { watchLoad } from "../loads/load-gate.ts";
import { callSite } from "../native/call-site.ts";
import { fixEnvironment } from "../environment/fix-environment.ts";
import { hideReplacements } from "../native/native-look.ts";
import { createNamedUses, type NamedUses } from "../notices/named-uses.ts";
import { collectPageNotices, type PageNotices } from "../notices/page-notices.ts";
import { createQueuedWork, type QueuedWork } from "../time/queued-work.ts";
import { createRandomTrap, type RandomTrap } from "../randomness/random-trap.ts";
import { type RealPrimitives, takeRealPrimitives } from "../native/real-clock.ts";
import { installSeededRandomness, type SeededRandomness } from "../randomness/seeded-randomness.ts";
import { followShadowTrees } from "../dom/shadow-trees.ts";
import { installPerformanceTimeline } from "../time/performance-timeline.ts";
import { createTickClock, type TickClock } from "../time/tick-clock.ts";
import { installTimedApis } from "../time/timed-apis.ts";
import { installUndrivenNotices } from "../notices/undriven-notices.ts";
import { skipViewTransitions } from "../dom/view-transitions.ts";
import { installVirtualAnimations, type VirtualAnimations } from "../dom/virtual-animations.ts";
import { installVirtualAudio } from "../media/virtual-audio.ts";
import { installVirtualClock, type VirtualClock } from "../time/virtual-clock.ts";
import { installVirtualMedia } from "../media/virtual-media.ts";
import { installVirtualTimers, type VirtualTimers } from "../time/virtual-timers.ts";
import { type DrivenWorkers, driveWorkers } from "../realms/driven-workers.ts";

/** The replacements of a realm's own clocks, timers, randomness, loads and draws. */
export interface Instruments {
  readonly real: RealPrimitives;
  /** Null if nothing is hashed. */
  readonly parts: HashParts | null;
  /** Only in an inspected run. */
  readonly given: GivenRecorder | null;
  readonly notices: PageNotices;
  readonly namedUses: NamedUses;
  /** The page's iframes. */
  readonly frames: ChildRealms;
  readonly workers: DrivenWorkers;
  readonly trap: RandomTrap | null;
  readonly clock: VirtualClock;
  readonly ticks: TickClock;
  readonly timers: VirtualTimers;
  readonly randomness: SeededRandomness;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly queuedWork: QueuedWork;
  /** The instruments that only a page has; null in a worker. */
  readonly page: PageInstruments | null;
  readonly gl: GlInstrument;
  readonly canvas2d: ReturnType<typeof installCanvas2d>;
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
}

const pauseMs = 2;

/** Which realm it is. */
interface InstrumentedPlace {
  readonly realmName: string;
  /** See `FrameConfig`; null in a worker, which has no frames. */
  readonly secret: string | null;
  readonly worker: WorkerConfig | null;
}

/**
 * Takes a realm over: from now on Framegate controls its clocks, timers, random sources and draws. The place's name gives
 * the realm random streams of its own. The order matters, because some replacements use others.
 */
export function installInstruments(
  realm: Window & typeof globalThis,
  config: PreludeConfig,
  { realmName, secret, worker }: InstrumentedPlace,
): Instruments {
  const real = takeRealPrimitives(realm);
  const pause = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      real.setTimeout(resolve, pauseMs);
    });
  };
  const reportError = realm.reportError.bind(realm);
  const hashParts = config.pass === "count" ? new HashParts(realmName, config.inspect) : null;
  const notices = collectPageNotices(realm);
  const frames = acceptChildRealms(realm, secret, notices.add);
  const trap = config.trapRandom ? createRandomTrap(realm) : null;
  const ticks = createTickClock(config.stepHz);
  const clock = installVirtualClock(realm, {
    frameMs: 1000 / config.stepHz,
    endOfTask: real.endOfTask,
    onMoved() {
      ticks.skipTo(ticks.skippedFrames() + 1);
      notices.add(movedOn(realm));
    },
  });
  const timers = installVirtualTimers(realm, clock, reportError);
  const randomness = installSeededRandomness(realm, config.seed, realmName, trap === null ? null : trap.onDraw);
  const events = new HeldEvents(realm);
  const order = installOrder(realm, real, events);
  const blobs = hashParts === null ? null : watchBlobs(realm);
  const domHash = hashParts === null || blobs === null ? null : { sink: hashParts.part("dom"), inText: blobs.inText };
  const parts = { realm, real, clock, order, hash: domHash, config, notices, reportError };
  const page = "document" in realm ? installPageInstruments(parts) : null;
  installPerformanceTimeline(realm, clock);
  fixEnvironment(realm);
  const namedUses = createNamedUses(realm, realmName);
  installUndrivenNotices(realm, notices.add, namedUses);
  const workers = driveWorkers({ realm, real, clock, events, config, realmName, worker, note: notices.add });
  const queuedWork = createQueuedWork(realm);
  let need: RasterNeed | null = null;
  const onReadback = (readback: RasterNeed): void => {
    need ??= readback;
  };
  const images = blobs === null ? null : describeImageSources(realm, blobs);
  const gl = installGl({
    ...{ global: realm, pause, mode: bootMode(config), onReadback, images },
    hash: sinkOf(hashParts, "gl"),
  });
  const { queueMicrotask } = real;
  const canvas2d = installCanvas2d({
    ...{ global: realm, mode: canvasMode(config, bootMode(config)), onReadback, queueMicrotask, images },
    hash: sinkOf(hashParts, "canvas2d"),
  });
  const sideEffects = hashParts === null || blobs === null ? null : hashSideEffects(realm, hashParts, blobs);
  const given = config.inspect === null ? null : recordGivenResults(realm, config.inspect.step);
  hideReplacements(realm);
  return {
    ...{
      real,
      parts: hashParts,
      given,
      notices,
      namedUses,
      frames,
      workers,
      trap,
      clock,
      ticks,
      timers,
      randomness,
      order,
      queuedWork,
      page,
    },
    ...{ gl, canvas2d, sideEffects, events, pause },
    rasterNeed: () => need,
  };
}

/** What to say about a loop that waited for time. */
function movedOn(realm: typeof globalThis): PageNotice {
  const message =
    "A task read the clock 10,000 times. It waits for time, so all clocks of the page moved on by one frame each time.";
  return { code: "clock-wait", severity: "warning", message, where: callSite(realm) };
}

function sinkOf(parts: HashParts | null, name: string): HashSink | null {
  return parts === null ? null : parts.part(name);
}

function installOrder(realm: Window & typeof globalThis, real: RealPrimitives, events: HeldEvents): AsyncOrder {
  const gate = watchLoad(realm);
  const order = new AsyncOrder(real, gate.isOpen);
  // The host page loads by itself, before anything is driven.
  if ("document" in realm && realm.parent !== realm) gate.orderLoadEvent(order, events);
  installAsyncApis(realm, { real, order, events });
  installTimedApis(realm);
  return order;
}

interface PageParts {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly order: AsyncOrder;
  readonly hash: DomHash | null;
  readonly config: PreludeConfig;
  readonly notices: PageNotices;
  readonly reportError: (thrown: unknown) => void;
}

function installPageInstruments(parts: PageParts): PageInstruments {
  const { realm, real, clock, order, hash, config, notices, reportError } = parts;
  const realTime = (): number => real.timeOrigin + real.now();
  const warn = (message: string): void => {
    notices.add({ code: "device", severity: "warning", message, where: null });
  };
  installVirtualAudio(realm, clock, order);
  installVirtualMedia({ realm, real, clock, order });
  skipViewTransitions(realm);
  const shadowTrees = followShadowTrees(realm);
  return {
    // Uses the virtual timers.
    input: new InputDelivery({ realm, clock, locksPointer: config.locksPointer, realTime, warn }),
    observers: installFrameObservers(realm, clock, reportError),
    animations: installVirtualAnimations({ realm, clock, shadowTrees, turn: real.turn }),
    domChanges: watchDom(realm, shadowTrees, hash),
  };
}
