/** A JSON document as written: its values and their positions. */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonLeafNode;

export interface JsonObjectNode {
  readonly kind: "object";
  /** Offset of the first character, in UTF-16 code units, without the byte-order mark. */
  readonly start: number;
  /** In the order of the text, including repeated names. */
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly name: string;
  readonly nameStart: number;
  readonly value: JsonNode;
}

export interface JsonArrayNode {
  readonly kind: "array";
  readonly start: number;
  readonly items: readonly JsonNode[];
}

export interface JsonLeafNode {
  readonly kind: "leaf";
  readonly start: number;
  readonly value: string | number | boolean | null;
  /** The number as written, if JavaScript may not represent it exactly: beyond 2^53, or close to 0. */
  readonly literal?: string;
}

export type JsonReading =
  | { readonly ok: true; readonly text: string; readonly root: JsonNode }
  | { readonly ok: false; readonly text: string; readonly offset: number; readonly message: string };

/**
 * Reads strict JSON. Accepts exactly what `JSON.parse` accepts, plus a leading byte-order mark. Unlike `JSON.parse` it
 * keeps positions and repeated names. Nesting uses a list instead of the call stack, so that deep documents do not
 * overflow it. The limit is 100,000 levels, because 10 MB of brackets would take a gigabyte.
 */
export function readJson(text: string): JsonReading {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const reader = new JsonReader(body);
  const root = reader.readDocument();
  if (root !== null) return { ok: true, text: body, root };
  return { ok: false, text: body, offset: reader.position, message: reader.message };
}

type OpenNode =
  | { readonly kind: "object"; readonly start: number; readonly members: JsonMember[] }
  | { readonly kind: "array"; readonly start: number; readonly items: JsonNode[] };

const deepest = 100_000;

