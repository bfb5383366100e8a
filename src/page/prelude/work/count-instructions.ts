import { afterInstruction, afterLocals, afterType, readNumber } from "../loads/wasm-instructions.ts";

/** The name under which a rewritten module exports its counter. No page sees it. */
export const counterName = "framegate:work";

const headerBytes = 8;
const importSection = 2;
const globalSection = 6;
const exportSection = 7;
const codeSection = 10;

// The order of sections, by their numbers from 0: tags (13) and strings (14) lie before globals, and the count of data
// segments (12) before the code.
const places = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 13, 14, 12, 6, 7];

const i64 = 0x7e;
const mutable = 1;
const i64Const = 0x42;
const i64Add = 0x7c;
const globalGet = 0x23;
const globalSet = 0x24;
const end = 0x0b;
const exportsGlobal = 3;

/** Adds an entry to the vector of a section, or creates a missing section. */
interface Addition {
  readonly section: number;
  readonly entry: readonly number[];
}

/**
 * A module that counts its executed instructions in a global: once for each basic block, by the number of its
 * instructions. Null for invalid modules, and for those with something unknown in them.
 */
export function countInstructions(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const sections = readSections(bytes);
  if (sections === null) return null;
  const imported = importedGlobals(bytes, sections);
  if (imported === null) return null;
  const counter = imported + ownEntries(bytes, sections, globalSection);
  const exported = [counterName.length, ...charCodes(counterName), exportsGlobal, ...number(counter)];
  const additions: Addition[] = [
    { section: globalSection, entry: [i64, mutable, i64Const, 0, end] },
    { section: exportSection, entry: exported },
  ];
  const parts: Uint8Array[] = [bytes.subarray(0, headerBytes)];
  for (const section of sections) {
    const { id, from, start, end: to } = section;
    while (id !== 0 && additions[0] !== undefined && placeOf(id) > placeOf(additions[0].section)) {
      parts.push(...sectionOf(additions[0].section, [Uint8Array.from([1, ...additions[0].entry])]));
      additions.shift();
    }
    if (id === additions[0]?.section) {
      const [count, first] = readNumber(bytes, start);
      const entries = [Uint8Array.from(number(count + 1)), bytes.subarray(first, to)];
      parts.push(...sectionOf(id, [...entries, Uint8Array.from(additions[0].entry)]));
      additions.shift();
    } else if (id === codeSection) {
      const bodies = countInBodies(bytes.subarray(start, to), counter);
      if (bodies === null) return null;
      parts.push(...sectionOf(id, bodies));
    } else {
      parts.push(bytes.subarray(from, to));
    }
  }
  // A module without code has nothing to count.
  return additions.length > 0 ? null : join(parts);
}

