import { insertedSheetPrefix, neededSheetPrefix } from "../../../formats/page-port.ts";
import { withoutFragment } from "../native/without-fragment.ts";
import { createFullUrl } from "./full-url.ts";

/** Tells the harness of style sheets that calls insert, because the parser does not wait for them as it does for its own. */
export class InsertedSheets {
  readonly #HTMLLinkElement: typeof HTMLLinkElement;
  readonly #fullUrl: (url: string) => string;
  readonly #tell: (text: string) => void;
  readonly #made = new WeakSet<object>();
  readonly #told = new Set<string>();

  constructor(realm: Window & typeof globalThis, tell: (text: string) => void) {
    this.#HTMLLinkElement = realm.HTMLLinkElement;
    this.#fullUrl = createFullUrl(realm);
    this.#tell = tell;
  }

  /** Call with an element that a call has made. */
  onMade(element: unknown): void {
    if (element instanceof this.#HTMLLinkElement) this.#made.add(element);
  }

  /** Call before an element gets a source. */
  beforeSource(element: unknown, source: unknown): void {
    if (typeof source !== "string" || !(element instanceof this.#HTMLLinkElement) || !this.#made.has(element)) return;
    const url = withoutFragment(this.#fullUrl(source));
    if (this.#told.has(url)) return;
    this.#told.add(url);
    this.#tell(insertedSheetPrefix + url);
  }

  /** Call with an element that has appeared in the document. The parser waits for a sheet of its own, whoever asks too. */
  onAdded(element: unknown): void {
    if (!(element instanceof this.#HTMLLinkElement) || this.#made.has(element)) return;
    this.onNeeded(withoutFragment(element.href));
  }

  /** Call with the URL of a sheet that the parser or a script waits for. */
  onNeeded(url: string): void {
    if (this.#told.delete(url)) this.#tell(neededSheetPrefix + url);
  }
}
