import { type Method, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { nativeMethod, prototypeOf } from "./native-method.ts";
import type { ScriptLoads } from "./script-loads.ts";

type Realm = Window & typeof globalThis;

// A script of a type that the browser does not know waits, with its source.
const heldType = "framegate/async";

/**
 * Async scripts of markup run as they arrive, between those of the parser. Here they arrive when the document is parsed,
 * as from a slow network: in the order of the document, one after the other.
 *
 * A script runs in a task of its own, and not at all once it is in another document. So before that task it is replaced
 * by a script of `createElement`, which begins to load when the document is parsed. Call after the order has learned to
 * wait for such scripts. `isMade` tells those of the page.
 */
export function delayAsyncScripts(
  realm: Realm,
  isMade: (script: HTMLScriptElement) => boolean,
  scriptLoads: ScriptLoads,
): void {
  const { document, HTMLScriptElement, MutationObserver } = realm;
  if (document.readyState !== "loading") return;
  const inert = document.implementation.createHTMLDocument("");
  const adopt = nativeMethod(inert, "adoptNode");
  const waiting: (() => void)[] = [];

  function replace(script: HTMLScriptElement): void {
    const isOurs = script.async && script.hasAttribute("src") && !script.noModule && script.ownerDocument === document;
    if (!isOurs || isMade(script)) return;
    // The second load of a file that is still under way has no end of its own.
    const [url = ""] = script.src.split("#");
    scriptLoads.forgo(url);
    const made = document.createElement("script");
    const type = script.getAttribute("type");
    made.type = heldType;
    for (const { name, value } of [...script.attributes]) if (name !== "type") made.setAttribute(name, value);
    made.nonce = script.nonce;
    script.replaceWith(made);
    Reflect.apply(adopt, inert, [script]);
    waiting.push(() => {
      if (type === null) made.removeAttribute("type");
      else made.setAttribute("type", type);
      // It loads when it appears.
      const { nextSibling, parentNode } = made;
      made.remove();
      parentNode?.insertBefore(made, nextSibling);
    });
  }

  function look(records: readonly MutationRecord[]): void {
    for (const { addedNodes } of records) {
      for (const node of [...addedNodes]) if (node instanceof HTMLScriptElement) replace(node);
    }
  }

  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  passOverMarkup(realm, observer, look);
  realm.addEventListener(
    "DOMContentLoaded",
    () => {
      look(observer.takeRecords());
      observer.disconnect();
      for (const start of waiting) start();
    },
    { capture: true, once: true },
  );
}

/** Scripts in the markup that a page writes into an element never run. */
function passOverMarkup(
  realm: Realm,
  observer: MutationObserver,
  look: (records: readonly MutationRecord[]) => void,
): void {
  const { document } = realm;
  const around = (write: () => unknown): unknown => {
    if (document.readyState !== "loading") return write();
    look(observer.takeRecords());
    const result = write();
    observer.takeRecords();
    return result;
  };
  for (const name of ["Element", "ShadowRoot"]) {
    const prototype = prototypeOf(realm, name);
    if (prototype === null) continue;
    for (const key of ["innerHTML", "outerHTML"]) {
      replaceSetter<object>(prototype, key, (_element, value, write) => {
        around(() => {
          write(value);
          return undefined;
        });
      });
    }
    for (const key of ["insertAdjacentHTML", "setHTMLUnsafe"]) {
      replaceMethod(prototype, key, (original: Method) => {
        function replacement(this: object, ...parameters: unknown[]): unknown {
          return around(() => Reflect.apply(original, this, parameters));
        }
        return replacement;
      });
    }
  }
}
