/** The grammar of a file: a dialect of the parser, or a kind of document that holds scripts. */
export type Language = "ts" | "tsx" | "js" | "jsx" | "vue" | "svelte" | "html";

/** The languages of documents. */
export type DocumentLanguage = Extract<Language, "vue" | "svelte" | "html">;

export function isDocument(language: Language): language is DocumentLanguage {
  return language === "vue" || language === "svelte" || language === "html";
}

const languages: ReadonlyMap<string, Language> = new Map([
  ["ts", "ts"],
  ["mts", "ts"],
  ["cts", "ts"],
  ["tsx", "tsx"],
  ["js", "js"],
  ["mjs", "js"],
  ["cjs", "js"],
  ["jsx", "jsx"],
  ["vue", "vue"],
  ["svelte", "svelte"],
  ["html", "html"],
  ["htm", "html"],
]);

/**
 * The language of a file, by its extension, or null for a kind that is not scanned.
 * @param file A path with `/` or `\`; only its end is read.
 */
export function languageOf(file: string): Language | null {
  const extension = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase();
  return extension === undefined ? null : (languages.get(extension) ?? null);
}

/** Whether the file only declares types: nothing in it runs. */
export function isDeclarationFile(file: string): boolean {
  return /\.d\.(?:[a-z0-9-]+\.)?[mc]?ts$/i.test(file);
}
