import { readComment } from "./strip-texts.ts";
import { becomes, enter, keepOne, leave, open, replace, type Stripper } from "./stripper.ts";

/** A tag, where one can stand; what might also be type parameters is left to a parser. */
export function readTagStart(stripper: Stripper): boolean {
  const { source, index } = stripper;
  if (source.startsWith("<>", index)) {
    replace(stripper, 2, " ");
    return enter(stripper, { kind: "children", closer: null, becomes: "value", blockStart: null });
  }
  if (lengthOf(stripper, typeParameters) > 0) return keepOne(stripper, "operator");
  if (lengthOf(stripper, tagNames) === 0) return false;
  replace(stripper, lengthOf(stripper, tagNames), `${source.slice(index, tagNames.lastIndex)} `);
  return enter(stripper, { kind: "tag", closer: null, becomes: "value", blockStart: null });
}

const typeParameters = /<\s*(?:const\s+)?[A-Za-z_$][\w$]*\s*(?:,|extends\s)/y;
const tagNames = /<[A-Za-z_$][\w$.:-]*(?:<[\w$.,\s|[\]"']*>)?/y;
const attributes = /[\t\n\r ]+|[A-Za-z_$][\w$.:-]*|=/y;
const attributeTexts = /"[^"]*"|'[^']*'/y;

/** What is in a tag: an attribute, code, a comment, or the end. */
export function readTag(stripper: Stripper): boolean {
  const { source, index } = stripper;
  const attributeLength = lengthOf(stripper, attributes);
  if (attributeLength > 0) {
    replace(stripper, attributeLength, " ");
    return true;
  }
  const textLength = lengthOf(stripper, attributeTexts);
  if (textLength > 0) {
    stripper.strings.push(source.slice(index + 1, index + textLength - 1));
    replace(stripper, textLength, '""');
    return true;
  }
  const next = source.charAt(index + 1);
  if (source.charAt(index) === "/" && (next === "/" || next === "*")) return readComment(stripper, next);
  if (source.startsWith("/>", index)) {
    replace(stripper, 2, " ");
    leave(stripper);
    return becomes(stripper, "value");
  }
  const character = source.charAt(index);
  if (character === "{") return open(stripper, "}", "unsure");
  if (character !== ">") return false;
  replace(stripper, 1, " ");
  leave(stripper);
  return enter(stripper, { kind: "children", closer: null, becomes: "value", blockStart: null });
}

/** How much `pattern` matches here. */
function lengthOf({ source, index }: Stripper, pattern: RegExp): number {
  pattern.lastIndex = index;
  return pattern.test(source) ? pattern.lastIndex - index : 0;
}

const tagEnds = /<\/[\w$.:\-\s]*>/y;
const tagText = /[^{}<>]+/y;

/** What is between tags: text, code, a tag, or the end. */
export function readChildren(stripper: Stripper): boolean {
  const textLength = lengthOf(stripper, tagText);
  if (textLength > 0) {
    replace(stripper, textLength, " ");
    return true;
  }
  const endLength = lengthOf(stripper, tagEnds);
  if (endLength > 0) {
    replace(stripper, endLength, " ");
    leave(stripper);
    return becomes(stripper, "value");
  }
  const character = stripper.source.charAt(stripper.index);
  if (character === "{") return open(stripper, "}", "unsure");
  return character === "<" && readTagStart(stripper);
}
