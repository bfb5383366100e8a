import { escapeExpression } from "./filter.ts";

/**
 * Makes what says whether a text, read as Latin-1, holds one of some names, with no letter of a name on either side. There may
 * be thousands, so that the words of the text are looked up.
 */
export function createNameFinder(names: readonly string[]): (text: string) => boolean {
  const words = new Set<string>();
  const others: string[] = [];
  for (const name of names) {
    if (/^[\w$]+$/.test(name)) words.add(name);
    else others.push(name);
  }
  // Names of something else than these letters are rare; of many, that one is there is taken for granted.
  if (others.length > mostOthers) return () => true;
  const other =
    others.length === 0
      ? null
      : new RegExp(others.map((name) => `(?<![\\w$])${escapeExpression(name)}(?![\\w$])`).join("|"));
  return (text) => {
    const word = /[\w$]+/g;
    for (let match = word.exec(text); match !== null; match = word.exec(text)) if (words.has(match[0])) return true;
    return other?.test(text) === true;
  };
}

const mostOthers = 100;
