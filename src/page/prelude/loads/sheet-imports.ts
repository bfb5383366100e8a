import { nativeGetter } from "./native-method.ts";
import { ownDocument } from "../native/own-documents.ts";
import { createSheetReader } from "./sheet-reader.ts";

/** The `@import` rules of a document's style sheets. */
export interface SheetImports {
  /** Whether a sheet imports a URL. */
  has(url: string): boolean;
  /** Whether a sheet waits for the sheet at a URL. */
  areLoading(url: string): boolean;
}

/** Looks for the imports of the sheets of `realm`, and of those in its shadow trees. */
export function watchImports(realm: Window & typeof globalThis, shownTrees: () => readonly ShadowRoot[]): SheetImports {
  if (!("document" in realm)) return { has: () => false, areLoading: () => false };
  const { CSSImportRule, CSSLayerStatementRule, CSSStyleSheet, URL } = realm;
  const { sheets, rulesOf } = createSheetReader(realm, shownTrees);
  // Null until the sheet has been loaded or has failed.
  const importedBy = nativeGetter(CSSImportRule.prototype, "styleSheet");

  /** The imports of a sheet, which come before all other rules. */
  function* importsOf(sheet: CSSStyleSheet): Generator<CSSImportRule> {
    for (const rule of rulesOf(sheet)) {
      if (rule instanceof CSSImportRule) yield rule;
      else if (!(rule instanceof CSSLayerStatementRule)) return;
    }
  }

  function isAny(sheet: CSSStyleSheet, url: string, isMeant: (imported: unknown) => boolean): boolean {
    for (const rule of importsOf(sheet)) {
      const imported = importedBy?.(rule);
      if (URL.parse(rule.href, sheet.href ?? ownDocument().baseURI)?.href === url && isMeant(imported)) return true;
      if (imported instanceof CSSStyleSheet && isAny(imported, url, isMeant)) return true;
    }
    return false;
  }

  function isAnyShown(url: string, isMeant: (imported: unknown) => boolean): boolean {
    return sheets().some((sheet) => isAny(sheet, url, isMeant));
  }

  return {
    has: (url) => isAnyShown(url, () => true),
    areLoading: (url) => isAnyShown(url, (imported) => imported === null),
  };
}
