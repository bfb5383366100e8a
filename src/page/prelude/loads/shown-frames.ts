import { ownDocument } from "../native/own-documents.ts";

type FramedElement = HTMLEmbedElement | HTMLObjectElement;

const imagePath = /\.(?:apng|avif|bmp|gif|ico|jfif|jpe?g|png|svg|webp)$/iu;

/** The frames in which the browser shows objects and embedded pages. */
export class ShownFrames {
  readonly #realm: Pick<Window & typeof globalThis, "HTMLEmbedElement" | "HTMLObjectElement">;
  readonly #parse: typeof URL.parse;
  readonly #last = new WeakMap<Element, Window>();

  constructor({ HTMLEmbedElement, HTMLObjectElement, URL }: Window & typeof globalThis) {
    this.#realm = { HTMLEmbedElement, HTMLObjectElement };
    this.#parse = URL.parse.bind(URL);
  }

  isFramed(element: Element): element is FramedElement {
    const { HTMLEmbedElement, HTMLObjectElement } = this.#realm;
    return element instanceof HTMLEmbedElement || element instanceof HTMLObjectElement;
  }

  /** The window that an element of the realm's own document shows; null for an image, and for other elements. */
  frameOfOwn(element: Element): Window | null {
    return this.isFramed(element) && element.ownerDocument === ownDocument() ? this.#frameOf(element) : null;
  }

  /** Call when an element has loaded with this window. */
  noteShown(element: Element, window: Window): void {
    this.#last.set(element, window);
  }

  hasShown(element: Element): boolean {
    return this.#last.has(element);
  }

  /**
   * True if the browser loads an image for the element, or a window that it has not shown before. The one that it shows
   * loads only if that `isLeaving` its document.
   */
  isLoading(element: FramedElement, isLeaving: boolean): boolean {
    const frame = this.#frameOf(element);
    if (frame !== null) return isLeaving || frame !== this.#last.get(element);
    return element.getClientRects().length > 0 && this.#isImage(element);
  }

  #isImage(element: FramedElement): boolean {
    if (element.type !== "") return element.type.toLowerCase().startsWith("image/");
    const url = this.#parse(element instanceof this.#realm.HTMLObjectElement ? element.data : element.src);
    return url !== null && (url.protocol === "data:" || url.protocol === "blob:" || imagePath.test(url.pathname));
  }

  /** Null for an image and without a frame. */
  #frameOf(element: FramedElement): Window | null {
    if (element instanceof this.#realm.HTMLObjectElement) return element.contentWindow;
    const view = element.ownerDocument.defaultView;
    for (let index = 0; index < (view?.length ?? 0); index += 1) {
      const frame = view?.[index] ?? null;
      try {
        if (frame?.frameElement === element) return frame;
      } catch {
        // A frame of another origin, which may be its.
        return frame;
      }
    }
    return null;
  }
}
