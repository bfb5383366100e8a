import { prototypeOf, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { ownDocument } from "../native/own-documents.ts";
import { isShadowRoot } from "../native/shadow-roots.ts";

/** The shadow trees of a document, which queries and observers of the document do not reach. */
export interface ShadowTrees {
  /** Calls `onRoot` for every existing and future tree. */
  watch(onRoot: (root: ShadowRoot) => void): void;
  /** Call with an element of the page's markup, whose tree no call announces. */
  noteHost(host: Element): void;
  /** The trees whose host is in the document. One in another realm's document, which only `watch` gets, is not. */
  shown(): readonly ShadowRoot[];
}

/**
 * Follows the shadow trees of `realm` from now on. A closed tree that is declared in markup is unknown until a call gives
 * it to the page.
 */
export function followShadowTrees(realm: Window & typeof globalThis): ShadowTrees {
  const { Element, Event, HTMLObjectElement, Node, ShadowRoot, WeakRef } = realm;
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

  /** Nodes may be of another realm, whose class is another one. */
  function addIfRoot(value: unknown): void {
    if (isShadowRoot(value)) add(value);
  }

  watchResults(Element.prototype, "attachShadow", addIfRoot);
  watchResults(Node.prototype, "getRootNode", addIfRoot);
  watchResults(Event.prototype, "composedPath", (path) => {
    if (Array.isArray(path)) path.forEach(addIfRoot);
  });
  const internals = prototypeOf(realm, "ElementInternals");
  if (internals !== null)
    replaceGetter(internals, "shadowRoot", (original) => {
      const root = original();
      addIfRoot(root);
      return root;
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
    noteHost(host) {
      // It has no tree, and the browser lays the page out when any of its properties is read.
      if (host instanceof HTMLObjectElement) return;
      if (host.shadowRoot !== null) add(host.shadowRoot);
    },
    shown: () => (roots.size === 0 ? none : living().filter((root) => root instanceof ShadowRoot && root.isConnected)),
  };
}

const none: readonly ShadowRoot[] = [];

function watchResults(owner: object, key: string, see: (result: unknown) => void): void {
  replaceMethod(owner, key, (original) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, parameters);
      see(result);
      return result;
    }
    return replacement;
  });
}
