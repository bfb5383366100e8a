import type { HashSink } from "../../../core/state-hash.ts";
import { createTreeReader } from "./absorb-tree.ts";
import type { ShadowTrees } from "./shadow-trees.ts";
import { eachDocument } from "../native/own-documents.ts";
import { listenAlways } from "../native/own-listeners.ts";
import { type OwnRecord, watchMutations } from "../native/own-observers.ts";

/** The changes in a document after its load. */
export interface DomChanges {
  /** Starts counting changes. */
  begin(): void;
  /** Absorbs the pending changes. Call at the end of each frame. */
  flush(): void;
  haveHappened(): boolean;
  /** The changes so far, if they are absorbed. */
  count(): number;
}

const everything: MutationObserverInit = { subtree: true, childList: true, attributes: true, characterData: true };

/** The hash that absorbs the changes. */
export interface DomHash {
  readonly sink: HashSink;
  /** The text, with each blob's random name replaced by the blob's content. */
  readonly inText: (text: string) => string;
}

/**
 * Watches `realm`'s document, including shadow trees. With a hash it absorbs the whole document at first, and then every
 * change; without one it only detects the first change.
 */
export function watchDom(
  realm: Window & typeof globalThis,
  shadowTrees: ShadowTrees,
  hash: DomHash | null,
): DomChanges {
  const { Element } = realm;
  const sink = hash?.sink ?? null;
  const reader = hash === null ? null : createTreeReader(realm, hash.sink, hash.inText);
  let hasHappened = false;
  let changeCount = 0;
  let isOver = false;

  function absorb(records: readonly OwnRecord[]): void {
    if (records.length === 0) return;
    hasHappened = true;
    if (sink === null || reader === null) {
      isOver = true;
      observer.disconnect();
      return;
    }
    changeCount += records.length;
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      sink.name?.(nameOf(target, Element), recordFields);
      sink.addText(`${type} ${target.nodeName}`);
      if (type === "characterData") reader.absorbText(target);
      if (target instanceof Element && attributeName !== null) reader.absorbAttribute(target, attributeName);
      for (const node of addedNodes) reader.absorbTree(node);
      for (const node of removedNodes) sink.addText(`-${node.nodeName}`);
    }
  }

  const { HTMLElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = realm;

  /** Absorbs what a person enters into a field, which is neither an attribute nor a text. */
  function absorbField(event: Event): void {
    const [field] = event.composedPath();
    const isInput = field instanceof HTMLInputElement;
    if (!isInput && !(field instanceof HTMLTextAreaElement) && !(field instanceof HTMLSelectElement)) return;
    hasHappened = true;
    if (sink === null) return;
    sink.name?.(nameOf(field, Element), fieldFields);
    sink.addText(field instanceof HTMLSelectElement ? chosenIn(field) : field.value);
    sink.addNumber(isInput && field.checked ? 1 : 0);
  }

  /** Popovers that open or close, which is neither. */
  const toggled = new Set<HTMLElement>();

  function absorbPopovers(): void {
    for (const popover of toggled) {
      sink?.name?.(nameOf(popover, Element), toggleFields);
      sink?.addNumber(popover.matches(":popover-open") ? 1 : 0);
    }
    toggled.clear();
  }

  for (const type of ["input", "change"]) listenAlways(realm, type, absorbField);
  listenAlways(realm, "beforetoggle", ({ target, isTrusted }) => {
    if (!isTrusted || !(target instanceof HTMLElement) || target.popover === null) return;
    hasHappened = true;
    if (sink !== null) toggled.add(target);
  });
  const observer = watchMutations(realm, absorb);
  return {
    begin() {
      eachDocument((document) => {
        observer.observe(document, everything);
        sink?.name?.("document");
        for (const tree of realm.parent === realm ? insideTheStage(document) : [document]) reader?.absorbTree(tree);
      });
      shadowTrees.watch((root) => {
        if (isOver || root.host.localName === ownControls) return;
        observer.observe(root, everything);
        // A tree outside the document shows nothing.
        if (root.isConnected) reader?.absorbTree(root);
      });
    },
    flush() {
      // Without a sink, the fact that the browser called is enough.
      if (sink === null) return;
      absorb(observer.takeRecords());
      absorbPopovers();
    },
    haveHappened: () => hasHappened,
    count: () => changeCount,
  };
}

/** The contents of the host page's layers. The layers' own styles differ from pass to pass. */
function insideTheStage({ body }: Document): Iterable<Node> {
  return body.querySelectorAll(`:scope > div > :not(${ownControls})`);
}

/** Framegate's own touch controls, which only a recording has. */
const ownControls = "framegate-touch-controls";

const recordFields = ["change"];
const toggleFields = ["open"];
const fieldFields = ["value", "checked"];

/** The indices of the chosen options. */
function chosenIn({ options }: HTMLSelectElement): string {
  return [...options].flatMap(({ selected, index }) => (selected ? [String(index)] : [])).join(" ");
}

/** The node as a selector would name it, for a person. */
function nameOf(node: Node, ElementClass: typeof Element): string {
  const element = node instanceof ElementClass ? node : node.parentElement;
  if (element === null) return node.nodeName;
  return element.id === "" ? element.localName : `${element.localName}#${element.id}`;
}
