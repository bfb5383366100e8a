import { endOfName, firstOf, isBlank, isNameByte, places } from "./characters";

/**
 * Reads a script from its beginning as far as somebody asks, to tell code from comments. It knows no grammar beyond what
 * tells a division from a regular expression, and never guesses: where it cannot tell, it says so for good.
 */

export const inCode: i32 = 0;
export const inComment: i32 = 1;
export const inText: i32 = 2;
export const unknown: i32 = 3;

/** What came before: behind a value a slash divides, behind an operator an expression begins, and else it cannot be told. */
const value: u32 = 0;
const operator: u32 = 1;
const unsure: u32 = 2;

/** For each bracket that is open the one that closes it, and what it is when it is closed. */
const brackets = memory.data(2 * 8192);
const deepest: usize = 8192;
/** In place of a bracket: the text of a template, in which `${` is open. */
const inTemplate: u8 = 0x60;

let index: usize = 0;
let end: usize = 0;
let depth: usize = 0;
let last: u32 = operator;
/** The name that came last, where nothing else has come since. */
let nameStart: usize = 0;
let nameEnd: usize = 0;
/** Whether that name is a member: then it is no keyword. */
let isMember: bool = false;
let isBehindDot: bool = false;
/** What the token is that was read last. */
let tokenKind: i32 = inCode;
/** The last byte of code in front of it, and of all that has been read. */
let byteBeforeToken: u32 = 0;
let lastByte: u32 = 0;
let hasTags: bool = false;
let isLost: bool = false;

/** Begins to read the script between two places. */
export function beginScript(from: usize, to: usize, mayHaveTags: bool): void {
  index = from;
  end = to;
  depth = 0;
  last = operator;
  nameStart = nameEnd = 0;
  isMember = isBehindDot = false;
  tokenKind = inCode;
  byteBeforeToken = lastByte = 0;
  hasTags = mayHaveTags;
  isLost = false;
  // A byte-order mark, and the line that names an interpreter.
  if (load<u8>(index) === 0xef) index += 3;
  if (load<u16>(index) === 0x2123) index = lineEndFrom(index);
}

/** What is at a place, which must not lie before one that was asked for earlier. */
export function kindAt(place: usize): i32 {
  while (index <= place && !isLost) {
    const byte: u32 = load<u8>(index);
    tokenKind = inCode;
    byteBeforeToken = lastByte;
    if (isSpace(byte)) index = behindSpaces(index + 1);
    else {
      if (!readToken(byte)) isLost = true;
      if (tokenKind !== inComment) lastByte = load<u8>(index - 1);
    }
  }
  return isLost ? unknown : tokenKind;
}

/** What `codeBefore` says where it cannot tell. */
export const unknownByte: u32 = 0xff;

/** The last byte of code in front of a place, which must not lie before one that was asked for earlier. */
export function codeBefore(place: usize): u32 {
  return kindAt(place) === inCode ? byteBeforeToken : unknownByte;
}

/** White space in ASCII. The rest of it is part of longer characters here. */
// @ts-ignore: decorator
@inline
function isSpace(byte: u32): bool {
  return byte === 0x20 || byte - 0x09 < 5;
}

function behindSpaces(at: usize): usize {
  if (!isSpace(load<u8>(at))) return at;
  while (true) {
    const bytes = v128.load(at);
    const spaces = v128.or(places(bytes, 0x20), i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(9)), i8x16.splat(5)));
    const others = <u32>i8x16.bitmask(spaces) ^ 0xffff;
    if (others !== 0) return at + <usize>ctz(others);
    at += 16;
  }
}

/** Reads one token; false for what it cannot tell. */
function readToken(byte: u32): bool {
  if (isNameByte(byte) || byte === 0x23) return readName();
  if (byte === 0x2f) return readSlash();
  if (byte === 0x22 || byte === 0x27) return readString(byte);
  if (byte === 0x60) return readTemplate();
  if (byte === 0x28 || byte === 0x5b || byte === 0x7b) return open(byte);
  if (byte === 0x29 || byte === 0x5d || byte === 0x7d) return close(byte);
  // Names outside ASCII and escapes in names.
  return byte < 0x80 && byte !== 0x5c && readMark(byte);
}

