import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Environment } from "./environment.ts";

/** Framegate's private cache, for browsers and builds. `FRAMEGATE_CACHE` names another one. */
export function cacheFolder(env: Environment): string {
  const named = env["FRAMEGATE_CACHE"];
  if (named !== undefined && named !== "") return resolve(named);
  return join(userCacheFolder(env), "framegate");
}

/** The folder under which unpacked browsers are kept. */
export function browserCacheFolder(env: Environment): string {
  return join(cacheFolder(env), "browser");
}

/** The folder into which puppeteer's own installer puts browsers, and `framegate install-browser` too. */
export function puppeteerCacheFolder(env: Environment): string {
  const named = env["PUPPETEER_CACHE_DIR"];
  if (named !== undefined && named !== "") return resolve(named);
  // Puppeteer does not look at XDG_CACHE_HOME, so neither does this.
  return join(homeFolder(env), ".cache", "puppeteer");
}

function userCacheFolder(env: Environment): string {
  const named = env["XDG_CACHE_HOME"];
  // The XDG specification says that a relative path is to be ignored.
  if (named?.startsWith("/") === true) return named;
  return join(homeFolder(env), ".cache");
}

function homeFolder(env: Environment): string {
  const named = env["HOME"];
  return named !== undefined && named !== "" ? named : homedir();
}
