import { ownDocument } from "../native/own-documents.ts";
import { nativeGetter, nativeMethod } from "./native-method.ts";

// A page that draws picture after picture into addresses of their own must not keep them all.
const maximumImages = 1000;
const maximumCharacters = 2_000_000;
// How many images of one URL are kept: one may be given another source while the others stay.
const maximumPerUrl = 4;

type Realm = Pick<
  typeof globalThis,
  "Document" | "Element" | "HTMLImageElement" | "HTMLPictureElement" | "Node" | "NodeList"
>;

/**
 * The images that have loaded. A browser has another image with the same URL at once, for as long as an element shows
 * it. When it drops one that no element shows depends on its garbage collection, so those that have loaded are kept here
 * until they get another source, up to a limit.
 */
export class AvailableImages {
  readonly #byUrl = new Map<string, Set<HTMLImageElement>>();
  readonly #urls = new WeakMap<HTMLImageElement, string>();
  readonly #isComplete: (image: HTMLImageElement) => boolean;
  readonly #urlOf: (image: HTMLImageElement) => string;
  readonly #isEmpty: (image: HTMLImageElement) => boolean;
  readonly #crossOriginOf: (image: HTMLImageElement) => unknown;
  readonly #isLoading: (image: HTMLImageElement) => boolean;
  readonly #shown: () => readonly HTMLImageElement[];
  #characters = 0;

  /** `isLoading` tells of an image whose load has not been delivered. */
  constructor(
    { Document, Element, HTMLImageElement, HTMLPictureElement, Node, NodeList }: Realm,
    isLoading: (image: HTMLImageElement) => boolean,
  ) {
    const { prototype } = HTMLImageElement;
    const querySelectorAll = nativeMethod(Document.prototype, "querySelectorAll");
    this.#crossOriginOf = (image) => crossOrigin?.(image);
    this.#isLoading = isLoading;
    this.#shown = () => {
      const list: unknown = Reflect.apply(querySelectorAll, ownDocument(), ["img"]);
      return list instanceof NodeList ? [...list].filter((image) => image instanceof HTMLImageElement) : [];
    };
    const isComplete = nativeGetter(prototype, "complete");
    const crossOrigin = nativeGetter(prototype, "crossOrigin");
    const currentSrc = nativeGetter(prototype, "currentSrc");
    const parentOf = nativeGetter(Node.prototype, "parentNode");
    const getAttribute = nativeMethod(Element.prototype, "getAttribute");
    this.#isComplete = (image) => isComplete?.(image) === true;
    this.#urlOf = (image) => {
      const url = currentSrc?.(image);
      return typeof url === "string" ? url : "";
    };
    const read = (image: HTMLImageElement, name: string): unknown => Reflect.apply(getAttribute, image, [name]) ?? "";
    this.#isEmpty = (image) =>
      read(image, "src") === "" && read(image, "srcset") === "" && !(parentOf?.(image) instanceof HTMLPictureElement);
  }

  /** See `HTMLImageElement.complete`. */
  isComplete(image: HTMLImageElement): boolean {
    return this.#isComplete(image);
  }

  /** True if an image has no source, or an empty one, which loads nothing. */
  isEmpty(image: HTMLImageElement): boolean {
    return this.#isEmpty(image);
  }

  /** True if another image has loaded what this one is loading. Both share one response. */
  isShared(image: HTMLImageElement): boolean {
    if (!this.#isComplete(image)) return false;
    const crossOrigin = this.#crossOriginOf(image);
    return [...(this.#byUrl.get(this.#urlOf(image)) ?? [])].some((other) => this.#crossOriginOf(other) === crossOrigin);
  }

  /** True if the browser has loaded an image whose URL is its content, which takes a microtask on every machine. */
  isOwnContent(image: HTMLImageElement): boolean {
    const url = this.#urlOf(image);
    // A drawing may contain pictures and fonts of its own, which take longer.
    return /^data:(?!image\/svg)/iu.test(url) && this.#isComplete(image);
  }

  /** True if the browser has the source of an image at once, on every machine. */
  isAtHand(image: HTMLImageElement): boolean {
    if (!this.#isComplete(image) || this.isEmpty(image)) return false;
    const url = this.#urlOf(image);
    if (this.#byUrl.has(url)) return true;
    // The prelude has not seen all images of markup loading.
    return this.#shown().some(
      (other) => other !== image && this.#urlOf(other) === url && this.#isComplete(other) && !this.#isLoading(other),
    );
  }

  /** Call for an image with a new source. True if the browser has it at once. */
  onSource(image: HTMLImageElement): boolean {
    const isAtHand = this.isAtHand(image);
    this.#drop(image);
    return isAtHand;
  }

  /** Call when an image has loaded. Files of the page's own making are shown once, as a rule. */
  onLoaded(image: HTMLImageElement): void {
    const url = this.#urlOf(image);
    if (url === "" || url.startsWith("blob:")) return;
    this.#drop(image);
    const images = this.#byUrl.get(url) ?? new Set();
    if (images.size === maximumPerUrl) for (const first of [...images].slice(0, 1)) this.#drop(first);
    if (images.size === 0) {
      this.#byUrl.set(url, images);
      this.#characters += url.length;
    }
    images.add(image);
    this.#urls.set(image, url);
    for (const [first] of this.#byUrl) {
      if (this.#byUrl.size <= maximumImages && this.#characters <= maximumCharacters) break;
      this.#forget(first);
    }
  }

  #drop(image: HTMLImageElement): void {
    const url = this.#urls.get(image);
    if (url === undefined) return;
    this.#urls.delete(image);
    const images = this.#byUrl.get(url);
    images?.delete(image);
    if (images?.size === 0) this.#forget(url);
  }

  #forget(url: string): void {
    for (const image of this.#byUrl.get(url) ?? []) this.#urls.delete(image);
    if (this.#byUrl.delete(url)) this.#characters -= url.length;
  }
}
