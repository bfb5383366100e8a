import { neededScriptPrefix } from "../../../formats/page-port.ts";
import { type Method, replaceMethod, replaceSetter } from "../native/native-look.ts";
import { heldType } from "./delayed-scripts.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeGetter, nativeMethod, prototypeOf } from "./native-method.ts";
import type { InsertedScripts } from "./script-elements.ts";
import type { ScriptLoads } from "./script-loads.ts";
import { followParser } from "./written-documents.ts";
import { withoutFragment } from "../native/without-fragment.ts";
import { ownDocument } from "../native/own-documents.ts";
import { type OwnRecord, watchMutations } from "../native/own-observers.ts";

type Realm = Window & typeof globalThis;

interface Parts extends Pick<
  LoadParts,
  | "real"
  | "order"
  | "events"
  | "watchTrees"
  | "noteHost"
  | "onWrittenAnew"
  | "frameHolders"
  | "openDocuments"
  | "isEndHeld"
  | "tellLoads"
> {
  /** Tells the scripts of the page's calls from those of markup. */
  readonly scripts: Pick<InsertedScripts, "isMade" | "awaitInline" | "followParser" | "start">;
  readonly scriptLoads: ScriptLoads;
}

// A timer's task comes after the parser's, before those of the scripts that it has found. The browser delays the fifth of
// nested timers.
const parserTurns = 4;

/**
 * Async scripts of markup run as they arrive, between those of the parser, and so do async modules with their code in
 * the markup. Here they arrive when the document is parsed, as from a slow network: in the order of the document, one
 * after the other.
 *
 * A script runs in a task of its own, and not at all once it is in another document. So before that task it is replaced
 * by a script of `createElement`, which begins to load when the document is parsed. The lines of a module with its code
 * in the markup then count from its own first. Call after the order has learned to wait for such scripts.
 */
export function delayAsyncScripts(realm: Realm, parts: Parts): void {
  const { real, scripts, scriptLoads, watchTrees, noteHost, onWrittenAnew, frameHolders } = parts;
  const { Element, HTMLScriptElement } = realm;
  const around = walkUp(realm);
  const entriesOf = realm.performance.getEntriesByName.bind(realm.performance);
  const tellNeeded = tellerOf(realm, parts.tellLoads);
  const { replace, start } = holdAsyncScripts(realm, scripts, scriptLoads);
  let last: Element | null = null;
  // True if a record announces what is seen: its scripts have not run.
  let isRecorded = false;
  let turnsLeft = 0;
  let timer = 0;

  /**
   * True if a script of a shadow tree may have run before the tree was found. Not if this is the task after the
   * parser's, and not if it has not arrived.
   */
  const mayHaveRun = ({ src }: HTMLScriptElement): boolean =>
    turnsLeft === 0 && (src === "" || entriesOf(src).length > 0);

  function see(element: Element): void {
    tellNeeded(element);
    if (!(element instanceof HTMLScriptElement)) noteHost(element);
    else if (isRecorded || !mayHaveRun(element)) replace(element);
  }

  /**
   * The parser may have been between the last element that was seen, or one around it, and its shadow tree. While it is
   * in such a tree there are no records.
   */
  function findTrees(): void {
    for (const host of around(last)) noteHost(host);
  }

  function turn(): void {
    if (!parser.isParsing()) return;
    findTrees();
    turnsLeft -= 1;
    if (turnsLeft > 0) timer = real.setTimeout(turn, 0);
  }

  function look(records: readonly OwnRecord[]): void {
    findTrees();
    isRecorded = true;
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      last = node;
      see(node);
    }
    isRecorded = false;
  }

  const observer = watchMutations(realm, (records) => {
    look(records);
    if (parser.isLeftOpen()) start();
    real.clearTimeout(timer);
    turnsLeft = parserTurns;
    timer = real.setTimeout(turn, 0);
  });
  const observe = (tree: Node): void => {
    observer.observe(tree, { childList: true, subtree: true });
  };
  const parser = followParser(realm, parts, {
    begin() {
      onWrittenAnew();
      last = null;
      turnsLeft = 0;
      observe(ownDocument());
    },
    end() {
      look(observer.takeRecords());
      observer.disconnect();
      start();
    },
    close: frameHoldOf(realm, frameHolders),
  });
  scripts.followParser(parser);
  let isWriting = false;
  passOverMarkup(realm, (write) => {
    if (!parser.isParsing()) return write();
    look(observer.takeRecords());
    isWriting = true;
    try {
      return write();
    } finally {
      isWriting = false;
      observer.takeRecords();
    }
  });
  watchTrees((tree) => {
    if (!parser.isParsing()) return;
    observe(tree);
    if (!isWriting) for (const element of tree.querySelectorAll("*")) see(element);
  });
}

