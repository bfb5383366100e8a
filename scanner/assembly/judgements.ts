import { endOfName, hasSlashes, isBlank, isLineEnd, isNameByte, isQuote, isWordAt, lastBefore, skipBlanks } from "./characters";
import { codeBefore, unknownByte } from "./comments";
import { isDeclared, isHandedOn, isUnknownMember } from "./declarations";
import { isInSet } from "./names";
import { plainOpener } from "./plain-comments";

/** What a word is where it stands, as far as what stands around it tells. */

export const harmless: i32 = 0;
/** Suspect if the file also holds something that it could reach. */
export const doubtful: i32 = 1;
/** Suspect unless it is in a comment. */
export const suspect: i32 = 2;
/** And from here on: doubtful, and handed to other files unless the text declares the word, whose number this is more. */
export const handedOn: i32 = 8;

/** Where the text begins in which words are judged, and where it ends. */
let first: usize = 0;
let last: usize = 0;
/** Whether what is not certain is looked at more closely. */
let isThorough: bool = false;

/** Whether the name of a package begins at a place. */
// @ts-ignore: decorator
@external("env", "isPackage")
declare function isPackage(start: usize): bool;

/** Of the words that are names of the global object and of much else, those that the text declares, as bits. */
export let declared: u32 = 0;

/** Says where the text is in which words are judged from now on. */
export function beginText(start: usize, end: usize, mayTakeLonger: bool): void {
  first = start;
  last = end;
  isThorough = mayTakeLonger;
  declared = 0;
}

/** A banned global, or one from which something banned is reached, other than through a harmless member. */
export function judgeGlobal(start: usize, end: usize, harmful: u32): i32 {
  return isMemberOrKey(start, end) || isHarmlessMember(end, harmful) ? harmless : suspect;
}

/** What nothing harmless can be done with. */
export function judgeAnyUse(start: usize, end: usize): i32 {
  return isMemberOrKey(start, end) ? harmless : suspect;
}

/** A name of the global object. */
export function judgeObject(start: usize, end: usize, onward: u32): i32 {
  if (isMemberOrKey(start, end) || isHarmlessMember(end, onward) || isOfTypeof(start)) return harmless;
  const after = skipBlanks(end);
  return isHidden(after, byteBefore(start)) || !isRead(start, after) ? suspect : doubtful;
}

/** The same of a name that has much else, too: one of those that are numbered. */
export function judgeDoubtful(start: usize, end: usize, onward: u32, number: u32): i32 {
  const bit: u32 = 1 << number;
  if ((declared & bit) === 0 && !isMember(start, end) && isDeclared(start, end, first, last)) declared |= bit;
  if (isMemberOrKey(start, end) || isHarmlessMember(end, onward) || isOfTypeof(start)) return harmless;
  const before = byteBefore(start);
  if (isHidden(skipBlanks(end), before)) return suspect;
  const isBehindComment = mayBeBehindComment(start);
  // What is assigned or exported ends in one of these: `=` and `default`. No comment is looked through for it.
  if ((before === 0x3d || before === 0x74) && (isBehindComment || isExported(start))) return suspect;
  return isHandedOn(start, end, isBehindComment, before) ? handedOn + <i32>number : doubtful;
}

/** Whether comments around a name cannot be told from code, or its member may be behind one. */
function isHidden(after: usize, before: u32): bool {
  if (before === unknownByte || beginsComment(after)) return true;
  return load<u8>(after) === 0x2e && !isNameByte(load<u8>(skipBlanks(after + 1)));
}

/** Whether a global object, behind which something stands, is only asked something, as `isHandedOn` in filter-words.ts has it. */
function isRead(start: usize, after: usize): bool {
  const byte: u32 = load<u8>(after);
  const next: u32 = load<u8>(after + 1);
  // `.` and `[`, `?`, `==` and `!=`, and `&&`.
  if (byte === 0x2e) return true;
  if (byte === 0x5b) return !isUnknownMember(after);
  if (byte === 0x3f) return next !== 0x3f;
  if ((byte === 0x3d || byte === 0x21) && next === 0x3d) return true;
  if (byte === 0x26 && next === 0x26) return true;
  const index = lastBefore(start);
  if (load<u8>(index) === 0x3d) return load<u8>(index - 1) === 0x3d || load<u8>(index - 1) === 0x21;
  return isWordAt(index, "in") || isWordAt(index, "instanceof");
}

