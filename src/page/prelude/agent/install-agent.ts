import type { PreludeConfig } from "../../../formats/page-port.ts";
import type { HeardInput, RealmAgent } from "../../realm-agent.ts";
import type { ChildCalls, ChildState } from "../realms/child-realms.ts";
import { frameMode } from "../gl/pass-modes.ts";
import type { InputDelivery } from "../input/deliver-input.ts";
import { type Instruments, installInstruments } from "./instruments.ts";
import { joinRealmsBelow, type RealmsBelow } from "../realms/realms-below.ts";
import { summarizeRealm } from "./summarize-realm.ts";
import { createTickClock } from "../time/tick-clock.ts";

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

/** Takes a realm over and returns the holds on it: one for its own host, one for the realm above. */
export function installAgent(
  realm: Window & typeof globalThis,
  config: PreludeConfig,
  place: RealmPlace,
): InstalledAgent {
  const instruments = installInstruments(realm, config, place.realmName);
  const below = joinRealmsBelow(instruments.frames, instruments.workers, instruments.hash);
  const agent = createAgent({ realm, config, instruments, below });
  const { clock, timers } = instruments;
  const state = (): ChildState => ({
    isWaiting: agent.isWaiting(),
    hasTimers: !timers.isIdle(),
    postedCount: place.postedCount(),
    rasterNeed: agent.rasterNeed(),
    isPointerLocked: instruments.page?.input.isPointerLocked() ?? false,
  });
  return {
    agent,
    calls: answerWith({ realm, agent, instruments, state }),
    advanceTo(nowMs) {
      clock.set(Math.max(clock.now(), nowMs));
    },
  };
}

interface AgentParts {
  readonly realm: Window & typeof globalThis;
  readonly config: PreludeConfig;
  readonly instruments: Instruments;
  readonly below: RealmsBelow;
}

// A page and a worker that answer each other without end would never let a frame begin.
const maximumRounds = 1000;

function createAgent({ realm, config, instruments, below }: AgentParts): RealmAgent {
  const { real, hash, notices, trap, clock, randomness, order, queuedWork, page, gl, pause } = instruments;
  const ticks = createTickClock(config.stepHz);
  const callbacks = createCallbackRunner(instruments);
  const draws = createDrawMeter(gl.totals);
  const isWaiting = (): boolean => order.isWaiting() || below.areWaiting();

  async function endFrameWithCallbacks(step: number): Promise<void> {
    await callbacks.runAnimationFrames();
    await below.runFrame(step, (source) => page?.input.takeFor(source) ?? []);
    page?.input.followBelow(below.isPointerLocked());
  }

  return {
    config,
    hash,
    realNow: real.now,
    mark: real.mark,
    clearMarks: real.clearMarks,
    turn: real.turn,
    nextPaint: real.nextPaint,
    pause,
    note: notices.add,
    runQueuedWork: queuedWork.run,
    hasTimers: () => !instruments.timers.isIdle(),
    rasterNeed: () => instruments.rasterNeed() ?? below.rasterNeed(),
    isWaiting,
    async settle() {
      // What one realm is given, another may be asked for: they are at rest when none has anything left.
      for (let round = 0; round < maximumRounds && (round === 0 || isWaiting()); round += 1) {
        await order.settle(config.settleMs);
        await below.settle();
      }
    },
    async bootTick() {
      await callbacks.runTimers(ticks.nextBootTickMs());
      page?.animations.advance();
      await callbacks.runAnimationFrames();
      await below.bootTick();
    },
    beginFrames() {
      gl.setMode(frameMode(config));
      page?.animations.discover();
      // The host's own stage is no game's.
      if (realm.parent !== realm) page?.domChanges.begin();
      // What was drawn while booting belongs to no frame.
      draws.take();
    },
    beginFrame(step, events) {
      trap?.setStep(step);
      const nowMs = ticks.stepMs(step);
      if (instruments.timers.isDue(nowMs)) return callbacks.runTimers(nowMs).then(() => page?.input.deliver(events));
      clock.set(nowMs);
      return page?.input.deliver(events);
    },
    useRealInput: () => page?.input.useReal(),
    takeRealInput: async () => (page === null ? [] : await takeRealInput(page.input, below)),
    endFrame(step) {
      page?.animations.advance();
      return below.areThereAny() || instruments.timers.hasAnimationFrame() ? endFrameWithCallbacks(step) : undefined;
    },
    deliverObservations() {
      page?.animations.discover();
      page?.observers.deliver();
    },
    takeFrame() {
      trap?.setStep(null);
      if (hash !== null) randomness.hashInto(hash);
      const own = draws.take();
      const others = below.takeFrame();
      return { drawCalls: own.drawCalls + others.drawCalls, triangles: own.triangles + others.triangles };
    },
    async drain() {
      await gl.drain();
      await below.drain();
    },
    async leavePixels() {
      gl.setMode("drop");
      await below.leavePixels();
    },
    finish: async () => summarizeRealm(instruments, await below.finish()),
  };
}

