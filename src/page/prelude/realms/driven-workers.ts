import type { PageNotice, PreludeConfig } from "../../../formats/page-port.ts";
import { type CallFacts, type ChildCalls, type ChildRealm, type ChildState, connectChild } from "./child-realms.ts";
import { looksLike, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { watchScripts } from "./wrap-script.ts";
import { workerHelloKey } from "./worker-config.ts";

/** The workers of a page, driven like the frames in it. */
export interface DrivenWorkers {
  /** In the order in which they were made. */
  list(): readonly ChildRealm[];
  /** Whether a worker has been given something to do since it last came to rest. */
  areOwed(): boolean;
}

export interface WorkerOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly config: PreludeConfig;
  readonly realmName: string;
  readonly note: (notice: PageNotice) => void;
}

/** One worker, as its page keeps it. */
interface DrivenWorker extends ChildRealm {
  isOwed(): boolean;
  onPosted(): void;
  leave(): void;
}

// A worker that blocks its thread, as the threads of WebAssembly do, never answers and cannot be driven.
const answerLimitMs = 3000;

/**
 * Replaces `Worker` so that a prelude runs before a worker's own script. The worker gets the page's clock, a frame at a
 * time, and what it posts is handed over between two frames. Does nothing where that prelude has not been bundled.
 */
export function driveWorkers(options: WorkerOptions): DrivenWorkers {
  const { realm, config } = options;
  const preludeSource = typeof framegateWorkerPrelude === "string" ? framegateWorkerPrelude : null;
  if (preludeSource === null || !("document" in realm)) return { list: () => [], areOwed: () => false };
  const wrapScript = watchScripts(realm, preludeSource, config);
  const workers = new Set<DrivenWorker>();
  const byObject = new WeakMap<object, DrivenWorker>();
  const { postMessage } = realm.Worker.prototype;
  let madeCount = 0;

  const NativeWorker = realm.Worker;
  const replacement = new Proxy(NativeWorker, {
    construct(target, [url, workerOptions]: [string | URL, ScriptKind?], newTarget) {
      madeCount += 1;
      const realmName = `${options.realmName}#worker${String(madeCount)}`;
      const script = wrapScript(String(url), workerOptions?.type === "module", realmName);
      const made = constructWorker(target, [script, workerOptions], newTarget === replacement ? target : newTarget);
      const worker = adoptWorker(made, String(url), {
        ...options,
        post: postMessage,
        onGone: (gone) => workers.delete(gone),
      });
      workers.add(worker);
      byObject.set(made, worker);
      return made;
    },
  });
  looksLike(replacement, NativeWorker);
  Object.defineProperty(NativeWorker.prototype, "constructor", {
    value: replacement,
    writable: true,
    configurable: true,
  });
  Object.defineProperty(realm, "Worker", { value: replacement, writable: true, enumerable: false, configurable: true });

  afterCalls(NativeWorker.prototype, "postMessage", (receiver) => byObject.get(receiver)?.onPosted());
  afterCalls(NativeWorker.prototype, "terminate", (receiver) => byObject.get(receiver)?.leave());
  return {
    // Asked for in every frame, and most pages have no worker: no list is made for those.
    list: () => (workers.size === 0 ? nobody : [...workers]),
    areOwed: () => workers.size > 0 && [...workers].some((worker) => worker.isOwed()),
  };
}

const nobody: readonly ChildRealm[] = [];

/** The option of `new Worker` that matters here. */
interface ScriptKind {
  readonly type?: string;
}

function constructWorker(target: typeof Worker, parameters: unknown[], newTarget: object): Worker {
  // A proxy's construct trap must return what the constructor makes; of `Reflect.construct` nothing is known.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Reflect.construct(target, parameters as ConstructorParameters<typeof Worker>, newTarget as typeof Worker);
}

function afterCalls(prototype: object, name: string, onCalled: (receiver: object) => void): void {
  replaceMethod(prototype, name, (original) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const result = Reflect.apply(original, this, parameters);
      onCalled(this);
      return result;
    }
    return replacement;
  });
}

interface AdoptOptions extends WorkerOptions {
  readonly post: Worker["postMessage"];
  readonly onGone: (worker: DrivenWorker) => void;
}

/** Makes a child realm of a worker that has just been constructed. */
function adoptWorker(
  worker: Worker,
  url: string,
  { realm, real, clock, note, post, onGone }: AdoptOptions,
): DrivenWorker {
  const { MessageEvent } = realm;
  const held: MessageEvent[] = [];
  let postedCount = 0;
  let receivedCount = 0;
  let isOwed = true;
  let state: ChildState | null = null;
  const { port1, port2 } = new realm.MessageChannel();
  const child = connectChild(port1, null, () => {
    onGone(driven);
  });
  worker.addEventListener(
    "message",
    (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      receivedCount += 1;
      held.push(event);
    },
    true,
  );
  worker.addEventListener("error", () => {
    // A script that fails before the prelude has run leaves nobody who could answer.
    if (state === null) child.leave();
  });

  async function handOver(): Promise<void> {
    // They come over another port than the answer that counts them.
    while (state !== null && receivedCount < state.postedCount) await real.turn();
    for (const event of held.splice(0)) {
      const data: unknown = event.data;
      worker.dispatchEvent(new MessageEvent("message", { data, ports: [...event.ports] }));
      await real.turn();
    }
  }

  async function call<Name extends keyof ChildCalls>(
    name: Name,
    facts?: CallFacts,
  ): Promise<Awaited<ReturnType<ChildCalls[Name]>> | null> {
    const isIdle = state?.hasTimers === false && !isOwed;
    if (isIdle && (name === "settle" || name === "frame" || name === "bootTick")) return null;
    if (name === "settle") isOwed = false;
    const limit = real.setTimeout(() => {
      const message = "This worker does not answer, so what it sends may arrive in another frame on another run.";
      note({ code: "undriven-api", severity: "warning", message, where: url });
      child.leave();
    }, answerLimitMs);
    // A frame brings its own time, up to which the worker's timers run.
    const nowMs = name === "frame" || name === "bootTick" ? 0 : clock.now();
    const reply = await child.call(name, { ...facts, page: { postedCount, nowMs } });
    real.clearTimeout(limit);
    if (reply !== null && "postedCount" in reply) state = reply;
    await handOver();
    return reply;
  }

  const driven: DrivenWorker = {
    call,
    source: null,
    isOwed: () => isOwed,
    onPosted() {
      postedCount += 1;
      isOwed = true;
    },
    leave: child.leave,
  };
  Reflect.apply(post, worker, [workerHelloKey, [port2]]);
  return driven;
}
