import type { AsyncOrder } from "./async-order.ts";
import { DelayedScripts } from "./delayed-scripts.ts";
import type { HeldEvents } from "./held-events.ts";
import { replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { ScriptLoads } from "./script-loads.ts";
import { isCode } from "./script-types.ts";
import type { DocumentParser } from "./written-documents.ts";
import { eachDocument, ownDocument } from "../native/own-documents.ts";
import { withoutFragment } from "../native/without-fragment.ts";

type Realm = Window & typeof globalThis;

const loadEvents = ["load", "error"] as const;
/** Names of elements that begin to load, and show, as they are inserted. */
const shownNames: ReadonlySet<unknown> = new Set(["embed", "iframe", "link", "object", "style", "use"]);

/** The scripts that a page inserts. */
export interface InsertedScripts {
  /** Call before an element that may be a script gets its source. */
  readonly beforeSource: (element: unknown) => void;
  /** Call once the parser of the document is followed. */
  followParser(parser: DocumentParser): void;
  /** Lets the scripts load that the page has inserted until now. Call when the document is parsed. */
  start(): void;
  /** Call when a script has been given a source, or has appeared in the document. */
  onSource(element: unknown): void;
  /** Call with a copy of a script, which may run in its turn. */
  onCopied(script: HTMLScriptElement): void;
  /** True for a script of `createElement`, and for a copy. */
  isMade(script: HTMLScriptElement): boolean;
  /** Waits for a module in the document whose code is in the markup. */
  awaitInline(module: HTMLScriptElement): void;
}

interface ScriptParts {
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly scriptLoads: ScriptLoads;
  /** Called with each element that the page makes and that shows as soon as it has loaded in the document. */
  readonly onShown: (element: unknown) => void;
}

/**
 * Makes the order wait for the scripts that a page creates. A script runs as it arrives, and its `load` comes directly
 * after that, as module loaders require. So nothing else is delivered while one is loading.
 */
export function holdScripts(realm: Realm, { order, events, scriptLoads, onShown }: ScriptParts): InsertedScripts {
  const { HTMLScriptElement } = realm;
  // Scripts of `createElement` that have not begun to load. Others, such as those of `innerHTML`, may never run.
  const fresh = new WeakSet<HTMLScriptElement>();
  const made = new WeakSet<HTMLScriptElement>();
  const keep = keepInOrder(realm, {
    onScript(script) {
      fresh.add(script);
      made.add(script);
    },
    onShown,
  });
  const fences = new WeakSet<Element>();
  const awaitInline = watchInlineModules(events, scriptLoads, fences);
  const delayed = new DelayedScripts(realm);

  function endLoad({ src }: HTMLScriptElement): void {
    const url = withoutFragment(src);
    if (url !== "") scriptLoads.endElement(url);
  }
  // Those of the parser. Such events do not reach the window.
  eachDocument((document) => {
    for (const type of loadEvents) {
      events.hear(document, type, ({ isTrusted, target }) => {
        if (isTrusted && target instanceof HTMLScriptElement) endLoad(target);
      });
    }
  });

  function hold(script: HTMLScriptElement): void {
    fresh.delete(script);
    const registered = order.expectFrom("script", script.src, { owner: "script" });
    const onEnd = (event: Event): void => {
      if (event.target !== script || !event.isTrusted) return;
      for (const type of loadEvents) events.unhear(script, type, onEnd);
      endLoad(script);
      registered.releaseAfterTask();
    };
    for (const type of loadEvents) events.hear(script, type, onEnd);
  }

  /** The script may be in the document for a moment only. */
  function tellSource(script: HTMLScriptElement): void {
    if (fresh.has(script) && script.hasAttribute("src")) scriptLoads.expectElement(withoutFragment(script.src));
  }

  function onSource(element: unknown): void {
    if (!(element instanceof HTMLScriptElement)) return;
    tellSource(element);
    if (!element.isConnected) return;
    const { ownerDocument } = element;
    if (made.has(element) && ownerDocument === ownDocument()) awaitInline(element);
    if (!fresh.has(element)) return;
    // A script with inline text has already run.
    if (!element.hasAttribute("src") && element.text !== "") {
      fresh.delete(element);
      order.noteCode();
    }
    if (element.hasAttribute("src") && isCode(element) && ownerDocument.defaultView !== null) hold(element);
  }

  return {
    beforeSource(element) {
      if (element instanceof HTMLScriptElement && fresh.has(element) && !fences.has(element)) delayed.delay(element);
    },
    followParser(parser) {
      delayed.follow(parser);
    },
    start() {
      delayed.start(onSource);
    },
    onSource,
    isMade: (script) => made.has(script),
    awaitInline,
    onCopied(script) {
      keep(script);
      made.add(script);
    },
  };
}

/**
 * Returns a function that waits for a module in the document with its code in the markup, once. Such a module ends
 * without an event, but the next script that is not async runs after it. Such scripts of Framegate's own are `fences`.
 */
function watchInlineModules(
  events: HeldEvents,
  scriptLoads: ScriptLoads,
  fences: WeakSet<Element>,
): (module: HTMLScriptElement) => void {
  const awaited = new WeakSet<HTMLScriptElement>();
  let isForbidden = false;
  return (module) => {
    const isInline = module.type.trim().toLowerCase() === "module" && !module.hasAttribute("src") && module.text !== "";
    if (!isInline || isForbidden || awaited.has(module)) return;
    awaited.add(module);
    const next = ownDocument().createElement("script");
    fences.add(next);
    const reveal = scriptLoads.hideOwn();
    for (const type of loadEvents) {
      events.hear(next, type, () => {
        reveal();
        isForbidden ||= type === "error";
      });
    }
    // Where a policy of the page allows the module by its number, it allows this one, too.
    next.nonce = module.nonce;
    module.after(next);
    // In the document already, so that the order waits for it.
    next.src = "data:text/javascript,";
    next.remove();
  };
}

/**
 * Inserted scripts run as they arrive; those without `async` run in the order of insertion. So `async` is removed from
 * every script of the page, and only appears to be set. Returns a function that does so for a copy of a script.
 */
function keepInOrder(
  realm: Realm,
  { onScript, onShown }: { onScript: (script: HTMLScriptElement) => void } & Pick<ScriptParts, "onShown">,
): (copy: HTMLScriptElement) => void {
  const { HTMLScriptElement } = realm;
  const { prototype } = HTMLScriptElement;
  const shown = new WeakMap<HTMLScriptElement, boolean>();
  const setAsync = Object.getOwnPropertyDescriptor(prototype, "async")?.set;
  const keep = (script: HTMLScriptElement): void => {
    const isAsync = script.async;
    if (setAsync !== undefined) Reflect.apply(setAsync, script, [false]);
    shown.set(script, isAsync);
  };
  for (const [name, index] of [
    ["createElement", 0],
    ["createElementNS", 1],
  ] as const) {
    replaceMethod(realm.Document.prototype, name, (create) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const element: unknown = Reflect.apply(create, this, parameters);
        if (shownNames.has(parameters[index])) onShown(element);
        if (!(element instanceof HTMLScriptElement)) return element;
        keep(element);
        onScript(element);
        return element;
      }
      return replacement;
    });
  }
  replaceGetter(prototype, "async", (original, receiver) =>
    receiver instanceof HTMLScriptElement ? (shown.get(receiver) ?? original()) : original(),
  );
  replaceSetter(prototype, "async", (script, value, original) => {
    if (shown.has(script)) shown.set(script, !!value);
    else original(value);
  });
  replaceMethod(realm.Element.prototype, "setAttribute", (setAttribute) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const isHidden = this instanceof HTMLScriptElement && shown.has(this) && parameters[0] === "async";
      if (!isHidden) return Reflect.apply(setAttribute, this, parameters);
      shown.set(this, true);
      return undefined;
    }
    return replacement;
  });
  return keep;
}
