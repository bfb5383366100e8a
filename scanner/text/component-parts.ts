/** The dialects that the parser tells apart, by the ending that it knows them by. */
export type Dialect = "ts" | "tsx" | "js" | "jsx";

/** The scripts and the markup of a component, each with blanks in place of the other: both have the places that they have in the file. */
export interface ComponentParts {
  readonly scripts: string;
  readonly markup: string;
  readonly dialect: Dialect;
  /** True if a script hands all its names to the template. */
  readonly isSetup: boolean;
}

/**
 * A comment, or a script or a style with its attributes and its content. An element that has no end goes on to the end of the
 * text, so that nothing is searched for twice. Tags behind a quote are texts of a script.
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

/** As many blanks, in as many lines, as a text has characters. */
function blanked(text: string): string {
  return text.replaceAll(/[^\n\r\u2028\u2029]+/g, ({ length }) => " ".repeat(length));
}

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const attributes = tag.matchAll(/([^\s"'=/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?/g);
  return new Map([...attributes].map(([, name = "", value = ""]) => [name, value.replaceAll(/^["']|["']$/g, "")]));
}

/** Whether a `script` is code, by its attributes. */
export function isCode(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get("type") ?? "";
  return type === "" || type === "module" || /(?:java|type|ecma)script|babel|jsx/.test(type);
}

/** The dialect of a `script` by its attributes. In a page, what compiles TypeScript takes tags as well. */
export function dialectOf(attributes: ReadonlyMap<string, string>, ofTypescript: "ts" | "tsx" = "ts"): Dialect {
  const name = `${attributes.get("lang") ?? ""} ${attributes.get("type") ?? ""}`;
  if (/tsx/.test(name)) return "tsx";
  return /\bts\b|typescript/.test(name) ? ofTypescript : "js";
}
