import { bytesIn } from "./bytes-in.ts";
import type { HashSink } from "./state-hash.ts";

export interface DataOptions {
  /** The name of the data, for a sink that keeps names. */
  readonly path?: string;
  /** Absorbs a class instance in another way than by its own properties. */
  readonly absorbInstance?: (value: object) => void;
}

// More of one value would add little, and take long.
const maximumValues = 10_000;

/**
 * Absorbs plain data, without running any of its code: an accessor counts only by its name. A class instance counts by
 * its own properties, but not by those of further objects in them, because these lead to the whole of an engine.
 */
export function absorbData(sink: HashSink, value: unknown, options: DataOptions = {}): void {
  const path = options.path ?? "";
  sink.name?.(path, valueField);
  new DataReader(sink, options).read(value, { path, isInInstance: false });
}

/** A text without the random names that the browser gives to blobs. */
export function withoutBlobNames(text: string): string {
  return text.includes("blob:") ? text.replaceAll(/blob:[^\s"')]+/gu, "blob:") : text;
}

const valueField = [""];
const keyFields = ["(name)", ""];

interface Place {
  /** Of the value itself. */
  readonly path: string;
  readonly isInInstance: boolean;
}

class DataReader {
  readonly #sink: HashSink;
  readonly #absorbInstance: ((value: object) => void) | null;
  readonly #ordinals = new Map<object, number>();
  readonly #isNaming: boolean;
  #valuesLeft = maximumValues;

  constructor(sink: HashSink, { absorbInstance }: DataOptions) {
    this.#sink = sink;
    this.#absorbInstance = absorbInstance ?? null;
    this.#isNaming = (sink.name ?? null) !== null;
  }

  read(value: unknown, place: Place): void {
    if (this.#valuesLeft === 0) return;
    this.#valuesLeft -= 1;
    const sink = this.#sink;
    if (typeof value === "object" && value !== null) {
      this.#readObject(value, place);
      return;
    }
    if (typeof value === "number") sink.addNumber(value);
    else if (typeof value === "function") sink.addText("function");
    else sink.addText(withoutBlobNames(String(value)));
  }

  #readObject(value: object, place: Place): void {
    const sink = this.#sink;
    const known = this.#ordinals.get(value);
    if (known !== undefined) {
      sink.addNumber(known);
      return;
    }
    this.#ordinals.set(value, this.#ordinals.size);
    if (ArrayBuffer.isView(value)) {
      sink.addBytes(value);
      return;
    }
    if (Array.isArray(value)) this.#readList(value, place);
    else if (!this.#readBuiltin(value, place)) this.#readProperties(value, place);
  }

  #readList(list: readonly unknown[], { path, isInInstance }: Place): void {
    this.#sink.addNumber(list.length);
    for (let index = 0; index < list.length && this.#valuesLeft > 0; index += 1) {
      const itemPath = this.#isNaming ? `${path}[${String(index)}]` : "";
      this.#sink.name?.(itemPath, valueField);
      this.read(list[index], { path: itemPath, isInInstance });
    }
  }

  /** Absorbs built-ins whose content is not in properties. */
  #readBuiltin(value: object, place: Place): boolean {
    // By name, because the value may come from another realm.
    const tag = Object.prototype.toString.call(value);
    if (tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]") {
      // Checked by its tag.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      this.#sink.addBytes(bytesIn(value as ArrayBuffer));
      return true;
    }
    if (tag === "[object Date]") this.#sink.addNumber(Number(value));
    else if (tag === "[object Map]" || tag === "[object Set]") {
      const { forEach } = tag === "[object Map]" ? Map.prototype : Set.prototype;
      const items: unknown[] = [];
      Reflect.apply(forEach, value, [
        (item: unknown, key: unknown) => {
          items[items.length] = [key, item];
        },
      ]);
      this.#readList(items, place);
    } else return false;
    return true;
  }

  #readProperties(value: object, { path, isInInstance }: Place): void {
    const sink = this.#sink;
    const isInstance = !isPlain(value);
    if (isInstance && this.#absorbInstance !== null) {
      this.#absorbInstance(value);
      return;
    }
    if (isInstance && isInInstance) {
      sink.addText("object");
      return;
    }
    for (const key of Object.keys(value)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(value, key);
      const memberPath = this.#isNaming ? `${path}${path === "" ? "" : "."}${key}` : "";
      sink.name?.(memberPath, keyFields);
      sink.addText(key);
      const isData = descriptor !== undefined && "value" in descriptor;
      this.read(isData ? descriptor.value : "accessor", { path: memberPath, isInInstance: isInstance });
    }
  }
}

/** Whether an object is a plain one, of any realm. */
export function isPlain(value: object): boolean {
  const prototype = Reflect.getPrototypeOf(value);
  return prototype === null || Reflect.getPrototypeOf(prototype) === null;
}
