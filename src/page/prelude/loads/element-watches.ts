import { replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { type OwnRecord, watchMutations } from "../native/own-observers.ts";
import { isObject, nativeGetter, prototypeOf } from "./native-method.ts";
import { isBeingParsed } from "../native/own-documents.ts";

type Realm = Window & typeof globalThis;

/** Elements that load, at the latest once they are in the document, and those that ask for the focus. */
const watchedElements = "img,image,use,input,track,link,script,iframe,object,embed,audio,video,[autofocus]";
/** Elements that also load elsewhere. */
const copiedElements = "img,input,script";

const pictureMarkup = /<im(?:g|age)|<input/iu;
const shownMarkup = /<(?:embed|iframe|image|link|object|use)/iu;

/** Hears the calls that give an element a source. */
interface SourceWatch {
  /** Called before a script, a link or a frame gets its source. */
  beforeSource(element: unknown, source: unknown): void;
  onSource(element: unknown, attribute: string): void;
}

/** Watches the calls that give an element a source. */
export function watchSources(realm: Realm, { beforeSource, onSource }: SourceWatch): void {
  const { HTMLInputElement, HTMLLinkElement, HTMLScriptElement, HTMLSourceElement } = realm;
  const { prototype: framed } = realm.HTMLIFrameElement;
  const properties = [
    [realm.HTMLImageElement.prototype, ["src", "srcset"]],
    [HTMLInputElement.prototype, ["src", "type"]],
    [HTMLSourceElement.prototype, ["srcset", "type", "media"]],
    [realm.HTMLTrackElement.prototype, ["src"]],
    [HTMLScriptElement.prototype, ["src"]],
    [framed, ["src", "srcdoc"]],
    [HTMLLinkElement.prototype, ["href", "rel", "as", "type", "media", "disabled"]],
    [realm.HTMLObjectElement.prototype, ["data"]],
    [realm.HTMLEmbedElement.prototype, ["src"]],
  ] as const;
  for (const [prototype, names] of properties) {
    for (const name of names) {
      replaceSetter<object>(prototype, name, (element, value, set) => {
        const isTold = name === "href" || prototype === framed || prototype === HTMLScriptElement.prototype;
        if (isTold) beforeSource(element, value);
        set(value);
        onSource(element, name);
      });
    }
  }
  watchReferences(realm, onSource);
  const attributes = new Set(["src", "srcset", "srcdoc", "data", "href", "rel", "xlink:href"]);
  // Attributes that decide whether these elements load their source.
  const typing = new Set(["as", "type", "media"]);
  const typed = [HTMLInputElement, HTMLLinkElement, HTMLSourceElement];
  for (const [method, index] of [
    ["setAttribute", 0],
    ["setAttributeNS", 1],
  ] as const) {
    replaceMethod(realm.Element.prototype, method, (set) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const name = parameters[index];
        if (name === "src" || name === "href") beforeSource(this, parameters[index + 1]);
        const result: unknown = Reflect.apply(set, this, parameters);
        if (typeof name !== "string") return result;
        const isTyping = typing.has(name) && typed.some((owner) => this instanceof owner);
        if (attributes.has(name) || isTyping) onSource(this, name);
        return result;
      }
      return replacement;
    });
  }
}

interface Copies {
  made(element: unknown): void;
  /** Called before markup is inserted that has elements which load and show as soon as they are in the document. */
  beforeShown(): void;
  /** For an element that may have been there before. */
  shown(element: unknown): void;
}

/** Watches the reference of an SVG element, which is a value of its own that an animation may change. */
function watchReferences(realm: Realm, onSource: (element: unknown, attribute: string) => void): void {
  const owners = new WeakMap<object, object>();
  for (const { prototype } of [realm.SVGImageElement, realm.SVGUseElement]) {
    replaceGetter(prototype, "href", (original, receiver) => {
      const reference: unknown = original();
      if (isObject(reference) && isObject(receiver)) owners.set(reference, receiver);
      return reference;
    });
  }
  replaceSetter<object>(realm.SVGAnimatedString.prototype, "baseVal", (reference, value, set) => {
    set(value);
    const owner = owners.get(reference);
    if (owner !== undefined) onSource(owner, "href");
  });
}

/**
 * Watches images that are created with their source outside of any document: they load there, too. And scripts that are
 * copied.
 */
