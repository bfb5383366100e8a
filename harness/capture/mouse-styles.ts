import { readFile } from "node:fs/promises";
import type { CDPSession, Protocol } from "puppeteer-core";
import type { MouseState } from "../../src/formats/page-port.ts";

type Id = Protocol.DOM.BackendNodeId;

/** Name of the world in which the elements are looked for. */
const worldName = "framegate.mouse";

const nothing: ReadonlySet<Id> = new Set();

export interface MouseStylesOptions {
  readonly session: CDPSession;
  /** Script that defines `framegate.styledElements`. */
  readonly styledElementsFile: string;
  /** Opens a session of its own for the same page. */
  readonly openSession: () => Promise<CDPSession>;
  /**
   * Called after each change: otherwise the order of the transitions that the changes begin, and the frame that they
   * begin with, would be as the browser happens to paint.
   */
  readonly followStyles: () => Promise<void>;
}

/**
 * Makes the elements under the tape's mouse `:hover`, and those that it holds `:active`, as the inspector of the browser
 * does. The browser's own mouse cannot: it would be over something else whenever the browser paints, by the real clock.
 */
export class MouseStyles {
  readonly #options: MouseStylesOptions;
  /** The inspector's session. Only while an element needs it, because the browser keeps it informed of each change. */
  #inspector: CDPSession | null = null;
  #script: string | null = null;
  #hovered = nothing;
  #held = nothing;
  #isPressed = false;

  constructor(options: MouseStylesOptions) {
    this.#options = options;
  }

  /** Only between two frames. */
  async follow({ x, y, isPressed }: MouseState): Promise<void> {
    const under = await this.#elementsAt(Math.floor(x), Math.floor(y)).catch(() => nothing);
    const held = isPressed ? (this.#isPressed ? this.#held : under) : nothing;
    // While a button is held, only what it holds is under the mouse.
    const hovered = isPressed ? new Set([...under].filter((id) => held.has(id))) : under;
    this.#isPressed = isPressed;
    await this.#force(hovered, held);
  }

  async #force(hovered: ReadonlySet<Id>, held: ReadonlySet<Id>): Promise<void> {
    const [wasHovered, wasHeld] = [this.#hovered, this.#held];
    this.#hovered = hovered;
    this.#held = held;
    const all = [...new Set([...wasHovered, ...wasHeld, ...hovered, ...held])];
    const changed = all.filter((id) => wasHovered.has(id) !== hovered.has(id) || wasHeld.has(id) !== held.has(id));
    if (changed.length === 0) return;
    if (hovered.size + held.size === 0) {
      await this.#inspector?.detach();
      this.#inspector = null;
      await this.#options.followStyles();
      return;
    }
    const inspector = await this.#inspect();
    const { nodeIds } = await inspector.send("DOM.pushNodesByBackendIdsToFrontend", { backendNodeIds: changed });
    for (const [index, id] of changed.entries()) {
      const forcedPseudoClasses = [...(hovered.has(id) ? ["hover"] : []), ...(held.has(id) ? ["active"] : [])];
      const nodeId = nodeIds[index] ?? 0;
      // The page may have removed the element.
      await inspector.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses }).catch(() => undefined);
      await this.#options.followStyles();
    }
  }

  async #inspect(): Promise<CDPSession> {
    if (this.#inspector !== null) return this.#inspector;
    const inspector = await this.#options.openSession();
    await inspector.send("DOM.enable");
    await inspector.send("CSS.enable");
    await inspector.send("DOM.getDocument", { depth: 0 });
    this.#inspector = inspector;
    return inspector;
  }

  /** The elements under the mouse that a style asks for, in the innermost frame there and in those around it. */
  async #elementsAt(x: number, y: number): Promise<ReadonlySet<Id>> {
    const { session } = this.#options;
    const { frameTree } = await session.send("Page.getFrameTree");
    const ids = new Set<Id>();
    let { backendNodeId, frameId } = await session.send("DOM.getNodeForLocation", { x, y });
    for (;;) {
      for (const id of await this.#styledAround(backendNodeId, frameId)) ids.add(id);
      const parentId = parentOf(frameTree, frameId);
      if (parentId === null) return ids;
      ({ backendNodeId } = await session.send("DOM.getFrameOwner", { frameId }));
      frameId = parentId;
    }
  }

  /** Looks in a world of its own, in which the page has replaced nothing. */
  async #styledAround(backendNodeId: Id, frameId: string): Promise<readonly Id[]> {
    const { session, styledElementsFile } = this.#options;
    const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", { frameId, worldName });
    this.#script ??= await readFile(styledElementsFile, "utf8");
    await session.send("Runtime.evaluate", { expression: this.#script, contextId });
    const { object } = await session.send("DOM.resolveNode", { backendNodeId, executionContextId: contextId });
    const { result: list } = await session.send("Runtime.callFunctionOn", {
      functionDeclaration: "function () { return framegate.styledElements(this); }",
      ...{ objectId: object.objectId ?? "", objectGroup: worldName },
    });
    const properties = { objectId: list.objectId ?? "", ownProperties: true };
    const { result: entries } = await session.send("Runtime.getProperties", properties);
    const objectIds = entries.flatMap(({ value }) => (value?.subtype === "node" ? (value.objectId ?? []) : []));
    const nodes = await Promise.all(
      objectIds.map(async (objectId) => await session.send("DOM.describeNode", { objectId })),
    );
    await session.send("Runtime.releaseObjectGroup", { objectGroup: worldName });
    return nodes.map(({ node }) => node.backendNodeId);
  }
}

/** The id of the frame around a frame; null for the page itself. */
function parentOf({ frame, childFrames = [] }: Protocol.Page.FrameTree, frameId: string): string | null {
  if (frame.id === frameId) return frame.parentId ?? null;
  for (const child of childFrames) {
    const parentId = parentOf(child, frameId);
    if (parentId !== null) return parentId;
  }
  return null;
}
