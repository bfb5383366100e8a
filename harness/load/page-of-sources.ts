import { readWhole } from "../../disk/read-whole.ts";
import { FramegateError } from "../errors.ts";

const bytesMax = 64 * 1024 * 1024;

/** A script in a language that browsers do not run. The pages of Vite's templates have one. */
const sourceScript = /<script\b[^>]*?\bsrc\s*=\s*["']?([^"'>\s]+\.(?:m?ts|tsx|jsx|vue|svelte))(?=["'>\s?])/iu;

/** Throws `page-needs-bundler` for a page whose scripts no browser can run. An unreadable page has no scripts. */
export function refuseSources(htmlPath: string): void {
  const script = sourceScript.exec(readHtml(htmlPath).replaceAll(/<!--.*?-->/gsu, ""))?.[1];
  if (script !== undefined) throw new FramegateError("page-needs-bundler", { path: htmlPath, script });
}

function readHtml(path: string): string {
  try {
    return readWhole(path, bytesMax).toString("utf8");
  } catch {
    return "";
  }
}