/** Whether `export default` goes before a name, or `export const a =`. */
function isExported(start: usize): bool {
  let index = lastBefore(start);
  if (load<u8>(index) !== 0x3d) return isWordAt(index, "default") && isExport(index - 7);
  index = lastBefore(index);
  while (isNameByte(load<u8>(index))) index--;
  const keyword = lastBefore(index + 1);
  if (isWordAt(keyword, "const")) return isExport(keyword - 5);
  return (isWordAt(keyword, "let") || isWordAt(keyword, "var")) && isExport(keyword - 3);
}

function isExport(place: usize): bool {
  return isWordAt(lastBefore(place + 1), "export");
}

function beginsComment(place: usize): bool {
  return load<u16>(place) === 0x2f2f || load<u16>(place) === 0x2a2f;
}

/** A member that is a global object. */
export function judgeView(end: usize, onward: u32): i32 {
  return isHarmlessMember(end, onward) ? harmless : doubtful;
}

/**
 * `this.constructor` called, indexed, asked for or handed on: with a text, the constructor of functions is an eval. What is
 * made from arguments leads to its class, and that to members that are banned.
 */
export function judgeConstructor(start: usize, end: usize, banned: u32): i32 {
  // Most are behind a comment, in a class that has no more to do with this: what is in front of that matters if they do.
  const before = isThorough || !mayBeBehindComment(start) ? byteBefore(start) : byteBeforePlain(start);
  const next = skipBlanks(end);
  const after: u32 = load<u8>(next);
  if (before === 0x7b || before === 0x2c) return isKeyOfPattern(after) ? doubtful : harmless;
  if (before !== 0x2e && before !== unknownByte) return harmless;
  if (after === 0x2e || load<u16>(next) === 0x2e3f) return isHarmlessMember(end, banned) ? harmless : suspect;
  if (isTaken(after)) return doubtful;
  for (let index = end; index < next; index++) if (isLineEnd(index)) return doubtful;
  return harmless;
}

/** `:`, `,`, `=` and `}`: `{ constructor: F } = f`, which may also be a key of an object. */
function isKeyOfPattern(byte: u32): bool {
  return byte === 0x3a || byte === 0x2c || byte === 0x3d || byte === 0x7d;
}

/** `(`, `[`, `?`, `,`, `;`, `)`, `]` and `}`. */
function isTaken(byte: u32): bool {
  return byte === 0x28 || byte === 0x5b || byte === 0x3f || byte === 0x2c || byte === 0x3b || byte === 0x29 || byte === 0x5d || byte === 0x7d;
}

/** `import("./name.js")` is harmless, and every `import` that is no call. */
export function judgeImport(end: usize): i32 {
  const opener = skipBlanks(end);
  const after: u32 = load<u8>(opener);
  if (after === 0x28) return isTextAlone(opener + 1, true) ? harmless : suspect;
  // A comment, and perhaps a parenthesis behind it.
  return after === 0x2f ? suspect : harmless;
}

/** Whether a backslash stands in what a module is imported from: a letter of a package's name may be an escape. */
export function isInSpecifier(backslash: usize): bool {
  let quote = backslash - 1;
  // An escape in front of this one has been judged. The frame of a text ends this where it holds no quotation mark.
  while (!isQuote(quote) && load<u8>(quote) !== 0x5c && load<u8>(quote) !== 0x3b && !isLineEnd(quote)) quote--;
  if (!isQuote(quote)) return false;
  if (mayBeBehindComment(quote)) return true;
  const index = lastBefore(quote);
  return isWordAt(index, "from") || isWordAt(index, "import");
}

