import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findPage, isPageName } from "./find-page.ts";
import { manifestName } from "./load-project.ts";
import { readPageTitle } from "./page-title.ts";
import { readText } from "./read-text.ts";

/**
 * Title of a game that is not loaded: the name in its manifest, or the title of its page. Null if it has none, or is
 * unreadable, and for the address of a server, which is not asked.
 */
export async function readGameTitle(argument: string, cwd: string): Promise<string | null> {
  if (/^https?:\/\//iu.test(argument)) return null;
  try {
    const path = resolve(cwd, argument);
    if (isPageName(path)) return await readPageTitle(path);
    const manifestPath = statSync(path).isDirectory() ? join(path, manifestName) : path;
    if (existsSync(manifestPath)) return nameIn(readText(manifestPath));
    const page = findPage(dirname(manifestPath));
    return page === null ? null : await readPageTitle(page);
  } catch {
    // Running the game says what is wrong with it.
    return null;
  }
}

/** The name in a manifest's text, which may be invalid elsewhere. @throws {SyntaxError} If it is not JSON. */
function nameIn(text: string): string | null {
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest !== "object" || manifest === null || !("name" in manifest)) return null;
  const { name } = manifest;
  return typeof name === "string" && name.trim() !== "" ? name : null;
}
