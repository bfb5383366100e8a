import { CoverageSession, type ScriptCoverage, type WorkSession } from "./coverage-session.ts";

// A worker that waits for another one in a script answers nothing until then.
const answerLimitMs = 5000;

/** V8's coverage of the workers of a page, from their first script on. */
export class WorkerCoverage {
  readonly #workers = new Map<string, CoverageSession>();
  /** Those that have ended, too. */
  readonly #all: CoverageSession[] = [];
  #silent = 0;

  /** Workers that did not answer, and of which nothing more is counted. */
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
      // A worker may end at any time, and it must go on in any case.
      const calls: Promise<void>[] = [worker.send("Runtime.runIfWaitingForDebugger")];
      if (targetInfo.type === "worker") {
        const coverage = new CoverageSession(worker);
        this.#workers.set(sessionId, coverage);
        this.#all.push(coverage);
        // Sent before, as the browser answers in order. A worker may have workers.
        calls.unshift(coverage.start(), this.follow(worker));
      }
      for (const call of calls) call.catch(() => undefined);
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => {
      this.#workers.delete(sessionId);
    });
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  }

  /** What ran in all workers since the reading before. */
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
    // One that has just ended does not answer either, and is counted no more.
    const taken = await Promise.race([worker.take().catch(() => []), late]);
    clearTimeout(timer);
    if (taken !== null) return taken;
    this.#workers.delete(id);
    this.#silent += 1;
    return [];
  }
}
