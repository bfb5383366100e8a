/** A likely import in a text. One in a comment is a false match. */
export interface TextImport {
  readonly specifier: string;
  /** The start of the specifier. */
  readonly offset: number;
  /** The start of the statement or call. Null for a type import, or if it is unknown. */
  readonly start: number | null;
}

/**
 * May follow a bracket or `from`. The length is limited, so that unclosed comments are not searched again and again.
 */
const comment = String.raw`(?:\/\*[^]{0,500}?\*\/\s*)?`;
/** An import or re-export of values, up to `from`, without another one in it. */
const statement = String.raw`\b(?:import|export)\b(?!\s+type\b(?!\s*(?:,|from\b)))(?:(?!\b(?:import|export)\b)[\w\s$*{},])*?\bfrom`;
const pattern = new RegExp(
  `(?:${statement}|\\b(from|import|require))\\b\\s*${comment}(?:\\(\\s*${comment})?(["'\`])([^"'\`\\n]+)\\2`,
  "g",
);

/** Finds likely imports in a text: statements, and `import()` and `require` of a string. */
export function importsIn(text: string): readonly TextImport[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length }, 1: word, 3: named = "" }) => ({
    // A copy, because a substring keeps the whole text in memory.
    specifier: Buffer.from(named).toString(),
    offset: index + length - named.length - 2,
    start: word === "from" ? null : index,
  }));
}
