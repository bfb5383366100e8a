import type { TextRange } from "../text/strip.ts";

interface Piece {
  /** Its offsets in the program and in the file. */
  readonly at: number;
  readonly start: number;
  readonly length: number;
}

/** A program that is put together from pieces of a file, and from glue between them. */
export class CodePieces {
  readonly #source: string;
  readonly #pieces: Piece[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Adds glue: code that is not in the file. */
  add(code: string): void {
    this.#parts.push(code);
    this.#length += code.length;
  }

  /** Adds the code of the file between two offsets. */
  copy({ start, end }: TextRange): void {
    this.#copyAs(this.#source.slice(start, end), start);
  }

  /** Adds as many blanks, in as many lines, as the file has characters between two offsets. */
  blank({ start, end }: TextRange): void {
    this.#copyAs(this.#source.slice(start, end).replaceAll(/[^\n\r\u2028\u2029]/g, " "), start);
  }

  /** Adds another program of pieces of the same file. */
  addAll(other: CodePieces): void {
    for (const piece of other.#pieces) this.#pieces.push({ ...piece, at: piece.at + this.#length });
    this.add(other.text());
  }

  text(): string {
    return this.#parts.join("");
  }

  /** Maps an offset of the program to the file. Glue has the place of the piece behind it. */
  readonly offsetOf = (offset: number): number => {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.#pieces[middle];
      if (piece !== undefined && piece.at + piece.length <= offset) low = middle + 1;
      else high = middle;
    }
    const next = this.#pieces[low];
    return next === undefined ? this.#source.length : next.start + Math.max(offset - next.at, 0);
  };

  #copyAs(code: string, start: number): void {
    this.#pieces.push({ at: this.#length, start, length: code.length });
    this.add(code);
  }
}
