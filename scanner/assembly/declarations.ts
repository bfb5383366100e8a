import { isBlank, isLineEnd, isNameByte, isWordAt, lastBefore, lineStart, skipBlanks } from "./characters";

/**
 * What becomes of a name of the global object that is also a name of much else: whether it is handed on, and whether its file
 * declares it. `isHandedOn` and `declares` in filter-words.ts say the same of texts.
 */

/** How far around a name is looked for what declares it. */
const reach: usize = 256;

/** Whether the value of a name goes elsewhere, or a member of it that nobody knows is taken. */
export function isHandedOn(start: usize, end: usize, isBehindComment: bool, before: u32): bool {
  const after = skipBlanks(end);
  return isUnknownMember(after) || (mayEndValue(end, after) && mayBeginValue(start, after, isBehindComment, before));
}

/** `self[name]`. */
export function isUnknownMember(after: usize): bool {
  const key: u32 = load<u8>(skipBlanks(after + 1));
  return load<u8>(after) === 0x5b && key !== 0x22 && key !== 0x27 && key - 0x30 >= 10;
}

function mayEndValue(end: usize, after: usize): bool {
  const byte: u32 = load<u8>(after);
  const next: u32 = load<u8>(after + 1);
  // `)`, `,`, `:`, `;`, `]` and `}`, `||` and `??`, and the `!` of a type.
  if (byte === 0x29 || byte === 0x2c || byte === 0x3a || byte === 0x3b || byte === 0x5d || byte === 0x7d) return true;
  if (byte === 0x7c || byte === 0x3f) return next === byte;
  if (byte === 0x21) return next !== 0x3d;
  for (let index = end; index < after; index++) if (isLineEnd(index)) return true;
  return beginsWith(after, "as") || beginsWith(after, "satisfies");
}

function mayBeginValue(start: usize, after: usize, isBehindComment: bool, before: u32): bool {
  // `(`, `,`, `:`, `?`, `[`, `&`, `|` and `>`.
  if (
    before === 0x28 ||
    before === 0x2c ||
    before === 0x3a ||
    before === 0x3f ||
    before === 0x5b ||
    before === 0x26 ||
    before === 0x7c ||
    before === 0x3e
  )
    return true;
  if (before === 0x7b) return load<u8>(after) === 0x2c || load<u8>(after) === 0x7d;
  if (isBehindComment) return before === 0x3d || isNameByte(before);
  const last = lastBefore(start);
  if (before === 0x3d) return load<u8>(last - 1) !== 0x3d && load<u8>(last - 1) !== 0x21;
  return (
    isNameByte(before) &&
    (isWordAt(last, "return") || isWordAt(last, "default") || isWordAt(last, "yield") || isWordAt(last, "await"))
  );
}

/** Whether a name that is no member is declared here, or assigned to, in a text between two places. */
export function isDeclared(start: usize, end: usize, from: usize, to: usize): bool {
  return isOfDeclaration(start, skipBlanks(end), to) && isOnLineOfCode(start, from);
}

function isOfDeclaration(start: usize, after: usize, to: usize): bool {
  // An arrow is as good.
  const behind: u32 = load<u8>(after);
  if (behind === 0x3d) return load<u8>(after + 1) !== 0x3d;
  const last = lastBefore(start);
  const before: u32 = load<u8>(last);
  // `(`, `,`, `:`, `[`, `{`, and the third point of a rest.
  if (before === 0x28 || before === 0x2c || before === 0x3a || before === 0x5b || before === 0x7b || before === 0x2e) {
    return mayBeParameter(behind) && !(before === 0x28 && isOfControl(last)) && isInPattern(after, to);
  }
  // By their last letters, because most words go before a name in a comment.
  if (before === 0x74) return isVariable(last, "const") || isVariable(last, "let") || isWordAt(last, "import");
  if (before === 0x73) return isWordAt(last, "class") || isWordAt(last, "as");
  return before === 0x72 ? isVariable(last, "var") : before === 0x6e && isWordAt(last, "function");
}

/** Whether `,`, `:`, `?`, `)`, `]` or `}` is behind it. */
function mayBeParameter(behind: u32): bool {
  return behind === 0x2c || behind === 0x3a || behind === 0x3f || behind === 0x29 || behind === 0x5d || behind === 0x7d;
}

/** `declare const self: Window` is about the global object. */
function isVariable(last: usize, keyword: string): bool {
  return isWordAt(last, keyword) && !isWordAt(lastBefore(last + 1 - <usize>keyword.length), "declare");
}

function isOfControl(parenthesis: usize): bool {
  const last = lastBefore(parenthesis);
  return isWordAt(last, "if") || isWordAt(last, "while") || isWordAt(last, "switch") || isWordAt(last, "with");
}

/** Whether the brackets that are open at a place end as those of parameters do, of a pattern, or of what is imported. */
function isInPattern(after: usize, to: usize): bool {
  const isTyped = load<u8>(after) === 0x3a || load<u8>(after) === 0x3f;
  let depth: u32 = 0;
  const farthest = min(to, after + reach);
  for (let index = after; index < farthest; index++) {
    const byte: u32 = load<u8>(index);
    if (byte === 0x28 || byte === 0x5b || byte === 0x7b) depth++;
    else if (byte === 0x29 || byte === 0x5d || byte === 0x7d) {
      if (depth > 0) {
        depth--;
        continue;
      }
      const behind = skipBlanks(index + 1);
      const next: u32 = load<u8>(behind);
      if (byte === 0x29)
        return next === 0x7b || (next === 0x3d && load<u8>(behind + 1) === 0x3e) || (isTyped && next === 0x3a);
      if (next === 0x3d) return load<u8>(behind + 1) !== 0x3d;
      if (beginsWith(behind, "from") || beginsWith(behind, "of")) return true;
    } else if (byte === 0x3b && depth === 0) return false;
  }
  return false;
}

/** Whether what goes before a place in its line begins no comment, and ends all texts that it begins. */
function isOnLineOfCode(place: usize, from: usize): bool {
  let index = lineStart(from, place, reach);
  if (index === 0) return false;
  while (isBlank(load<u8>(index))) index++;
  if (load<u8>(index) === 0x2a) return false;
  // A bit for each kind of quotation mark that is open.
  let open: u32 = 0;
  for (; index < place; index++) {
    const byte: u32 = load<u8>(index);
    if (byte === 0x22) open ^= 1;
    else if (byte === 0x27) open ^= 2;
    else if (byte === 0x60) open ^= 4;
    else if (byte === 0x2f && (load<u8>(index + 1) === 0x2f || load<u8>(index + 1) === 0x2a)) return false;
  }
  return open === 0;
}

/** Whether a word begins here. */
function beginsWith(index: usize, word: string): bool {
  const length = <usize>word.length;
  return !isNameByte(load<u8>(index + length)) && isWordAt(index + length - 1, word);
}
