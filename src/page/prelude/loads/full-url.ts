import { nativeGetter } from "./native-method.ts";
import { ownDocument } from "../native/own-documents.ts";

/** Returns a function that resolves a URL as the realm's own calls do. It returns a URL that is none as it is. */
export function createFullUrl(realm: Window & typeof globalThis): (url: string) => string {
  const parse = realm.URL.parse.bind(realm.URL);
  const { location } = realm;
  const readBase = "document" in realm ? nativeGetter(realm.Node.prototype, "baseURI") : null;
  return (url) => parse(url, String(readBase === null ? location.href : readBase(ownDocument())))?.href ?? url;
}
