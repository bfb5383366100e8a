/** An import as a text seems to have it. One in a comment is an import too many. */
export interface TextImport {
  readonly specifier: string;
  /** Where the specifier begins. */
  readonly offset: number;
  /** Where the statement or the call begins; null for an import of types, and where its beginning cannot be told. */
  readonly start: number | null;
}

/** Behind a bracket or `from` there may be one. Those that have no end are not looked through again and again. */
const comment = String.raw`(?:\/\*[^]{0,500}?\*\/\s*)?`;
/** An import or a re-export of values, up to `from` and in no other one. */
const statement = String.raw`\b(?:import|export)\b(?!\s+type\b(?!\s*(?:,|from\b)))(?:(?!\b(?:import|export)\b)[\w\s$*{},])*?\bfrom`;
const pattern = new RegExp(
  `(?:${statement}|\\b(from|import|require))\\b\\s*${comment}(?:\\(\\s*${comment})?(["'\`])([^"'\`\\n]+)\\2`,
  "g",
);

/** The imports in a text, by its look: statements, `import()` and `require` of a text. */
export function importsIn(text: string): readonly TextImport[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length }, 1: word, 3: named = "" }) => ({
    // A copy, because a part of a text keeps the whole text in memory.
    specifier: Buffer.from(named).toString(),
    offset: index + length - named.length - 2,
    start: word === "from" ? null : index,
  }));
}