/** `require("./name.js")` is harmless, and `require.resolve`. */
export function judgeRequire(end: usize, loading: u32): i32 {
  const next = skipBlanks(end);
  const after: u32 = load<u8>(next);
  if (after === 0x2e) return isHarmlessMember(end, loading) ? harmless : suspect;
  return after === 0x28 && isTextAlone(next + 1, false) ? harmless : suspect;
}

/** A script's own `this`, handed on or with a member that leads on. */
export function isThisHandedOn(end: usize, onward: u32): bool {
  return !isNameByte(load<u8>(end)) && !isHarmlessMember(end, onward);
}

/** Whether a package is named here: in a text, behind a quotation mark, `:`, `@`, `/` or `*`. */
export function isNamed(start: usize): bool {
  const before: u32 = load<u8>(start - 1);
  const isBegun = before === 0x22 || before === 0x27 || before === 0x60 || before === 0x3a || before === 0x40 || before === 0x2f || before === 0x2a;
  return isBegun && isPackage(start);
}

/** Whether a word is the member of something, or only a part of a name. `...` goes before what is none. */
function isMember(start: usize, end: usize): bool {
  const before: u32 = load<u8>(start - 1);
  return before === 0x24 || (before === 0x2e && load<u8>(start - 2) !== 0x2e) || load<u8>(end) === 0x24;
}

function isMemberOrKey(start: usize, end: usize): bool {
  const before: u32 = load<u8>(start - 1);
  if (before === 0x24 || before === 0x2e || load<u8>(end) === 0x24) return true;
  if (load<u8>(skipBlanks(end)) !== 0x3a) return false;
  const opener = byteBefore(start);
  return opener === 0x7b || opener === 0x2c;
}

/** Whether a member follows, and none of a set. */
function isHarmlessMember(end: usize, harmful: u32): bool {
  let dot = skipBlanks(end);
  if (load<u8>(dot) === 0x3f) dot++;
  if (load<u8>(dot) !== 0x2e) return false;
  const start = skipBlanks(dot + 1);
  const behind = endOfName(start);
  // What begins with a digit is no name: `a ?.5 : b`.
  return behind > start && <u32>load<u8>(start) - 0x30 >= 10 && !isInSet(start, behind, harmful);
}

function isOfTypeof(start: usize): bool {
  return isWordAt(lastBefore(start), "typeof");
}

/** Whether nothing but a text follows, up to the end of the call, or of its first argument. */
function isTextAlone(from: usize, hasMore: bool): bool {
  const quote = skipBlanks(from);
  if (!isQuote(quote)) return false;
  let index = quote + 1;
  // The frame of a text ends what does not end by itself.
  while (!isQuote(index) && load<u8>(index) !== 0x5c && load<u8>(index) !== 0x3b && !isLineEnd(index)) index++;
  if (!isQuote(index)) return false;
  const behind: u32 = load<u8>(skipBlanks(index + 1));
  return behind === 0x29 || (hasMore && behind === 0x2c);
}

/** The last byte in front of a place, white space and comments aside. */
function byteBefore(place: usize): u32 {
  if (mayBeBehindComment(place)) return codeBefore(place);
  return load<u8>(lastBefore(place));
}

/** The same for what may be behind a comment, where it is plain. */
function byteBeforePlain(place: usize): u32 {
  const index = lastBefore(place);
  if (load<u16>(index - 1) !== 0x2f2a) return unknownByte;
  const opener = plainOpener(index + 1);
  return opener === 0 || mayBeBehindComment(opener) ? unknownByte : byteBefore(opener);
}

function mayBeBehindComment(place: usize): bool {
  let index = place - 1;
  let isBehindLine = false;
  while (isBlank(load<u8>(index))) {
    isBehindLine = isBehindLine || isLineEnd(index);
    index--;
  }
  return (load<u8>(index) === 0x2f && load<u8>(index - 1) === 0x2a) || (isBehindLine && hasSlashes(first, index));
}

/** Whether nothing but white space goes before a place in its line. */
export function beginsLine(place: usize): bool {
  let index = place - 1;
  while (isBlank(load<u8>(index)) && !isLineEnd(index)) index--;
  return index < first || isLineEnd(index);
}
