import type { IncomingHttpHeaders } from "node:http";

/**
 * Tells the requests of service workers by the script that their referrer names. Call the returned function with every
 * request.
 */
export function watchServiceWorkers(): (headers: IncomingHttpHeaders, url: string) => boolean {
  const scripts = new Set<string>();
  return ({ "service-worker": kind, referer }, url) => {
    if (kind === "script") scripts.add(url);
    return referer !== undefined && scripts.has(referer);
  };
}
