import { replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { ownDocument } from "../native/own-documents.ts";
import { nativeMethod } from "./native-method.ts";
import { isCode } from "./script-types.ts";
import type { DocumentParser } from "./written-documents.ts";

type Realm = Window & typeof globalThis;

/** A script of a type that the browser does not know waits, with its source. */
export const heldType = "framegate/async";

/**
 * The scripts with a source that calls of the page insert while its markup is parsed. They run as they arrive, between
 * those of the parser, so they load when the document is parsed, as from a slow network. Until then they have a type
 * that the browser does not know; the page sees its own.
 */
export class DelayedScripts {
  readonly #types = new Map<HTMLScriptElement, string | null>();
  /** Those that the page has inserted and removed again. They load all the same. */
  readonly #removed = new Set<HTMLScriptElement>();
  readonly #setAttribute: typeof Element.prototype.setAttribute;
  readonly #append: typeof Element.prototype.append;
  readonly #remove: typeof Element.prototype.remove;
  #parser: DocumentParser | null = null;
  /** Revoke the URLs of scripts that have not begun to load. */
  #revocations: (() => void)[] = [];

  constructor(realm: Realm) {
    const { Element, HTMLScriptElement, Node } = realm;
    this.#append = nativeMethod(Element.prototype, "append");
    this.#remove = nativeMethod(Element.prototype, "remove");
    replaceMethod(realm.URL, "revokeObjectURL", (revoke) => (url: unknown) => {
      const now = (): unknown => Reflect.apply(revoke, realm.URL, [url]);
      const isInserted = (script: HTMLScriptElement): boolean => script.isConnected || this.#removed.has(script);
      if (![...this.#types.keys()].some((script) => isInserted(script) && script.src === url)) return now();
      this.#revocations.push(now);
      return undefined;
    });
    this.#setAttribute = nativeMethod(Element.prototype, "setAttribute");
    const types = this.#types;
    replaceGetter(HTMLScriptElement.prototype, "type", (original, receiver) =>
      receiver instanceof HTMLScriptElement && types.has(receiver) ? (types.get(receiver) ?? "") : original(),
    );
    replaceSetter(HTMLScriptElement.prototype, "type", (script, value, set) => {
      if (types.has(script)) types.set(script, String(value));
      else set(value);
    });
    replaceMethod(Element.prototype, "setAttribute", (setAttribute) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const isHidden = this instanceof HTMLScriptElement && types.has(this) && parameters[0] === "type";
        if (!isHidden) return Reflect.apply(setAttribute, this, parameters);
        types.set(this, String(parameters[1]));
        return undefined;
      }
      return replacement;
    });
    const onRemoving = (node: unknown): void => {
      if (types.size === 0 || !(node instanceof HTMLScriptElement)) return;
      if (types.has(node) && node.isConnected) this.#removed.add(node);
    };
    replaceMethod(Node.prototype, "removeChild", (removeChild) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        onRemoving(parameters[0]);
        return Reflect.apply(removeChild, this, parameters);
      }
      return replacement;
    });
    replaceMethod(Element.prototype, "remove", (remove) => {
      function replacement(this: unknown): unknown {
        onRemoving(this);
        return Reflect.apply(remove, this, []);
      }
      return replacement;
    });
  }

  /** Call once the parser of the document is followed. */
  follow(parser: DocumentParser): void {
    this.#parser = parser;
  }

  /** Call before a script of `createElement` that has not run gets its source. */
  delay(script: HTMLScriptElement): void {
    // A document that a script leaves open may never be parsed.
    if (this.#parser?.isParsing() !== true || this.#parser.isLeftOpen()) return;
    if (this.#types.has(script) || !isCode(script) || script.ownerDocument !== ownDocument()) return;
    this.#types.set(script, script.getAttribute("type"));
    this.#set(script, "type", heldType);
  }

  /** Lets the scripts load, in the order in which they got their sources. `onLoading` is called with each. */
  start(onLoading: (script: HTMLScriptElement) => void): void {
    const scripts = [...this.#types];
    this.#types.clear();
    for (const [script, type] of scripts) {
      if (type === null) script.removeAttribute("type");
      else this.#set(script, "type", type);
      const isRemoved = this.#removed.has(script) && !script.isConnected;
      // The browser looks at a script when it is inserted, and again when its source is set.
      if (isRemoved) Reflect.apply(this.#append, ownDocument().documentElement, [script]);
      else if (script.isConnected) this.#set(script, "src", script.getAttribute("src") ?? "");
      onLoading(script);
      if (isRemoved) Reflect.apply(this.#remove, script, []);
    }
    this.#removed.clear();
    for (const revoke of this.#revocations) revoke();
    this.#revocations = [];
  }

  #set(script: HTMLScriptElement, name: string, value: string): void {
    Reflect.apply(this.#setAttribute, script, [name, value]);
  }
}
