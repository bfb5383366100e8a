import { endOfWord, isQuote, isWordByte } from "./characters";
import { beginScript, inCode, inComment, inText, kindAt } from "./comments";
import {
  beginsLine,
  beginText,
  declared,
  doubtful,
  handedOn,
  harmless,
  isInSpecifier,
  isNamed,
  isThisHandedOn,
  judgeAnyUse,
  judgeConstructor,
  judgeDoubtful,
  judgeGlobal,
  judgeImport,
  judgeObject,
  judgeRequire,
  judgeView,
  suspect,
} from "./judgements";
import { addToSet, describeWord, enter, find, givenName, isIn, isInSet, kindOf, setOf } from "./names";
import { beginPlainScript, isPlainlyInComment } from "./plain-comments";
import { allowWord, begun, seek } from "./search";
import { allowPieces, alone, hasPieces, mayRunTexts, ofMember, useOfRoot } from "./support";

export { givenName } from "./names";

/** How a word is judged, as `kinds` in byte-terms.ts has it. */
const anyUse: u32 = 1;
const ofMembers: u32 = 2;
const objectName: u32 = 3;
const doubtfulObject: u32 = 4;
const view: u32 = 5;
const constructorName: u32 = 6;
const importWord: u32 = 7;
const exportWord: u32 = 8;
const requireWord: u32 = 9;
const thisWord: u32 = 10;
const member: u32 = 11;
const ourWord: u32 = 12;
/** A package's name, which may also be another word. */
const packageName: u32 = 16;

/** The sets of members that lead on from a global object, from a `constructor`, and from `require`. */
const onward: u32 = 0;
const ofConstructors: u32 = 1;
const loading: u32 = 2;
/** And the banned globals, those that lead on from what is made of them, pieces of their names, and letters of escapes. */
const roots: u32 = 3;
const made: u32 = 4;
const pieces: u32 = 5;
const escapes: u32 = 6;
/** What runs a text as code, and what the name of the constructor of functions begins with. */
const runners: u32 = 7;
const constructors: u32 = 8;

/** Has a word, put where `givenName` says, searched for. It gets one of eight bits. */
export function addWord(length: usize, kind: u32, set: u32, bit: u32): void {
  allowWord(givenName(), length, bit, kind === thisWord || kind === exportWord);
  describeWord(enter(length), kind, set);
}

/** Has a member, put where `givenName` says, not be harmless behind a word with a set. */
export function addMember(length: usize, set: u32): void {
  if (set === roots) allowPieces(givenName());
  addToSet(enter(length), set);
}

/** Where the text may be put that is judged. What goes before is the words'. */
export function textStart(): usize {
  return (__heap_base + 15) & ~15;
}

/** Whether the text that is judged is a module, and not a script. */
let isModule: bool = false;
/** Whether it holds a doubtful word, and for scripts, a doubtful `this`. */
let isDoubtful: bool = false;
let isThisDoubtful: bool = false;
/** Of the doubtful words with numbers, those that are handed on, as bits. */
let handed: u32 = 0;
/** Whether a text holds a word that would be suspect in code. */
let isInTexts: bool = false;
/** Whether a banned global is named as the member of something, as a key, or by a text that may be one. */
let isTaking: bool = false;
/** Whether there is anything with which doubtful words are suspect. */
let isSupported: bool = false;
/** Whether doubtful words in comments are told from others. */
let isThorough: bool = false;

/** What is said of a text, as `verdicts` in byte-filter.ts has it. */
const unclear: u32 = 0;
const clear: u32 = 1;
const takes: u32 = 2;
const gives: u32 = 3;

/** Judges the text between two places. It has to have a frame of semicolons around it, and 52 bytes that can be read behind it. */
export function judge(start: usize, end: usize, hasTags: bool): u32 {
  isThorough = false;
  if (isWide(start) || isSuspect(start, end, hasTags)) return unclear;
  if (!isHeld()) return areTextsClear(start, end) ? clearVerdict() : unclear;
  // Those that look at what is given can tell comments themselves.
  if (!isInTexts && !isSupported && !hasPieces(start, end, roots, pieces, escapes))
    return isHandedOver() ? gives : clear;
  const wasSupported = isSupported;
  isThorough = true;
  isSuspect(start, end, hasTags);
  const isAlone = isHeld()
    ? !isInTexts && wasSupported && !isSupported && !hasPieces(start, end, roots, pieces, escapes)
    : areTextsClear(start, end);
  if (!isAlone) return unclear;
  return isHandedOver() ? gives : clearVerdict();
}

/** What is said of a text that is clear by itself, and hands nothing on. */
function clearVerdict(): u32 {
  return isTaking ? takes : clear;
}

/** Whether other files may get hold of a global object. */
function isHandedOver(): bool {
  return (handed & ~declared) !== 0;
}

/** Whether something may be a global object, or the constructor of functions. */
function isHeld(): bool {
  return isDoubtful || (!isModule && isThisDoubtful);
}

/** Whether nothing comes of what texts hold where nothing is held that they could be members of. */
function areTextsClear(start: usize, end: usize): bool {
  return !isInTexts || !mayRunTexts(start, end, runners, constructors, escapes);
}

