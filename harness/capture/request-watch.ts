import type { CDPSession, Protocol } from "puppeteer-core";

/** Requests that begin with a rendering, or that nothing waits for. The prelude waits for all others. */
const types: ReadonlySet<Protocol.Network.ResourceType> = new Set(["Font", "Image", "Ping", "Stylesheet"] as const);

/**
 * Follows the requests of a page's frames in the order in which the page makes them. Its messages come through the same
 * session as the answers to calls, so a call that has returned has no request left to be reported.
 */
export class RequestWatch {
  readonly #pending = new Set<string>();
  #sockets: string[] = [];
  #wake: (() => void) | null = null;

  constructor(session: CDPSession) {
    session.on("Network.requestWillBeSent", ({ requestId, type }) => {
      if (type !== undefined && types.has(type)) this.#pending.add(requestId);
    });
    session.on("Network.loadingFinished", ({ requestId }) => {
      this.#end(requestId);
    });
    session.on("Network.loadingFailed", ({ requestId }) => {
      this.#end(requestId);
    });
    session.on("Network.webSocketCreated", ({ url }) => {
      this.#sockets.push(url);
    });
    session.on("Network.webTransportCreated", ({ url }) => {
      this.#sockets.push(url);
    });
  }

  /** Resolves when none of these requests is pending. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** URLs of the sockets that the page has opened since the last call. */
  takeSockets(): readonly string[] {
    return this.#sockets.splice(0);
  }

  #end(requestId: string): void {
    this.#pending.delete(requestId);
    this.#wake?.();
  }
}
