import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

type Realm = Window & typeof globalThis;
type Step = () => void;

interface Parts {
  readonly real: Pick<RealPrimitives, "queueMicrotask" | "runInOneTask">;
  /** Runs a step in a task of its own, after those that the page has asked for. */
  readonly soon: (step: Step) => void;
  /** Runs it after the next frame. */
  readonly afterFrame: (step: Step) => void;
  readonly abortError: () => DOMException;
  readonly onOver: () => void;
}

interface Transition {
  readonly updateCallbackDone: Promise<void>;
  readonly ready: Promise<void>;
  readonly finished: Promise<void>;
  readonly types: ReadonlySet<string>;
  readonly skipTransition: () => void;
}

/**
 * Makes view transitions change the document after the next frame, without an animation. The native ones change it at
 * the browser's next paint, which is a different frame in every run, and stop painting until then. Call when the timers
 * are virtual. `onSkipped` is called with each reason for which `ready` is rejected: most pages do not look at it.
 */
export function skipViewTransitions(
  realm: Realm,
  real: Parts["real"],
  { onSkipped }: { onSkipped: (reason: object) => void },
): void {
  const { DOMException, requestAnimationFrame, setTimeout } = realm;
  const soon = (step: Step): void => {
    setTimeout(step, 0);
  };
  const afterFrame = (step: Step): void => {
    requestAnimationFrame(() => {
      soon(step);
    });
  };
  const abortError = (): DOMException => {
    const reason = new DOMException("Transition was skipped", "AbortError");
    onSkipped(reason);
    return reason;
  };
  /** By the document or element, which has one at a time. */
  const active = new WeakMap<object, Transition>();

  function start(owner: object, update: unknown): Transition {
    active.get(owner)?.skipTransition();
    const onOver = (): void => {
      if (active.get(owner) === transition) active.delete(owner);
    };
    const transition = begin(update, { real, soon, afterFrame, abortError, onOver });
    active.set(owner, transition);
    return transition;
  }

  for (const { prototype } of [realm.Document, realm.Element]) {
    replaceMethod(prototype, "startViewTransition", () => {
      return function replacement(this: object, update?: unknown): object {
        return start(this, update);
      };
    });
    replaceGetter(prototype, "activeViewTransition", (original, owner) =>
      owner instanceof realm.Node ? (active.get(owner) ?? null) : original(),
    );
  }
}

/** Settles its promises in the microtasks in which Chromium does. */
function begin(update: unknown, { real, soon, afterFrame, abortError, onOver }: Parts): Transition {
  const callback: unknown = typeof update === "object" && update !== null ? Reflect.get(update, "update") : update;
  const [done, ready, finished] = [createSettler(), createSettler(), createSettler()];
  let isSkipped = false;
  let isUpdated = false;
  const end = (): void => {
    finished.resolve();
    onOver();
  };
  const onUpdated = (): void => {
    isUpdated = true;
    done.resolve();
    if (isSkipped) end();
    else {
      real.queueMicrotask(() => {
        ready.resolve();
        afterFrame(end);
      });
    }
  };
  const onFailed = (reason: unknown): void => {
    isSkipped = true;
    for (const { reject } of [done, ready, finished]) reject(reason);
    onOver();
  };
  const runUpdate = runOnce(() => {
    let look = onUpdated;
    const call = (): void => {
      try {
        const outcome: unknown = typeof callback === "function" ? Reflect.apply(callback, undefined, []) : undefined;
        look = () => void Promise.resolve(outcome).then(onUpdated, onFailed);
      } catch (thrown) {
        look = () => {
          onFailed(thrown);
        };
      }
    };
    // The browser runs the microtasks of the callback before it looks at the outcome.
    void real.runInOneTask([
      call,
      () => {
        look();
      },
    ]);
  });
  afterFrame(runUpdate);

  function skipTransition(): void {
    if (isSkipped) return;
    isSkipped = true;
    onOver();
    if (isUpdated) real.queueMicrotask(end);
    else {
      real.queueMicrotask(() => {
        ready.reject(abortError());
      });
      soon(runUpdate);
    }
  }
  const promises = { updateCallbackDone: done.promise, ready: ready.promise, finished: finished.promise };
  return { ...promises, types: new Set(), skipTransition };
}

interface Settler {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

function createSettler(): Settler {
  let resolve = (): void => undefined;
  let reject: Settler["reject"] = () => undefined;
  const promise = new Promise<void>((...given) => {
    [resolve, reject] = given;
  });
  return { promise, resolve, reject };
}

function runOnce(step: Step): Step {
  let hasRun = false;
  return () => {
    if (hasRun) return;
    hasRun = true;
    step();
  };
}
