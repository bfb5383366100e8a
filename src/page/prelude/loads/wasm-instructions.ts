/** An unsigned number in LEB128, and the offset after it. */
export function readNumber(bytes: Uint8Array, from: number): readonly [value: number, end: number] {
  let value = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * 2 ** (7 * (at - from));
    if (byte < 128) return [value, at + 1];
  }
  return [0, bytes.length];
}

// The operands of an instruction, one letter each: `-` nothing, `u` a number in LEB128, `w` two of them, `x` four, `m`
// a memory argument, `n` one and a byte, `1` to `8` as many bytes, `L` 16 of them, `t` a type, `v` a list of types, `b`
// the labels of a br_table, `h` the handlers of a try_table. `?` is not an instruction.
const single =
  "--ttt-tuuu--uub-" + // control: 0x00 to 0x0f
  "uwuwuu??u---v??h" + // calls, select: to 0x1f
  "uuuuuuu?" + // variables and tables
  "m".repeat(23) + // loads and stores, from 0x28
  "uuuu48" + // memory.size, memory.grow and constants
  "-".repeat(128) + // numbers, from 0x45
  "?".repeat(11) +
  "u-u--uu"; // references, from 0xd0

// The instructions after a prefix, by their number, which is in LEB128.
const prefixed = new Map([
  [0xfb, "uuwwwwuuwwwuuuu-uwwwuuuuxx-----"], // objects
  [0xfc, "--------wuwuwuwuuu"], // saturating conversions, bulk memory, tables
  [0xfd, `${"m".repeat(12)}LL-------${"1".repeat(14)}${"-".repeat(49)}${"n".repeat(8)}mm${"-".repeat(162)}`], // vectors
  [0xfe, `mmm1${"?".repeat(12)}${"m".repeat(63)}`], // atomics
]);
const vectorPrefix = 0xfd;
/** The first number of relaxed SIMD. */
const relaxedFrom = 0x100;

/**
 * Whether a function body, from its locals to its last `end`, has an instruction of relaxed SIMD. Also true for a body
 * with an unknown instruction, which cannot be read any further.
 */
export function hasRelaxedInstruction(body: Uint8Array): boolean {
  let at = afterLocals(body);
  while (at < body.length) {
    if (body[at] === vectorPrefix && readNumber(body, at + 1)[0] >= relaxedFrom) return true;
    const end = afterInstruction(body, at);
    if (end === null) return true;
    at = end;
  }
  return false;
}

/** The offset after the instruction at an offset; null if the instruction is unknown, or one of relaxed SIMD. */
export function afterInstruction(body: Uint8Array, at: number): number | null {
  const opcode = body[at] ?? 0;
  const behindPrefix = prefixed.get(opcode);
  if (behindPrefix === undefined) return afterOperands(body, at + 1, single[opcode] ?? "?");
  const [index, end] = readNumber(body, at + 1);
  return afterOperands(body, end, behindPrefix[index] ?? "?");
}

/** The offset of the first instruction of a function body. */
export function afterLocals(body: Uint8Array): number {
  let [count, at] = readNumber(body, 0);
  for (; count > 0 && at < body.length; count -= 1) at = afterType(body, afterNumber(body, at));
  return at;
}

/** The offset after the operands of an instruction; null if it is invalid. */
function afterOperands(body: Uint8Array, at: number, kind: string): number | null {
  switch (kind) {
    case "-":
      return at;
    case "u":
      return afterNumber(body, at);
    case "w":
      return afterNumbers(body, at, 2);
    case "x":
      return afterNumbers(body, at, 4);
    case "m":
      return afterMemoryArgument(body, at);
    case "n":
      return afterMemoryArgument(body, at) + 1;
    case "L":
      return at + 16;
    case "?":
      return null;
    default:
      return afterStructure(body, at, kind) ?? at + Number(kind);
  }
}

/** The offset after a type or a list; null if the instruction has none. */
function afterStructure(body: Uint8Array, at: number, kind: string): number | null {
  switch (kind) {
    case "t":
      return afterType(body, at);
    case "v":
      return afterList(body, at, afterType);
    case "b":
      return afterNumber(body, afterList(body, at, afterNumber));
    case "h":
      return afterList(body, afterType(body, at), afterHandler);
    default:
      return null;
  }
}

function afterNumber(body: Uint8Array, from: number): number {
  let at = from;
  while ((body[at] ?? 0) >= 128) at += 1;
  return at + 1;
}

function afterNumbers(body: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let index = 0; index < count; index += 1) at = afterNumber(body, at);
  return at;
}

function afterList(body: Uint8Array, from: number, afterEntry: (body: Uint8Array, at: number) => number): number {
  let [count, at] = readNumber(body, from);
  for (; count > 0 && at < body.length; count -= 1) at = afterEntry(body, at);
  return at;
}

/** A reference to a type is a byte and the type; all other types are one number. */
export function afterType(body: Uint8Array, at: number): number {
  const isReference = body[at] === 0x63 || body[at] === 0x64;
  return afterNumber(body, isReference ? at + 1 : at);
}

/** The alignment, the memory's index if bit 6 of the alignment says so, and the offset. */
function afterMemoryArgument(body: Uint8Array, from: number): number {
  const [alignment, at] = readNumber(body, from);
  const hasIndex = (alignment & 0x40) !== 0;
  return afterNumber(body, hasIndex ? afterNumber(body, at) : at);
}

/** `catch` and `catch_ref` (0 and 1) have a tag, and all have a label. */
function afterHandler(body: Uint8Array, at: number): number {
  const hasTag = (body[at] ?? 0) < 2;
  return afterNumber(body, hasTag ? afterNumber(body, at + 1) : at + 1);
}
