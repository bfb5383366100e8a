import { lastUpTo } from "../text/place-finder.ts";
import type { TextRange } from "../text/strip.ts";

/** Glue, which is code that is not in the file, or a range of the file. */
export type CodePart = string | TextRange;

interface Piece {
  /** Where it begins in the program, and in the file. */
  readonly at: number;
  readonly start: number;
}

/** A program that is put together from pieces of a file, and from glue between them. */
export class CodePieces {
  readonly #source: string;
  readonly #pieces: Piece[] = [];
  /** The offsets in the program where its beginning and each piece end. */
  readonly #ends = [0];
  #text = "";

  constructor(source: string) {
    this.#source = source;
  }

  get text(): string {
    return this.#text;
  }

  write(...parts: readonly CodePart[]): void {
    for (const part of parts) {
      if (typeof part === "string") this.#text += part;
      else this.#copy(part);
    }
  }

  /** Adds another program of pieces of the same file. */
  writeAll(other: CodePieces): void {
    const { length } = this.#text;
    for (const { at, start } of other.#pieces) this.#pieces.push({ at: at + length, start });
    for (const end of other.#ends.slice(1)) this.#ends.push(end + length);
    this.#text += other.#text;
  }

  /** Maps an offset of the program to the file. Glue has the place of the piece behind it. */
  readonly offsetOf = (offset: number): number => {
    const next = this.#pieces[lastUpTo(this.#ends, offset)];
    return next === undefined ? this.#source.length : next.start + Math.max(offset - next.at, 0);
  };

  #copy({ start, end }: TextRange): void {
    this.#pieces.push({ at: this.#text.length, start });
    this.#text += this.#source.slice(start, end);
    this.#ends.push(this.#text.length);
  }
}
