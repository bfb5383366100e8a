/** What a regular expression's `\w` matches. */
// @ts-ignore: decorator
@inline
export function isWordByte(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26 || byte - 0x30 < 10 || byte === 0x5f;
}

/** What can be in a name, as far as that is ASCII. */
// @ts-ignore: decorator
@inline
export function isNameByte(byte: u32): bool {
  return isWordByte(byte) || byte === 0x24;
}

/** What `\s` matches, of text read as Latin-1. */
// @ts-ignore: decorator
@inline
export function isBlank(byte: u32): bool {
  return byte === 0x20 || byte - 0x09 < 5 || byte === 0xa0;
}

/** Where the first byte is, here or behind, that is no white space. The frame of a text has none. */
export function skipBlanks(index: usize): usize {
  while (isBlank(load<u8>(index))) index++;
  return index;
}

/** Where the name ends that begins here. */
export function endOfName(index: usize): usize {
  while (isNameByte(load<u8>(index))) index++;
  return index;
}

/** Of the separators of lines and paragraphs, U+2028 and U+2029, this is the last byte; other characters may end in it, too. */
export function isLineEnd(index: usize): bool {
  const byte: u32 = load<u8>(index);
  return byte === 0x0a || byte === 0x0d || ((byte === 0xa8 || byte === 0xa9) && load<u8>(index - 1) === 0x80);
}
