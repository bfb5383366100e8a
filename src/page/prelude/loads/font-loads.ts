import type { AsyncOrder } from "./async-order.ts";
import { ownDocument } from "../native/own-documents.ts";

/**
 * Makes the order wait for fonts of style sheets. The browser loads one when text first needs it, without any call of
 * the page, and the width of the text changes when it arrives.
 */
export function watchFontLoads(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const prototype: object | null = Reflect.getPrototypeOf(realm.document.fonts);
  const readStatus = nativeGetter(prototype, "status");
  const readReady = nativeGetter(prototype, "ready");
  if (readStatus === null || readReady === null) return;
  let isExpected = false;
  order.onQuestion(() => {
    const { fonts } = ownDocument();
    if (isExpected || Reflect.apply(readStatus, fonts, []) !== "loading") return;
    isExpected = true;
    const request = order.expect(`the fonts of ${realm.location.href}`);
    void Promise.resolve(Reflect.apply(readReady, fonts, [])).then(() => {
      isExpected = false;
      request.complete(() => undefined);
    });
  });
}

/** The browser's own getter, which must be taken before it is replaced. */
function nativeGetter(prototype: object | null, key: string): ((this: object) => unknown) | null {
  return prototype === null ? null : (Object.getOwnPropertyDescriptor(prototype, key)?.get ?? null);
}
