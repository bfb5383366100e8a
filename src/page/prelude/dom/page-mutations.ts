import {
  isFunction,
  type Method,
  prototypeOf,
  replaceConstructor,
  replaceGetter,
  replaceMethod,
  replaceSetter,
  watchCalls,
} from "../native/native-look.ts";
import { isBeingParsed } from "../native/own-documents.ts";
import type { ShadowTrees } from "./shadow-trees.ts";

type Realm = Window & typeof globalThis;

/** See `HeldEvents`. */
interface Events {
  hear(target: EventTarget, type: string, listener: (event: Event) => void): void;
  letGoInMicrotask(target: EventTarget, event: Event): void;
}

interface Parts {
  readonly events: Events;
  readonly shadowTrees: ShadowTrees;
  readonly queueMicrotask: (callback: () => void) => void;
  readonly reportError: (thrown: unknown) => void;
  /** See `NamedUses`. */
  readonly markUse: () => (api: string) => void;
}

/** An observer of the page. */
interface Observed {
  readonly callback: Method;
  /** Observers are called in the order in which they were made. */
  readonly number: number;
  /** Null until it observes something. */
  reference: WeakRef<MutationObserver> | null;
  /** Names the call that made it observe; null if the document was parsed by then. */
  mark: ((api: string) => void) | null;
  records: MutationRecord[];
}

interface HeldSlotChange {
  readonly target: EventTarget;
  readonly event: Event;
}

/** Methods that change a document, by class. */
const changingMethods: Readonly<Record<string, readonly string[]>> = {
  Node: ["appendChild", "insertBefore", "normalize", "removeChild", "replaceChild"],
  Document: ["append", "execCommand", "moveBefore", "prepend", "replaceChildren"],
  DocumentFragment: ["append", "moveBefore", "prepend", "replaceChildren"],
  Element: [
    ...["after", "append", "before", "moveBefore", "prepend", "remove", "replaceChildren", "replaceWith"],
    ...["insertAdjacentElement", "insertAdjacentHTML", "insertAdjacentText", "setHTMLUnsafe"],
    ...["removeAttribute", "removeAttributeNS", "removeAttributeNode"],
    ...["setAttribute", "setAttributeNS", "setAttributeNode", "setAttributeNodeNS", "toggleAttribute"],
  ],
  CharacterData: [
    ...["after", "before", "remove", "replaceWith"],
    ...["appendData", "deleteData", "insertData", "replaceData"],
  ],
  Text: ["splitText"],
  HTMLElement: ["click"],
  HTMLDialogElement: ["close", "requestClose", "show", "showModal"],
  HTMLSelectElement: ["add", "remove"],
  HTMLTableElement: ["createCaption", "createTBody", "createTFoot", "createTHead", "deleteRow", "insertRow"],
  HTMLTableRowElement: ["deleteCell", "insertCell"],
  HTMLTableSectionElement: ["deleteRow", "insertRow"],
  DOMTokenList: ["add", "remove", "replace", "toggle"],
  CSSStyleDeclaration: ["removeProperty", "setProperty"],
  Range: ["deleteContents", "extractContents", "insertNode", "surroundContents"],
};

/** Those that call listeners of the page. */
const tellingMethods: ReadonlySet<string> = new Set(["click", "execCommand"]);

const changingSetters: Readonly<Record<string, readonly string[]>> = {
  Node: ["nodeValue", "textContent"],
  CharacterData: ["data"],
  Element: ["className", "id", "innerHTML", "outerHTML", "slot"],
  ShadowRoot: ["innerHTML"],
  HTMLElement: ["dir", "draggable", "hidden", "innerText", "lang", "outerText", "tabIndex", "title"],
  HTMLButtonElement: ["disabled", "type", "value"],
  HTMLCanvasElement: ["height", "width"],
  HTMLDetailsElement: ["open"],
  HTMLDialogElement: ["open"],
  HTMLImageElement: ["alt", "height", "src", "width"],
  HTMLInputElement: ["disabled", "max", "min", "name", "placeholder", "readOnly", "step", "type"],
  HTMLMeterElement: ["value"],
  HTMLOptionElement: ["disabled", "text", "value"],
  HTMLProgressElement: ["max", "value"],
  HTMLSelectElement: ["disabled", "length"],
  DOMTokenList: ["value"],
  CSSStyleDeclaration: ["cssText"],
  Attr: ["value"],
};

