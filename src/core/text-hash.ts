import { hashBytes } from "./murmur-hash.ts";

/** Hashes a text by its UTF-16 code units, so that different texts have different bytes. 32 hexadecimal digits. */
export function hashText(text: string): string {
  const bytes = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes[index * 2] = unit & 0xff;
    bytes[index * 2 + 1] = unit >>> 8;
  }
  return hashBytes(bytes)
    .map((word) => word.toString(16).padStart(8, "0"))
    .join("");
}
