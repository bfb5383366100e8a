import type { Handler } from "./serve-files.ts";

const temporaryRedirect = 307;

/**
 * Rewrites requests whose path contains one of some substrings. A URL or an absolute path replaces everything up to the
 * substring's end, any other text only the substring. Other origins get a redirect, so that the browser's network rules
 * still apply.
 */
export function rewriteAssets(assets: Readonly<Record<string, string>>): Handler {
  const rules = Object.entries(assets).filter(([part]) => part !== "");
  return (request, response, next) => {
    const url = request.url ?? "/";
    const rule = rules.find(([part]) => url.includes(part));
    if (rule === undefined) {
      next();
      return;
    }
    const [part, given] = rule;
    const rest = url.slice(url.indexOf(part) + part.length);
    if (/^https?:\/\//u.test(given)) {
      response.writeHead(temporaryRedirect, { Location: given + rest }).end();
      return;
    }
    request.url = given.startsWith("/") ? given + rest : url.replace(part, () => given);
    next();
  };
}
