import type { GivenResults } from "../../../formats/page-port.ts";
import { readStack } from "../native/call-site.ts";
import { describeResult } from "./describe-result.ts";
import type { AskedBy, OnGiven } from "./given.ts";
import { watchEvents } from "./watch-events.ts";
import { watchInterfaces } from "./watch-interfaces.ts";

/** Records the values that the browser gives to a realm's scripts. */
export interface GivenRecorder {
  beginStep(step: number): void;
  results(): GivenResults;
}

// Deep enough to reach the game's own code behind a library.
const stackDepth = 12;
// Some hundred bytes each in the answer, and ten microseconds each in the page.
const maximumEntries = 60_000;
const position = /\(?(\S+):\d+:\d+\)?$/u;

/**
 * Records each result that a script of `realm` gets from the browser, until step `lastStep` has ended. Two runs of a
 * deterministic page are given the same results; the first difference caused the others. Must run after all
 * replacements of the prelude, so that their results are recorded like the browser's own.
 */
export function recordGivenResults(realm: typeof globalThis, lastStep: number): GivenRecorder {
  const apis = new TextTable();
  const results = new TextTable();
  const stacks = new TextTable();
  const entries: number[] = [];
  let step = -1;
  const isOver = (): boolean => step > lastStep || entries.length >= maximumEntries * 4;

  const askedBy: AskedBy = (ownCalls) => {
    if (isOver()) return null;
    // The first line is the error's, the second one this file's own call of `readStack`.
    const [, own = "", , ...calls] = readStack(realm, stackDepth + ownCalls).split("\n");
    const callers = calls.slice(ownCalls);
    const caller = callers.findIndex((call) => fileOf(call) !== null);
    const line = callers[caller];
    if (line === undefined || fileOf(line) === fileOf(own)) return null;
    const outside = callers.slice(caller).filter((call) => fileOf(call) !== fileOf(own));
    // The browser gives blobs random names.
    return outside.join("\n").replaceAll(/blob:[^\s)]+?(?=:\d+:\d+)/gu, "blob:script");
  };
  const onGiven: OnGiven = (api, result, stack) => {
    if (isOver()) return;
    entries.push(step, apis.indexOf(api), results.indexOf(describeResult(result)), stacks.indexOf(stack));
  };
  watchInterfaces(realm, askedBy, onGiven);
  watchEvents(realm, askedBy, onGiven);
  return {
    beginStep(value) {
      step = value;
    },
    results: () => ({ apis: apis.list(), results: results.list(), stacks: stacks.list(), entries }),
  };
}

function fileOf(call: string): string | null {
  return position.exec(call)?.[1] ?? null;
}

class TextTable {
  readonly #positions = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.#positions.get(text);
    if (known !== undefined) return known;
    const index = this.#positions.size;
    this.#positions.set(text, index);
    return index;
  }

  list(): readonly string[] {
    return [...this.#positions.keys()];
  }
}
