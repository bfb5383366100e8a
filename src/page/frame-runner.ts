import type { Game } from "../core/game.ts";
import type { TapePlayer } from "../core/input/tape-player.ts";
import { markNames } from "../formats/page-port.ts";
import type { PlayedEvent } from "../formats/tape.ts";
import type { DebugBridge } from "./bridge/debug-bridge.ts";
import type { RealmAgent } from "./realm-agent.ts";

export interface FrameRunnerOptions {
  readonly agent: RealmAgent;
  readonly game: Game;
  readonly tapePlayer: TapePlayer | null;
  /** Without roots a frame has no phases: everything happens in the frames below. */
  readonly hasRoots: boolean;
  /** Whether a root shows DOM, so that its layout is part of the frame. */
  readonly hasLayout: boolean;
  readonly needsTurns: boolean;
  /** Notes the inspected part before the phases of a step, and after each; null in a run that is not inspected. */
  readonly notePhase: (() => void) | null;
  /** Called with the input of a step; null in a run that does not record it. */
  readonly notePlayed: ((step: number, events: readonly PlayedEvent[]) => void) | null;
  /** Null without the debug bridge. */
  readonly bridge: DebugBridge | null;
}

/**
 * Runs one frame, from its first mark to its last. It returns a promise only if something must be awaited, so a
 * synchronous frame costs no turn of the event loop.
 */
export type FrameRunner = (step: number) => void | Promise<void>;

/** Creates the runner of a page's frames. */
export function createFrameRunner(options: FrameRunnerOptions): FrameRunner {
  const { agent, game, tapePlayer, hasRoots, hasLayout, needsTurns, notePhase, notePlayed, bridge } = options;
  const isTimed = agent.config.pass === "timed";
  const notedEnd = notePhase ?? (isTimed ? markPhaseEnd : ignorePhase);
  const onPhaseEnd = bridge === null ? notedEnd : endLoggedPhase;

  function markPhaseEnd(): void {
    agent.mark(markNames.phaseEnd);
  }

  function endLoggedPhase(): void {
    notedEnd();
    bridge?.log.endPhase();
  }

  function runPhases(step: number): void | Promise<void> {
    game.beginStep(step);
    notePhase?.();
    bridge?.log.beginPhases();
    if (hasRoots) game.runPhases(onPhaseEnd);
    const ended = agent.endFrame(step);
    if (ended !== undefined) return ended.then(closeFrame);
    return closeFrame();
  }

  function closeFrame(): void | Promise<void> {
    // Without this the browser would do the layout later, at a time of its own, or never.
    if (hasLayout) forceLayout();
    const observed = agent.deliverObservations();
    return observed === undefined ? endTurn() : observed.then(endTurn);
  }

  function endTurn(): void | Promise<void> {
    if (needsTurns || agent.hasTasks()) return agent.turn().then(markEnd);
    markEnd();
    return undefined;
  }

  function markEnd(): void {
    if (isTimed) agent.mark(markNames.frameEnd);
    bridge?.log.end();
  }

  function runWith(step: number, events: readonly PlayedEvent[]): void | Promise<void> {
    if (isTimed) agent.mark(markNames.frameStartPrefix + String(step));
    notePlayed?.(step, events);
    const begun = agent.beginFrame(step, events);
    if (begun !== undefined) return begun.then(() => runPhases(step));
    return runPhases(step);
  }

  return (step) => {
    bridge?.beginFrame(step);
    const events = tapePlayer?.playStep(step) ?? nothingPlayed;
    // A tape that queries the page does so before the frame, as a person would.
    return "then" in events ? events.then((all) => runWith(step, all)) : runWith(step, events);
  };
}

const nothingPlayed: readonly PlayedEvent[] = [];

function ignorePhase(): void {
  // Only a timed pass marks the end of a phase.
}

// The host page's own root element, which is never replaced.
const pageRoot = document.documentElement;

/** Reads a border's width, the cheapest value that forces layout: 0.27 us, half the cost of a rectangle. */
function forceLayout(): number {
  return pageRoot.clientTop;
}