/** Objects whose properties change their element, by the class whose getter returns them. */
const changingObjects: Readonly<Record<string, readonly string[]>> = {
  HTMLElement: ["dataset", "style"],
  SVGElement: ["dataset", "style"],
};

/**
 * Runs the page's mutation observers in the microtask of the first change that one of them sees. The prelude observes
 * the whole document, so the browser's own microtask for all observers comes with the first change of anything. Calls
 * that change a document are watched once the page has an observer. No call tells of the properties of a style or data
 * set; they change soon after the page has asked for their object. Slots tell of their changes after the observers.
 */
export function orderMutations(realm: Realm, parts: Parts): void {
  const { events, shadowTrees, queueMicrotask } = parts;
  let slotChanges: HeldSlotChange[] = [];
  /** The slots whose changes were told in this turn, with the nodes in them. */
  const told = new Map<EventTarget, readonly Node[]>();
  const { HTMLSlotElement } = realm;
  const { assignedNodes } = HTMLSlotElement.prototype;
  const nodesIn = (slot: EventTarget): readonly Node[] =>
    slot instanceof HTMLSlotElement ? Reflect.apply(assignedNodes, slot, []) : [];
  let hasElements = false;
  watchCalls(realm.CustomElementRegistry.prototype, ["define"], () => {
    hasElements = true;
  });
  const countFrames = Object.getOwnPropertyDescriptor(realm, "length")?.get;
  const hasFrames = (): boolean => countFrames !== undefined && Reflect.apply(countFrames, realm, []) !== 0;
  const observers = new PageObservers(realm, parts, {
    queueMicrotask,
    delivering() {
      for (const { target } of slotChanges) told.set(target, nodesIn(target));
    },
    delivered() {
      const changes = slotChanges;
      slotChanges = [];
      for (const { target, event } of changes) events.letGoInMicrotask(target, event);
      if (changes.length > 0) {
        queueMicrotask(() => {
          told.clear();
        });
      }
    },
    atFirst() {
      watchChanges(realm, observers, () => hasElements || hasFrames());
    },
  });
  shadowTrees.watch((root) => {
    events.hear(root, "slotchange", (event) => {
      const { isTrusted, target } = event;
      if (!isTrusted || target === null) return;
      const known = told.get(target);
      const nodes = known === undefined ? [] : nodesIn(target);
      // The browser's own turn was earlier, so it tells again of changes that were made until ours.
      const isKnown = known?.length === nodes.length && nodes.every((node, index) => node === known[index]);
      if (!isKnown && !observers.areDue()) return;
      event.stopImmediatePropagation();
      if (!isKnown) slotChanges.push({ target, event });
    });
  });
}

interface Reactions {
  queueMicrotask(callback: () => void): void;
  /** Called before the observers. */
  delivering(): void;
  /** Called after them. */
  delivered(): void;
  /** Called for the first observer. */
  atFirst(): void;
}

/** A queued microtask. `asked` and `called`: nothing has changed yet that an observer of the page sees. */
interface Turn {
  reason: "asked" | "called" | "changed";
}

class PageObservers {
  readonly #parts: Pick<Parts, "reportError" | "markUse">;
  readonly #reactions: Reactions;
  readonly #take: (observer: MutationObserver) => readonly MutationRecord[];
  readonly #known = new WeakMap<MutationObserver, Observed>();
  // Weak references, so that an observer of dropped elements can be garbage-collected.
  readonly #observing = new Set<WeakRef<MutationObserver>>();
  readonly #due = new Map<MutationObserver, Observed>();
  #made = 0;
  /** The microtask that calls the observers; null if none is queued. */
  #turn: Turn | null = null;

