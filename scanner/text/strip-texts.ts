import { resolveEscapes } from "./resolve-escapes.ts";
import { precedingAt } from "./strip-preceding.ts";
import { becomes, enter, keepOne, leave, replace, type Stripper } from "./stripper.ts";

const lineEnds = /[\n\r\u2028\u2029]/g;

/** What reads texts says whether their ends could be found; a comment is as good as white space. */
export function readComment(stripper: Stripper, kind: "/" | "*"): boolean {
  const { source, index } = stripper;
  const end = kind === "/" ? lineEnd(source, index) : source.indexOf("*/", index + 2) + 2;
  if (end === 1) return false;
  const { last, word } = precedingAt(stripper, index);
  stripper.comments.push({ start: index, end });
  replace(stripper, end - index, " ");
  return becomes(stripper, last, word);
}

function lineEnd(source: string, index: number): number {
  lineEnds.lastIndex = index;
  return lineEnds.exec(source)?.index ?? source.length;
}

const flags = /[A-Za-z]*/y;

/** No regular expression reads regular expressions and templates: of long ones, it would remember each character to try again. */
export function readExpression(stripper: Stripper): boolean {
  const { source, codes, index } = stripper;
  let isInClass = false;
  for (let end = index + 1; end < codes.length; end++) {
    if (codes[end] === 0x5c) end++;
    else if (codes[end] === 0x5b) isInClass = true;
    else if (codes[end] === 0x5d) isInClass = false;
    else if (codes[end] === 0x2f && !isInClass) {
      flags.lastIndex = end + 1;
      // With the flag v, classes nest.
      if (flags.exec(source)?.[0].includes("v") === true) return false;
      replace(stripper, flags.lastIndex - index, "/ /");
      return becomes(stripper, "value");
    }
    if (codes[end] === 0x0a || codes[end] === 0x0d) return false;
  }
  return false;
}

/** A string, of which only its marks are left. */
export function readString(stripper: Stripper): boolean {
  const { source, codes, index } = stripper;
  const quote = codes[index];
  for (let end = index + 1; end < codes.length; end++) {
    const code = codes[end];
    if (code === quote) {
      stripper.strings.push(resolveEscapes(source.slice(index + 1, end)));
      replace(stripper, end + 1 - index, quote === 0x22 ? '""' : "''");
      return becomes(stripper, "value");
    }
    if (code === 0x0a || code === 0x0d) return false;
    if (code === 0x5c) end += source.startsWith("\r\n", end + 1) ? 2 : 1;
  }
  return false;
}

/** The mark that opens a template. */
export function readTemplateStart(stripper: Stripper): true {
  keepOne(stripper, "operator");
  return enter(stripper, { kind: "template", closer: null, becomes: "value", blockStart: null });
}

/** The text of a template, up to its end or to code in it. */
export function readTemplate(stripper: Stripper): boolean {
  const { source, codes, index } = stripper;
  let end = index;
  while (end < codes.length && codes[end] !== 0x60 && !(codes[end] === 0x24 && codes[end + 1] === 0x7b))
    end += codes[end] === 0x5c ? 2 : 1;
  if (end >= codes.length) return false;
  stripper.strings.push(resolveEscapes(source.slice(index, end)));
  if (codes[end] === 0x60) {
    replace(stripper, end + 1 - index, "`");
    leave(stripper);
    return becomes(stripper, "value");
  }
  replace(stripper, end + 2 - index, "${");
  enter(stripper, { kind: "code", closer: "}", becomes: "value", blockStart: null });
  return becomes(stripper, "operator");
}
