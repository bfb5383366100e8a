import { readWhole } from "../../disk/read-whole.ts";

/** A page with inlined scripts and pictures is large, and its title is near the start. */
const searchedLength = 200_000;
const bytesMax = 64 * 1024 * 1024;
const titleLengthMax = 100;

/** Title in a page's file; null if it has none, or is unreadable. */
export async function readPageTitle(htmlPath: string): Promise<string | null> {
  try {
    return await titleIn(readWhole(htmlPath, bytesMax).toString("utf8"));
  } catch {
    return null;
  }
}

/** Title in a page's source, on one line; null if it has none. */
export async function titleIn(html: string): Promise<string | null> {
  const [start = ""] = html
    .slice(0, searchedLength)
    .replaceAll(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gsu, "")
    // A picture may have its own title.
    .split(/<(?:body|svg)\b/iu, 1);
  const [, written = ""] = /<title\b[^>]*>(.*?)<\/title\s*>/isu.exec(start) ?? [];
  const title = (await decode(written)).replaceAll(/\s+/gu, " ").trim();
  return title === "" ? null : Array.from(title).slice(0, titleLengthMax).join("");
}

/** Decodes character references. HTML has two thousand. */
async function decode(text: string): Promise<string> {
  if (!text.includes("&")) return text;
  const { parseFragment } = await import("parse5");
  const [title] = parseFragment(`<title>${text}</title>`).childNodes;
  const [content] = title !== undefined && "childNodes" in title ? title.childNodes : [];
  return content !== undefined && "value" in content ? content.value : "";
}