function readName(): bool {
  nameStart = index;
  index = endOfName(index + 1);
  nameEnd = index;
  isMember = isBehindDot;
  isBehindDot = false;
  last = value;
  return true;
}

/** An operator, or what else is one character. */
function readMark(byte: u32): bool {
  const next: u32 = load<u8>(index + 1);
  if (byte === 0x3c) return isComparison(next) && mark(next === byte ? 2 : 1, operator);
  // What old scripts take for a comment.
  if (byte === 0x2d && next === 0x2d && load<u8>(index + 2) === 0x3e) return false;
  if ((byte === 0x2b || byte === 0x2d) && next === byte) return mark(2, unsure);
  if (byte === 0x3d && next === 0x3e) return mark(2, operator);
  if (byte === 0x3e) return mark(1, unsure);
  // `a! / b` divides, `1. / b`, too.
  if (byte === 0x21 && next !== 0x3d) return mark(1, isBlank(load<u8>(index - 1)) ? operator : precedence());
  mark(1, byte === 0x2e ? unsure : operator);
  isBehindDot = byte === 0x2e;
  return true;
}

/** Whether `<` can be nothing but an operator or the beginning of types. */
function isComparison(next: u32): bool {
  if (next === 0x21) return false;
  if (!hasTags || next === 0x3c) return true;
  const before = precedence();
  return before === value || (before === unsure && (isBlank(next) || next === 0x3d));
}

function mark(length: usize, becomes: u32): bool {
  index += length;
  last = becomes;
  nameEnd = 0;
  isBehindDot = false;
  return true;
}

function open(byte: u32): bool {
  if (depth === deepest) return false;
  // Behind a brace a statement begins or an operator follows, and behind `if (...)` a statement.
  const closer: u8 = <u8>(byte === 0x28 ? 0x29 : byte + 2);
  const becomes = byte === 0x7b ? unsure : byte === 0x28 ? behindParenthesis() : value;
  return push(closer, becomes) && mark(1, operator);
}

function push(closer: u8, becomes: u32): bool {
  store<u8>(brackets + depth * 2, closer);
  store<u8>(brackets + depth * 2, <u8>becomes, 1);
  depth++;
  return true;
}

function close(byte: u32): bool {
  if (depth === 0) return false;
  depth--;
  const closer: u8 = load<u8>(brackets + depth * 2);
  if (closer === inTemplate && byte === 0x7d) {
    index++;
    return readTemplateText();
  }
  return closer === byte && mark(1, load<u8>(brackets + depth * 2, 1));
}

function readSlash(): bool {
  const next: u32 = load<u8>(index + 1);
  if (next === 0x2f || next === 0x2a) {
    tokenKind = inComment;
    index = next === 0x2f ? lineEndFrom(index) : behindBlock(index + 2);
    return index <= end;
  }
  const before = precedence();
  if (before === unsure) return false;
  return before === value ? mark(1, operator) : readExpression();
}

/** Where the line ends, which it also does at U+2028 and U+2029. */
function lineEndFrom(at: usize): usize {
  while (at < end) {
    const bytes = v128.load(at);
    const breaks = v128.or(v128.or(places(bytes, 0x0a), places(bytes, 0x0d)), places(bytes, 0xe2));
    const found = i8x16.bitmask(breaks);
    if (found === 0) {
      at += 16;
      continue;
    }
    at += ctz(found);
    if (load<u8>(at) !== 0xe2 || (load<u8>(at + 1) === 0x80 && (load<u8>(at + 2) | 1) === 0xa9)) break;
    at++;
  }
  return min(at, end);
}

