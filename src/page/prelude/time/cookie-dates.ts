import { prototypeOf, replaceMethod, replaceSetter } from "../native/native-look.ts";

const expiry = /;\s*expires\s*=([^;]*)/iu;
const age = /;\s*max-age\s*=/iu;

/**
 * Makes cookies expire as long after now as the page says. The browser compares their dates with the real clock, on
 * which those of the virtual one have passed. `realNow` reads the real clock. Call after `Date` has been replaced.
 */
export function installCookieDates(realm: Window & typeof globalThis, realNow: () => number): void {
  // Workers have no document. Captured now: pages overwrite globals.
  const { Date } = realm;
  if ("document" in realm) {
    replaceSetter<object>(realm.Document.prototype, "cookie", (document, value, set) => {
      const cookie = String(value);
      const at = Date.parse(expiry.exec(cookie)?.[1] ?? "");
      // An age has precedence.
      if (Number.isNaN(at) || age.test(cookie)) set(cookie);
      else set(cookie.replace(expiry, `; max-age=${String(Math.round((at - Date.now()) / 1000))}`));
    });
  }
  replaceMethod(prototypeOf(realm, "CookieStore") ?? {}, "set", (setCookie) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const [options, ...rest] = parameters;
      if (typeof options !== "object" || options === null) return Reflect.apply(setCookie, this, parameters);
      const at: unknown = Reflect.get(options, "expires");
      const shifted = typeof at === "number" ? { ...options, expires: at - Date.now() + realNow() } : options;
      return Reflect.apply(setCookie, this, [shifted, ...rest]);
    }
    return replacement;
  });
}
