import type { HashSink } from "../../../core/state-hash.ts";
import type { ShadowTrees } from "./shadow-trees.ts";

/** The changes in a document after its load. */
export interface DomChanges {
  /** Starts counting changes. */
  begin(): void;
  /** Absorbs the pending changes. Call at the end of each frame. */
  flush(): void;
  haveHappened(): boolean;
}

const everything: MutationObserverInit = { subtree: true, childList: true, attributes: true, characterData: true };
// Enough text to distinguish two states, without hashing whole novels.
const maximumText = 500;

/**
 * Watches `realm`'s document, including shadow trees. With a sink it absorbs every change; without one it only detects
 * the first.
 */
export function watchDom(
  realm: Window & typeof globalThis,
  shadowTrees: ShadowTrees,
  sink: HashSink | null,
): DomChanges {
  const { CharacterData, Element, document } = realm;
  // An element of a page may have a `getAttribute` of its own, which gives something else.
  const { getAttribute } = Element.prototype;
  let hasHappened = false;
  let isOver = false;

  function absorb(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    hasHappened = true;
    if (sink === null) {
      isOver = true;
      observer.disconnect();
      return;
    }
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      sink.name?.(nameOf(target, Element), recordFields);
      sink.addText(`${type} ${target.nodeName}`);
      if (target instanceof CharacterData) sink.addText(stable(target.data));
      if (target instanceof Element && attributeName !== null) {
        const value: unknown = Reflect.apply(getAttribute, target, [attributeName]);
        sink.addText(`${attributeName}=${typeof value === "string" ? stable(value) : ""}`);
      }
      for (const node of addedNodes) sink.addText(`+${node.nodeName} ${stable(node.textContent ?? "")}`);
      for (const node of removedNodes) sink.addText(`-${node.nodeName}`);
    }
  }

  const observer = new realm.MutationObserver(absorb);
  return {
    begin() {
      observer.observe(document, everything);
      shadowTrees.watch((root) => {
        if (!isOver) observer.observe(root, everything);
      });
    },
    flush() {
      absorb(observer.takeRecords());
    },
    haveHappened: () => hasHappened,
  };
}

const recordFields = ["change"];

/** The node as a selector would name it, for a person. */
function nameOf(node: Node, ElementClass: typeof Element): string {
  const element = node instanceof ElementClass ? node : node.parentElement;
  if (element === null) return node.nodeName;
  return element.id === "" ? element.localName : `${element.localName}#${element.id}`;
}

/** Removes the random names that the browser gives to blobs. */
function stable(text: string): string {
  return text.slice(0, maximumText).replaceAll(/blob:[^\s"')]+/gu, "blob:");
}
