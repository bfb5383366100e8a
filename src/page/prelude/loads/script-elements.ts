import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { ScriptLoads } from "./script-loads.ts";

type Realm = Window & typeof globalThis;

const loadEvents = ["load", "error"] as const;
const scriptTypes = new Set(["", "module", "text/javascript", "application/javascript", "text/ecmascript"]);

/** The scripts that a page inserts. */
export interface InsertedScripts {
  /** Call when a script has been given a source, or has appeared in the document. */
  onSource(element: unknown): void;
  /** True for a script of `createElement`. */
  isMade(script: HTMLScriptElement): boolean;
}

/**
 * Makes the order wait for the scripts that a page creates. A script runs as it arrives, and its `load` comes directly
 * after that, as module loaders require. So nothing else is delivered while one is loading.
 */
export function holdScripts(
  realm: Realm,
  order: AsyncOrder,
  events: HeldEvents,
  scriptLoads: ScriptLoads,
): InsertedScripts {
  const { HTMLScriptElement } = realm;
  // Scripts of `createElement` that have not begun to load. Others, such as those of `innerHTML`, may never run.
  const fresh = new WeakSet<HTMLScriptElement>();
  const made = new WeakSet<HTMLScriptElement>();
  keepInOrder(realm, (script) => {
    fresh.add(script);
    made.add(script);
  });

  function endLoad({ src }: HTMLScriptElement): void {
    const [url = ""] = src.split("#");
    if (url !== "") scriptLoads.endElement(url);
  }
  // Those of the parser. Such events do not reach the window.
  for (const type of loadEvents) {
    events.hear(realm.document, type, ({ isTrusted, target }) => {
      if (isTrusted && target instanceof HTMLScriptElement) endLoad(target);
    });
  }

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

  return {
    isMade: (script) => made.has(script),
    onSource(element) {
      if (!(element instanceof HTMLScriptElement) || !fresh.has(element) || !element.isConnected) return;
      const { ownerDocument, type, noModule } = element;
      // A script with inline text has already run.
      if (!element.hasAttribute("src") && element.text !== "") {
        fresh.delete(element);
        order.noteCode();
      }
      const isCode = scriptTypes.has(type.trim().toLowerCase()) && (!noModule || type === "module");
      if (element.hasAttribute("src") && isCode && ownerDocument.defaultView !== null) hold(element);
    },
  };
}

/**
 * Inserted scripts run as they arrive; those without `async` run in the order of insertion. So `async` is removed from
 * every script of the page, and only appears to be set.
 */
function keepInOrder(realm: Realm, onMade: (script: HTMLScriptElement) => void): void {
  const { HTMLScriptElement } = realm;
  const { prototype } = HTMLScriptElement;
  const shown = new WeakMap<HTMLScriptElement, boolean>();
  const setAsync = Object.getOwnPropertyDescriptor(prototype, "async")?.set;
  for (const name of ["createElement", "createElementNS"]) {
    replaceMethod(realm.Document.prototype, name, (create) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const element: unknown = Reflect.apply(create, this, parameters);
        if (!(element instanceof HTMLScriptElement)) return element;
        if (setAsync !== undefined) Reflect.apply(setAsync, element, [false]);
        shown.set(element, true);
        onMade(element);
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
}