interface Section {
  readonly id: number;
  /** The offset of its number. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

function readSections(bytes: Uint8Array): readonly Section[] | null {
  const sections: Section[] = [];
  for (let at = headerBytes; at < bytes.length;) {
    const id = bytes[at] ?? 0;
    const [size, start] = readNumber(bytes, at + 1);
    if (id >= places.length || start + size > bytes.length) return null;
    sections.push({ id, from: at, start, end: start + size });
    at = start + size;
  }
  return sections;
}

function placeOf(section: number): number {
  return places[section] ?? 0;
}

function ownEntries(bytes: Uint8Array, sections: readonly Section[], id: number): number {
  const section = sections.find((each) => each.id === id);
  return section === undefined ? 0 : readNumber(bytes, section.start)[0];
}

/** The imported globals have the first numbers. Null if there is an import of an unknown kind. */
function importedGlobals(bytes: Uint8Array, sections: readonly Section[]): number | null {
  const section = sections.find(({ id }) => id === importSection);
  if (section === undefined) return 0;
  let [count, at] = readNumber(bytes, section.start);
  let globals = 0;
  for (; count > 0; count -= 1) {
    at = afterName(bytes, afterName(bytes, at));
    const kind = bytes[at] ?? 0;
    const after = afterImport(bytes, at + 1, kind);
    if (after === null) return null;
    if (kind === exportsGlobal) globals += 1;
    at = after;
  }
  return globals;
}

function afterName(bytes: Uint8Array, at: number): number {
  const [length, start] = readNumber(bytes, at);
  return start + length;
}

/** A function, a table, a memory, a global or a tag. */
function afterImport(bytes: Uint8Array, at: number, kind: number): number | null {
  switch (kind) {
    case 0:
      return readNumber(bytes, at)[1];
    case 1:
      return afterLimits(bytes, afterType(bytes, at));
    case 2:
      return afterLimits(bytes, at);
    case 3:
      return afterType(bytes, at) + 1;
    case 4:
      return readNumber(bytes, at + 1)[1];
    default:
      return null;
  }
}

/** Flags, a minimum, a maximum if bit 0 says so, and the size of pages if bit 3 does. */
function afterLimits(bytes: Uint8Array, from: number): number {
  const flags = bytes[from] ?? 0;
  let [, at] = readNumber(bytes, from + 1);
  if ((flags & 1) !== 0) [, at] = readNumber(bytes, at);
  if ((flags & 8) !== 0) [, at] = readNumber(bytes, at);
  return at;
}

/** The content of a code section, with counters; null if there is an unknown instruction. */
function countInBodies(code: Uint8Array, counter: number): readonly Uint8Array[] | null {
  const [count, first] = readNumber(code, 0);
  const read = [globalGet, ...number(counter), i64Const];
  const write = [i64Add, globalSet, ...number(counter)];
  const body = new ByteWriter(1024);
  const all = new ByteWriter(code.length * 2);
  all.addRange(code, 0, first);
  for (let index = 0, at = first; index < count; index += 1) {
    const [size, start] = readNumber(code, at);
    at = start + size;
    body.clear();
    if (!countInBody(body, code.subarray(start, at), { read, write })) return null;
    all.addList(number(body.length));
    all.addRange(body.bytes, 0, body.length);
  }
  return [all.bytes.subarray(0, all.length)];
}

/** Code that reads and code that writes the counter, with the weight in between. */
interface CounterCode {
  readonly read: readonly number[];
  readonly write: readonly number[];
}

/** Copies a body with its counters. False if there is an unknown instruction. */
function countInBody(to: ByteWriter, body: Uint8Array, { read, write }: CounterCode): boolean {
  let at = afterLocals(body);
  let copied = 0;
  let pieceAt = at;
  let weight = 0;
  while (at < body.length) {
    const opcode = body[at] ?? 0;
    const next = afterInstruction(body, at);
    if (next === null) return false;
    // An end does nothing by itself.
    if (opcode !== end) weight += 1;
    at = next;
    if (at < body.length && !ends.has(opcode)) continue;
    if (weight > 0) {
      to.addRange(body, copied, pieceAt);
      to.addList(read);
      to.addList(signed(weight));
      to.addList(write);
      copied = pieceAt;
    }
    pieceAt = at;
    weight = 0;
  }
  to.addRange(body, copied, body.length);
  return true;
}

/** A growing byte buffer. Small lists for each of a hundred thousand blocks took longer than all the rest. */
class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  addRange(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    for (let at = from; at < to; at += 1) {
      this.bytes[this.length] = source[at] ?? 0;
      this.length += 1;
    }
  }

  addList(list: readonly number[]): void {
    this.#reserve(list.length);
    for (let index = 0; index < list.length; index += 1) {
      this.bytes[this.length] = list[index] ?? 0;
      this.length += 1;
    }
  }

  #reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const { bytes } = this;
    this.bytes = new Uint8Array((this.length + count) * 2);
    this.bytes.set(bytes);
  }
}

// Instructions that end a block: loops, conditions, their ends, handlers, jumps and returns, and jumps on null. A call
// comes back, or the run is over.
const ends: ReadonlySet<number> = new Set([
  ...[0x00, 0x03, 0x04, 0x05, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f],
  ...[0x12, 0x13, 0x15, 0x18, 0x19, 0xd5, 0xd6, 0xfb],
]);

function sectionOf(id: number, contents: readonly Uint8Array[]): readonly Uint8Array[] {
  const size = contents.reduce((sum, { length }) => sum + length, 0);
  return [Uint8Array.from([id, ...number(size)]), ...contents];
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** An unsigned number as LEB128. */
function number(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** A positive number as signed LEB128, whose last byte has its sign in bit 6. */
function signed(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 64; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function charCodes(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
