import type { HashParts, PartDigest } from "../../../core/hash-parts.ts";
import { addCounts } from "../../../formats/frame-counts.ts";
import { heartbeatBinding, type MouseState, type PageNotice, type PreludeConfig } from "../../../formats/page-port.ts";
import type { ElementLook, ElementTarget } from "../../../formats/element-look.ts";
import type { PlayedEvent } from "../../../formats/tape.ts";
import type { HeardInput, RasterNeed, RealmAgent, RealmFrame, RealmSummary } from "../../realm-agent.ts";
import { forceLayout } from "../native/force-layout.ts";
import { watchThreeDraws } from "../../scene/watch-draws.ts";
import { canvasMode, frameMode } from "../gl/pass-modes.ts";
import { runTimer } from "../time/virtual-timers.ts";
import { playedPart } from "../../../formats/state-parts.ts";
import { findDue, moveClocks, renderWindow, type TimedWindow } from "../time/timer-group.ts";
import { takeBinding } from "../native/take-binding.ts";
import { tamperWatch } from "../native/untouched.ts";
import type { RealmsBelow } from "../realms/realms-below.ts";
import { CountMeter } from "./count-meter.ts";
import type { Instruments } from "./instruments.ts";
import { summarizeRealm } from "./summarize-realm.ts";
import { eachDocument } from "../native/own-documents.ts";

// A page and a worker that keep answering each other would never let a frame begin. So this many rounds are run at one
// moment of the clock, whichever realms ask for them; while a page loads its clock stands still, so there are more.
const loadingRounds = 1000;
const momentRounds = 250;

/** Drives one realm through its instruments, and the realms below it. See `RealmAgent` for the methods. */
export class Agent implements RealmAgent {
  readonly config: PreludeConfig;
  readonly parts: HashParts | null;
  readonly realNow: () => number;
  readonly mark: (name: string) => void;
  readonly clearMarks: (name: string) => void;
  readonly turn: () => Promise<void>;
  readonly nextPaint: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly note: (notice: PageNotice) => void;
  readonly beat: (payload: string) => void;
  readonly runQueuedWork: () => void;
  readonly #realm: Window & typeof globalThis;
  /** True in a frame of the game's page. */
  readonly #isBelow: boolean;
  readonly #instruments: Instruments;
  readonly #below: RealmsBelow;
  #roundsLeft = loadingRounds;
  #momentMs: number;
  readonly #counts: CountMeter;
  #step = -1;
  /** Whether the observers have been called in this frame. */
  #hasObserved = false;
  #hasBegun = false;
  #seenBroadcasts: number | null = null;
  readonly #timed: TimedWindow;
  #bootChanges: readonly PartDigest[] = [];
  /** True once the window has had a frame. */
  #hasAnimated = false;
  /** False for a window without callbacks as the page's frame began: those that come meanwhile wait for the next one. */
  #mayAnimate = true;
  /** True for a document that has loaded in the middle of a frame: its first frame comes after its `load`. */
  #isFresh = false;
  /** Callbacks in place of the page's animation frames; null while the page is not silenced. */
  #standIns: readonly ((timeMs: number) => void)[] | null = null;

  constructor(realm: Window & typeof globalThis, config: PreludeConfig, instruments: Instruments, below: RealmsBelow) {
    const { real, parts, notices, queuedWork, pause } = instruments;
    this.#realm = realm;
    this.#isBelow = realm.parent !== realm.top;
    this.config = config;
    this.parts = parts;
    this.realNow = real.now;
    this.mark = real.mark;
    this.clearMarks = real.clearMarks;
    this.turn = real.turn;
    this.nextPaint = real.nextPaint;
    this.pause = pause;
    this.note = notices.add;
    this.beat = takeBinding(realm, heartbeatBinding);
    this.runQueuedWork = queuedWork.run;
    this.#instruments = instruments;
    this.#below = below;
    this.#momentMs = instruments.clock.now();
    this.#counts = new CountMeter(instruments, config.pass === "count");
    this.#timed = this.#joinTimers();
  }

  hasTimers(): boolean {
    const { timers, tasks, ports } = this.#instruments;
    return !timers.isIdle() || tasks.hasAny() || ports.hasAny() || this.#below.areTimed();
  }

