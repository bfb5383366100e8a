import { replaceMethod } from "../native/native-look.ts";
import { ownDocument } from "../native/own-documents.ts";

/** The shadow trees of a document, which queries and observers of the document do not reach. */
export interface ShadowTrees {
  /** Calls `onRoot` for every existing and future tree. */
  watch(onRoot: (root: ShadowRoot) => void): void;
  /** Call with an element of the page's markup, whose tree no call announces. */
  noteHost(host: Element): void;
  /** The trees whose host is in the document. */
  shown(): readonly ShadowRoot[];
}

/** Follows the shadow trees of `realm` from now on. Closed trees that are declared in markup stay unknown. */
export function followShadowTrees(realm: Window & typeof globalThis): ShadowTrees {
  const { Element, ShadowRoot, WeakRef } = realm;
  const known = new WeakSet<ShadowRoot>();
  // Weak references, so that dropped components can be garbage-collected.
  const roots = new Set<WeakRef<ShadowRoot>>();
  const watchers: ((root: ShadowRoot) => void)[] = [];

  function add(root: ShadowRoot): void {
    if (known.has(root)) return;
    known.add(root);
    roots.add(new WeakRef(root));
    for (const onRoot of watchers) onRoot(root);
  }

  function addDeclaredIn(tree: ParentNode): void {
    for (const { shadowRoot } of tree.querySelectorAll("*")) {
      if (shadowRoot === null) continue;
      add(shadowRoot);
      addDeclaredIn(shadowRoot);
    }
  }

  /** All roots that still exist; it forgets those of dropped components. */
  function living(): readonly ShadowRoot[] {
    const found: ShadowRoot[] = [];
    for (const reference of roots) {
      const root = reference.deref();
      if (root === undefined) roots.delete(reference);
      else found.push(root);
    }
    return found;
  }

  replaceMethod(Element.prototype, "attachShadow", (attach) => {
    function attachShadow(this: object, ...parameters: unknown[]): unknown {
      const root: unknown = Reflect.apply(attach, this, parameters);
      if (root instanceof ShadowRoot) add(root);
      return root;
    }
    return attachShadow;
  });
  for (const prototype of [Element.prototype, ShadowRoot.prototype]) {
    replaceMethod(prototype, "setHTMLUnsafe", (original) => {
      function setHTMLUnsafe(this: ParentNode, ...parameters: unknown[]): void {
        Reflect.apply(original, this, parameters);
        addDeclaredIn(this);
      }
      return setHTMLUnsafe;
    });
  }
  // The markup's observer may have missed some.
  realm.addEventListener(
    "DOMContentLoaded",
    () => {
      addDeclaredIn(ownDocument());
    },
    { capture: true, once: true },
  );

  return {
    watch(onRoot) {
      watchers.push(onRoot);
      for (const root of living()) onRoot(root);
    },
    noteHost({ shadowRoot }) {
      if (shadowRoot !== null) add(shadowRoot);
    },
    shown: () => (roots.size === 0 ? none : living().filter((root) => root.isConnected)),
  };
}

const none: readonly ShadowRoot[] = [];
