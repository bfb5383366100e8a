import type { PageNotice, PreludeConfig } from "../../../formats/page-port.ts";
import { looksLike, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import type { ChildRealm } from "./child-realms.ts";
import { DrivenWorker } from "./driven-worker.ts";
import { watchScripts } from "./wrap-script.ts";

/** The workers of a page, driven like the frames in it. */
export interface DrivenWorkers {
  /** In the order in which they were created. */
  list(): readonly ChildRealm[];
  /** Whether a worker has been sent a message since it last settled. */
  areOwed(): boolean;
}

export interface WorkerOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly config: PreludeConfig;
  /** Name of the page's own realm, which starts the names of its workers. */
  readonly realmName: string;
  readonly note: (notice: PageNotice) => void;
}

/**
 * Replaces `Worker` so that a prelude runs before a worker's own script. The worker gets the page's clock, one frame at a
 * time, and its messages are delivered between frames. Does nothing in a bundle that lacks the worker prelude.
 */
export function driveWorkers(options: WorkerOptions): DrivenWorkers {
  const { realm, real, clock, config, note } = options;
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
      const onGone = (gone: DrivenWorker): void => {
        workers.delete(gone);
      };
      const worker = new DrivenWorker(made, String(url), { realm, real, clock, note, post: postMessage, onGone });
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
    // Called in every frame, and most pages have no worker, so those get no new list.
    list: () => (workers.size === 0 ? nobody : [...workers]),
    areOwed: () => workers.size > 0 && [...workers].some((worker) => worker.isOwed()),
  };
}

const nobody: readonly ChildRealm[] = [];

/** The one option of `new Worker` that matters here. */
interface ScriptKind {
  readonly type?: string;
}

function constructWorker(target: typeof Worker, parameters: unknown[], newTarget: object): Worker {
  // `Reflect.construct` returns `any`, and a proxy's construct trap must return the constructed object.
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
