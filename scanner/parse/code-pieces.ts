/** A program that is put together from pieces of a file, and from glue between them. */
export interface CodePieces {
  /** Adds glue: code that is not in the file. */
  add(code: string): void;
  /** Adds the code of the file between two offsets. */
  copy(start: number, end: number): void;
  /** Adds as many blanks, in as many lines, as the file has characters between two offsets. */
  blank(start: number, end: number): void;
  /** Adds another program of pieces of the same file. */
  addAll(other: CodePieces): void;
  readonly pieces: readonly Piece[];
  text(): string;
  /** Maps an offset of the program to the file. Glue has the place of the piece behind it. */
  offsetOf(offset: number): number;
}

export interface Piece {
  /** Its offsets in the program and in the file. */
  readonly at: number;
  readonly start: number;
  readonly length: number;
}

/** Makes an empty program of the pieces of a text. */
export function createCodePieces(source: string): CodePieces {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (code: string): void => {
    parts.push(code);
    length += code.length;
  };
  const copyAs = (code: string, start: number): void => {
    pieces.push({ at: length, start, length: code.length });
    add(code);
  };
  return {
    pieces,
    add,
    addAll: (other) => {
      pieces.push(...other.pieces.map((piece) => ({ ...piece, at: piece.at + length })));
      add(other.text());
    },
    copy: (start, end) => {
      copyAs(source.slice(start, end), start);
    },
    blank: (start, end) => {
      copyAs(source.slice(start, end).replaceAll(/[^\n\r\u2028\u2029]/g, " "), start);
    },
    text: () => parts.join(""),
    offsetOf: (offset) => {
      const next = firstEndingBehind(pieces, offset);
      return next === undefined ? source.length : next.start + Math.max(offset - next.at, 0);
    },
  };
}

/** The first piece that ends behind an offset: the one that it is in, or the next one. */
function firstEndingBehind(pieces: readonly Piece[], offset: number): Piece | undefined {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && piece.at + piece.length <= offset) low = middle + 1;
    else high = middle;
  }
  return pieces[low];
}
