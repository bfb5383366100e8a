import { absorbData, withoutBlobNames } from "../../../core/absorb-data.ts";
import type { HashParts } from "../../../core/hash-parts.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import { hookMethod, type MethodTable, prototypeOf, watchSetters } from "../gl/realm-methods.ts";
import type { BlobContents } from "./blob-contents.ts";
import { hashAudio } from "./hash-audio.ts";
import { hashDocument } from "./hash-document.ts";
import { watchStorages } from "./watch-storages.ts";

const textLengthMax = 10_000;
/**
 * The length of the console texts hashed per frame. A page may write more in a frame than could be hashed in that time.
 */
const frameLengthMax = 1_000_000;

/** By class, the commands that write into storage. */
const storageCommands: Readonly<Record<string, readonly string[]>> = {
  Storage: ["setItem", "removeItem", "clear"],
  IDBObjectStore: ["put", "add", "delete", "clear"],
  CookieStore: ["set", "delete"],
  Cache: ["put", "add", "addAll", "delete"],
  FileSystemWritableFileStream: ["write", "truncate"],
  FileSystemSyncAccessHandle: ["write", "truncate"],
};
const consoleCommands = ["log", "info", "warn", "error", "debug", "table", "dir", "trace", "assert", "group", "count"];
const dialogCommands = ["alert", "confirm", "prompt"];

/** The texts of a console. Beyond a frame's limit, only their lengths are hashed. */
class ConsoleTexts {
  #left = frameLengthMax;

  beginFrame(): void {
    this.#left = frameLengthMax;
  }

  readonly shorten = (value: unknown): unknown => {
    if (typeof value !== "string") return value;
    const isRead = this.#left > 0;
    // A slice costs as much as the whole text, because the browser joins its parts first.
    this.#left -= value.length;
    if (!isRead) return value.length;
    return value.length > textLengthMax ? `${value.slice(0, textLengthMax)}${String(value.length)}` : value;
  };
}

/** The side effects of a realm. */
export interface SideEffects {
  /** Absorbs changes that no hook reports. Call at the end of each frame. */
  flush(): void;
}

/**
 * Hashes the effects of a page besides drawing and changing its nodes: sounds, storage, form values, scroll positions,
 * style sheets, messages of the console and texts of dialogs. It costs nothing in a page that has none of them. Must run
 * before any script of the page.
 */
export function hashSideEffects(realm: typeof globalThis, parts: HashParts, blobs: BlobContents): SideEffects {
  hashAudio(realm, parts.part("audio"), blobs);
  const storage = parts.part("storage");
  const storages = watchStorages(realm, storage);
  for (const [className, names] of Object.entries(storageCommands)) {
    absorbCalls(prototypeOf(realm, className), names, { sink: storage, blobs, shorten: (value) => value });
  }
  absorbCookies(prototypeOf(realm, "Document"), storage);
  const texts = new ConsoleTexts();
  const sink = parts.part("console");
  // The console is a namespace, whose methods are its own.
  const { console } = realm;
  // Hooks work on tables of names, which the types of the DOM do not offer.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  absorbCalls(console as unknown as MethodTable, consoleCommands, {
    ...{ sink, blobs, shorten: texts.shorten },
    // An assertion that holds writes nothing.
    isIdle: (name, [condition]) => name === "assert" && !!condition,
  });
  // A person reads dialogs as well.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  absorbCalls(realm as unknown as MethodTable, dialogCommands, { sink, blobs, shorten: texts.shorten });
  const page = "document" in realm ? hashDocument(realm, parts.part("dom")) : null;
  return {
    flush() {
      storages.flush();
      page?.flush();
      texts.beginFrame();
    },
  };
}

interface CallHash {
  readonly sink: HashSink;
  readonly blobs: BlobContents;
  /** Applied to a value before it is hashed. */
  readonly shorten: (value: unknown) => unknown;
  /** True for a call that writes nothing, which is left out. */
  readonly isIdle?: (name: string, parameters: readonly unknown[]) => boolean;
}

function absorbCalls(owner: MethodTable | null, names: readonly string[], hash: CallHash): void {
  const { sink, blobs, shorten, isIdle = () => false } = hash;
  for (const name of names) {
    hookMethod(owner, name, (original) => {
      return function (...parameters) {
        if (isIdle(name, parameters)) return original.apply(this, parameters);
        sink.name?.(name, callFields);
        sink.addText(name);
        for (const [index, value] of parameters.entries()) {
          const ofBlob = typeof value === "object" && value !== null ? blobs.ofBlob(value) : null;
          if (ofBlob !== null) sink.addText(ofBlob);
          else absorbAny(sink, shorten(value), `${name}[${String(index)}]`);
        }
        return original.apply(this, parameters);
      };
    });
  }
}

/** A text of any length may be written to the console, and a proxy may refuse to be read. */
function absorbAny(sink: HashSink, value: unknown, path: string): void {
  try {
    absorbData(sink, value, { path });
  } catch {
    sink.addText("unreadable");
  }
}

const callFields = ["name"];

function absorbCookies(owner: MethodTable | null, sink: HashSink): void {
  if (owner === null) return;
  watchSetters(owner, (_receiver, name, value) => {
    if (name !== "cookie") return;
    sink.name?.(name);
    sink.addText(withoutBlobNames(String(value)));
  });
}