  constructor(realm: Realm, parts: Pick<Parts, "reportError" | "markUse">, reactions: Reactions) {
    const { MutationObserver, WeakRef } = realm;
    const { prototype } = MutationObserver;
    const { takeRecords } = prototype;
    this.#parts = parts;
    this.#reactions = reactions;
    this.#take = (observer) => Reflect.apply(takeRecords, observer, []);
    replaceConstructor(realm, "MutationObserver", ([callback, ...rest], build) => {
      if (!isFunction(callback)) return build([callback, ...rest]);
      const onRecords = (records: readonly MutationRecord[]): void => {
        if (observer instanceof MutationObserver) this.#onRecords(observer, records);
      };
      const observer = build([onRecords]);
      if (observer instanceof MutationObserver) this.#add(observer, callback);
      return observer;
    });
    const begin = (observer: MutationObserver): void => {
      const observed = this.#known.get(observer);
      if (observed === undefined) return;
      observed.reference ??= new WeakRef(observer);
      this.#observing.add(observed.reference);
      if (isBeingParsed()) observed.mark ??= parts.markUse();
    };
    replaceMethod(prototype, "observe", (observe) => {
      function replacement(this: MutationObserver, ...parameters: unknown[]): void {
        Reflect.apply(observe, this, parameters);
        begin(this);
      }
      return replacement;
    });
    const end = (observer: MutationObserver): void => {
      this.#end(observer);
    };
    replaceMethod(prototype, "disconnect", (disconnect) => {
      function replacement(this: MutationObserver): void {
        Reflect.apply(disconnect, this, []);
        end(this);
      }
      return replacement;
    });
    const takeAllOf = (observer: MutationObserver): unknown => {
      const observed = this.#known.get(observer);
      // One of the prelude.
      if (observed === undefined) return this.#take(observer);
      this.#collect(observer);
      this.#due.delete(observer);
      return observed.records.splice(0);
    };
    replaceMethod(prototype, "takeRecords", () => {
      function replacement(this: MutationObserver): unknown {
        return takeAllOf(this);
      }
      return replacement;
    });
  }

  areDue(): boolean {
    return this.#turn !== null;
  }

  /** Call before a change that nothing tells of afterwards. */
  expectChange(): void {
    this.#turn ??= this.#queue("asked");
  }

  /** Call before a call that may change a document. `runsCode` tells that it may run code of the page meanwhile. */
  beforeCall(runsCode: boolean): void {
    const turn = this.#turn;
    if (turn?.reason === "changed" || (turn !== null && this.#noteChange(turn)) || turn?.reason === "asked") return;
    // Microtasks of that code come after the records. A call around this one has changed nothing that is seen.
    this.#turn = runsCode ? this.#queue("called") : null;
  }

  /** Call after a call of which an observer may have got a record. */
  afterCall(): void {
    const turn = this.#turn;
    if (turn?.reason === "changed") this.#collectAll();
    else if (turn?.reason !== "called") this.#noteChange(null);
    else if (!this.#noteChange(turn)) this.#turn = null;
  }

  /** Keeps records that have come for the given microtask, or for a new one. False if none have come. */
  #noteChange(turn: Turn | null): boolean {
    this.#collectAll();
    if (this.#due.size === 0) return false;
    this.#turn = turn ?? this.#queue("changed");
    this.#turn.reason = "changed";
    return true;
  }

  #queue(reason: Turn["reason"]): Turn {
    const turn: Turn = { reason };
    this.#reactions.queueMicrotask(() => {
      // Another one has taken its place.
      if (this.#turn !== turn) return;
      this.#turn = null;
      this.#reactions.delivering();
      this.#deliver();
      this.#reactions.delivered();
    });
    return turn;
  }

  #deliver(): void {
    this.#collectAll();
    const all = [...this.#due].toSorted(([, one], [, other]) => one.number - other.number);
    this.#due.clear();
    for (const [observer, observed] of all) {
      // One before it may have changed what it sees.
      this.#collect(observer);
      this.#due.delete(observer);
      this.#call(observer, observed);
    }
  }

  #add(observer: MutationObserver, callback: Method): void {
    if (this.#made === 0) this.#reactions.atFirst();
    this.#made += 1;
    this.#known.set(observer, { callback, number: this.#made, reference: null, mark: null, records: [] });
  }

  #end(observer: MutationObserver): void {
    const observed = this.#known.get(observer);
    if (observed === undefined) return;
    if (observed.reference !== null) this.#observing.delete(observed.reference);
    this.#due.delete(observer);
    observed.records = [];
  }

