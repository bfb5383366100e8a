import type { RecordedValue } from "../formats/page-port.ts";
import { isEmpty } from "./bytes-in.ts";
import { createStateHash, type HashSink, type StateHash } from "./state-hash.ts";

// A frame that absorbs more is compared by its first values.
const maximumValues = 100_000;
// Larger views, such as textures, are recorded by their hash.
const maximumElements = 256;
// Of longer texts, and of all after the second number of characters, the beginning and a hash are recorded.
const maximumText = 100_000;
const maximumTexts = 4_000_000;
const beginning = 1000;

/** Passes everything on to a hash, and keeps it with its names. */
export class ValueRecorder implements StateHash {
  readonly #hash: StateHash;
  #values: RecordedValue[] = [];
  /** How often each path was named. */
  readonly #counts = new Map<string, number>();
  #path = "";
  #fields: readonly string[] = [];
  #index = 0;
  /** Characters of the texts that are recorded whole. */
  #characters = 0;

  constructor(hash: StateHash) {
    this.#hash = hash;
  }

  readonly name: NonNullable<HashSink["name"]> = (path, fields = []) => {
    const count = (this.#counts.get(path) ?? 0) + 1;
    this.#counts.set(path, count);
    this.#path = count === 1 ? path : `${path} (${String(count)})`;
    this.#fields = fields;
    this.#index = 0;
  };

  addNumber(value: number): void {
    this.#hash.addNumber(value);
    this.#keep("number", Object.is(value, -0) ? "-0" : String(value));
  }

  addText(text: string): void {
    this.#hash.addText(text);
    const isShort = text.length <= beginning;
    const isWhole = isShort || (text.length <= maximumText && this.#characters + text.length <= maximumTexts);
    if (isWhole && !isShort) this.#characters += text.length;
    this.#keep("text", isWhole ? text : `${text.slice(0, beginning)}… (${digestOf(text)})`);
  }

  addBytes(view: ArrayBufferView): void {
    this.#hash.addBytes(view);
    const elements = elementsOf(view);
    if (elements === null) {
      const hash = createStateHash();
      hash.addBytes(view);
      this.#keep("text", `${String(view.byteLength)} bytes (${hash.digest()})`);
      return;
    }
    for (const element of elements) this.#keep("number", Object.is(element, -0) ? "-0" : String(element));
  }

  digest(): string {
    return this.#hash.digest();
  }

  isEmpty(): boolean {
    return this.#hash.isEmpty();
  }

  reset(): void {
    this.#hash.reset();
    this.#values = [];
    this.#counts.clear();
    this.#characters = 0;
    this.name("");
  }

  /** Everything absorbed since the last reset, in order. */
  values(): readonly RecordedValue[] {
    return this.#values;
  }

  #keep(kind: RecordedValue["kind"], text: string): void {
    if (this.#values.length >= maximumValues) return;
    const field = this.#fields[this.#index] ?? `[${String(this.#index - this.#fields.length)}]`;
    this.#index += 1;
    const separator = this.#path === "" || field === "" || field.startsWith("[") ? "" : ".";
    this.#values.push({ path: `${this.#path}${separator}${field}`, kind, text });
  }
}

function digestOf(text: string): string {
  const hash = createStateHash();
  hash.addText(text);
  return hash.digest();
}

/** The elements of a small view, such as a matrix; null if there are too many. */
function elementsOf(view: ArrayBufferView): readonly number[] | null {
  if (isEmpty(view)) return [];
  if (view.byteLength > maximumElements * 4) return null;
  const { buffer, byteOffset, byteLength } = view;
  // By name, because the array may come from another realm.
  const kind: unknown = Reflect.get(view, Symbol.toStringTag);
  if (kind === "Float32Array") return [...new Float32Array(buffer, byteOffset, byteLength / 4)];
  if (kind === "Float64Array") return [...new Float64Array(buffer, byteOffset, byteLength / 8)];
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return bytes.length > maximumElements ? null : [...bytes];
}
