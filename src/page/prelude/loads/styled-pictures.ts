import { nativeGetter, nativeMethod } from "./native-method.ts";
import { startOfDocument } from "../native/call-site.ts";
import { ownDocument } from "../native/own-documents.ts";
import type { NameUseAt } from "./script-runs.ts";
import { createSheetReader } from "./sheet-reader.ts";

/** Properties whose pictures have a size that other boxes depend on. A background has none. */
const sizedProperties = ["content", "list-style-image", "shape-outside"];
const fileUrl = /url\(\s*(?!["']?(?:data:|#))/iu;

/**
 * Returns a function that names the pictures whose size shows, and whose requests the browser begins when it lays the
 * page out: no call and no event tells of them. Their lines in the sheet are unknown.
 */
export function watchStyledPictures(
  realm: Window & typeof globalThis,
  shownTrees: () => readonly ShadowRoot[],
  nameUseAt: NameUseAt,
): () => void {
  const { CSSImportRule, CSSStyleDeclaration, CSSStyleRule, CSSStyleSheet, Document, HTMLVideoElement, NodeList } =
    realm;
  const { sheets, rulesOf } = createSheetReader(realm, shownTrees);
  const importedBy = nativeGetter(CSSImportRule.prototype, "styleSheet");
  const valueOf = nativeMethod(CSSStyleDeclaration.prototype, "getPropertyValue");
  const querySelectorAll = nativeMethod(Document.prototype, "querySelectorAll");

  function nameIn(owner: object, file: string): void {
    for (const rule of rulesOf(owner)) {
      if (rule instanceof CSSStyleRule) nameOf(rule, file);
      const imported = rule instanceof CSSImportRule ? importedBy?.(rule) : null;
      if (imported instanceof CSSStyleSheet) nameIn(imported, imported.href ?? file);
      else nameIn(rule, file);
    }
  }

  function nameOf({ style }: CSSStyleRule, file: string): void {
    for (const property of sizedProperties) {
      const value: unknown = Reflect.apply(valueOf, style, [property]);
      if (typeof value === "string" && fileUrl.test(value)) nameAt(file, `a picture of the CSS property ${property}`);
    }
  }

  function nameAt(sourceFile: string, api: string): void {
    nameUseAt({ ...startOfDocument, sourceFile }, api);
  }

  return () => {
    for (const sheet of sheets()) nameIn(sheet, sheet.href ?? "");
    const videos: unknown = Reflect.apply(querySelectorAll, ownDocument(), ["video[poster]"]);
    const hasPoster = (video: Node): boolean => video instanceof HTMLVideoElement && /^https?:/u.test(video.poster);
    if (videos instanceof NodeList && [...videos].some(hasPoster)) nameAt("", "the poster of a video");
  };
}
