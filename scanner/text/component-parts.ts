/** The dialects that the parser distinguishes, by file extension. */
export type Dialect = "ts" | "tsx" | "js" | "jsx";

/** The scripts and the markup of a component. Each has blanks in place of the other, so positions match the file. */
export interface ComponentParts {
  readonly scripts: string;
  readonly markup: string;
  readonly dialect: Dialect;
  /** True if a script exposes all its names to the template. */
  readonly isSetup: boolean;
}

/**
 * A comment, or a script or style with its attributes and content. An unclosed element extends to the end of the text,
 * so that nothing is searched twice. Tags after a quote are strings of a script.
 */
const opaque =
  /(?<!["'`])<(?:!--[^]*?-->|(script|style)(?=[\s/>])((?:[^"'>]+|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(?:(?<=\/)>|>?([^]*?)(?:<\/\1(?![\w-])[^>]*>?|$)))/gi;

export function takeApart(text: string): ComponentParts {
  let [scripts, markup, isSetup] = ["", "", false];
  const dialects = new Set<Dialect>();
  const lastEnd = text.lastIndexOf("-->") + 1;
  const closed = text.slice(0, lastEnd) + text.slice(lastEnd).replaceAll("<!--", "    ");
  for (const { 0: whole, 1: name, 2: tag = "", 3: content = "", index } of closed.matchAll(opaque)) {
    if (name === undefined) continue;
    markup += text.slice(markup.length, index) + blanked(whole);
    const attributes = attributesIn(tag);
    if (name.toLowerCase() !== "script" || !isCode(attributes)) continue;
    dialects.add(dialectOf(attributes));
    isSetup ||= attributes.has("setup");
    scripts += blanked(text.slice(scripts.length, index + `<${name}${tag}>`.length)) + content;
  }
  return {
    scripts: scripts + blanked(text.slice(scripts.length)),
    markup: markup + text.slice(markup.length),
    dialect: (["tsx", "ts"] as const).find((one) => dialects.has(one)) ?? "js",
    isSetup,
  };
}

/** Replaces everything except line breaks with blanks. */
function blanked(text: string): string {
  return text.replaceAll(/[^\n\r\u2028\u2029]+/g, ({ length }) => " ".repeat(length));
}

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const attributes = tag.matchAll(/([^\s"'=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g);
  return new Map([...attributes].map(([, name = "", value = ""]) => [name, value.replaceAll(/^["']|["']$/g, "")]));
}

/** Whether a `script` with these attributes is code. */
export function isCode(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get("type") ?? "";
  return type === "" || type === "module" || /(?:java|type|ecma)script|babel|jsx/.test(type);
}

/** The dialect of a `script`, by its attributes. In a page, compilers of TypeScript accept JSX as well. */
export function dialectOf(attributes: ReadonlyMap<string, string>, ofTypescript: "ts" | "tsx" = "ts"): Dialect {
  const name = `${attributes.get("lang") ?? ""} ${attributes.get("type") ?? ""}`;
  if (/tsx/.test(name)) return "tsx";
  return /\bts\b|typescript/.test(name) ? ofTypescript : "js";
}
