import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Environment } from "./environment.ts";

/** Framegate's private cache, for browsers and builds. `FRAMEGATE_CACHE` overrides it. */
export function cacheFolder(env: Environment): string {
  const named = env["FRAMEGATE_CACHE"];
  if (named !== undefined && named !== "") return resolve(named);
  return join(userCacheFolder(env), "framegate");
}

/** The folder for unpacked browsers. */
export function browserCacheFolder(env: Environment): string {
  return join(cacheFolder(env), "browser");
}

/** Cache folder of puppeteer's installer, which `framegate install-browser` uses too. */
export function puppeteerCacheFolder(env: Environment): string {
  const named = env["PUPPETEER_CACHE_DIR"];
  if (named !== undefined && named !== "") return resolve(named);
  // Puppeteer ignores XDG_CACHE_HOME, so it is ignored here too.
  return join(homeFolder(env), ".cache", "puppeteer");
}

function userCacheFolder(env: Environment): string {
  const named = env["XDG_CACHE_HOME"];
  // The XDG specification says to ignore a relative path.
  if (named?.startsWith("/") === true) return named;
  return join(homeFolder(env), ".cache");
}

function homeFolder(env: Environment): string {
  const named = env["HOME"];
  return named !== undefined && named !== "" ? named : homedir();
}
