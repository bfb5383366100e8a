import type { SourceTraits } from "../text/filter.ts";

const languages = ["ts", "tsx", "js", "jsx", "vue", "svelte", "html"] as const;

/** The grammar of a file: a dialect of the parser, or a kind of document that holds scripts. */
export type Language = (typeof languages)[number];

/** The languages of documents. */
export type DocumentLanguage = Extract<Language, "vue" | "svelte" | "html">;

export function isDocument(language: Language): language is DocumentLanguage {
  return language === "vue" || language === "svelte" || language === "html";
}

/** The language of a file, by its extension; null for a kind that is not scanned. */
export function languageOf(file: string): Language | null {
  const extension = /\.(?:[mc](?=[jt]s$))?([a-z]+)$/i.exec(file)?.[1]?.toLowerCase();
  const name = extension === "htm" ? "html" : extension;
  return languages.find((language) => language === name) ?? null;
}

/** Facts about a file's grammar that its name tells. */
export function traitsOf(file: string): SourceTraits {
  const language = languageOf(file) ?? "js";
  const document = language === "html" ? "page" : isDocument(language) ? "component" : null;
  return { hasTags: language !== "ts", document };
}

/** Whether a file only declares types: `name.d.ts`, or `name.d.css.ts`, which stands beside a file of another kind. */
export function isDeclarationFile(file: string): boolean {
  return /\.d(?:\.[^./\\]+)?\.[mc]?ts$/i.test(file);
}

/** Languages that compile to JavaScript and that the scanner cannot read. */
const unscanned = /\.(?:astro|civet|cjsx|coffee|elm|g[jt]s|hx|iced|imba|litcoffee|ls|marko|mdx|purs|res|riot|tag)$/i;

export type SourceKind = "scanned" | "unscanned";

/** The kind of a file by its name: scanned, or in a language that is not read; null for declarations and for other files. */
export function kindOfSource(name: string): SourceKind | null {
  // Most files of a large game; V8 calls into its runtime to look for the last dot.
  if (name.endsWith(".js") && name.length > 3) return "scanned";
  if (name.lastIndexOf(".") <= 0) return null;
  const language = languageOf(name);
  if (language !== null) return language === "ts" && isDeclarationFile(name) ? null : "scanned";
  return unscanned.test(name) ? "unscanned" : null;
}
