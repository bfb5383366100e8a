import { replaceMethod, replaceSetter } from "../native/native-look.ts";

/** Callbacks for elements that may have begun to load. */
export interface SourceChanges {
  /** `change` gives the element a source, in place of any that it had. */
  onSource(element: HTMLMediaElement, change: () => void): void;
  /** The element is to load more of its source than before. */
  onPreload(element: HTMLMediaElement): void;
  onCopy(element: HTMLMediaElement): void;
}

/** Watches the calls that give a media element its source, in a document or not. */
export function watchSources(realm: Window & typeof globalThis, changes: SourceChanges): void {
  const { Element, HTMLMediaElement, Node } = realm;
  replaceSetter(HTMLMediaElement.prototype, "src", (element, value, set) => {
    changes.onSource(element, () => {
      set(value);
    });
  });
  for (const key of ["preload", "autoplay"]) {
    replaceSetter(HTMLMediaElement.prototype, key, (element, value, set) => {
      set(value);
      changes.onPreload(element);
    });
  }
  replaceMethod(Element.prototype, "setAttribute", (set) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      if (!(this instanceof HTMLMediaElement)) return Reflect.apply(set, this, parameters);
      let result: unknown;
      const change = (): void => {
        result = Reflect.apply(set, this, parameters);
      };
      const name = String(parameters[0]).toLowerCase();
      if (name === "src") changes.onSource(this, change);
      else change();
      if (name === "preload" || name === "autoplay") changes.onPreload(this);
      return result;
    }
    return replacement;
  });
  replaceMethod(Node.prototype, "cloneNode", (clone) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const made: unknown = Reflect.apply(clone, this, parameters);
      if (made instanceof HTMLMediaElement) changes.onCopy(made);
      return made;
    }
    return replacement;
  });
}

/** Collects the media sources of a realm by their object URLs. */
export function watchMediaUrls({ MediaSource, URL }: Window & typeof globalThis): ReadonlyMap<string, MediaSource> {
  const urls = new Map<string, MediaSource>();
  replaceMethod(URL, "createObjectURL", (createObjectURL) => (source: unknown) => {
    const url: unknown = Reflect.apply(createObjectURL, URL, [source]);
    if (source instanceof MediaSource) urls.set(String(url), source);
    return url;
  });
  return urls;
}

/** An element without a source sends no events of a load. */
export function hasSource(element: HTMLMediaElement): boolean {
  return element.hasAttribute("src") || element.querySelector("source") !== null;
}
