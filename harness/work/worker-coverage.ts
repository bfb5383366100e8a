import { CoverageSession, type ScriptCoverage, type WorkSession } from "./coverage-session.ts";

// A worker blocked on another one answers nothing meanwhile.
const answerLimitMs = 5000;

/** V8's coverage of a page's workers, from their first script on. */
export class WorkerCoverage {
  readonly #workers = new Map<string, CoverageSession>();
  /** Includes workers that have ended. */
  readonly #all: CoverageSession[] = [];
  #silent = 0;

  /** Number of workers that did not answer and are no longer counted. */
  get silent(): number {
    return this.#silent;
  }

  /** Whether any of them runs WebAssembly, which is not counted. */
  get hasWasm(): boolean {
    return this.#all.some((worker) => worker.hasWasm);
  }

  /** Follows the workers of a page or a worker that has loaded nothing yet. */
  async follow(session: WorkSession): Promise<void> {
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      const worker = session.connection()?.session(sessionId) ?? null;
      if (worker === null) return;
      // A worker may exit at any time, and it must be resumed in any case.
      const calls: Promise<void>[] = [worker.send("Runtime.runIfWaitingForDebugger")];
      if (targetInfo.type === "worker") {
        const coverage = new CoverageSession(worker);
        this.#workers.set(sessionId, coverage);
        this.#all.push(coverage);
        // Sent first, as the browser answers in order. A worker may have workers.
        calls.unshift(coverage.start(), this.follow(worker));
      }
      for (const call of calls) call.catch(() => undefined);
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => {
      this.#workers.delete(sessionId);
    });
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  }

  /** Coverage of all workers since the last reading. */
  async take(): Promise<readonly ScriptCoverage[]> {
    const taken: ScriptCoverage[] = [];
    for (const [id, worker] of this.#workers) taken.push(...(await this.#takeFrom(id, worker)));
    return taken;
  }

  async #takeFrom(id: string, worker: CoverageSession): Promise<readonly ScriptCoverage[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, answerLimitMs, null);
    });
    // A worker that has just ended does not answer either, and is no longer counted.
    const taken = await Promise.race([worker.take().catch(() => []), late]);
    clearTimeout(timer);
    if (taken !== null) return taken;
    this.#workers.delete(id);
    this.#silent += 1;
    return [];
  }
}
