import { createStateHash } from "../../core/state-hash.ts";
import type { PreludeConfig } from "../../formats/page-port.ts";
import type { RasterNeed, RealmAgent, RealmFrame, RealmSummary } from "../realm-agent.ts";
import { installAsyncApis } from "./async-apis.ts";
import { createAsyncOrder } from "./async-order.ts";
import { acceptChildRealms, type ChildCalls, type ChildRealm, type ChildState } from "./child-realms.ts";
import { watchDom } from "./dom-changes.ts";
import { installFrameObservers } from "./frame-observers.ts";
import { watchLoad } from "./load-gate.ts";
import { hideReplacements, replaceMethod } from "./native-look.ts";
import { collectPageNotices } from "./page-notices.ts";
import { createQueuedWork } from "./queued-work.ts";
import { createRandomTrap } from "./random-trap.ts";
import { takeRealPrimitives } from "./real-clock.ts";
import { installSeededRandomness } from "./seeded-randomness.ts";
import { installTimedApis } from "./timed-apis.ts";
import { skipViewTransitions } from "./view-transitions.ts";
import { installVirtualAnimations } from "./virtual-animations.ts";
import { installVirtualAudio } from "./virtual-audio.ts";
import { installVirtualClock } from "./virtual-clock.ts";
import { installVirtualMedia } from "./virtual-media.ts";
import { installVirtualTimers } from "./virtual-timers.ts";
import { installCanvas2d } from "./gl/install-canvas-2d.ts";
import { installGl, type GlMode } from "./gl/install-gl.ts";
import { driveWorkers } from "./workers/driven-workers.ts";
import { installUndrivenNotices } from "./undriven-notices.ts";

/** An agent and what its parent realm may call of it. */
export interface InstalledAgent {
  readonly agent: RealmAgent;
  readonly calls: ChildCalls;
  /** Moves the clock, never back. Virtual milliseconds. */
  advanceTo(nowMs: number): void;
}

/** What a realm is called, and how many messages its script has posted to its page, where it is a worker. */
export interface RealmPlace {
  readonly realmName: string;
  readonly postedCount: () => number;
}

const pauseMs = 2;
// A page and a worker that answer each other without end would never let a frame begin.
const maximumRounds = 1000;

