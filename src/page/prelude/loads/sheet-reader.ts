import { nativeGetter } from "./native-method.ts";
import { ownDocument } from "../native/own-documents.ts";

/** Reads the style sheets of a document. */
export interface SheetReader {
  /** Those of its elements, and those in its shadow trees. */
  sheets(): readonly CSSStyleSheet[];
  /** The rules of a sheet, or those within a rule; none for a sheet of another origin. */
  rulesOf(owner: object): readonly CSSRule[];
}

export function createSheetReader(
  realm: Window & typeof globalThis,
  shownTrees: () => readonly ShadowRoot[],
): SheetReader {
  const { Document, ShadowRoot, CSSGroupingRule, CSSRuleList, CSSStyleRule, CSSStyleSheet, StyleSheetList } = realm;
  const sheetsOfDocument = nativeGetter(Document.prototype, "styleSheets");
  const sheetsOfTree = nativeGetter(ShadowRoot.prototype, "styleSheets");
  const owners = [CSSStyleSheet, CSSStyleRule, CSSGroupingRule].map((owner) => ({
    owner,
    read: nativeGetter(owner.prototype, "cssRules"),
  }));
  return {
    sheets() {
      const lists = [sheetsOfDocument?.(ownDocument()), ...shownTrees().map((tree) => sheetsOfTree?.(tree))];
      return lists.flatMap((list) => (list instanceof StyleSheetList ? [...list] : []));
    },
    rulesOf(given) {
      try {
        const list = owners.find(({ owner }) => given instanceof owner)?.read?.(given);
        return list instanceof CSSRuleList ? [...list] : [];
      } catch {
        // A sheet of another origin.
        return [];
      }
    },
  };
}