  hasTasks(): boolean {
    return this.#instruments.tasks.hasAny();
  }

  rasterNeed(): RasterNeed | null {
    return this.#instruments.rasterNeed() ?? this.#below.rasterNeed();
  }

  codeCount(): number {
    // A realm's initial code counts as 1, so that a new realm changes the count.
    return 1 + this.#instruments.order.codeCount() + this.#below.codeCount();
  }

  /** See `ChildState`. */
  broadcastCount(): number | null {
    const own = this.#instruments.order.broadcastCount();
    const below = this.#below.broadcastCount();
    return own === null && below === null ? null : (own ?? 0) + (below ?? 0);
  }

  /** Call when a broadcast may be under way to this realm or one below. */
  expectBroadcasts(): void {
    if (this.broadcastCount() === null) return;
    this.#instruments.order.onPageRun();
    this.#below.expectBroadcasts();
  }

  isWaiting(): boolean {
    if (this.#standIns !== null) return false;
    const { order, ports, tasks, clock } = this.#instruments;
    if (this.#roundsLeft === 0 && clock.now() === this.#momentMs) return false;
    const isOwed = ports.isOwed() || tasks.isOwed();
    return this.broadcastCount() !== this.#seenBroadcasts || order.isWaiting() || isOwed || this.#below.areWaiting();
  }

  async settle(): Promise<void> {
    this.guard();
    const { tasks, clock } = this.#instruments;
    this.#isFresh = false;
    tasks.refill();
    if (clock.now() !== this.#momentMs) this.#roundsLeft = momentRounds;
    this.#momentMs = clock.now();
    const closings = this.#keepOpen(this.#step, this.#instruments.timerGroup.ledBy(this.#timed));
    try {
      await this.#settleAll();
    } finally {
      for (const close of closings) close();
    }
  }

  /** A delivery in one realm can start a request in another, so this repeats until no realm has anything pending. */
  async #settleAll(): Promise<void> {
    const { order, ports } = this.#instruments;
    for (let isFirst = true; isFirst || this.isWaiting(); isFirst = false) {
      if (!isFirst) this.#roundsLeft -= 1;
      await order.settle(this.#loadLimitMs());
      if (this.#hasLoadedBelow()) return;
      if (ports.isOwed()) {
        order.onPageRun();
        await ports.deliver();
      }
      const isNews = this.#takeBroadcasts();
      await order.sendBroadcasts();
      await this.#below.settle((window) => order.onOneSettled(window));
      await order.onBelowSettled();
      if (this.#hasLoadedBelow()) return;
      // Broadcasts of the realms below may still be under way to this one.
      if (this.#takeBroadcasts() || isNews) order.onPageRun();
    }
  }

  /** True if the document of a frame has just loaded: the load of its element comes before all that follows. */
  #hasLoadedBelow(): boolean {
    return this.#instruments.order.hasJustLoaded() && this.#isBelow;
  }

  /**
   * How long the oldest load may take, in real milliseconds. Before the first frame a little less than the harness waits,
   * which does not know what is missing.
   */
  #loadLimitMs(): number {
    const { bootMs, settleMs } = this.config;
    return this.#step < 0 ? Math.max(settleMs, bootMs - this.#instruments.real.now()) : settleMs;
  }

  /** Notes the broadcasts so far. True if there are new ones: then the realms below must settle again. */
  #takeBroadcasts(): boolean {
    const count = this.broadcastCount();
    if (count === this.#seenBroadcasts) return false;
    this.#seenBroadcasts = count;
    this.#below.expectBroadcasts();
    return true;
  }

  async bootTick(): Promise<void> {
    this.guard();
    const { ticks, order, tasks } = this.#instruments;
    order.onPageRun();
    tasks.refill();
    const untilMs = ticks.nextBootTickMs();
    await this.#runTimers(() => untilMs);
    await this.#instruments.renderingEvents?.flush();
    await this.#instruments.renderingEvents?.flushLast();
    await this.#instruments.page?.animations.advance();
    await this.#runAnimationFrames();
    await this.#endTask();
    await this.#below.bootTick();
  }

  renewRandomness(): void {
    this.#instruments.randomness.renew();
  }

  beginFrames(): void {
    // A timer that the window above has run comes before the first frame.
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { page, gl, canvas2d } = this.#instruments;
    gl.lookForLosses(this.#step);
    gl.setMode(frameMode(this.config));
    canvas2d.setMode(canvasMode(this.config, frameMode(this.config)));
    page?.animations.discover();
    page?.domChanges.begin();
    // Draws made while booting belong to no frame, and boot changes are kept apart from those of frame 0.
    this.#counts.beginFrames();
    this.#hashState();
    this.#bootChanges = this.parts?.close(true) ?? [];
  }

  beginFrame(step: number, events: readonly PlayedEvent[]): void | Promise<void> {
    this.#note(tamperWatch.glance());
    const { timers, ticks, page, timerGroup } = this.#instruments;
    this.#beginStep(step);
    if (events.length > 0) this.parts?.part(playedPart).addText(JSON.stringify(events));
    const nowMs = ticks.stepMs(step);
    const led = timerGroup.ledBy(this.#timed);
    if (this.#standIns === null && (led.length > 1 || (led.length === 1 && timers.isDue(nowMs)))) {
      return this.#runTimersOfAll(step).then(() => page?.input.deliver(events));
    }
    // The thread of the windows above may have waited in this step.
    moveClocks(led.length === 0 ? [this.#timed] : led, step, Math.min(timerGroup.moment()?.leftMs ?? 0, 0));
    page?.input.deliver(events);
    return undefined;
  }

  watchNodes(root: object): void {
    const { nodeWatch } = this.#instruments.drawWatches;
    if (nodeWatch !== null) watchThreeDraws(root, nodeWatch);
  }

  readonly opened = (frame: Window): Promise<void> => this.#instruments.frames.opened(frame);

  hasMouseChanged(): boolean {
    return this.#instruments.page?.input.hasMouseChanged() ?? false;
  }

  takeMouse(): MouseState | null {
    return this.#instruments.page?.input.takeMouse() ?? null;
  }

  async followStyles(): Promise<void> {
    const { page } = this.#instruments;
    page?.input.noteStyled();
    page?.animations.discover();
    await this.#below.followStyles();
  }

  useRealInput(): void {
    this.#instruments.page?.input.useReal();
  }

  async takeRealInput(): Promise<readonly HeardInput[]> {
    const input = this.#instruments.page?.input;
    if (input === undefined) return [];
    const own = input.takeReal();
    const others = (await this.#below.takeRealInput()).flatMap(({ source, heard }) => input.comingFrom(source, heard));
    return others.length === 0 ? own : [...own, ...others].sort((left, right) => left.atMs - right.atMs);
  }

  async lookFor(target: ElementTarget): Promise<ElementLook> {
    const finder = this.#instruments.page?.input.finder;
    if (finder === undefined) return nothingSeen;
    const own = finder.look(target);
    if (own.badSelector !== null || isSeen(own)) return own;
    const looks = [own];
    for (const { source, seen } of await this.#below.lookFor(target)) looks.push(finder.lookAround(source, seen));
    const best = looks.find(isSeen) ?? looks.find(({ sighting }) => sighting !== null) ?? own;
    const isThere = isSeen(best) && best.sighting?.blockedBy === null;
    return { ...best, others: isThere ? [] : looks.flatMap(({ others }) => others) };
  }

  endFrame(step: number): void | Promise<void> {
    const { timerGroup } = this.#instruments;
    timerGroup.isRendering ||= timerGroup.ledBy(this.#timed).length > 0;
    const flushed = this.#standIns === null ? this.#render(step) : undefined;
    return flushed === undefined ? this.#animate(step) : flushed.then(() => this.#animate(step));
  }

  /** Windows of one origin get the events of a rendering together, and before the animation frames of any. */
  #render(step: number): Promise<void> | undefined {
    const { renderingEvents, timerGroup, real } = this.#instruments;
    const flushed = renderingEvents?.flush();
    const others = timerGroup.ledBy(this.#timed).slice(1);
    if (flushed === undefined && others.length === 0) return renderingEvents?.flushLast();
    return (async (): Promise<void> => {
      await flushed;
      for (const timed of others) await renderWindow(timed, () => timed.render(step), real.nextPaint);
      await renderingEvents?.flushLast();
      for (const timed of others) await renderWindow(timed, () => timed.renderLast(), real.nextPaint);
    })();
  }

  #animate(step: number): void | Promise<void> {
    for (const timed of this.#instruments.timerGroup.ledBy(this.#timed)) if (timed !== this.#timed) timed.beginFrame();
    // A listener of an animation's event may request an animation frame, which then belongs to this frame.
    const sent = this.#standIns === null ? this.#instruments.page?.animations.advance() : undefined;
    return sent === undefined ? this.#runCallbacks(step) : sent.then(() => this.#runCallbacks(step));
  }

  deliverObservations(): Promise<void> | undefined {
    const { page } = this.#instruments;
    let observed: Promise<void> | undefined;
    if (this.#hasObserved) this.#hasObserved = false;
    else if (!this.#isFresh) {
      page?.forcedLayouts?.settle();
      observed = this.#observe();
    }
    return this.#endRendering(observed);
  }

  /** The tasks that it has kept waiting in windows below run now. */
  #endRendering(observed: Promise<void> | undefined): Promise<void> | undefined {
    const { timerGroup } = this.#instruments;
    const led = timerGroup.ledBy(this.#timed);
    if (led.length > 0) timerGroup.isRendering = false;
    if (led.length <= 1 || this.#standIns !== null) return observed;
    return (async (): Promise<void> => {
      await observed;
      await this.#endTaskOfAll(this.#step, led);
    })();
  }

  takeFrame(): RealmFrame {
    this.#note(tamperWatch.glance());
    this.#instruments.trap?.setStep(null);
    this.#instruments.gl.lookForLosses(this.#step);
    const { page } = this.#instruments;
    page?.animations.endTasks();
    page?.domChanges.flush();
    page?.forcedLayouts?.settle();
    this.#hashState();
    const others = this.#below.takeFrame();
    this.#instruments.drawWatches.endStep();
    const scene = this.#instruments.engines.scenes?.takeFrame() ?? nothingShown;
    const counts = this.#counts.take(scene);
    addCounts(counts, others.counts);
    return {
      counts,
      changes:
        this.parts === null ? nothingChanged : [...this.#takeBoot(), ...this.parts.close(false), ...others.changes],
    };
  }

  async drain(): Promise<void> {
    await this.#instruments.gl.drain();
    await this.#below.drain();
  }

  async leavePixels(): Promise<void> {
    this.#instruments.gl.setMode("drop");
    this.#instruments.canvas2d.setMode("drop");
    await this.#below.leavePixels();
  }

  async silence(): Promise<void> {
    const { timers, tasks, page } = this.#instruments;
    page?.observers.silence();
    // A frame with an animation frame has a task for it.
    this.#standIns = timers.hasAnimationFrame() ? [ignoreTime] : [];
    tasks.hold();
    await this.#below.silence();
  }

  async finish(): Promise<RealmSummary> {
    this.guard();
    const below = await this.#below.finish();
    this.guard();
    // Contexts that the GPU process lost during the frame.
    this.#instruments.gl.lookForLosses(this.#step);
    return summarizeRealm(this.#instruments, this.#counts, below);
  }

  /** Reports and restores the built-ins that the page has replaced and that all code relies on. */
  guard(): void {
    this.#note(tamperWatch.look());
  }

  /** Windows of one origin run their timers together, see `TimerGroup`. */
  #joinTimers(): TimedWindow {
    const { timers, real, clock, ticks, tasks, timerGroup } = this.#instruments;
    let refilled = -1;
    const timed: TimedWindow = {
      isAlive: real.isShown,
      skipTo: ticks.skipTo,
      stepMs: ticks.stepMs,
      nextTimer: timers.next,
      isDueBefore: (order) => (timers.next(clock.now())?.order ?? Infinity) < order,
      runTimer(untilMs) {
        runTimer(real, timers, untilMs);
      },
      momentIn: (step) => ({ step, leftMs: ticks.stepMs(step) - clock.now(), skippedFrames: ticks.skippedFrames() }),
      moment: () => (this.#step < 0 ? null : timed.momentIn(this.#step)),
      advanceTo(nowMs) {
        clock.set(Math.max(clock.now(), nowMs));
      },
      beginHere: clock.beginHere,
      render: (step) => {
        const { renderingEvents } = this.#instruments;
        if (renderingEvents === null || renderingEvents.isEmpty()) return undefined;
        timed.beginStep(step);
        return renderingEvents.flush();
      },
      renderLast: () => this.#instruments.renderingEvents?.flushLast(),
      beginFrame: () => {
        this.#mayAnimate = !this.#hasAnimated || timers.hasAnimationFrame();
      },
      beginStep: (step) => {
        this.beginFrames();
        this.#beginStep(step);
      },
      keepOpen: (step) => {
        // A window that has no timers gets messages, too.
        if (step !== this.#step && step !== refilled) tasks.refill();
        refilled = step;
        return tasks.keepOpen();
      },
      turn: () => this.#endTask(),
      isOwed: () => tasks.isOwed(),
    };
    if ("document" in this.#realm)
      eachDocument(({ URL }) => {
        this.#isFresh = URL !== "about:blank";
        timerGroup.join(timed, this.#isFresh);
      });
    else timerGroup.join(timed, true);
    return timed;
  }

  #beginStep(step: number): void {
    if (step === this.#step) return;
    const { trap, order, tasks } = this.#instruments;
    this.#step = step;
    trap?.setStep(step);
    order.beginFrame();
    order.onPageRun();
    if (this.#standIns === null) tasks.refill();
    this.parts?.beginStep(step);
    this.#instruments.given?.beginStep(step);
    this.#instruments.drawWatches.beginStep(step);
  }

  /** Runs the timers of this window and of those that it leads, each in its own task. */
  async #runTimersOfAll(step: number): Promise<void> {
    const { timerGroup } = this.#instruments;
    let all = timerGroup.ledBy(this.#timed);
    for (let due = findDue(all, step); due !== null; due = findDue(all, step)) {
      due.timed.beginStep(step);
      moveClocks(all, step, due.leftMs);
      due.timed.runTimer(due.timed.stepMs(step));
      // It may have made another window.
      all = timerGroup.ledBy(this.#timed);
      await this.#endTaskOfAll(step, all);
    }
    moveClocks(all, step, 0);
  }

  /** Lets the messages in all of these windows arrive. A message may be the cause of one to another window. */
  async #endTaskOfAll(step: number, all: readonly TimedWindow[]): Promise<void> {
    const closings = this.#keepOpen(step, all);
    do await this.#takeTurns(all);
    while (all.some((timed) => timed.isAlive() && timed.isOwed()));
    for (const close of closings) close();
  }

  /** Keeps the order of the messages that code posts to several windows, until the returned functions are called. */
  #keepOpen(step: number, all: readonly TimedWindow[]): readonly (() => void)[] {
    return all.length <= 1 ? [] : all.map((timed) => timed.keepOpen(step));
  }

  async #takeTurns(all: readonly TimedWindow[]): Promise<void> {
    const waiting = new Set(all.filter((timed) => timed !== this.#timed));
    for (const timed of waiting) void timed.turn().then(() => waiting.delete(timed));
    await this.#endTask();
    while (waiting.size > 0) {
      await this.#endTask();
      // A window that goes has no more turns.
      for (const timed of waiting) if (!timed.isAlive()) waiting.delete(timed);
    }
  }

  /** A task that aborts signals goes on for as long as listeners are left, before any message of the page. */
  async #endTurn(): Promise<void> {
    const { real, timedApis, page } = this.#instruments;
    page?.animations.betweenTasks();
    while (timedApis.isAborting()) await real.endOfTask();
    await real.turn();
  }

  #observe(): Promise<void> | undefined {
    const { page } = this.#instruments;
    page?.animations.discover();
    return page?.observers.deliver();
  }

  #note(replaced: string | null): void {
    if (replaced === null) return;
    const message = `The page replaced ${replaced}, which the counting code relies on too. Its figures may be forged.`;
    this.#instruments.notices.add({ code: "forged-figures", severity: "failure", message, where: null });
  }

  #runCallbacks(step: number): void | Promise<void> {
    if (this.#isFresh) return undefined;
    this.#hasAnimated = true;
    const { timers, order } = this.#instruments;
    // A script that another window has written into this one runs as soon as it arrives, so it belongs to this frame.
    const hasMore = this.#below.areThereAny() || timers.hasAnimationFrame() || !order.mayRunTask();
    return hasMore ? this.#endFrameWithCallbacks(step) : undefined;
  }

  #takeBoot(): readonly PartDigest[] {
    const taken = this.#bootChanges;
    this.#bootChanges = nothingChanged;
    return taken;
  }

  /** Absorbs the parts that are read at the end of a frame. The other parts absorb events as they happen. */
  #hashState(): void {
    const { parts } = this;
    if (parts === null) return;
    const { page, randomness, sideEffects, timers } = this.#instruments;
    sideEffects?.flush();
    randomness.hashInto(parts.part("random"));
    if (page?.animations.areRunning() === true) parts.part("animations").addText("running");
    const timerPart = parts.part("timers");
    timerPart.name?.("timers", ["made", "pending"]);
    timerPart.addNumber(timers.madeCount());
    timerPart.addNumber(timers.pendingCount());
  }

  async #endFrameWithCallbacks(step: number): Promise<void> {
    const { page } = this.#instruments;
    await this.#runAnimationFrames(() => {
      // The browser lays the page out before it observes.
      page?.forcedLayouts?.settle();
      if (page !== null) forceLayout(this.#realm.document);
      this.#hasObserved = true;
      return this.#observe();
    });
    await this.#below.runFrame(step, (source) => page?.input.takeFor(source) ?? []);
    page?.input.followBelow(this.#below.isPointerLocked());
  }

  /** Runs the timers due until then, each in its own task, and leaves the clock there. */
  async #runTimers(untilMs: () => number): Promise<void> {
    const { timers, real, clock } = this.#instruments;
    // This loop ends even for a timer of 0 ms that sets itself again: nested timers are clamped to 4 ms.
    while (timers.isDue(untilMs())) {
      runTimer(real, timers, untilMs());
      await this.#endTask();
    }
    clock.set(Math.max(clock.now(), untilMs()));
  }

  /** Runs the callbacks and then `afterwards`, if there are callbacks. No message comes between them. */
  async #runAnimationFrames(afterwards?: () => Promise<void> | undefined): Promise<void> {
    const { timers, real, order } = this.#instruments;
    const nowMs = this.#frameTime();
    const early = this.#standIns === null && this.#mayAnimate ? timers.takeEarly(nowMs) : [];
    if (early.length > 0) await real.runInOneTask(early);
    const callbacks = this.#standIns ?? (this.#mayAnimate ? timers.takeAnimationFrames() : []);
    if (callbacks.length > 0) await this.#runTogether(callbacks, afterwards);
    if (this.#standIns === null && !order.mayRunTask()) await this.#endTask();
  }

  /** The time that the callbacks of a frame get, in virtual milliseconds: its own, also after a task that waited longer. */
  #frameTime(): number {
    const { clock } = this.#instruments;
    return clock.sinceOrigin() + Math.min(this.#timed.moment()?.leftMs ?? 0, 0);
  }

  async #runTogether(
    callbacks: readonly ((timeMs: number) => void)[],
    afterwards?: () => Promise<void> | undefined,
  ): Promise<void> {
    const nowMs = this.#frameTime();
    const steps = callbacks.map((callback) => (): void => {
      callback(nowMs);
    });
    // A worker runs the microtasks after all callbacks.
    const runAll = (): void => {
      for (const run of steps) run();
    };
    const own = "document" in this.#realm ? steps : [runAll];
    let late: Promise<void> | undefined;
    const end = (): void => {
      late = afterwards?.();
    };
    await this.#instruments.real.runInOneTask([...own, end]);
    await late;
  }

  /** Ends a task of the page, and waits until the next one may run. */
  async #endTask(): Promise<void> {
    const { real, order, events } = this.#instruments;
    await this.#endTurn();
    // The first turn was asked for before the browser knew of the task's rejections.
    if (events.hearsRejections) await real.turn();
    while (!order.mayRunTask()) {
      await order.awaitTask(this.config.settleMs);
      await real.turn();
    }
  }
}

function ignoreTime(): void {
  // Stands in for an animation frame.
}

const nothingChanged: readonly PartDigest[] = [];
const nothingSeen: ElementLook = { sighting: null, others: [], badSelector: null };
const isSeen = ({ sighting }: ElementLook): boolean => sighting !== null && sighting.hiddenBy === null;
const nothingShown = { entities: 0, nodes: 0 };
