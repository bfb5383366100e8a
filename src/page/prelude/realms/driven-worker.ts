import type { PageNotice } from "../../../formats/page-port.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import {
  type CallFacts,
  type ChildCalls,
  type ChildRealm,
  type ChildState,
  connectChild,
  type ConnectedChild,
} from "./child-realms.ts";
import { workerHelloKey } from "./worker-config.ts";

// A worker that blocks its thread, as WebAssembly threads do, never answers and cannot be driven.
const answerLimitMs = 3000;

export interface DrivenWorkerOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly note: (notice: PageNotice) => void;
  /** The browser's own `Worker.prototype.postMessage`. */
  readonly post: Worker["postMessage"];
  readonly onGone: (worker: DrivenWorker) => void;
}

/** A worker that was just constructed, as a child realm of its page. */
export class DrivenWorker implements ChildRealm {
  readonly source = null;
  readonly #worker: Worker;
  readonly #url: string;
  readonly #options: DrivenWorkerOptions;
  readonly #MessageEvent: typeof MessageEvent;
  readonly #child: ConnectedChild;
  /** Messages of the worker that the page has not been given yet. */
  readonly #held: MessageEvent[] = [];
  #postedCount = 0;
  #receivedCount = 0;
  #isOwed = true;
  #state: ChildState | null = null;

  constructor(worker: Worker, url: string, options: DrivenWorkerOptions) {
    const { realm, onGone, post } = options;
    this.#worker = worker;
    this.#url = url;
    this.#options = options;
    this.#MessageEvent = realm.MessageEvent;
    const { port1, port2 } = new realm.MessageChannel();
    this.#child = connectChild(port1, null, () => {
      onGone(this);
    });
    this.#holdMessages();
    Reflect.apply(post, worker, [workerHelloKey, [port2]]);
  }

  /** Whether the page has posted a message since the worker last settled. */
  isOwed(): boolean {
    return this.#isOwed;
  }

  onPosted(): void {
    this.#postedCount += 1;
    this.#isOwed = true;
  }

  leave(): void {
    this.#child.leave();
  }

  async call<Name extends keyof ChildCalls>(
    name: Name,
    facts?: CallFacts,
  ): Promise<Awaited<ReturnType<ChildCalls[Name]>> | null> {
    const isIdle = this.#state?.hasTimers === false && !this.#isOwed;
    if (isIdle && (name === "settle" || name === "frame" || name === "bootTick")) return null;
    if (name === "settle") this.#isOwed = false;
    const { real, clock } = this.#options;
    const limit = real.setTimeout(() => {
      this.#giveUp();
    }, answerLimitMs);
    // A frame sets the time itself and runs the worker's timers up to it.
    const nowMs = name === "frame" || name === "bootTick" ? 0 : clock.now();
    const page = { postedCount: this.#postedCount, nowMs };
    const reply = await this.#child.call(name, { ...facts, page });
    real.clearTimeout(limit);
    if (reply !== null && "postedCount" in reply) this.#state = reply;
    await this.#deliver();
    return reply;
  }

  #holdMessages(): void {
    this.#worker.addEventListener(
      "message",
      (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        this.#receivedCount += 1;
        this.#held.push(event);
      },
      true,
    );
    this.#worker.addEventListener("error", () => {
      // If the script fails before the prelude has run, nothing in the worker can answer.
      if (this.#state === null) this.#child.leave();
    });
  }

  async #deliver(): Promise<void> {
    const { real } = this.#options;
    // The messages come over another port than the answer that counts them, and may arrive after it.
    while (this.#state !== null && this.#receivedCount < this.#state.postedCount) await real.turn();
    for (const event of this.#held.splice(0)) {
      const data: unknown = event.data;
      this.#worker.dispatchEvent(new this.#MessageEvent("message", { data, ports: [...event.ports] }));
      await real.turn();
    }
  }

  #giveUp(): void {
    const message = "This worker does not answer, so its messages may arrive in another frame on another run.";
    this.#options.note({ code: "undriven-api", severity: "warning", message, where: this.#url });
    this.#child.leave();
  }
}