  #onRecords(observer: MutationObserver, records: readonly MutationRecord[]): void {
    const observed = this.#known.get(observer);
    if (observed === undefined) return;
    observed.records.push(...records);
    if (this.#turn !== null) {
      this.#due.set(observer, observed);
      return;
    }
    // No call has made them. The parser pauses when it likes, and they are told then.
    if (isBeingParsed()) observed.mark?.("MutationObserver while the page is parsed");
    this.#call(observer, observed);
  }

  #collectAll(): void {
    for (const reference of this.#observing) {
      const observer = reference.deref();
      if (observer === undefined) this.#observing.delete(reference);
      else this.#collect(observer);
    }
  }

  #collect(observer: MutationObserver): void {
    const records = this.#take(observer);
    const observed = this.#known.get(observer);
    if (observed === undefined || records.length === 0) return;
    observed.records.push(...records);
    this.#due.set(observer, observed);
  }

  #call(observer: MutationObserver, observed: Observed): void {
    const records = observed.records.splice(0);
    // An observer before it may have disconnected it.
    if (records.length === 0) return;
    try {
      Reflect.apply(observed.callback, observer, [records, observer]);
    } catch (thrown) {
      this.#parts.reportError(thrown);
    }
  }
}

/**
 * Tells `observers` of all calls that may change a document. `runsCode`: custom elements, and frames that are removed,
 * may run code of the page within the call. A script that is inserted, or that gets its text in a document, does.
 */
function watchChanges(realm: Realm, observers: PageObservers, runsCode: () => boolean): void {
  const { DocumentFragment, Element, HTMLScriptElement } = realm;
  const findIn = nodeFinder(Element.prototype);
  const findInFragment = nodeFinder(DocumentFragment.prototype);
  const isScript = (value: unknown): boolean => value instanceof HTMLScriptElement;
  const hasScript = (value: unknown): boolean =>
    isScript(value) ||
    (value instanceof Element && findIn(value, "script")) ||
    (value instanceof DocumentFragment && findInFragment(value, "script"));
  const prototypes = <T>(classes: Readonly<Record<string, T>>): readonly (readonly [object, T])[] =>
    Object.entries(classes).flatMap(([name, keys]) => {
      const prototype = prototypeOf(realm, name);
      return prototype === null ? [] : [[prototype, keys] as const];
    });
  for (const [prototype, methods] of prototypes(changingMethods)) {
    for (const method of methods) {
      replaceMethod(prototype, method, (change) => {
        function replacement(this: unknown, ...parameters: unknown[]): unknown {
          observers.beforeCall(
            tellingMethods.has(method) || isScript(this) || parameters.some(hasScript) || runsCode(),
          );
          const result: unknown = Reflect.apply(change, this, parameters);
          observers.afterCall();
          return result;
        }
        return replacement;
      });
    }
  }
  for (const [prototype, keys] of prototypes(changingSetters)) {
    for (const key of keys) {
      replaceSetter<object>(prototype, key, (receiver, value, set) => {
        observers.beforeCall(isScript(receiver) || runsCode());
        set(value);
        observers.afterCall();
      });
    }
  }
  for (const [prototype, keys] of prototypes(changingObjects)) {
    for (const key of keys) {
      replaceGetter(prototype, key, (original) => {
        observers.expectChange();
        return original();
      });
    }
  }
}

function nodeFinder({ querySelector }: ParentNode): (node: ParentNode, selector: string) => boolean {
  return (node, selector) => Reflect.apply(querySelector, node, [selector]) !== null;
}
