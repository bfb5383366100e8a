import type { NamedUseReport, PageNotice, PreludeConfig } from "../../../formats/page-port.ts";
import type { HeldEvents } from "../loads/held-events.ts";
import type { RealmPorts } from "../loads/realm-ports.ts";
import { looksLike, replaceMethod } from "../native/native-look.ts";
import { replacePosting } from "../native/posting.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import type { ChildRealm } from "./child-realms.ts";
import type { StepMoment } from "../time/timer-group.ts";
import { DrivenWorker } from "./driven-worker.ts";
import type { SharedMemory } from "../loads/shared-memory.ts";
import type { ErrorFacts, WorkerConfig } from "./worker-config.ts";
import { offerPrelude, watchScripts } from "./wrap-script.ts";

/** The workers of a page, driven like the frames in it. */
export interface DrivenWorkers {
  /** In the order in which they were created. */
  list(): readonly ChildRealm[];
  /** Whether a worker has been sent a message since it last settled. */
  areOwed(): boolean;
  /** True if a worker has waited beyond the page's time, see `DrivenWorker`. */
  areAhead(): boolean;
  /** Call when a broadcast may be under way to them. */
  expectBroadcasts(): void;
}

export interface WorkerOptions {
  readonly realm: Window & typeof globalThis;
  readonly real: RealPrimitives;
  readonly clock: VirtualClock;
  readonly events: HeldEvents;
  readonly ports: RealmPorts;
  readonly config: PreludeConfig;
  /** Name of the page's own realm, which starts the names of its workers. */
  readonly realmName: string;
  /** The configuration of the worker in which this runs; null in a page. */
  readonly worker: WorkerConfig | null;
  /** See `DrivenWorkerOptions`. */
  readonly onUncaught: ((facts: ErrorFacts) => void) | null;
  /** See `WorkerConfig`. */
  readonly moment: () => StepMoment | null;
  readonly sharedMemory: SharedMemory;
  /** See `DrivenWorkerOptions`. */
  readonly onNamed: (uses: readonly NamedUseReport[]) => void;
  readonly note: (notice: PageNotice) => void;
}

/**
 * Replaces `Worker` so that a prelude runs before a worker's own script. The worker gets the page's clock, one frame at a
 * time, and its messages are delivered between frames. Does nothing in a bundle that lacks the worker prelude.
 */
export function driveWorkers(options: WorkerOptions): DrivenWorkers {
  const { realm, real, clock, events, ports, config, worker: own, note, moment, sharedMemory, onNamed } = options;
  const source = typeof framegateWorkerPrelude === "string" ? framegateWorkerPrelude : null;
  if ((source === null && own === null) || typeof realm.Worker !== "function") {
    return { list: () => [], areOwed: () => false, areAhead: () => false, expectBroadcasts: () => undefined };
  }
  const baseUrl = (): string => (own === null ? realm.document.baseURI : own.scriptUrl);
  const mayLoad = createWorkerTest(realm, baseUrl);
  const wrapScript = watchScripts(realm, {
    prelude: config,
    preludeUrl: own === null ? offerPrelude(realm, source ?? "") : () => own.preludeUrl,
    ...{ baseUrl, moment },
  });
  sharedMemory.watch();
  const workers = new Set<DrivenWorker>();
  sharedMemory.onSharedByPort(() => {
    for (const worker of workers) worker.share();
  });
  const byObject = new WeakMap<object, DrivenWorker>();
  const { postMessage } = realm.Worker.prototype;
  let madeCount = 0;

  const NativeWorker = realm.Worker;
  const replacement = new Proxy(NativeWorker, {
    construct(target, parameters: [(string | URL)?, ScriptKind?], newTarget) {
      const [url, workerOptions] = parameters;
      // The browser throws.
      if (parameters.length === 0 || !mayLoad(String(url))) return constructWorker(target, parameters, target);
      madeCount += 1;
      const realmName = `${options.realmName}#worker${String(madeCount)}`;
      const script = wrapScript(String(url), workerOptions?.type === "module", realmName);
      const made = constructWorker(target, [script.url, workerOptions], newTarget === replacement ? target : newTarget);
      const onGone = (gone: DrivenWorker): void => {
        workers.delete(gone);
      };
      const worker = new DrivenWorker(made, script, {
        ...{ realm, real, clock, events, ports, sharedMemory, note, onNamed, onGone },
        ...{ settleMs: config.settleMs, post: postMessage, onUncaught: options.onUncaught },
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

  replacePosting(NativeWorker.prototype, {
    beforePost(worker, message) {
      byObject.get(worker)?.beforePost(message);
    },
    onPosted(worker, transfer) {
      byObject.get(worker)?.onPosted(transfer);
    },
  });
  replaceMethod(NativeWorker.prototype, "terminate", (terminate) => {
    function replacementOf(this: object): void {
      Reflect.apply(terminate, this, []);
      byObject.get(this)?.leave();
    }
    return replacementOf;
  });
  return {
    // Called in every frame, and most pages have no worker, so they all share one list.
    list: () => (workers.size === 0 ? nobody : [...workers]),
    areOwed: () => workers.size > 0 && [...workers].some((worker) => worker.isOwed()),
    areAhead: () => workers.size > 0 && [...workers].some((worker) => worker.isAhead()),
    expectBroadcasts() {
      for (const worker of workers) worker.expectBroadcasts();
    },
  };
}

/** Returns a test: false for a URL of which the browser makes no worker, because it is none or of another origin. */
function createWorkerTest(realm: Window & typeof globalThis, baseUrl: () => string): (url: string) => boolean {
  const parse = realm.URL.parse.bind(realm.URL);
  const { origin } = realm;
  return (url) => {
    const parsed = parse(url, baseUrl());
    // A page without an origin of its own is a sandboxed game.
    return parsed !== null && (parsed.origin === origin || parsed.protocol === "data:" || origin === "null");
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
