import { bytesIn } from "../../../core/bytes-in.ts";
import { createStateHash } from "../../../core/state-hash.ts";

const maximumText = 200;
const maximumBytes = 65_536;

/** A text that is equal for equal results. Objects of the browser are only named: their properties are results of their own. */
export function describeResult(value: unknown): string {
  if (typeof value === "string") return shorten(`"${value}"`);
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return hashBytes(value);
  const tag = Object.prototype.toString.call(value);
  if (tag === "[object ArrayBuffer]") return hashBytes(bytesIn(value as ArrayBuffer)); // eslint-disable-line @typescript-eslint/consistent-type-assertions
  return tag === "[object Object]" || tag === "[object Array]" ? describeData(value) : tag;
}

/** Data that came as a message or as JSON. */
function describeData(value: object): string {
  try {
    return shorten(JSON.stringify(value));
  } catch {
    return "data";
  }
}

function shorten(text: string): string {
  if (text.length <= maximumText) return text;
  const hash = createStateHash();
  hash.addText(text);
  return `${text.slice(0, maximumText)}… (${hash.digest()})`;
}

function hashBytes(view: ArrayBufferView): string {
  const hash = createStateHash();
  const bytes = bytesIn(view);
  hash.addBytes(bytes.subarray(0, maximumBytes));
  return `${String(bytes.length)} bytes (${hash.digest()})`;
}
