import { MountFailure } from "./mount-failure.ts";
import type { RealmAgent } from "./realm-agent.ts";

export interface MountDeadline {
  readonly agent: RealmAgent;
  /** Real milliseconds. */
  readonly limitMs: number;
  /** Names the work in the error message. */
  readonly name: string;
  /** Whether virtual time may pass. It must not while a page loads: that takes as long as the network takes. */
  readonly mayTick: () => boolean;
}

// After this many turns without a delivery, the setup is assumed to wait for a timer or an animation frame.
const quietTurns = 20;

/**
 * Awaits `work` and keeps the page running meanwhile: it delivers what the page loads, and when nothing is loading it
 * lets virtual time pass, so that a setup that awaits a timer can continue. Fails by name after `limitMs`.
 */
export async function withDeadline(work: Promise<void>, deadline: MountDeadline): Promise<void> {
  const { agent, limitMs, name, mayTick } = deadline;
  const deadlineMs = agent.realNow() + limitMs;
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  // The last line throws the rejection; until then it must not count as unhandled.
  finished.catch(() => undefined);
  for (let quiet = 0; !isDone; quiet += 1) {
    await agent.turn();
    if (agent.isWaiting()) {
      await agent.settle();
      quiet = 0;
    } else if (quiet >= quietTurns) {
      if (mayTick() && agent.hasTimers()) await agent.bootTick();
      // Untracked work, such as a module load, ends by itself; polling more often would only slow it down.
      else await agent.pause();
      // An embedded page waits for the requests of its frame.
      await agent.settle();
    }
    if (agent.realNow() > deadlineMs) {
      throw new MountFailure("entry-never-resolved", name, `not ready after ${String(limitMs)} ms`);
    }
  }
  await finished;
}