/** Text in UTF-16, as its byte-order mark says, has none of the words as they are. */
function isWide(start: usize): bool {
  const mark: u32 = load<u16>(start);
  return mark === 0xfeff || mark === 0xfffe;
}

/** Whether the text holds a word that is suspect. If it holds none, all words have been judged. */
function isSuspect(start: usize, end: usize, hasTags: bool): bool {
  beginText(start, end, isThorough);
  beginScript(start, end, hasTags);
  beginPlainScript(start, end, hasTags);
  isModule = isDoubtful = isThisDoubtful = isInTexts = isTaking = isSupported = false;
  handed = 0;
  for (let block = seek(start, end, isModule); block < end; block = seek(block + 32, end, isModule)) {
    for (let places = begun; places !== 0; places &= places - 1) {
      const place = block + <usize>ctz(places);
      if (place >= end) break;
      const here = judgePlace(place);
      if (here === forUs) return true;
      if (here === doubtful) isDoubtful = isDoubtful || counts(place);
      else if (here >= handedOn) {
        if (!counts(place)) continue;
        isDoubtful = true;
        if (!isThorough || kindOfPlace(place) === inCode) handed |= 1 << (here - handedOn);
      } else if (here !== harmless) {
        const kind = kindOfPlace(place);
        if (kind !== inComment && (kind !== inText || here === suspectInText)) return true;
        isInTexts = isInTexts || kind === inText;
        isTaking = isTaking || (kind === inText && isKeyInText(place));
      }
    }
  }
  return false;
}

/** Whether a text begins here with the name of a banned global. */
function isKeyInText(place: usize): bool {
  return (isQuote(place - 1) || load<u8>(place - 1) === 0x60) && isInSet(place, endOfWord(place), roots);
}

/** Whether a doubtful word, or what goes with it, is one as far as is looked. */
function counts(place: usize): bool {
  return !isThorough || kindOfPlace(place) !== inComment;
}

/** What is at a place, which must not lie before one that was asked for earlier. */
function kindOfPlace(place: usize): i32 {
  return isPlainlyInComment(place) ? inComment : kindAt(place);
}

/** What is suspect even in a text. */
const suspectInText: i32 = 3;
/** What is suspect even in a comment, because it is meant for the scanner. */
const forUs: i32 = 4;

function judgePlace(place: usize): i32 {
  if (load<u8>(place) === 0x5c)
    return isEscape(place) || isGlobalBehind(place) || isInSpecifier(place) ? suspectInText : harmless;
  const end = endOfWord(place);
  const word = find(place, end);
  if (word === 0) return harmless;
  const kind = kindOf(word);
  if (isIn(word, roots)) noteRoot(place, useOfRoot(place, end, made));
  if (kind >= packageName && isNamed(place)) return suspectInText;
  return judgeWord(place, end, kind & (packageName - 1), setOf(word));
}

function noteRoot(place: usize, use: i32): void {
  if (use === alone || !counts(place) || isPlainlyInComment(place)) return;
  isTaking = isTaking || use === ofMember;
  isSupported = true;
}

/** Whether the name of a global stands directly behind an escape in a text: `"\\nMath"`. What the escape is may be up to five letters. */
function isGlobalBehind(escape: usize): bool {
  for (let place = escape + 2; place < escape + 7; place++) {
    if (!isWordByte(load<u8>(place - 1))) return false;
    if (isGlobalAt(place)) return true;
  }
  return false;
}

/** Whether something is named here that texts that are code would begin with. */
function isGlobalAt(place: usize): bool {
  const word = find(place, endOfWord(place));
  if (word === 0) return false;
  const kind = kindOf(word) & (packageName - 1);
  return kind >= anyUse && kind <= doubtfulObject;
}

function judgeWord(start: usize, end: usize, kind: u32, set: u32): i32 {
  switch (kind) {
    case anyUse:
      return judgeAnyUse(start, end);
    case ofMembers:
      return judgeGlobal(start, end, set);
    case objectName:
      return judgeObject(start, end, onward);
    case doubtfulObject:
      return judgeDoubtful(start, end, onward, set);
    case view:
      return judgeView(end, onward);
    case constructorName:
      return judgeConstructor(start, end, ofConstructors);
    case importWord: {
      isModule = isModule || beginsLine(start);
      return judgeImport(end);
    }
    case exportWord: {
      isModule = isModule || beginsLine(start);
      return harmless;
    }
    case requireWord:
      return judgeRequire(end, loading);
    case thisWord: {
      isThisDoubtful = isThisDoubtful || (isThisHandedOn(end, onward) && counts(start));
      return harmless;
    }
    case member:
      return suspectInText;
    // `-ignore`.
    case ourWord:
      return load<u32>(end) === 0x6e67692d && load<u32>(end + 3) === 0x65726f6e ? forUs : harmless;
    default:
      return harmless;
  }
}

/** A letter of a name may be written as an escape: `\u0041` or `\u{41}`. */
function isEscape(place: usize): bool {
  if (load<u8>(place + 1) !== 0x75) return false;
  return load<u8>(place + 2) === 0x7b || (load<u16>(place + 2) === 0x3030 && <u32>load<u8>(place + 4) - 0x34 < 4);
}
