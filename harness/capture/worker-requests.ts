import type { BrowserContext, CDPSession } from "puppeteer-core";
import type { FailedRequest } from "./missing-files.ts";

/** Workers that belong to no page: the page's own session gets none of their events. */
const types = ["service_worker", "shared_worker"];

/**
 * Calls `onFailed` with each failed request of a shared or service worker, and `onSocket` with the URL of each socket
 * it opens. Such a worker is paused at its start until its requests are observed. Detaching the returned session ends
 * it.
 */
export async function hearWorkerRequests(
  context: BrowserContext,
  {
    onFailed,
    onSocket,
  }: { readonly onFailed: (request: FailedRequest) => void; readonly onSocket: (url: string) => void },
): Promise<CDPSession> {
  const root = await context.browser().target().createCDPSession();
  root.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    const session = root.connection()?.session(sessionId) ?? null;
    if (session === null || targetInfo.browserContextId !== context.id) return;
    session.on("Network.webSocketCreated", ({ url }) => {
      onSocket(url);
    });
    hearFailures(session, onFailed);
    // Neither is awaited: a worker may exit at any time, and it must be resumed in any case.
    for (const call of [session.send("Network.enable"), session.send("Runtime.runIfWaitingForDebugger")])
      call.catch(() => undefined);
  });
  const filter = types.map((type) => ({ type }));
  await root.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter });
  return root;
}

function hearFailures(session: CDPSession, onFailed: (request: FailedRequest) => void): void {
  const urls = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    urls.set(requestId, request.url);
  });
  session.on("Network.loadingFinished", ({ requestId }) => {
    urls.delete(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId, errorText, canceled, type }) => {
    const url = urls.get(requestId);
    urls.delete(requestId);
    if (url !== undefined && canceled !== true) onFailed({ url, reason: errorText, kind: type.toLowerCase() });
  });
}