export function watchCopies(realm: Realm, { made, shown, beforeShown }: Copies): void {
  const { DocumentFragment, Element } = realm;
  const isTree = (value: unknown): value is DocumentFragment | Element =>
    value instanceof Element || value instanceof DocumentFragment;
  const look = (tree: unknown, tell: (element: unknown) => void): void => {
    if (!isTree(tree)) return;
    if (tree instanceof Element && tree.matches(copiedElements)) tell(tree);
    else for (const element of tree.querySelectorAll(copiedElements)) tell(element);
  };
  const { prototype } = Element;
  replaceSetter<object>(prototype, "innerHTML", (element, value, set) => {
    const markup = typeof value === "string" ? value : "";
    if (shownMarkup.test(markup)) beforeShown();
    set(value);
    if (pictureMarkup.test(markup)) look(element, made);
  });
  for (const [name, index] of [
    ["insertAdjacentHTML", 1],
    ["setHTML", 0],
    ["setHTMLUnsafe", 0],
  ] as const) {
    replaceMethod(prototype, name, (insert) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const markup = parameters[index];
        if (typeof markup === "string" && shownMarkup.test(markup)) beforeShown();
        const result: unknown = Reflect.apply(insert, this, parameters);
        if (pictureMarkup.test(String(markup))) look(this, shown);
        return result;
      }
      return replacement;
    });
  }
  for (const [owner, name] of [
    [realm.Node.prototype, "cloneNode"],
    [realm.Document.prototype, "adoptNode"],
    [realm.Document.prototype, "importNode"],
    [realm.Range.prototype, "createContextualFragment"],
  ] as const) {
    replaceMethod(owner, name, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        if (isObject(result)) look(result, name === "adoptNode" ? shown : made);
        return result;
      }
      return replacement;
    });
  }
}

interface TreeChanges {
  added(element: Element): void;
  removed(element: Element): void;
}

interface TreeWatch {
  observe(tree: Node): void;
  /** Tells of the objects in the markup. Call when the document is parsed. Returns true if there are any. */
  takeObjects(): boolean;
}

/** Watches elements that are added to a tree, by markup or by a call, and those that leave it. */
export function watchTree(realm: Realm, changes: TreeChanges): TreeWatch {
  const { Element, HTMLImageElement, HTMLPictureElement, HTMLScriptElement, HTMLSourceElement } = realm;
  const firstChildOf = nativeGetter(Element.prototype, "firstElementChild");
  const { querySelectorAll } = Element.prototype;
  const isOfPicture = (node: Node): boolean => node instanceof HTMLImageElement || node instanceof HTMLSourceElement;
  const { added, removed, takeObjects } = spareUnparsedObjects(realm, changes);
  function visit(nodes: Iterable<Node>, onElement: (element: Element) => void): void {
    for (const node of nodes) {
      if (!(node instanceof Element)) continue;
      onElement(node);
      if (firstChildOf?.(node) === null) continue;
      for (const element of querySelectorAll.call(node, watchedElements)) onElement(element);
    }
  }
  function look(records: readonly OwnRecord[]): void {
    for (const { target, addedNodes, removedNodes } of records) {
      // A script in the document may get its code later.
      if (target instanceof HTMLScriptElement) added(target);
      if (target instanceof HTMLPictureElement && [...addedNodes, ...removedNodes].some(isOfPicture)) added(target);
      visit(addedNodes, added);
      visit(removedNodes, removed);
    }
  }
  const observer = watchMutations(realm, look);
  // An element that moves without being removed does not load again.
  for (const name of ["Document", "DocumentFragment", "Element"]) {
    replaceMethod(prototypeOf(realm, name) ?? {}, "moveBefore", (move) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        look(observer.takeRecords());
        try {
          return Reflect.apply(move, this, parameters);
        } finally {
          observer.takeRecords();
        }
      }
      return replacement;
    });
  }
  return {
    observe(tree) {
      visit(tree.childNodes, added);
      observer.observe(tree, { childList: true, subtree: true });
    },
    takeObjects,
  };
}

/**
 * Keeps the changes from objects until the document is parsed: a read of any property of an object makes the browser lay
 * the page out, and an object that it lays out before its end tag never loads.
 */
function spareUnparsedObjects(
  realm: Realm,
  { added, removed }: TreeChanges,
): TreeChanges & Pick<TreeWatch, "takeObjects"> {
  const { HTMLObjectElement } = realm;
  const spared = new Set<Element>();
  return {
    added(element) {
      if (element instanceof HTMLObjectElement && isBeingParsed()) spared.add(element);
      else added(element);
    },
    removed(element) {
      if (!spared.delete(element)) removed(element);
    },
    takeObjects() {
      const late = [...spared];
      spared.clear();
      late.forEach(added);
      return late.length > 0;
    },
  };
}
