import { codeType } from "./script-types.ts";

/** The types that the browser preloads for each use. A link without a type is loaded in any case. */
const preloadedTypes: ReadonlyMap<string, RegExp> = new Map([
  ["fetch", /^/u],
  ["font", /^font\/(?:otf|sfnt|ttf|woff2?)$/iu],
  [
    "image",
    /^image\/(?:apng|avif|bmp|gif|jpe?g|pjpeg|png|svg\+xml|vnd\.microsoft\.icon|webp|x-icon|x-png|x-xbitmap)$/iu,
  ],
  ["script", codeType],
  ["style", /^text\/css$/iu],
  ["track", /^text\/vtt$/iu],
]);
const sheetType = /^\s*(?:text\/css\s*)?(?:;.*)?$/isu;

/** Tells the URL of a link in the document whose load ends with an event; empty for others. */
export function createLinkUrl(
  matchMedia: typeof globalThis.matchMedia,
  canParse: typeof URL.canParse,
): (link: HTMLLinkElement) => string {
  function isPreload({ relList, as, type, media }: HTMLLinkElement): boolean {
    const isModule = relList.contains("modulepreload");
    const types = relList.contains("preload") ? preloadedTypes.get(as) : undefined;
    if (!isModule && types?.test(type) !== true && (types === undefined || type !== "")) return false;
    return media === "" || matchMedia(media).matches;
  }

  return (link) => {
    const { disabled, href, isConnected, relList, type } = link;
    // The browser does not load the document itself for an empty reference.
    if (!isConnected || disabled || (link.getAttribute("href") ?? "").trim() === "" || !canParse(href)) return "";
    const isSheet = relList.contains("stylesheet") && !relList.contains("alternate") && sheetType.test(type);
    return isSheet || isPreload(link) ? href : "";
  };
}
