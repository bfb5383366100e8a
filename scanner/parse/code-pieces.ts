/** A program that is put together from pieces of a file and from what holds them together. */
export interface CodePieces {
  /** Adds code that stands nowhere in the file. */
  add(code: string): void;
  /** Adds what stands in the file from an offset up to another one. */
  copy(start: number, end: number): void;
  /** Adds as many blanks, in as many lines, as the file has characters between two offsets. */
  blank(start: number, end: number): void;
  /** Adds another program of pieces of the same file. */
  addAll(other: CodePieces): void;
  readonly pieces: readonly Piece[];
  text(): string;
  /** Where an offset of the program is in the file; what stands nowhere is where the next piece begins. */
  offsetOf(offset: number): number;
}

export interface Piece {
  /** Where it begins in the program, and in the file. */
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
