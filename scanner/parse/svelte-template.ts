import { createCodeReader, type EmbeddedCode, type TextRange } from "../text/strip.ts";
import type { CodePart } from "./code-pieces.ts";
import { listenerOpening, Template } from "./template.ts";

/** Reads the markup of a Svelte component, whose scripts and styles are blank. Null if a tag or a block is broken. */
export function readSvelte(markup: string): Template | null {
  return new SvelteReader(markup).read();
}

/** A text or, with an outline, code. */
type AttributePart = TextRange & Partial<EmbeddedCode>;

const text = /[^<{]+|<!--[^]*?-->/y;
const textOfTextarea = /(?:[^<{]+|<(?!\/textarea[\s>]))+/iy;
/** Finds the name of the element that ends or starts, or the word of a block. Of `@const` it leaves the declaration. */
const tagStart =
  /<\/([^\s/>{]+)[^>{]*>|<(!?\p{ID_Start}[^\s/>{]*)|\{\s*(?:@(?:(?!const\b)[a-z]+)?|(:else\s+if\b|[#:][a-z]+|\/[a-z]+(?=\s*\})))?/uy;
const voidElement = /^(?:!.*|area|base|br|col|command|embed|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;
/** An element, and another one whose start ends it. */
const endingPair =
  /^(?:li li|d[dt] d[dt]|r[pt] r[pt]|option opt(?:ion|group)|optgroup optgroup|t(?:head|body) t(?:body|foot)|tfoot tbody|tr t(?:r|body)|t[dh] t[dhr]|p (?:address|article|aside|blockquote|div|[dou]l|fieldset|footer|form|h[1-6r]|header|hgroup|main|menu|nav|p|pre|section|table))$/;

/** Blanks and comments in a tag, and its end. */
const betweenAttributes = /(?:\s+|\/\/.*|\/\*[^]*?\*\/)*(\/?>)?/y;
const attributeName =
  /(?:(use|animate|bind|class|style|on|let|in|out|transition):)?([^\s/>{"'=|]*)(?:\|[^\s/>{"'=]*)?/y;
const valueStart = /(?:\s*=\s*|(?=\{))(["']?)/y;
const valueCode = /\{\s*(?:\.\.\.|@attach\b)?/y;
const quoted: Readonly<Record<string, RegExp>> = { '"': /[^"{]*/y, "'": /[^'{]*/y };
const unquoted = /(?:[^\s"'=<>`{/]+|\/(?!>)|(?<==\s*)\/)*/y;

const declaration = /^\s*(?:let|const)\b/;
/** The code for a word of a block, and around its code. The start of a clause depends on the block. */
const glue: Readonly<Record<string, readonly [always: string, before: string, after: string]>> = {
  "#if": ["", "if (", "\n) {\n"],
  "#if :else if": ["}\n", "if (", "\n) {\n"],
  "#if :else": ["}\n{\n", "", ""],
  "#each :else": ["}\n{\n", "", ""],
  "#await :then": ["}\n{\n", "const ", " = $awaited;\n"],
  "#await :catch": ["}\n{\n", "let ", " = undefined;\n"],
  "#key": ["", "(", "\n);\n{\n"],
  "#snippet": ["", "function ", "\n{\n"],
};
/** The last `as` after a value precedes the item. Without an item, there is no key without an index. */
const listOfItems =
  /^(?<list>[^]*)as(?<=[^\s.]\s*as)(?<![\p{ID_Continue}$]as)(?=\s+[^\s,(]|[[{])(?<item>[^]*?)(?:,\s*(?<index>[\p{ID_Continue}$]+)\s*)?(?:\((?<key>#*)#)?$/du;
const listAlone = /^(?<list>[^]*?)(?:,\s*(?<index>[\p{ID_Continue}$]+)\s*(?:\((?<key>#*)#)?)?$/du;
const awaited = /^([^]*?)(?:(then|catch)(?<=[^\s.]\s*\2)(?<![\p{ID_Continue}$]\2)(?![\p{ID_Continue}$])|$)/u;

/** Reads the markup once. A method returns false if the markup is broken. */
class SvelteReader extends Template {
  readonly #codeAt = createCodeReader(this.markup);
  /** The elements and blocks around `#index`, with the ends of their code. The name of a block starts with `#`. */
  readonly #open: { readonly name: string; readonly end: string }[] = [];
  #index = 0;

  read(): Template | null {
    while (this.#index < this.markup.length) if (!this.#readNode()) return null;
    return this.#open.length === 0 ? this : null;
  }

  #readNode(): boolean {
    if (this.#match(this.#inner() === "textarea" ? textOfTextarea : text) !== null) return true;
    const tag = this.#match(tagStart);
    if (tag === null) return false;
    const [, ended, started, word = ""] = tag;
    if (ended !== undefined) return this.#endElement(ended);
    return started === undefined ? this.#readBraces(word) : this.#startElement(started);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#index;
    const match = pattern.exec(this.markup);
    if (match !== null) this.#index = pattern.lastIndex;
    return match;
  }

  /** Reads code and the brace after it. */
  #readCode(): EmbeddedCode | null {
    const code = this.#codeAt(this.#index);
    if (code !== null) this.#index = code.end + 1;
    return code;
  }

  #write(...parts: readonly CodePart[]): boolean {
    this.code.write(...parts);
    return true;
  }

  /** Writes code, by default as a statement. Blanks are left out. */
  #writeCode(code: TextRange, before = "(", after = "\n);\n"): boolean {
    return this.markup.slice(code.start, code.end).trim() === "" || this.#write(before, code, after);
  }

  /** The name of the innermost element or block. */
  #inner(): string {
    return this.#open.at(-1)?.name ?? "";
  }

  #enter(name: string, end: string, ...head: readonly CodePart[]): boolean {
    this.#open.push({ name, end });
    return this.#write(...head, "{\n");
  }

  #leave(): boolean {
    return this.#write(this.#open.pop()?.end ?? "");
  }

  /** Ends an element and those inside it, but no block. */
  #endElement(name: string): boolean {
    while (this.#inner() !== name && /^[^#]/.test(this.#inner())) this.#leave();
    return this.#inner() === name && this.#leave();
  }

  #startElement(name: string): boolean {
    if (endingPair.test(`${this.#inner()} ${name}`)) this.#leave();
    // The names of a slot are visible only inside the element.
    const names: TextRange[] = [];
    let end: string | undefined;
    while ((end = this.#match(betweenAttributes)?.[1]) === undefined)
      if (!this.#readAttribute(name, names)) return false;
    if (end === "/>" || voidElement.test(name)) return true;
    if (names.length === 0) return this.#enter(name, "}\n");
    this.#write("((");
    for (const one of names) this.#write(one, ", ");
    return this.#enter(name, "}\n);\n", ") => ");
  }

  #readAttribute(element: string, names: TextRange[]): boolean {
    const [whole = "", directive = "", name = ""] = this.#match(attributeName) ?? [];
    const end = this.#index;
    const parts: AttributePart[] = [];
    if (!this.#readValue(parts) || (whole === "" && parts.length === 0)) return false;
    if (parts.length === 0 && /^(?:bind|class|let)$/.test(directive)) parts.push({ start: end - name.length, end });
    if (directive === "let") names.push(...parts);
    else this.#writeAttribute(element, directive, name, parts);
    return true;
  }

  #readValue(parts: AttributePart[]): boolean {
    const [opening, quote = ""] = this.#match(valueStart) ?? [];
    if (opening === undefined) return true;
    do {
      const [value = ""] = this.#match(quoted[quote] ?? unquoted) ?? [];
      if (value !== "") parts.push({ start: this.#index - value.length, end: this.#index });
      if (this.#match(valueCode) === null) break;
      const code = this.#readCode();
      if (code === null) return false;
      parts.push(code);
    } while (opening !== "");
    this.#index += quote.length;
    return true;
  }

  #writeAttribute(element: string, directive: string, name: string, parts: readonly AttributePart[]): void {
    const isText = directive === "" || directive === "style";
    const codes = isText ? parts.filter(({ outline }) => outline !== undefined) : parts;
    // Without a name, an attribute has that of its value.
    for (const code of codes)
      this.#writeCode(code, listenerOpening(element, `${directive}${name || (code.outline ?? "")}`));
    if (codes.length > 0) return;
    for (const { start, end } of parts) this.attributes.push({ name, value: this.markup.slice(start, end), start });
  }

  #readBraces(word: string): boolean {
    const code = this.#readCode();
    if (code === null) return false;
    if (word === "#each") return this.#readList(code);
    if (word === "#await") return this.#readAwaited(code);
    if (word !== "") return this.#readWord(word, code);
    return declaration.test(code.outline) ? this.#write(code, ";\n") : this.#writeCode(code);
  }

  #readWord(word: string, code: TextRange): boolean {
    if (word === this.#inner().replace("#", "/")) return this.#leave();
    const parts = glue[word] ?? glue[`${this.#inner()} ${word}`.replace(/\s+/g, " ")];
    if (parts === undefined) return false;
    if (word.startsWith("#")) this.#open.push({ name: word, end: "}\n" });
    const [always, before, after] = parts;
    return this.#write(always) && this.#writeCode(code, before, after);
  }

  #readList({ start, outline }: EmbeddedCode): boolean {
    const groups = (listOfItems.exec(outline) ?? listAlone.exec(outline))?.indices?.groups;
    const part = (name: string): TextRange => {
      const [from = 0, to = 0] = groups?.[name] ?? [];
      return { start: start + from, end: start + to };
    };
    const item = groups?.["item"] === undefined ? "$each" : part("item");
    this.#enter("#each", "}\n", "for (const ", item, " of (", part("list"), "\n)) ");
    return this.#writeCode(part("index"), "let ", ";\n") && this.#writeCode(part("key"));
  }

  #readAwaited({ start, end, outline }: EmbeddedCode): boolean {
    const [, value = "", clause] = awaited.exec(outline) ?? [];
    const split = start + value.length;
    this.#enter("#await", "}\n}\n", "{ const $awaited = (", { start, end: split }, "\n);\n");
    return clause === undefined || this.#readWord(`:${clause}`, { start: split + clause.length, end });
  }
}
