/**
 * A dictionary of names: the words that are searched for, and the members that lead on from them. It is filled once and
 * holds what the vocabularies of all groups hold several times over.
 */
const longest: usize = 64;
const slotCount: u32 = 4096;
/** So many bits of a hash are no part of the number of a slot. */
const slotShift: u32 = 20;
const entryCount: u32 = 2048;
const entrySize: usize = 16;

/** For each slot the number of an entry, from one. */
const slots = memory.data(4096 * 2);
/** Each entry: the sets that it is in (8 bytes), where its text begins (4), its length (1), its kind (1), its own set (1). */
const entries = memory.data(2048 * 16);
/** Sixteen bytes are read at a time. */
const texts = memory.data(2048 * 24 + 16);
/** Where the caller puts a name. */
const given = memory.data(64);

let count: u32 = 0;
let textEnd: usize = 0;

/** Where a name is to be put before `addWord` and `addMember`, at most 64 bytes. */
export function givenName(): usize {
  return given;
}

/** The entry of the name between two places; 0 for what is not in the dictionary. */
export function find(start: usize, end: usize): usize {
  if (end - start > longest) return 0;
  const slot = slotOf(start, end);
  const number: u32 = load<u16>(slots + (<usize>slot << 1));
  return number === 0 ? 0 : entryAt(number);
}

/** The entry of the name that was put in, made where there is none. */
export function enter(length: usize): usize {
  const slot = slots + (<usize>slotOf(given, given + length) << 1);
  const number: u32 = load<u16>(slot);
  if (number !== 0) return entryAt(number);
  // More than this was made for is a mistake of whoever made the vocabulary.
  if (++count === entryCount || length > longest || textEnd + length > 2048 * 24) unreachable();
  const entry = entryAt(count);
  memory.copy(texts + textEnd, given, length);
  store<u32>(entry, <u32>(texts + textEnd), 8);
  store<u8>(entry, <u8>length, 12);
  textEnd += length;
  store<u16>(slot, <u16>count);
  return entry;
}

/** What is searched for, and how it is judged; 0 for what is only a member. */
// @ts-ignore: decorator
@inline
export function kindOf(entry: usize): u32 {
  return load<u8>(entry, 13);
}

/** The set of members that are not harmless behind a word. */
// @ts-ignore: decorator
@inline
export function setOf(entry: usize): u32 {
  return load<u8>(entry, 14);
}

export function describeWord(entry: usize, kind: u32, set: u32): void {
  store<u8>(entry, <u8>kind, 13);
  store<u8>(entry, <u8>set, 14);
}

export function addToSet(entry: usize, set: u32): void {
  store<u64>(entry, load<u64>(entry) | (<u64>1 << <u64>set));
}

/** Whether the name between two places is in a set. */
export function isInSet(start: usize, end: usize, set: u32): bool {
  const entry = find(start, end);
  return entry !== 0 && isIn(entry, set);
}

// @ts-ignore: decorator
@inline
export function isIn(entry: usize, set: u32): bool {
  return ((load<u64>(entry) >> <u64>set) & 1) !== 0;
}

// @ts-ignore: decorator
@inline
function entryAt(number: u32): usize {
  return entries + <usize>number * entrySize;
}

/** The slot of a name, or the one where it would be. */
function slotOf(start: usize, end: usize): u32 {
  let slot = hashOf(start, <u32>(end - start)) >> slotShift;
  while (true) {
    const number: u32 = load<u16>(slots + (<usize>slot << 1));
    if (number === 0 || isText(entryAt(number), start, end)) return slot;
    slot = (slot + 1) & (slotCount - 1);
  }
}

/** Of the first letters and the length: what differs in neither is told apart by its text. */
// @ts-ignore: decorator
@inline
function hashOf(start: usize, length: u32): u32 {
  const letters = load<u32>(start);
  return ((length < 4 ? letters & ((1 << (length << 3)) - 1) : letters) ^ (length * 0x85ebca6b)) * 0x9e3779b1;
}

function isText(entry: usize, start: usize, end: usize): bool {
  const length: usize = load<u8>(entry, 12);
  if (length !== end - start) return false;
  const text: usize = load<u32>(entry, 8);
  if (length > 16) return memory.compare(text, start, length) === 0;
  const different = <u32>i8x16.bitmask(i8x16.eq(v128.load(text), v128.load(start))) ^ 0xffff;
  return (different & ((1 << <u32>length) - 1)) === 0;
}
