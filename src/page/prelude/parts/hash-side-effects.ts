import type { HashParts } from "../../../core/hash-parts.ts";
import type { HashSink } from "../../../core/state-hash.ts";
import { createCommandStream } from "../gl/command-stream.ts";
import { hookMethod, type MethodTable, prototypeOf, watchSetters } from "../gl/realm-methods.ts";

const audioClasses = [
  "AudioNode",
  "AudioScheduledSourceNode",
  "AudioBufferSourceNode",
  "OscillatorNode",
  "AudioParam",
  "BaseAudioContext",
  "AudioContext",
];
const mediaCommands = ["play", "pause", "load"];
const storageCommands = ["setItem", "removeItem", "clear"];
const databaseCommands = ["put", "add", "delete", "clear"];
const consoleCommands = ["log", "info", "warn", "error", "debug"];

/**
 * Hashes what a page does besides drawing and changing its DOM: sounds, storage and messages of the console. It costs
 * nothing in a page that does none of it. Must run before any script of the page.
 */
export function hashSideEffects(realm: typeof globalThis, parts: HashParts): void {
  hashAudio(realm, parts.part("audio"));
  const storage = parts.part("storage");
  absorbCalls(prototypeOf(realm, "Storage"), storageCommands, storage);
  absorbCalls(prototypeOf(realm, "IDBObjectStore"), databaseCommands, storage);
  absorbCookies(prototypeOf(realm, "Document"), storage);
  // The console is a namespace, whose methods are its own.
  const { console } = realm;
  // Hooks work on tables of names, which the types of the DOM do not offer.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  absorbCalls(console as unknown as MethodTable, consoleCommands, parts.part("console"));
}

function hashAudio(realm: typeof globalThis, sink: HashSink): void {
  const stream = createCommandStream(sink);
  for (const className of audioClasses) {
    const prototype = prototypeOf(realm, className);
    if (prototype === null) continue;
    stream.absorbCommands(prototype);
    watchSetters(prototype, stream.absorbAssignment);
  }
  absorbCalls(prototypeOf(realm, "HTMLMediaElement"), mediaCommands, sink);
}

function absorbCalls(owner: MethodTable | null, names: readonly string[], sink: HashSink): void {
  for (const name of names) {
    hookMethod(owner, name, (original) => {
      return function (...parameters) {
        sink.name?.(name);
        sink.addText(name);
        for (const value of parameters) sink.addText(textOf(value));
        return original.apply(this, parameters);
      };
    });
  }
}

function absorbCookies(owner: MethodTable | null, sink: HashSink): void {
  if (owner === null) return;
  watchSetters(owner, (_receiver, name, value) => {
    if (name !== "cookie") return;
    sink.name?.(name);
    sink.addText(textOf(value));
  });
}

/** An object is only named: its properties may be getters of the page, which must not run. */
function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null) return "object";
  return typeof value === "function" ? "function" : String(value).replaceAll(/blob:[^\s"')]+/gu, "blob:");
}
