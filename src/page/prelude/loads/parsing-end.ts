import { markupFree, markupHeld } from "../../../formats/page-port.ts";
import { eachDocument, isBeingParsed, isComplete, ownDocument } from "../native/own-documents.ts";
import type { Registered } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { nativeGetter, nativeMethod } from "./native-method.ts";
import { windowsAround } from "./open-documents.ts";

type Realm = Window & typeof globalThis;

export type ParsingParts = Pick<
  LoadParts,
  "real" | "order" | "events" | "queued" | "tellLoads" | "ownPictures" | "parsingWindows"
>;

/** The end of a document's parsing, which the page has not been told. */
interface HeldEnd {
  readonly registered: Registered;
  readonly whenTold: (() => void)[];
  /** The event `DOMContentLoaded`; null before it, as while deferred scripts are to come. */
  parsed: Event | null;
}

// How often it is checked whether something has ended, in real milliseconds.
const checkMs = 2;

/** Frames whose content is in the page already. Their scripts run as they arrive, and no request of theirs can be held. */
const ownFrames = [
  "iframe[srcdoc]",
  ...["iframe[src", "embed[src", "object[data"].flatMap((start) =>
    ["blob", "data"].map((scheme) => `${start}^="${scheme}:" i]`),
  ),
].join(",");
/** Deferred scripts that may need no request. */
const ownScripts = [
  'script[type="module" i]:not([src]):not([async])',
  ...["blob", "data"].flatMap((scheme) =>
    ["[defer]", '[type="module" i]'].map((kind) => `script${kind}[src^="${scheme}:" i]`),
  ),
].join(",");

/**
 * Keeps the page from seeing that its document is parsed before the tasks have run that the scripts of the markup have
 * queued, such as timers without a delay. In a browser the end of a file comes in a task after its text, from any
 * network. What those tasks queue themselves comes after `load` if nothing delays that. Until then the harness holds the
 * deferred scripts.
 */
export class ParsingEnd {
  readonly #realm: Realm;
  readonly #select: (selectors: string) => readonly Node[];
  readonly #textOf: (node: Node) => string;
  /** False for a document whose text is in the page: its end comes with the text. */
  readonly #isFile: () => boolean;
  #parts: ParsingParts | null = null;
  /** The event that tells that the document is parsed, but for its deferred scripts. */
  #interactive: Event | null = null;
  #held: HeldEnd | null = null;
  #isForgotten = false;

  /** Must be called before anything else listens for these events. */
  constructor(realm: Realm) {
    const { Document, Node, NodeList } = realm;
    this.#realm = realm;
    const urlOf = nativeGetter(Document.prototype, "URL");
    this.#isFile = () => /^https?:/u.test(String(urlOf?.(ownDocument())));
    const querySelectorAll = nativeMethod(Document.prototype, "querySelectorAll");
    this.#select = (selectors) => {
      const list: unknown = Reflect.apply(querySelectorAll, ownDocument(), [selectors]);
      return list instanceof NodeList ? [...list] : [];
    };
    const textContent = nativeGetter(Node.prototype, "textContent");
    this.#textOf = (node) => String(textContent?.(node));
    realm.addEventListener("readystatechange", this.#onState, true);
    realm.addEventListener("DOMContentLoaded", this.#onParsed, true);
  }

  follow(parts: ParsingParts): void {
    this.#parts = parts;
    eachDocument((document) => {
      if (!isBeingParsed() || !this.#isFile()) return;
      parts.parsingWindows.add(this.#realm);
      if (document.contentType === "text/html") parts.tellLoads(markupHeld);
    });
  }

  /** True while the page has to see its document as loading. */
  isStateHeld(): boolean {
    return this.#interactive !== null;
  }

  isHeld(): boolean {
    return this.#held !== null;
  }

  /** True if a script has written the document anew meanwhile: the load of the first one never comes. */
  isForgotten(): boolean {
    return this.#isForgotten;
  }

  /** Calls `run` when the page has been told, or now. */
  whenTold(run: () => void): void {
    if (this.#held === null) run();
    else this.#held.whenTold.push(run);
  }

  /** Call when a script writes the document anew: its listeners are new, too. */
  forget(): void {
    if (this.#held === null) return;
    this.#isForgotten = true;
    this.#held.registered.release();
    this.#held = null;
    this.#interactive = null;
    this.#end();
  }

  readonly #onState = (event: Event): void => {
    if (!event.isTrusted || event.target !== ownDocument() || isBeingParsed() || isComplete()) return;
    // It would hear the event that is let go, too.
    this.#realm.removeEventListener("readystatechange", this.#onState, true);
    const parts = this.#parts;
    if (parts === null || !this.#isAnyQueued(parts)) {
      this.#end();
      return;
    }
    if (!this.#hasOwnScripts()) {
      event.stopImmediatePropagation();
      this.#interactive = event;
    }
    // Nothing else may run or show meanwhile, as between the scripts of the markup.
    const registered = parts.order.expect("the tasks of the scripts in the markup", { owner: "script" });
    this.#held = { registered, whenTold: [], parsed: null };
    void this.#runQueued(this.#held, parts);
  };

  readonly #onParsed = (event: Event): void => {
    if (!event.isTrusted || event.target !== ownDocument()) return;
    this.#realm.removeEventListener("DOMContentLoaded", this.#onParsed, true);
    if (this.#held === null) return;
    event.stopImmediatePropagation();
    this.#held.parsed = event;
  };

  #isAnyQueued({ queued, ownPictures }: ParsingParts): boolean {
    const isAny = queued.areAny() || ownPictures.areAny();
    return isAny && this.#isFile() && this.#select(ownFrames).length === 0;
  }

  /** True if deferred scripts may run although the harness holds requests. They must not see a document that loads. */
  #hasOwnScripts(): boolean {
    return this.#select(ownScripts).some((script) => !this.#textOf(script).includes("import"));
  }

  async #runQueued(held: HeldEnd, parts: ParsingParts): Promise<void> {
    const { real, queued, ownPictures, parsingWindows } = parts;
    const [, ...around] = windowsAround(this.#realm);
    const isParsing = (one: Window | null): boolean => one !== null && parsingWindows.has(one);
    while (ownPictures.areLoading() || around.some(isParsing)) {
      await new Promise<void>((resolve) => {
        real.setTimeout(resolve, checkMs);
      });
    }
    ownPictures.queueAll();
    await queued.run();
    if (this.#held === held) await this.#tell(held, parts);
  }

  async #tell(held: HeldEnd, { real, events }: ParsingParts): Promise<void> {
    const interactive = this.#interactive;
    this.#interactive = null;
    if (interactive !== null) await events.letGo(ownDocument(), interactive);
    let running: Promise<void> | undefined;
    await real.runInTurn([
      () => {
        this.#held = null;
        this.#end();
        if (held.parsed !== null) running = events.letGo(ownDocument(), held.parsed);
      },
    ]);
    await running;
    for (const run of held.whenTold) run();
    held.registered.release();
  }

  #end(): void {
    this.#parts?.parsingWindows.delete(this.#realm);
    this.#parts?.ownPictures.giveBack();
    this.#parts?.tellLoads(markupFree);
  }
}
