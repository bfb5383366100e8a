import { readdirSync } from "node:fs";
import { join } from "node:path";
import { systemReason } from "../../disk/system-reason.ts";
import { FramegateError } from "../errors.ts";

/** True for the name of a page's file, of HTML or XHTML. */
export function isPageName(path: string): boolean {
  return /\.(?:x?html|htm)$/iu.test(path);
}

/**
 * The page of a folder without a manifest: its index.html, or the only HTML file in it; null if there is none. Throws
 * `several-pages` and `file-unreadable`.
 */
export function findPage(folder: string): string | null {
  const pages = listNames(folder).filter(isPageName);
  const index = pages.find((name) => /^index\./iu.test(name));
  const [page, ...others] = index === undefined ? pages : [index];
  if (page === undefined) return null;
  if (others.length > 0) throw new FramegateError("several-pages", { folder, pages: enumerate(pages) });
  return join(folder, page);
}

/** Where bundlers put their output. */
const outputFolders = ["dist", "build", "out", "public", "docs", "www"];

/** The built page below a folder that has none itself, such as `dist/index.html`, for a hint. */
export function findBuiltPage(folder: string): string | null {
  const built = outputFolders.find((name) => listNamesIfAny(join(folder, name)).includes("index.html"));
  return built === undefined ? null : `${built}/index.html`;
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (thrown) {
    throw new FramegateError("file-unreadable", { path: folder, reason: systemReason(thrown) }, { cause: thrown });
  }
}

function listNamesIfAny(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const mostNamed = 8;

function enumerate(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more <= 0 ? names.join(", ") : `${names.slice(0, mostNamed).join(", ")} and ${String(more)} more`;
}