/** A cursor over the text. A method that finds a mistake sets `message`, leaves `position` there and returns null. */
class JsonReader {
  position = 0;
  message = "";
  readonly #text: string;
  readonly #open: OpenNode[] = [];
  /** The last name that was read; its value comes next. */
  #name = "";
  #nameStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): JsonNode | null {
    for (;;) {
      const node = this.#beginValue();
      if (node === null) return null;
      this.#attach(node);
      const opened = node.kind === "leaf" ? false : this.#enter(node);
      if (opened === null) return null;
      if (opened) continue;
      const end = this.#finishValue();
      if (end === null) return null;
      if (end === "done") return this.#open.length === 0 ? this.#root : null;
    }
  }

  #root: JsonNode | null = null;

  /** Reads a leaf, or the opening bracket of a container. */
  #beginValue(): JsonLeafNode | OpenNode | null {
    this.#skipSpace();
    const start = this.position;
    const character = this.#text[start];
    if (character === "{" || character === "[") {
      this.position += 1;
      return character === "{" ? { kind: "object", start, members: [] } : { kind: "array", start, items: [] };
    }
    const value = character === '"' ? this.#readString() : this.#readWord();
    if (value === undefined) return null;
    if (typeof value !== "number" || isHeldExactly(value)) return { kind: "leaf", start, value };
    return { kind: "leaf", start, value, literal: this.#text.slice(start, this.position) };
  }

  #attach(node: JsonNode): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = node;
    else if (parent.kind === "array") parent.items.push(node);
    else parent.members.push({ name: this.#name, nameStart: this.#nameStart, value: node });
  }

  /** Opens a container. Returns false if it is empty, and so already closed. */
  #enter(node: OpenNode): boolean | null {
    this.#skipSpace();
    if (this.#text[this.position] === closerOf(node)) {
      this.position += 1;
      return false;
    }
    if (this.#open.length === deepest) {
      this.message = `This JSON is nested deeper than ${deepest} levels.`;
      return null;
    }
    this.#open.push(node);
    return node.kind === "array" ? true : this.#readName();
  }

  /** Closes the containers that end after a value, and moves on to the next value or to the end of the document. */
  #finishValue(): "more" | "done" | null {
    for (;;) {
      this.#skipSpace();
      const parent = this.#open.at(-1);
      const character = this.#text[this.position];
      if (parent === undefined) {
        return character === undefined ? "done" : this.#failAt("There is text after the end of the document.");
      }
      if (character === ",") {
        this.position += 1;
        return parent.kind === "array" || this.#readName() !== null ? "more" : null;
      }
      if (character !== closerOf(parent)) {
        return this.#failAt(`Expected a comma or ${closerOf(parent)} here.`);
      }
      this.position += 1;
      this.#open.pop();
    }
  }

  /** Reads a property's name and its colon. */
  #readName(): true | null {
    this.#skipSpace();
    const nameStart = this.position;
    if (this.#text[nameStart] === "}") return this.#fail("JSON has no comma after the last property.");
    if (this.#text[nameStart] !== '"') return this.#failAt("Expected a property name in double quotes here.");
    const name = this.#readString();
    if (name === undefined) return null;
    this.#skipSpace();
    if (this.#text[this.position] !== ":") return this.#failAt("Expected a colon here.");
    this.position += 1;
    this.#name = name;
    this.#nameStart = nameStart;
    return true;
  }

  #readString(): string | undefined {
    const start = this.position + 1;
    // Most strings have no escapes, so their value is the text up to the next quote.
    const quote = this.#text.indexOf('"', start);
    const plain = this.#text.slice(start, quote === -1 ? undefined : quote);
    if (quote !== -1 && !needsDecoding.test(plain)) {
      this.position = quote + 1;
      return plain;
    }
    const end = this.#findStringEnd(start);
    const value = end === this.#text.length ? undefined : decodeString(this.#text.slice(start - 1, end + 1));
    if (value === undefined) {
      const isEndless = end === this.#text.length;
      this.#fail(isEndless ? "This string never ends." : "This string has a bad escape or a raw control character.");
      return undefined;
    }
    this.position = end + 1;
    return value;
  }

  /** Offset of the closing quote, or the length of the text. */
  #findStringEnd(from: number): number {
    for (let at = from; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) return at;
      if (code === 0x5c) at += 1;
    }
    return this.#text.length;
  }

  /** Reads a number, true, false or null. */
  #readWord(): number | boolean | null | undefined {
    let end = this.position;
    while (isWordCharacter(this.#text.charCodeAt(end))) end += 1;
    const word = this.#text.slice(this.position, end);
    const value = valueOfWord(word);
    if (value === undefined) {
      if (word === "") this.#failAt(this.#explainMissingValue());
      else this.#fail(`${quoteShort(word)} is not a value.`);
      return undefined;
    }
    this.position = end;
    return value;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.position))) this.position += 1;
  }

  #explainMissingValue(): string {
    const character = this.#text[this.position];
    if (character === undefined) return "Expected a value here.";
    if (character === "]" && this.#open.at(-1)?.kind === "array") return "JSON has no comma after the last item.";
    return "]},:".includes(character) ? "A value is missing here." : "This character cannot start a value.";
  }

  /** Explains the character if JSON never allows it there; otherwise reports the expectation. */
  #failAt(expectation: string): null {
    const ending = this.position < this.#text.length ? "" : "The text ends too soon. ";
    return this.#fail(explainCharacter(this.#text, this.position) ?? ending + expectation);
  }

  #fail(message: string): null {
    this.message = `This is not JSON. ${message}`;
    return null;
  }
}

/** A backslash, or a control character, which a string must not contain. */
const needsDecoding = /[\\\u0000-\u001f]/;

/** The grammar of numbers, RFC 8259, section 6. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Explains characters that come from other formats, and invisible ones; null for any other character. */
function explainCharacter(text: string, position: number): string | null {
  if (/^\s*$/u.test(text)) return "It is empty.";
  const character = text[position] ?? "";
  if (character === "'") return "JSON has double quotes only.";
  if (/^(?:\/[/*]|#)/u.test(text.slice(position, position + 2))) return "JSON has no comments.";
  if (!/^[^\S \t\r\n]|^[\p{Cc}\p{Cf}]/u.test(character)) return null;
  const name = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return `The character U+${name}, which is hard to see, is not allowed here.`;
}

function closerOf(node: OpenNode): "}" | "]" {
  return node.kind === "object" ? "}" : "]";
}

/** Decodes a quoted string. `JSON.parse` defines which escapes are valid. */
function decodeString(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function valueOfWord(word: string): number | boolean | null | undefined {
  if (jsonNumber.test(word)) return Number(word);
  if (word === "true" || word === "false") return word === "true";
  return word === "null" ? null : undefined;
}

function isHeldExactly(value: number): boolean {
  return value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function quoteShort(word: string): string {
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}...` : word);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * Letters, digits, `+`, `-`, `.` and `_`: the characters of numbers and words, so that a bad word is quoted as a whole.
 */
function isWordCharacter(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39;
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isDigit || isLetter || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x5f;
}
