import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { FramegateError } from "../errors.ts";

/** Error for an `argument` that names no game, with a hint at what it may be meant to be. */
export function missingGame(argument: string, cwd: string): FramegateError {
  const path = resolve(cwd, argument);
  if (path.endsWith(".json")) return new FramegateError("manifest-not-found", { path, page: null });
  const isAddress = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/iu.test(argument);
  const address = isAddress ? `http://${argument}` : null;
  // As in the address of a page.
  const [, page = "", query = ""] = /^([^?#]+)(?:\?([^#]*))?(?:#.*)?$/su.exec(argument) ?? [];
  const isPage = page !== argument && existsSync(resolve(cwd, page));
  return new FramegateError("game-not-found", { path, address, page: isPage ? page : null, query });
}