function behindBlock(at: usize): usize {
  while (at < end) {
    const found = i8x16.bitmask(v128.and(places(v128.load(at), 0x2a), places(v128.load(at, 1), 0x2f)));
    if (found !== 0) return at + ctz(found) + 2;
    at += 16;
  }
  return end + 1;
}

function readString(quote: u32): bool {
  tokenKind = inText;
  let at = firstOf(index + 1, end, <u8>quote, 0x5c, 0x0a, 0x0d);
  while (at < end) {
    const byte: u32 = load<u8>(at);
    if (byte === quote) {
      index = at;
      return mark(1, value);
    }
    if (byte !== 0x5c) return false;
    at = firstOf(at + (load<u16>(at + 1) === 0x0a0d ? 3 : 2), end, <u8>quote, 0x5c, 0x0a, 0x0d);
  }
  return false;
}

function readTemplate(): bool {
  index++;
  return readTemplateText();
}

function readTemplateText(): bool {
  tokenKind = inText;
  let at = firstOf(index, end, 0x60, 0x24, 0x5c, 0x60);
  while (at < end) {
    const byte: u32 = load<u8>(at);
    if (byte === 0x60) {
      index = at;
      return mark(1, value);
    }
    if (byte === 0x24 && load<u8>(at + 1) === 0x7b) {
      index = at;
      return depth < deepest && push(inTemplate, value) && mark(2, operator);
    }
    at = firstOf(at + (byte === 0x5c ? 2 : 1), end, 0x60, 0x24, 0x5c, 0x60);
  }
  return false;
}

function readExpression(): bool {
  tokenKind = inText;
  let isInClass = false;
  for (let at = index + 1; at < end; at++) {
    const byte: u32 = load<u8>(at);
    if (byte === 0x0a || byte === 0x0d) return false;
    if (byte === 0x5c) {
      at++;
      // The last character of a line is no part of it.
      if (load<u8>(at) === 0x0a || load<u8>(at) === 0x0d) return false;
    } else if (byte === 0x5b) isInClass = true;
    else if (byte === 0x5d) isInClass = false;
    else if (byte === 0x2f && !isInClass) {
      index = at + 1;
      return readFlags();
    }
  }
  return false;
}

/** With the flag v, classes nest. */
function readFlags(): bool {
  const behind = endOfName(index);
  for (; index < behind; index++) if (load<u8>(index) === 0x76) return false;
  return mark(0, value);
}

/** What came before, where that is a name: a keyword or a value. */
function precedence(): u32 {
  return nameEnd === 0 ? last : isMember ? value : precedenceOfName();
}

function precedenceOfName(): u32 {
  const length = nameEnd - nameStart;
  if (length < 2 || length > 10) return value;
  if (isOneOf("return typeof instanceof in new delete void throw case do else default extends ")) return operator;
  return isOneOf("of yield await as satisfies ") ? unsure : value;
}

/** What a parenthesis is when it is closed, by the name in front of it. */
function behindParenthesis(): u32 {
  if (nameEnd === 0 || isMember) return value;
  // `await (x) / 2`, but `for await (x of y) /x/.test(x)`.
  if (isOneOf("await ")) return unsure;
  return isOneOf("if while for with ") ? operator : value;
}

/** Whether the name that came last is one of some words, each with a space behind it. */
// @ts-ignore: decorator
@inline
function isOneOf(words: string): bool {
  return isAmong(changetype<usize>(words), <usize>words.length << 1);
}

/** `words` are two bytes a letter, as texts are here. */
function isAmong(words: usize, size: usize): bool {
  let at = nameStart;
  let isSame = true;
  for (let word = words; word < words + size; word += 2) {
    const letter: u32 = load<u16>(word);
    if (letter === 0x20) {
      if (isSame && at === nameEnd) return true;
      at = nameStart;
      isSame = true;
    } else {
      isSame = isSame && at < nameEnd && letter === load<u8>(at);
      at++;
    }
  }
  return false;
}
