import type { SourceTraits } from "../text/filter.ts";

const languages = ["ts", "tsx", "js", "jsx", "vue", "svelte", "html"] as const;

/** The language of a file: a dialect of the parser, or a kind of document that contains scripts. */
export type Language = (typeof languages)[number];

/** The languages of documents. */
export type DocumentLanguage = Extract<Language, "vue" | "svelte" | "html">;

export function isDocument(language: Language): language is DocumentLanguage {
  return language === "vue" || language === "svelte" || language === "html";
}

/** The language of a file, by its extension. Null for a kind that is not scanned. */
export function languageOf(file: string): Language | null {
  const [, extension] = /\.(?:[mc](?=[jt]s$))?([a-z]+)$/.exec(file.toLowerCase().replace(/\.htm$/, ".html")) ?? [];
  return languages.find((language) => language === extension) ?? null;
}

/** The traits of a file's grammar, by its name. */
export function traitsOf(file: string): SourceTraits {
  const language = languageOf(file) ?? "js";
  const document = language === "html" ? "page" : isDocument(language) ? "component" : null;
  return { hasTags: language !== "ts", document };
}

/** True for a file that only declares types: `name.d.ts`, or `name.d.css.ts` beside a file of another kind. */
export function isDeclarationFile(file: string): boolean {
  return /\.d(?:\.[^./\\]+)?\.[mc]?ts$/i.test(file);
}

/** Languages that compile to JavaScript but that the scanner cannot read. */
const unscanned = /\.(?:astro|civet|cjsx|coffee|elm|g[jt]s|hx|iced|imba|litcoffee|ls|marko|mdx|purs|res|riot|tag)$/i;

export type SourceKind = "scanned" | "unscanned";

/** The kind of a source by its name: scanned, or in an unsupported language. Null for declarations and other files. */
export function kindOfSource(name: string): SourceKind | null {
  // A fast path for most files of a large game: to find the last dot, V8 calls into its runtime.
  if (name.endsWith(".js") && name.length > 3) return "scanned";
  if (name.lastIndexOf(".") <= 0) return null;
  const language = languageOf(name);
  if (language !== null) return language === "ts" && isDeclarationFile(name) ? null : "scanned";
  return unscanned.test(name) ? "unscanned" : null;
}
