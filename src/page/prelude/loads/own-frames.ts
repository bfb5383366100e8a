import { shownContent } from "./async-order.ts";
import type { LoadParts } from "./load-parts.ts";
import { startOfDocument } from "../native/call-site.ts";
import { eachDocument, ownDocument } from "../native/own-documents.ts";

type Parts = Pick<LoadParts, "order" | "events" | "markUse" | "nameUseAt" | "frameHolders">;

/**
 * Names frames whose content is in the page already if something runs beside them: no request of theirs could be held,
 * so their scripts run as they arrive.
 */
export class OwnFrames {
  readonly #realm: Window;
  readonly #parts: Parts;
  /** Name the calls that have given the frames their content. */
  readonly #marks = new WeakMap<object, (api: string) => void>();
  #isParsed = false;
  #hasGrown = false;

  constructor(realm: Window, parts: Parts) {
    this.#realm = realm;
    this.#parts = parts;
    eachDocument(({ readyState }) => {
      this.#isParsed = readyState !== "loading";
      this.#hasGrown = false;
    });
    parts.events.hear(realm, "DOMContentLoaded", () => {
      this.#isParsed = true;
    });
  }

  /** Call in the page's call that gives a frame its content. */
  onSource(frame: object, url: string): void {
    if (shownContent.test(url)) this.#marks.set(frame, this.#parts.markUse());
  }

  /** Call when the load of a frame begins. */
  onHeld(frame: object, url: string): void {
    if (shownContent.test(url) && this.#parts.order.isOwnFrameDue()) this.#name(frame, "side by side");
  }

  /** Call with each element that the document gets. */
  onAdded(): void {
    // A frame has an empty document first.
    if (this.#hasGrown || ownDocument().URL === "about:blank") return;
    this.#hasGrown = true;
    const { frameElement } = this.#realm;
    if (frameElement !== null) for (const holder of this.#parts.frameHolders) holder.onGrown(frameElement);
  }

  /** Call when a frame's document gets its first elements. While the page is parsed, the parser pauses when it likes. */
  onGrown(frame: object, url: string): void {
    if (shownContent.test(url) && !this.#isParsed) this.#name(frame, "while the page is parsed");
  }

  #name(frame: object, circumstance: string): void {
    const api = `frames of srcdoc, blob: or data: ${circumstance}`;
    const mark = this.#marks.get(frame);
    if (mark === undefined) this.#parts.nameUseAt(startOfDocument, api);
    else mark(api);
  }
}
