import { isDomEvent } from "../rules/sought-rules.ts";
import type { TextRange } from "../text/strip.ts";
import { CodePieces } from "./code-pieces.ts";

/** Writes the expressions of markup as statements, with the scopes of its elements and blocks. */
export class TemplateWriter {
  readonly pieces: CodePieces;
  readonly #text: string;
  /** The open elements and blocks: the code that closes their scopes, and the names that they are closed by. */
  readonly #open: { readonly closing: string; readonly keys: readonly string[] }[] = [];
  /** Without the counts, each search for a missing name would go through all that is open. */
  readonly #counts = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.pieces = new CodePieces(text);
  }

  get depth(): number {
    return this.#open.length;
  }

  /** The text of the file, or a part of it. */
  slice({ start, end }: TextRange): string {
    return this.#text.slice(start, end);
  }

  /** Adds code of the file between two texts. */
  write(before: string, code: TextRange, after: string): void {
    this.pieces.add(before);
    this.pieces.copy(code);
    this.pieces.add(after);
  }

  /** Adds code of the file, in which a quote may be written as `&quot;`, between two texts. */
  writeDecoded(before: string, { start, end }: TextRange, after: string): void {
    this.pieces.add(before);
    let from = start;
    for (const { 0: entity, index } of this.slice({ start, end }).matchAll(/&(?:amp|lt|gt|quot|apos|#39);/g)) {
      this.pieces.copy({ start: from, end: start + index });
      this.pieces.add(entities.get(entity) ?? "");
      from = start + index + entity.length;
    }
    this.pieces.copy({ start: from, end });
    this.pieces.add(after);
  }

  open(closing: string, ...keys: readonly string[]): void {
    this.#open.push({ closing, keys });
    this.#count(keys, 1);
  }

  /** Closes the innermost one that has a name, and everything in it. Does nothing if none has it. */
  close(key: string): void {
    if (this.closeWithin(key)) this.#closeOne();
  }

  /** Closes everything in the innermost one that has a name; false if none has it. */
  closeWithin(key: string): boolean {
    if ((this.#counts.get(key) ?? 0) === 0) return false;
    while (this.#open.at(-1)?.keys.includes(key) === false) this.#closeOne();
    return true;
  }

  closeAll(): void {
    while (this.#open.length > 0) this.#closeOne();
  }

  #closeOne(): void {
    const { closing = "", keys = [] } = this.#open.pop() ?? {};
    this.pieces.add(closing);
    this.#count(keys, -1);
  }

  #count(keys: readonly string[], change: number): void {
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + change);
  }
}

/** What hands a listener on: elements of the document give it a DOM event. */
export function listenerOpening(element: string, type: string): string {
  return /^[a-z][a-z0-9]*$/.test(element) && isDomEvent(type) ? `document.addEventListener("${type}", ` : "(";
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#39;", "'"],
]);
