import type { AsyncOrder, Expectation, Registered } from "./async-order.ts";
import type { OnAbort } from "./abort-steps.ts";
import { isFunction, replaceMethod } from "../native/native-look.ts";
import { isObject, nativeMethod } from "./native-method.ts";

const fencePrefix = "framegate.fence";

/** A request whose lock the page has not been given yet. */
interface LockWait {
  /** For the browser to call when it grants the lock. */
  readonly grant: (lock: unknown) => Promise<unknown>;
  /** Gives the lock back as soon as it comes. False if the page has it already. */
  cancel(): boolean;
  /** The same, unless the browser has granted it: the page still gets a lock that has been stolen since. */
  refuse(): void;
  /** True once the page's callback has been called. */
  readonly isGiven: () => boolean;
  /** `tell` is called with what the page's callback returns. */
  onCalled(tell: (returned: Promise<unknown>) => void): void;
}

/**
 * Orders locks. Whether one is free depends on the page, which may hold it for as long as it likes, so nothing waits for
 * a lock.
 */
export function orderLocks(realm: Window & typeof globalThis, order: AsyncOrder, onAbort: OnAbort): void {
  if (typeof realm.LockManager !== "function") return;
  const { AbortSignal } = realm;
  const { prototype } = realm.LockManager;
  const { locks } = realm.navigator;
  const native = nativeMethod(prototype, "request");
  /** How the last request of each name ends. */
  const ends = new Map<string, Movable & Pick<LockWait, "isGiven">>();
  let fenceCount = 0;
  /**
   * Lock requests are answered in order, so a request of a free lock is answered after all that were granted before.
   */
  const fence = async (): Promise<unknown> => {
    fenceCount += 1;
    return await Reflect.apply(native, locks, [`${fencePrefix}${String(fenceCount)}`, () => undefined]);
  };
  const ofPage = { owner: "page", fence } as const;
  /**
   * A lock that is given back or stolen may now be that of a frame or a worker, which asks the browser once more. By then
   * the browser must know of it.
   */
  const tellOthers = (): void => {
    const told = order.expect("the end of a lock");
    const tell = (): void => {
      told.complete(() => {
        order.noteBroadcasts(1);
      });
    };
    // A frame of an opaque origin has no locks at all.
    fence().then(tell, tell);
  };

  const signalOf = (options: unknown): AbortSignal | null => {
    const signal: unknown = isObject(options) ? Reflect.get(options, "signal") : null;
    return signal instanceof AbortSignal ? signal : null;
  };
  replaceMethod(prototype, "request", (request) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const callback = parameters.at(-1);
      const signal = signalOf(parameters[1]);
      // The browser refuses these itself.
      if (parameters.length < 2 || !isFunction(callback) || signal?.aborted === true) {
        return Reflect.apply(request, this, parameters);
      }
      order.noteBroadcasts(0);
      const registered = order.expect(`the lock ${String(parameters[0])}`, ofPage);
      const wait = waitFor(registered, (lock) => Reflect.apply(callback, undefined, [lock]));
      const result: unknown = Reflect.apply(request, this, [...parameters.slice(0, -1), wait.grant]);
      if (!(result instanceof Promise)) return result;
      const name = String(parameters[0]);
      if (isStealing(parameters[1])) {
        const stolen = ends.get(name);
        // The end of a lock comes after the call that gets it.
        if (stolen?.isGiven() === false) stolen.moveBehind();
        tellOthers();
      }
      result.then(tellOthers, () => {
        wait.refuse();
        tellOthers();
      });
      const end = movable(() => order.expect("a lock", ofPage));
      ends.set(name, { ...end, isGiven: wait.isGiven });
      return order.hold(end, result, (reject, resolve) => {
        wait.onCalled((returned) => {
          returned.then(resolve, reject);
        });
        if (signal === null) return;
        onAbort(signal, (reason) => {
          if (wait.cancel()) reject(reason);
        });
      });
    }
    return replacement;
  });
  orderQueries(prototype, order, ofPage);
}

function orderQueries(prototype: LockManager, order: AsyncOrder, ofPage: Expectation): void {
  const rename = createRenaming();
  replaceMethod(prototype, "query", (query) => {
    async function renamed(asking: Promise<unknown>): Promise<unknown> {
      // The locks that were requested before are granted before.
      return rename(await order.track("LockManager.query", asking, ofPage));
    }
    function replacement(this: unknown): unknown {
      order.noteBroadcasts(0);
      const result: unknown = Reflect.apply(query, this, []);
      return result instanceof Promise ? renamed(result) : result;
    }
    return replacement;
  });
}

function isStealing(options: unknown): boolean {
  return isObject(options) && !!Reflect.get(options, "steal");
}

interface Movable extends Pick<Registered, "complete" | "release"> {
  /** Puts it behind everything that has been registered since. */
  moveBehind(): void;
}

function movable(register: () => Registered): Movable {
  let current: Registered | null = register();
  const take = (): Registered | null => {
    const taken = current;
    current = null;
    return taken;
  };
  return {
    complete: (deliver) => take()?.complete(deliver),
    release: () => take()?.release(),
    moveBehind() {
      if (current === null) return;
      current.release();
      current = register();
    },
  };
}

function waitFor(registered: Registered, callback: (lock: unknown) => unknown): LockWait {
  let state: "waiting" | "given" | "cancelled" = "waiting";
  let isGranted = false;
  let giveBack = (): void => undefined;
  const called: ((returned: Promise<unknown>) => void)[] = [];
  return {
    grant: (lock) =>
      new Promise((resolve) => {
        isGranted = true;
        giveBack = () => {
          resolve(undefined);
        };
        if (state === "cancelled") giveBack();
        registered.complete(() => {
          state = "given";
          const returned = callWith(lock, callback);
          returned.then(giveBack, giveBack);
          // The request ends with the callback, without another answer of the browser.
          for (const tell of called) tell(returned);
        });
      }),
    cancel() {
      if (state === "given") return false;
      state = "cancelled";
      registered.release();
      giveBack();
      return true;
    },
    isGiven: () => state === "given",
    refuse() {
      if (!isGranted) this.cancel();
    },
    onCalled(tell) {
      called.push(tell);
    },
  };
}

function callWith(lock: unknown, callback: (lock: unknown) => unknown): Promise<unknown> {
  try {
    return Promise.resolve(callback(lock));
  } catch (thrown) {
    // The page must see its own exception.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    return Promise.reject(thrown);
  }
}

/** True for a lock of the harness, of any realm, that is only asked for to wait for others. */
function isFence(lock: unknown): boolean {
  return isObject(lock) && String(Reflect.get(lock, "name")).startsWith(fencePrefix);
}

/** The browser gives each realm a random name; here they are numbered. */
function createRenaming(): (snapshot: unknown) => unknown {
  const names = new Map<unknown, string>();
  const rename = (lock: unknown): unknown => {
    if (!isObject(lock)) return lock;
    const clientId: unknown = Reflect.get(lock, "clientId");
    const name = names.get(clientId) ?? `client-${String(names.size + 1)}`;
    names.set(clientId, name);
    return { ...lock, clientId: name };
  };
  return (snapshot) => {
    if (!isObject(snapshot)) return snapshot;
    const lists = Object.entries(snapshot).map(([key, list]: [string, unknown]): [string, unknown] => [
      key,
      Array.isArray(list) ? list.filter((lock) => !isFence(lock)).map(rename) : list,
    ]);
    return Object.fromEntries<unknown>(lists);
  };
}
