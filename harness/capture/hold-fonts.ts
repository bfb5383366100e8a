import type { CDPSession } from "puppeteer-core";

/**
 * Holds the fonts of style sheets back until their document is parsed. The browser asks for one when a part of the page is
 * first laid out, which on a slow machine it does between two scripts, by itself. So a script that measures text would
 * find now one font and now the other. What runs later waits for the fonts.
 */
export async function holdFonts(session: CDPSession): Promise<void> {
  /** The requests that wait, by frame; a frame that is parsed has none. */
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
    session.send("Fetch.enable", { patterns: [{ resourceType: "Font" }] }),
  ]);
}
