import type { CDPSession } from "puppeteer-core";
import { keptDocumentType } from "../../src/formats/page-port.ts";

/** The page's scripts do not run in it, so nothing that they have replaced is called. */
const worldName = "framegate";

/**
 * Tells the preludes of a page, which know the secret, of each frame whose request ends without a `load` event: the
 * answer has no content or is a download, or a script has stopped the load. No event tells a page. The session must
 * report what `holdShownLoads` asks for.
 */
export function tellKeptDocuments(session: CDPSession, secret: string): void {
  /** The URL that each frame loads, by its ID. */
  const urls = new Map<string, string>();
  const parents = new Map<string, string>();
  session.on("Page.frameAttached", ({ frameId, parentFrameId }) => {
    parents.set(frameId, parentFrameId);
  });
  session.on("Page.frameDetached", ({ frameId }) => {
    urls.delete(frameId);
    parents.delete(frameId);
  });
  session.on("Page.frameStartedNavigating", ({ frameId, url, navigationType }) => {
    if (!navigationType.endsWith("ameDocument")) urls.set(frameId, url);
  });
  session.on("Page.lifecycleEvent", ({ frameId, name }) => {
    if (name === "load") urls.delete(frameId);
  });
  // It stops when it has nothing more to load, so not when one request replaces another.
  session.on("Page.frameStoppedLoading", ({ frameId }) => {
    const url = urls.get(frameId);
    const parentId = parents.get(frameId);
    urls.delete(frameId);
    if (url === undefined || parentId === undefined) return;
    // The frame may be gone by now.
    void tell(session, { frameId, parentId }, [keptDocumentType + secret, url]).catch(() => undefined);
  });
}

interface FramePlace {
  readonly frameId: string;
  readonly parentId: string;
}

async function tell(
  session: CDPSession,
  { frameId, parentId }: FramePlace,
  [type, data]: readonly [string, string],
): Promise<void> {
  const { backendNodeId } = await session.send("DOM.getFrameOwner", { frameId });
  const world = { frameId: parentId, worldName };
  const { executionContextId } = await session.send("Page.createIsolatedWorld", world);
  const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId });
  await session.send("Runtime.callFunctionOn", {
    ...{ objectId: object.objectId ?? "", functionDeclaration: dispatch },
    arguments: [{ value: type }, { value: data }],
  });
  await session.send("Runtime.releaseObject", { objectId: object.objectId ?? "" });
}

const dispatch = `function (type, data) { this.dispatchEvent(new MessageEvent(type, { data, composed: true })); }`;