/** Returns a function that tells the harness of a script in the markup that the parser waits for. */
function tellerOf(
  { HTMLScriptElement, SVGScriptElement, URL }: Realm,
  tellLoads: (text: string) => void,
): (element: Element) => void {
  const parse = URL.parse.bind(URL);
  return (element) => {
    let url: string | null = null;
    if (element instanceof SVGScriptElement) url = element.href.baseVal;
    else if (element instanceof HTMLScriptElement && !isLater(element)) url = element.getAttribute("src");
    if (url === null || url === "") return;
    tellLoads(neededScriptPrefix + withoutFragment(parse(url, element.baseURI)?.href ?? url));
  };
}

/** Returns a function that lists an element and those around it. It reads no property of them, see `spareUnparsedObjects`. */
function walkUp({ Element, Node }: Realm): (element: Element | null) => readonly Element[] {
  const read = nativeGetter(Node.prototype, "parentElement");
  return (element) => {
    const found: Element[] = [];
    for (let next: unknown = element; next instanceof Element; next = read?.(next)) found.push(next);
    return found;
  };
}

/**
 * Returns a function that makes the document around `realm` wait for its frame, for when a script of the same origin has
 * written into it.
 */
function frameHoldOf({ frameElement }: Realm, holders: Parts["frameHolders"]): () => void {
  return () => {
    if (frameElement !== null) for (const holder of holders) holder.onBegun(frameElement);
  };
}

interface HeldScripts {
  /** Replaces a script that is async. */
  replace(script: HTMLScriptElement): void;
  /** Lets those that were replaced run, one after the other, and then those that calls have inserted. */
  start(): void;
}

interface HeldScript {
  readonly script: HTMLScriptElement;
  readonly made: HTMLScriptElement;
  readonly type: string | null;
}

function holdAsyncScripts(realm: Realm, scripts: Parts["scripts"], scriptLoads: ScriptLoads): HeldScripts {
  const inert = ownDocument().implementation.createHTMLDocument("");
  const adopt = nativeMethod(inert, "adoptNode");
  let waiting: HeldScript[] = [];

  function replace(script: HTMLScriptElement): void {
    if (!isAsync(script) || script.ownerDocument !== ownDocument() || scripts.isMade(script)) return;
    // The second load of a file that is still under way has no end of its own.
    const [url = ""] = script.src.split("#");
    if (url !== "") scriptLoads.forgo(url);
    const made = ownDocument().createElement("script");
    const type = script.getAttribute("type");
    made.type = heldType;
    for (const { name, value } of [...script.attributes]) if (name !== "type") made.setAttribute(name, value);
    made.nonce = script.nonce;
    script.replaceWith(made);
    Reflect.apply(adopt, inert, [script]);
    waiting.push({ script, made, type });
  }

  function start(): void {
    const started = waiting;
    waiting = [];
    for (const { script, made, type } of started) {
      // The parser writes on into the script that it has made.
      made.text = script.text;
      if (type === null) made.removeAttribute("type");
      else made.setAttribute("type", type);
      // It loads when it appears.
      const { nextSibling, parentNode } = made;
      made.remove();
      parentNode?.insertBefore(made, nextSibling);
    }
    const end = started.at(-1)?.made;
    if (end !== undefined) scripts.awaitInline(end);
    scripts.start();
  }

  return { replace, start };
}

/** True for a script that the parser does not wait for and that would run as soon as it has arrived. */
function isAsync(script: HTMLScriptElement): boolean {
  if (!script.async) return false;
  const isModule = script.type.toLowerCase() === "module";
  return script.hasAttribute("src") ? isModule || !script.noModule : isModule;
}

/** True for a script that the parser does not wait for. */
function isLater(script: HTMLScriptElement): boolean {
  return script.async || script.defer || script.type.toLowerCase() === "module";
}

/** Scripts in the markup that a page writes into an element never run. `around` gets each such call. */
function passOverMarkup(realm: Realm, around: (write: () => unknown) => unknown): void {
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
