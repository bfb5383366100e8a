import type { Handler } from "./serve-files.ts";

const temporaryRedirect = 307;

/**
 * Answers requests whose path holds one of some substrings. A URL or a path from the root takes the place of all up to the
 * substring's end, and any other text that of the substring alone. Other origins are redirected to, so that only what the
 * browser may reach is reached.
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
