import { answerCalls, type CatchUp } from "../realms/child-realms.ts";
import { limitAtomicWaits } from "./atomic-limits.ts";
import { type InstalledAgent, installAgent } from "../agent/install-agent.ts";
import { globalOwner, replaceMethod } from "../native/native-look.ts";
import { readMessage } from "../native/own-messages.ts";
import { replacePosting } from "../native/posting.ts";
import { referFrom, resolveUrlsAgainst, showPlace } from "./worker-urls.ts";
import { type ErrorFacts, type WorkerConfig, workerMessages } from "../realms/worker-config.ts";

/** Entry of the bundle that runs before any script of a worker. From here on the worker runs on its page's clock. */
function startWorkerPrelude(realm: Window & typeof globalThis, config: WorkerConfig): void {
  let receivedCount = 0;
  let postedCount = 0;
  let isGreeted = false;
  const held: { readonly event: Event; readonly number: number }[] = [];
  // Captured now: pages overwrite globals.
  const { MessageEvent } = realm;
  const start = createStart(realm, config.startUrl);
  const takePosts = (): ReturnType<typeof up.take> => up.take();
  const counted = { postedCount: () => postedCount, takePosts };
  const owner = globalOwner(realm, "postMessage");
  const post = nativePost(realm, owner);
  post(workerMessages.started);
  const onUncaught = (facts: ErrorFacts): void => post(workerMessages.uncaught + JSON.stringify(facts));
  const place = { realmName: config.realmName, ...counted, secret: null, worker: config, onUncaught };
  const installed = installAgent(realm, config.prelude, place);
  const { agent, calls, events, ports, advanceTo } = installed;
  installed.beginAt(config.madeAt);
  const sharing = watchSharing(installed, post);
  const up = ports.openUp(counted.postedCount);

  const catchUp: CatchUp = async (page, name) => {
    if (start.isDue()) {
      await start.inTask();
      await agent.turn();
    }
    // The messages and the call come over different ports, which do not wait for each other.
    while (receivedCount < page.postedCount) await agent.turn();
    advanceTo(page.nowMs);
    ports.receive(up, page.posts);
    // Messages are delivered between two frames, as in the page.
    if (name !== "settle") return;
    // What its page has posted since the call belongs to the next one.
    for (let next = held[0]; next !== undefined && next.number <= page.postedCount; next = held[0]) {
      held.shift();
      const { event, number } = next;
      await ports.deliver(up, number);
      ports.giveLinkPorts(up, number, event);
      await events.letGo(realm, event);
      await agent.turn();
    }
  };

  events.hear(realm, "message", (event) => {
    if (!(event instanceof MessageEvent) || !event.isTrusted) return;
    const data: unknown = readMessage.data<unknown>(event);
    const port = readMessage.ports(event)[0];
    if (data === workerMessages.shared) {
      sharing.begin();
      event.stopImmediatePropagation();
      // From now on its messages are not held, so it must listen.
      start.now();
    } else if (!isGreeted && data === workerMessages.hello && port !== undefined) {
      // The first message of all. Any other is the page's.
      isGreeted = true;
      event.stopImmediatePropagation();
      answerCalls(port, calls, catchUp);
    } else {
      receivedCount += 1;
      // The page may be waiting in a loop for shared memory that this message's handler writes.
      if (sharing.hasBegun()) return;
      event.stopImmediatePropagation();
      held.push({ event, number: receivedCount });
    }
  });
  replacePosting(owner, {
    beforePost(_realm, message) {
      sharing.beforePost(message);
    },
    onPosted(_realm, transfer) {
      postedCount += 1;
      ports.onLinkPosted(up, transfer);
    },
  });
  limitAtomicWaits(realm, {
    isPrivate: (cells) => installed.sharedMemory.isPrivate(cells),
    passTime: installed.passTime,
    onBlocked() {
      post(workerMessages.blocked);
    },
  });
  sayWhenClosed(realm, () => {
    post(workerMessages.closed + JSON.stringify(up.take()));
  });
  showPlace(realm, config.scriptUrl);
  if (config.baseUrl === null) return;
  referFrom(realm, config.baseUrl);
  resolveUrlsAgainst(realm, config.baseUrl);
}

/** The beginning of the worker's own script. */
interface ScriptStart {
  /** False once it has begun, and for a module. */
  isDue(): boolean;
  /** Its errors are those of the caller. */
  now(): void;
  /** Runs it in a task of its own, so that nothing catches its errors. Resolves when it has run. */
  inTask(): Promise<void>;
}

/**
 * A worker begins when the realm above calls it for the first time: two that began by themselves would use what they
 * share, such as a database, in an order of the machine's.
 */
function createStart(realm: Window & typeof globalThis, url: string | null): ScriptStart {
  // The browser's own, before the clock is replaced.
  const setTimeout = realm.setTimeout.bind(realm);
  let isDue = url !== null;
  const now = (): void => {
    if (!isDue) return;
    isDue = false;
    const importScripts: unknown = Reflect.get(realm, "importScripts");
    if (typeof importScripts === "function") Reflect.apply(importScripts, realm, [url]);
  };
  return {
    isDue: () => isDue,
    now,
    inTask: async () =>
      await new Promise((resolve) => {
        setTimeout(() => {
          resolve();
          now();
        }, 0);
      }),
  };
}

interface Sharing {
  /** Call when the page says so. */
  begin(): void;
  hasBegun(): boolean;
  beforePost(message: unknown): void;
}

/** Follows whether memory is shared between the worker and its page, and tells the page if the worker shares it. */
function watchSharing(
  { ports, sharedMemory, namedUses }: Pick<InstalledAgent, "ports" | "sharedMemory" | "namedUses">,
  tell: (message: string) => void,
): Sharing {
  let isShared = false;
  const begin = (): void => {
    isShared = true;
    // The worker may pass it on.
    sharedMemory.note("SharedArrayBuffer");
    ports.loosenAll();
  };
  const share = (): void => {
    if (isShared) return;
    begin();
    tell(workerMessages.shared + JSON.stringify(namedUses.list()));
  };
  sharedMemory.onSharedByPort(share);
  return {
    begin,
    hasBegun: () => isShared,
    beforePost(message) {
      if (!isShared && sharedMemory.isShared(message)) share();
    },
  };
}

// A closed worker gets no more tasks, and nothing tells when the microtasks of this one have ended.
const microtasksAfterClose = 1000;

/** A port that is still in use might not tell the page that the worker has gone. */
function sayWhenClosed(realm: object, say: () => void): void {
  // After everything that the rest of this task posts.
  const sayAfter = (microtasks: number): void => {
    if (microtasks === 0) say();
    else
      void Promise.resolve().then(() => {
        sayAfter(microtasks - 1);
      });
  };
  replaceMethod(globalOwner(realm, "close"), "close", (close) => {
    function replacement(): void {
      Reflect.apply(close, realm, []);
      sayAfter(microtasksAfterClose);
    }
    return replacement;
  });
}

/** The browser's own `postMessage` of a worker. */
function nativePost(realm: object, owner: object): (message: string) => void {
  const post: unknown = Reflect.get(owner, "postMessage");
  return (message) => {
    if (typeof post === "function") Reflect.apply(post, realm, [message]);
  };
}

const config = globalThis.framegateWorkerConfig;
globalThis.framegateWorkerConfig = undefined;
if (config !== undefined) startWorkerPrelude(self, config);
