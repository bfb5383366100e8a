import type { CDPSession } from "puppeteer-core";

/** The requests that were paused and have gone on. */
export interface RequestsUnderWay {
  /** Call when a paused request goes on. `pausedId` is the one that the pause has, not that of the network. */
  begin(pausedId: string): void;
  /** True until all have ended. */
  areAny(): boolean;
}

/** Follows the requests of a page that are paused. */
export function followRequests(session: CDPSession): RequestsUnderWay {
  const networkIds = new Map<string, string>();
  const underWay = new Set<string>();
  session.on("Fetch.requestPaused", ({ requestId, networkId }) => {
    if (networkId !== undefined) networkIds.set(requestId, networkId);
  });
  for (const type of ["Network.loadingFinished", "Network.loadingFailed"] as const) {
    session.on(type, ({ requestId }) => {
      underWay.delete(requestId);
    });
  }
  return {
    begin(pausedId) {
      const networkId = networkIds.get(pausedId);
      networkIds.delete(pausedId);
      if (networkId !== undefined) underWay.add(networkId);
    },
    areAny: () => underWay.size > 0,
  };
}
