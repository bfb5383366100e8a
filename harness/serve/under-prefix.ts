import type { Handler } from "./serve-files.ts";

/** Serves a handler below a path, which it does not see. */
export function underPrefix(prefix: string, handler: Handler): Handler {
  const inside = withUrl((url) => url.slice(prefix.length), handler);
  return (request, response, next) => {
    if (request.url?.startsWith(`${prefix}/`) === true) inside(request, response, next);
    else next();
  };
}

/** Runs a handler with another URL. The handlers after it see the original one. */
function withUrl(rewrite: (url: string) => string, handler: Handler): Handler {
  return (request, response, next) => {
    const url = request.url ?? "/";
    request.url = rewrite(url);
    handler(request, response, () => {
      request.url = url;
      next();
    });
  };
}