interface CallbackRunner {
  /** Runs the timers due until then, each in a task of its own, and leaves the clock there. */
  runTimers(untilMs: number): Promise<void>;
  runAnimationFrames(): Promise<void>;
}

function createCallbackRunner({ real, clock, timers }: Instruments): CallbackRunner {
  return {
    async runTimers(untilMs) {
      // A timer of 0 ms that sets itself again would keep the clock where it is for ever; the clamp of nested timers ends
      // that, so each of these loops ends.
      while (timers.runNext(untilMs)) await real.turn();
      clock.set(untilMs);
    },
    async runAnimationFrames() {
      for (const callback of timers.takeAnimationFrames()) {
        callback(clock.now());
        await real.turn();
      }
    },
  };
}

interface Drawn {
  readonly drawCalls: number;
  readonly triangles: number;
}

/** Turns running totals into what was drawn since the last look. */
function createDrawMeter(totals: Drawn): { take(): Drawn } {
  let seen: Drawn = { ...totals };
  return {
    take() {
      const drawn = { drawCalls: totals.drawCalls - seen.drawCalls, triangles: totals.triangles - seen.triangles };
      seen = { drawCalls: totals.drawCalls, triangles: totals.triangles };
      return drawn;
    },
  };
}

interface AnswerParts {
  readonly realm: Window & typeof globalThis;
  readonly agent: RealmAgent;
  readonly instruments: Instruments;
  readonly state: () => ChildState;
}

/** The agent as the realm above may call it: every answer says how the realm stands. */
function answerWith({ realm, agent, instruments, state }: AnswerParts): ChildCalls {
  const afterwards = async (work: void | Promise<void>): Promise<ChildState> => {
    await work;
    return state();
  };
  return {
    settle: async () => await afterwards(agent.settle()),
    beginFrames: async () => {
      agent.beginFrames();
      return await afterwards();
    },
    bootTick: async () => await afterwards(agent.bootTick()),
    drain: async () => await afterwards(agent.drain()),
    leavePixels: async () => await afterwards(agent.leavePixels()),
    async frame(step, events) {
      await agent.beginFrame(step, events);
      await agent.endFrame(step);
      // Unforced, layout would run whenever the browser likes, or never.
      if ("document" in realm) realm.document.documentElement.getBoundingClientRect();
      agent.deliverObservations();
      await agent.turn();
      instruments.page?.domChanges.flush();
      return { ...agent.takeFrame(), ...state(), digest: instruments.hash?.digest() ?? "" };
    },
    takeRealInput: async () => await agent.takeRealInput(),
    finish: async () => await agent.finish(),
  };
}

async function takeRealInput(input: InputDelivery, below: RealmsBelow): Promise<readonly HeardInput[]> {
  const own = input.takeReal();
  const others = (await below.takeRealInput()).flatMap(({ source, heard }) => input.comingFrom(source, heard));
  return others.length === 0 ? own : [...own, ...others].sort((left, right) => left.atMs - right.atMs);
}
