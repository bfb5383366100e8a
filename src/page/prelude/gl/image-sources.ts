import { createStateHash } from "../../../core/state-hash.ts";
import { isFunction, replaceMethod } from "../native/native-look.ts";
import { prototypeOf } from "./realm-methods.ts";

/** Describes where the pixels of a picture, a video or an ImageBitmap come from. */
export interface ImageSources {
  /** Equal for equal sources; null for a canvas and for anything else, which is known by its own commands. */
  describe(source: object): string | null;
}

export interface BlobNames {
  ofBlob(blob: object): string | null;
  inText(text: string): string;
}

/** Describes the sources of a realm's pictures from now on. Must run before any script of the page. */
export function describeImageSources(realm: typeof globalThis, blobs: BlobNames): ImageSources {
  const bitmaps = new WeakMap<object, string>();
  const known = new WeakMap<object, { readonly text: string; readonly digest: string }>();
  const readUrl = new Map<object | null, (source: object) => string>([
    [prototypeOf(realm, "HTMLImageElement"), textGetter(prototypeOf(realm, "HTMLImageElement"), "currentSrc")],
    [
      prototypeOf(realm, "SVGImageElement"),
      (source) => (source instanceof realm.SVGImageElement ? source.href.baseVal : ""),
    ],
    [prototypeOf(realm, "HTMLVideoElement"), readVideo(realm)],
  ]);

  /** Long texts, such as pictures in data URLs, are hashed once. */
  function digestOf(source: object, text: string): string {
    const before = known.get(source);
    if (before?.text === text) return before.digest;
    const hash = createStateHash();
    hash.addText(blobs.inText(text));
    const digest = hash.digest();
    known.set(source, { text, digest });
    return digest;
  }

  function describe(source: object): string | null {
    const ofBitmap = bitmaps.get(source) ?? blobs.ofBlob(source);
    if (ofBitmap !== null) return ofBitmap;
    let owner = Reflect.getPrototypeOf(source);
    // Pages derive classes of their own.
    while (owner !== null && !readUrl.has(owner)) owner = Reflect.getPrototypeOf(owner);
    const read = owner === null ? undefined : readUrl.get(owner);
    return read === undefined ? null : digestOf(source, read(source));
  }

  replaceMethod(realm, "createImageBitmap", (original) => (...parameters: unknown[]) => {
    const hash = createStateHash();
    for (const parameter of parameters) hash.addText(describeParameter(parameter, describe));
    const digest = hash.digest();
    const made: unknown = Reflect.apply(original, realm, parameters);
    const then: unknown = typeof made === "object" && made !== null ? Reflect.get(made, "then") : null;
    // Registered first on the promise, so that the bitmap is known before the page gets it.
    if (isFunction(then)) Reflect.apply(then, made, [noteBitmap, ignore]);
    return made;

    function noteBitmap(bitmap: unknown): void {
      if (typeof bitmap === "object" && bitmap !== null) bitmaps.set(bitmap, digest);
    }
  });
  return { describe };
}

function describeParameter(parameter: unknown, describe: (source: object) => string | null): string {
  if (typeof parameter !== "object" || parameter === null) return String(parameter);
  const data: unknown = Reflect.get(parameter, "data");
  if (!ArrayBuffer.isView(data)) return describe(parameter) ?? "object";
  const hash = createStateHash();
  hash.addBytes(data);
  return hash.digest();
}

function textGetter(owner: object | null, key: string): (source: object) => string {
  const get = owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, key)?.get;
  return (source) => (get === undefined ? "" : String(Reflect.apply(get, source, [])));
}

/** A video's source, and its virtual time, which the page's own getter knows. */
function readVideo(realm: typeof globalThis): (source: object) => string {
  const currentSrc = textGetter(prototypeOf(realm, "HTMLMediaElement"), "currentSrc");
  return (source) => `${currentSrc(source)} ${String(Reflect.get(source, "currentTime"))}`;
}

function ignore(): void {
  // The page gets its own rejection.
}