/** Takes a realm over: every clock, timer, random source and draw of it is Framegate's from here on. */
export function installAgent(realm: Window & typeof globalThis, config: PreludeConfig, place: RealmPlace): InstalledAgent {
  const real = takeRealPrimitives(realm);
  const hash = config.pass === "count" ? createStateHash() : null;
  const notices = collectPageNotices(realm);
  const frames = acceptChildRealms(realm);
  const trap = config.trapRandom ? createRandomTrap(realm) : null;
  const clock = installVirtualClock(realm);
  const timers = installVirtualTimers(realm, clock, (thrown) => {
    realm.reportError(thrown);
  });
  const randomness = installSeededRandomness(realm, config.seed, place.realmName, trap === null ? null : trap.onDraw);
  const gate = watchLoad(realm);
  const order = createAsyncOrder(real, gate.isOpen);
  // The host page loads by itself, before anything is driven.
  if ("document" in realm && realm.parent !== realm) gate.orderLoadEvent(order);
  installAsyncApis(realm, order);
  installTimedApis(realm);
  if ("document" in realm) {
    installVirtualAudio(realm, clock, order);
    installVirtualMedia({ realm, real, clock, order });
    skipViewTransitions(realm);
    // A game must not think that its window is in the background.
    replaceMethod(realm.Document.prototype, "hasFocus", () => () => true);
  }
  const reportError = (thrown: unknown): void => {
    realm.reportError(thrown);
  };
  const observers = "document" in realm ? installFrameObservers(realm, clock, reportError) : null;
  const animations = "document" in realm ? installVirtualAnimations(realm, clock) : null;
  const domChanges = watchDom(realm, hash);
  installUndrivenNotices(realm, notices.add);
  const workers = driveWorkers({ realm, real, clock, config, realmName: place.realmName, note: notices.add });
  const children = {
    list(): readonly ChildRealm[] {
      const inWorkers = workers.list();
      return inWorkers.length === 0 ? frames.list() : [...frames.list(), ...inWorkers];
    },
  };
  const queuedWork = createQueuedWork(realm);
  let need: RasterNeed | null = null;
  const pause = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      real.setTimeout(resolve, pauseMs);
    });
  };
  const gl = installGl({
    global: realm,
    pause,
    mode: "forward",
    hash,
    onReadback: (readback) => {
      need ??= readback;
    },
  });
  const canvas2d = installCanvas2d({ global: realm, hash });
  hideReplacements(realm);

  // The page's clock stands at 0 while it loads.
  let bootTicks = 0;
  const begunChildren = new WeakSet<ChildRealm>();
  let areChildrenWaiting = false;
  let childFrame: RealmFrame = { drawCalls: 0, triangles: 0 };
  let takenDrawCalls = 0;
  let takenTriangles = 0;

  /** Computed from the number of ticks and never accumulated. */
  function timeOfTick(tick: number): number {
    return (tick * 1000) / config.stepHz;
  }

  /**
   * Tick of frame 0: one after the load's, as a first animation frame would be. Ticks that a set-up needed count as
   * whole seconds, so that one tick more on a slow machine does not show in any clock.
   */
  function firstTick(): number {
    return Math.ceil(bootTicks / config.stepHz) * config.stepHz + 1;
  }

  function absorbState(state: ChildState | null): void {
    if (state === null) return;
    areChildrenWaiting ||= state.isWaiting;
    need ??= state.rasterNeed;
  }

  function isWaiting(): boolean {
    return order.isWaiting() || areChildrenWaiting || workers.areOwed();
  }

  async function settle(): Promise<void> {
    // What one realm is given, another may be asked for: they are at rest when none has anything left.
    for (let round = 0; round < maximumRounds && (round === 0 || isWaiting()); round += 1) {
      await order.settle(config.settleMs);
      areChildrenWaiting = false;
      for (const child of children.list()) absorbState(await child.call("settle"));
    }
  }

  async function runTimers(untilMs: number): Promise<void> {
    // A timer of 0 ms that sets itself again would keep the clock where it is for ever; the clamp of nested timers ends
    // that, so each of these loops ends.
    while (timers.runNext(untilMs)) await real.turn();
    clock.set(untilMs);
  }

  async function runAnimationFrames(): Promise<void> {
    for (const callback of timers.takeAnimationFrames()) {
      callback(clock.now());
      await real.turn();
    }
  }

  /** A frame that the page adds later begins its frames when it is first driven. */
  async function beginChild(child: ChildRealm): Promise<void> {
    begunChildren.add(child);
    await child.call("beginFrames");
  }

  async function runChildren(list: readonly ChildRealm[], step: number): Promise<void> {
    let { drawCalls, triangles } = childFrame;
    for (const child of list) {
      if (!begunChildren.has(child)) await beginChild(child);
      const frame = await child.call("frame", step);
      if (frame === null) continue;
      absorbState(frame);
      drawCalls += frame.drawCalls;
      triangles += frame.triangles;
      hash?.addText(frame.digest);
    }
    childFrame = { drawCalls, triangles };
  }

  async function endFrameWithCallbacks(list: readonly ChildRealm[], step: number): Promise<void> {
    await runAnimationFrames();
    await runChildren(list, step);
  }

  async function leavePixels(): Promise<void> {
    gl.setMode("drop");
    for (const child of children.list()) await child.call("leavePixels");
  }

  async function drain(): Promise<void> {
    await gl.drain();
    for (const child of children.list()) await child.call("drain");
  }

  function hasRendered(): boolean {
    const hasDrawn = gl.totals.drawCalls > 0 || canvas2d.totals.operations > 0;
    return hasDrawn || domChanges.haveHappened() || animations?.areRunning() === true;
  }

  async function summarize(): Promise<RealmSummary> {
    const final = createStateHash();
    randomness.hashInto(final);
    final.addNumber(gl.totals.drawCalls);
    final.addNumber(gl.totals.triangles);
    final.addNumber(canvas2d.totals.operations);
    const below: RealmSummary[] = [];
    for (const child of children.list()) {
      const summary = await child.call("finish");
      if (summary === null) continue;
      below.push(summary);
      final.addText(summary.finalStateHash);
    }
    const sum = (read: (summary: RealmSummary) => number): number =>
      below.reduce((total, summary) => total + read(summary), 0);
    return {
      finalStateHash: final.digest(),
      glContextCount: gl.drawingContextCount() + sum((summary) => summary.glContextCount),
      glRenderer: gl.rendererName() ?? below.find((summary) => summary.glRenderer !== null)?.glRenderer ?? null,
      anythingRendered: hasRendered() || below.some((summary) => summary.anythingRendered),
      randomSites: [...(trap?.sites() ?? []), ...below.flatMap((summary) => summary.randomSites)],
      notices: [...notices.list(), ...below.flatMap((summary) => summary.notices)],
    };
  }

  const agent: RealmAgent = {
    config,
    hash,
    realNow: real.now,
    mark: real.mark,
    clearMarks: real.clearMarks,
    turn: real.turn,
    pause,
    nextPaint: real.nextPaint,
    drain,
    leavePixels,
    hasTimers: () => !timers.isIdle(),
    isWaiting,
    settle,
    beginFrames() {
      const mode: GlMode = config.raster === "real" ? "forward" : config.pass === "timed" ? "discard" : "drop";
      gl.setMode(mode);
      animations?.discover();
      // The host's own stage is no game's.
      if (realm.parent !== realm) domChanges.begin();
      // What was drawn while booting belongs to no frame.
      takenDrawCalls = gl.totals.drawCalls;
      takenTriangles = gl.totals.triangles;
    },
    async bootTick() {
      bootTicks += 1;
      await runTimers(timeOfTick(bootTicks));
      animations?.advance();
      await runAnimationFrames();
      for (const child of children.list()) absorbState(await child.call("bootTick"));
    },
    beginFrame(step) {
      trap?.setStep(step);
      const nowMs = timeOfTick(firstTick() + step);
      if (timers.isDue(nowMs)) return runTimers(nowMs);
      clock.set(nowMs);
      return undefined;
    },
    endFrame(step) {
      animations?.advance();
      const list = children.list();
      if (list.length === 0 && !timers.hasAnimationFrame()) return undefined;
      return endFrameWithCallbacks(list, step);
    },
    deliverObservations() {
      animations?.discover();
      observers?.deliver();
    },
    runQueuedWork: queuedWork.run,
    takeFrame() {
      trap?.setStep(null);
      const frame = {
        drawCalls: gl.totals.drawCalls - takenDrawCalls + childFrame.drawCalls,
        triangles: gl.totals.triangles - takenTriangles + childFrame.triangles,
      };
      takenDrawCalls = gl.totals.drawCalls;
      takenTriangles = gl.totals.triangles;
      childFrame = { drawCalls: 0, triangles: 0 };
      if (hash !== null) randomness.hashInto(hash);
      return frame;
    },
    rasterNeed: () => need,
    note: notices.add,
    finish: summarize,
  };

  const state = (): ChildState => ({
    isWaiting: isWaiting(),
    hasTimers: !timers.isIdle(),
    postedCount: place.postedCount(),
    rasterNeed: need,
  });
  const calls: ChildCalls = {
    async settle() {
      await settle();
      return state();
    },
    beginFrames() {
      agent.beginFrames();
      return Promise.resolve(state());
    },
    async bootTick() {
      await agent.bootTick();
      return state();
    },
    async drain() {
      await drain();
      return state();
    },
    async leavePixels() {
      await leavePixels();
      return state();
    },
    async frame(step) {
      await agent.beginFrame(step);
      await agent.endFrame(step);
      // Unforced, layout would run whenever the browser likes, or never.
      if ("document" in realm) realm.document.documentElement.getBoundingClientRect();
      agent.deliverObservations();
      await real.turn();
      domChanges.flush();
      return { ...agent.takeFrame(), ...state(), digest: hash?.digest() ?? "" };
    },
    finish: summarize,
  };
  return {
    agent,
    calls,
    advanceTo(nowMs) {
      clock.set(Math.max(clock.now(), nowMs));
    },
  };
}
