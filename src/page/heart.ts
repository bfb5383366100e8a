import { heartbeatIntervalMs, heartbeatStates } from "../formats/page-port.ts";
import type { RealmAgent } from "./realm-agent.ts";

// Reading the clock costs as much as the rest of an idle frame's bookkeeping, so quick frames skip it.
const framesSkippedMax = 4;

/** Sends the harness heartbeats while a page steps. */
export class Heart {
  readonly #agent: RealmAgent;
  #beatMs: number;
  #readMs: number;
  #isQuick = false;
  #framesSkipped = 0;

  constructor(agent: RealmAgent) {
    this.#agent = agent;
    this.#beatMs = agent.realNow();
    this.#readMs = this.#beatMs;
  }

  /** Reports that a step has ended, at most once per `heartbeatIntervalMs`. */
  beat(step: number): void {
    this.#framesSkipped += 1;
    if (this.#isQuick && this.#framesSkipped < framesSkippedMax) return;
    const nowMs = this.#agent.realNow();
    this.#isQuick = nowMs - this.#readMs < heartbeatIntervalMs / 10;
    this.#readMs = nowMs;
    this.#framesSkipped = 0;
    if (nowMs - this.#beatMs < heartbeatIntervalMs) return;
    this.#beatMs = nowMs;
    this.#agent.beat(String(step));
  }

  /** Awaits work that belongs to no frame and has its own time limit, and reports its start and end. */
  async during(wait: () => Promise<void>): Promise<void> {
    this.#agent.beat(heartbeatStates.waiting);
    await wait();
    this.#agent.beat(heartbeatStates.running);
  }
}
