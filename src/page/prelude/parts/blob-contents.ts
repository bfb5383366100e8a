import { bytesIn } from "../../../core/bytes-in.ts";
import { createStateHash, type HashSink } from "../../../core/state-hash.ts";
import { replaceConstructor, replaceMethod } from "../native/native-look.ts";

/** Contents of a page's blobs, which identify them instead of their random names. */
export interface BlobContents {
  /** The digest of a blob that the page has made; null for blobs that come from files or from the browser. */
  ofBlob(blob: object): string | null;
  /** The text, with each blob's random name replaced by the blob's content. */
  inText(text: string): string;
}

/** Watches the blobs that a realm's scripts make. Must run before any of them. */
export function watchBlobs(realm: typeof globalThis): BlobContents {
  const digests = new WeakMap<object, string>();
  const byUrl = new Map<string, string>();

  function digestOf(parts: unknown): string {
    const hash = createStateHash();
    if (!Array.isArray(parts)) return hash.digest();
    for (const part of parts) absorbPart(hash, part);
    return hash.digest();
  }

  function absorbPart(hash: HashSink, part: unknown): void {
    if (typeof part !== "object" || part === null) hash.addText(String(part));
    else if (ArrayBuffer.isView(part)) hash.addBytes(part);
    else if (digests.has(part)) hash.addText(digests.get(part) ?? "");
    else if (Object.prototype.toString.call(part).endsWith("Buffer]")) {
      // Checked by its tag.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      hash.addBytes(bytesIn(part as ArrayBuffer));
    }
  }

  for (const name of ["Blob", "File"]) {
    replaceConstructor(realm, name, (parameters, build) => {
      const made = build(parameters);
      digests.set(made, digestOf(parameters[0]));
      return made;
    });
  }
  const { URL } = realm;
  replaceMethod(URL, "createObjectURL", (original) => (source: unknown) => {
    const url: unknown = Reflect.apply(original, URL, [source]);
    const digest = typeof source === "object" && source !== null ? digests.get(source) : undefined;
    if (digest !== undefined) byUrl.set(String(url), digest);
    return url;
  });
  return {
    ofBlob: (blob) => digests.get(blob) ?? null,
    inText: (text) =>
      text.includes("blob:") ? text.replaceAll(/blob:[^\s"')]+/gu, (url) => `blob:${byUrl.get(url) ?? ""}`) : text,
  };
}
