import type { CDPSession } from "puppeteer-core";

/**
 * Delays pictures, and the fonts of style sheets, until their document is parsed. Layout shows them as soon as they
 * arrive, and the browser requests a font at the first layout that needs it. A script that measures an element while the
 * page is parsed would see them or not by chance. Code that runs after parsing waits for them.
 */
export async function holdShownLoads(session: CDPSession): Promise<void> {
  /** Paused requests, by frame; a parsed frame has none. */
  const waiting = new Map<string, string[]>();
  const proceed = (requestId: string): void => {
    // The frame may be gone by now.
    session.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
  };
  const release = (frameId: string): void => {
    const requests = waiting.get(frameId) ?? [];
    waiting.delete(frameId);
    requests.forEach(proceed);
  };
  session.on("Page.lifecycleEvent", ({ frameId, name }) => {
    if (name === "init") {
      release(frameId);
      waiting.set(frameId, []);
    } else if (name === "DOMContentLoaded") release(frameId);
  });
  session.on("Page.frameDetached", ({ frameId }) => {
    release(frameId);
  });
  session.on("Fetch.requestPaused", ({ requestId, frameId }) => {
    const requests = waiting.get(frameId);
    if (requests === undefined) proceed(requestId);
    else requests.push(requestId);
  });
  await Promise.all([
    session.send("Page.setLifecycleEventsEnabled", { enabled: true }),
    session.send("Fetch.enable", { patterns: [{ resourceType: "Font" }, { resourceType: "Image" }] }),
  ]);
}
