import type { PreludeConfig } from "../../../formats/page-port.ts";
import type { RealmAgent } from "../../realm-agent.ts";
import type { HeldEvents } from "../loads/held-events.ts";
import type { RealmPorts } from "../loads/realm-ports.ts";
import type { ErrorFacts, WorkerConfig } from "../realms/worker-config.ts";
import type { ChildCalls, ChildState } from "../realms/child-realms.ts";
import { callSite } from "../native/call-site.ts";
import { forceLayout } from "../native/force-layout.ts";
import { RealmsBelow } from "../realms/realms-below.ts";
import type { SharedMemory } from "../loads/shared-memory.ts";
import type { NamedUses } from "../notices/named-uses.ts";
import type { StepMoment } from "../time/timer-group.ts";
import { Agent } from "./agent.ts";
import { type Instruments, installInstruments } from "./instruments.ts";

/** An agent, and the calls that its parent realm may make. */
export interface InstalledAgent {
  readonly agent: RealmAgent;
  readonly calls: ChildCalls;
  readonly events: HeldEvents;
  readonly ports: RealmPorts;
  readonly sharedMemory: SharedMemory;
  readonly namedUses: NamedUses;
  /** Begins at a moment of the realm above, which was loading if that is null. */
  beginAt(moment: StepMoment | null): void;
  /** Moves the clock, never back. Virtual milliseconds. */
  advanceTo(nowMs: number): void;
  /** Moves the clock on by a time that a script has waited, virtual milliseconds. */
  passTime(waitedMs: number): void;
}

/** The name of a realm and, in a worker, the number of messages that its script has posted to its page. */
export interface RealmPlace {
  readonly realmName: string;
  readonly postedCount: () => number;
  /** See `ChildState`. */
  readonly takePosts: () => ChildState["posts"];
  /** See `FrameConfig`; null in a worker. */
  readonly secret: string | null;
  /** The worker's configuration; null in a frame. */
  readonly worker: WorkerConfig | null;
  /** See `DrivenWorkerOptions`. */
  readonly onUncaught: ((facts: ErrorFacts) => void) | null;
}

/** Takes a realm over. Returns the agent for the realm's own host, and the calls for the realm above. */
export function installAgent(
  realm: Window & typeof globalThis,
  config: PreludeConfig,
  place: RealmPlace,
): InstalledAgent {
  const instruments = installInstruments(realm, config, place);
  const below = new RealmsBelow(instruments.frames, instruments.workers, instruments.ticks);
  const agent = new Agent(realm, config, instruments, below);
  const { clock, timerGroup } = instruments;
  const state = (): ChildState => ({
    isWaiting: agent.isWaiting(),
    hasTimers: agent.hasTimers(),
    postedCount: place.postedCount(),
    posts: place.takePosts(),
    rasterNeed: agent.rasterNeed(),
    codeCount: agent.codeCount(),
    broadcastCount: agent.broadcastCount(),
    skippedFrames: instruments.ticks.skippedFrames(),
    nowMs: clock.now(),
    isPointerLocked: instruments.page?.input.isPointerLocked() ?? false,
  });
  return {
    agent,
    events: instruments.events,
    ports: instruments.ports,
    sharedMemory: instruments.sharedMemory,
    namedUses: instruments.namedUses,
    calls: answerWith({ realm, agent, instruments, state }),
    beginAt(moment) {
      if (moment !== null) {
        timerGroup.beginIn(moment.step);
        instruments.ticks.skipTo(moment.skippedFrames);
        clock.set(instruments.ticks.stepMs(moment.step) - moment.leftMs);
      }
      clock.beginHere();
    },
    advanceTo(nowMs) {
      clock.set(Math.max(clock.now(), nowMs));
    },
    passTime: createPass(realm, instruments),
  };
}

/** The realms around catch up in their next frames, as with a loop that waits for time. */
function createPass(
  realm: Window & typeof globalThis,
  { clock, ticks, notices, timerGroup }: Instruments,
): InstalledAgent["passTime"] {
  const message =
    "A worker waited for time to pass, by Atomics.wait, so all clocks of the page advanced by some frames.";
  return (waitedMs) => {
    const before = ticks.skippedFrames();
    clock.pass(waitedMs);
    ticks.reach(clock.now(), timerGroup.step());
    if (ticks.skippedFrames() === before) return;
    notices.add({ code: "clock-wait", severity: "warning", message, where: callSite(realm) });
  };
}

interface AnswerParts {
  readonly realm: Window & typeof globalThis;
  readonly agent: Agent;
  readonly instruments: Instruments;
  readonly state: () => ChildState;
}

/** The agent's methods for the realm above. Every answer includes the realm's state. */
function answerWith({ realm, agent, instruments, state }: AnswerParts): ChildCalls {
  const afterwards = async (work: void | Promise<void>): Promise<ChildState> => {
    await work;
    await instruments.order.sendBroadcasts();
    return state();
  };
  return {
    settle: async () => {
      agent.expectBroadcasts();
      return await afterwards(agent.settle());
    },
    beginFrames: async () => {
      agent.beginFrames();
      return await afterwards();
    },
    bootTick: async () => await afterwards(agent.bootTick()),
    drain: async () => await afterwards(agent.drain()),
    followStyles: async () => await afterwards(agent.followStyles()),
    leavePixels: async () => await afterwards(agent.leavePixels()),
    silence: async () => await afterwards(agent.silence()),
    async frame(step, events, skippedFrames) {
      agent.guard();
      instruments.ticks.skipTo(skippedFrames);
      await agent.beginFrame(step, events);
      await agent.endFrame(step);
      if ("document" in realm) forceLayout(realm.document);
      await agent.deliverObservations();
      instruments.renderingEvents?.endFrame();
      await agent.turn();
      agent.guard();
      await instruments.order.sendBroadcasts();
      return { ...agent.takeFrame(), ...state() };
    },
    async lookFor(_step, _events, _skippedFrames, target) {
      return await agent.lookFor(target);
    },
    takeRealInput: async () => await agent.takeRealInput(),
    finish: async () => await agent.finish(),
  };
}
