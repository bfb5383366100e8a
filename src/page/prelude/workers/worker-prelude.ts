import { answerCalls, type PageMoment } from "../realms/child-realms.ts";
import { installAgent } from "../agent/install-agent.ts";
import { globalOwner, replaceMethod } from "../native/native-look.ts";
import { resolveUrlsAgainst } from "./worker-urls.ts";
import { type WorkerConfig, workerHelloKey } from "../realms/worker-config.ts";

/** Entry of the bundle that runs before any script of a worker. From here on the worker runs on its page's clock. */
function startWorkerPrelude(realm: Window & typeof globalThis, config: WorkerConfig): void {
  let receivedCount = 0;
  let postedCount = 0;
  const { agent, calls, advanceTo } = installAgent(realm, config.prelude, {
    realmName: config.realmName,
    postedCount: () => postedCount,
    secret: null,
  });

  async function catchUp(page: PageMoment): Promise<void> {
    // The messages and the call come over different ports, which do not wait for each other.
    while (receivedCount < page.postedCount) await agent.turn();
    advanceTo(page.nowMs);
  }

  realm.addEventListener("message", (event: MessageEvent) => {
    const [port] = event.ports;
    if (event.data !== workerHelloKey || port === undefined) {
      receivedCount += 1;
      return;
    }
    event.stopImmediatePropagation();
    answerCalls(port, calls, catchUp);
  });
  replaceMethod(globalOwner(realm, "postMessage"), "postMessage", (postMessage) => {
    function replacement(...parameters: unknown[]): unknown {
      const result = Reflect.apply(postMessage, realm, parameters);
      postedCount += 1;
      return result;
    }
    return replacement;
  });
  if (config.baseUrl !== null) resolveUrlsAgainst(realm, config.baseUrl);
}

const config = globalThis.framegateWorkerConfig;
globalThis.framegateWorkerConfig = undefined;
if (config !== undefined) startWorkerPrelude(self, config);
