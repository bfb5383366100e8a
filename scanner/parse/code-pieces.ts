import { lastUpTo } from "../text/place-finder.ts";
import type { TextRange } from "../text/strip.ts";

/** A range of the file, or glue: code that is not in the file. */
export type CodePart = string | TextRange;

/** A program made of pieces of a file, with glue between them. */
export class CodePieces {
  readonly #source: string;
  /** The start of each piece in the program, and in the file. */
  readonly #pieces: { readonly at: number; readonly start: number }[] = [];
  /** The ends of the pieces in the program, starting with 0. */
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

  /** Appends another program made from the same file. */
  writeAll(other: CodePieces): void {
    const { length } = this.#text;
    for (const { at, start } of other.#pieces) this.#pieces.push({ at: at + length, start });
    for (const end of other.#ends.slice(1)) this.#ends.push(end + length);
    this.#text += other.#text;
  }

  /** Maps an offset of the program to the file. Glue maps to the start of the piece after it. */
  readonly offsetOf = (offset: number): number => {
    const next = this.#pieces[lastUpTo(this.#ends, offset)];
    return next === undefined ? this.#source.length : next.start + Math.max(offset - next.at, 0);
  };

  /** Maps an offset of the file to its first place in the program, or to its end. */
  readonly indexOf = (offset: number): number => {
    const { length } = this.#text;
    const found = this.#pieces.findIndex(({ at, start }, index) => {
      const end = start + (this.#ends[index + 1] ?? length) - at;
      return start <= offset && offset < end;
    });
    const piece = this.#pieces[found];
    return piece === undefined ? length : piece.at + offset - piece.start;
  };

  #copy({ start, end }: TextRange): void {
    this.#pieces.push({ at: this.#text.length, start });
    this.#text += this.#source.slice(start, end);
    this.#ends.push(this.#text.length);
  }
}
