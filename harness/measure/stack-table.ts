import type { ProfiledFunction } from "../../src/formats/cpu-profile.ts";
import { type IsEdited, nothingEdited } from "./edited-code.ts";
import type { StackSamples } from "../../src/formats/stack-samples.ts";

// The rest of a profile is too little to matter.
const functionsListed = 120;

/** Functions of a stack, as table indexes. */
export interface Line {
  /** The function that the sample counts for. */
  readonly self: number;
  /** All functions of the stack, each once. */
  readonly all: readonly number[];
  /** The function that is to be blamed: the edited one that called for it, or the game's; `self` without either. */
  readonly cause: number;
}

type Named = Pick<ProfiledFunction, "name" | "position" | "owner">;

/** Stacks of a run as a tree of calls. */
export type StackTree = Pick<StackSamples, "functions" | "nodes">;

/** A function with what counts for it: alone, and with everything that it calls. */
export interface CountedFunction extends Named {
  readonly self: number;
  readonly total: number;
}

/** The same, with what libraries and the browser do for it. */
export interface CausingFunction extends CountedFunction {
  readonly caused: number;
}

interface Counted {
  readonly function: Named;
  self: number;
  caused: number;
  total: number;
}

/** Functions of all runs, which may have been compiled in different orders, and what their stacks count for. */
export class StackTable {
  /** Sum of all that was counted. */
  counted = 0;
  readonly #functions: Counted[] = [];
  readonly #known = new Map<string, number>();
  readonly #isEdited: IsEdited;

  /** `isEdited` tells what another build does not have. */
  constructor(isEdited: IsEdited = nothingEdited) {
    this.#isEdited = isEdited;
  }

  /** Null for a sample that stands for no time of the page: at a mark, or while it is idle. */
  lineOf({ nodes, functions }: StackTree, innermost: number): Line | null {
    const stack: Named[] = [];
    for (let at: number | null = innermost; at !== null;) {
      const node: StackTree["nodes"][number] | undefined = nodes[at];
      const sampled = functions[node?.function ?? -1];
      if (sampled !== undefined) stack.push(sampled);
      at = node?.parent ?? null;
    }
    const own = ownerOf(stack);
    if (own === null) return null;
    const self = this.#indexOf(own);
    const called = stack.filter(isNamed);
    const around = called.map((each) => this.#indexOf(each));
    const blamed =
      called.find(({ position }) => this.#isEdited(position)) ?? called.find(({ owner }) => owner === "game");
    const cause = blamed === undefined ? self : this.#indexOf(blamed);
    return { self, all: [...new Set([self, ...around])], cause };
  }

  /** True for what Framegate does in frames on its own account. */
  isOwnWork({ self }: Line): boolean {
    const own = this.#functions[self]?.function;
    return own?.owner === ownWork.owner && own.name === ownWork.name;
  }

  /** Counts an amount, such as a sample or the bytes of an object, for the functions of a stack. */
  count({ self, all, cause }: Line, amount: number): void {
    this.counted += amount;
    const counted = this.#functions[self];
    if (counted !== undefined) counted.self += amount;
    const causing = this.#functions[cause];
    if (causing !== undefined) causing.caused += amount;
    for (const index of all) {
      const inStack = this.#functions[index];
      if (inStack !== undefined) inStack.total += amount;
    }
  }

  /** All functions. */
  all(): readonly CausingFunction[] {
    return this.#functions.map(({ function: each, self, caused, total }) => ({ ...each, self, caused, total }));
  }

  /** Functions with the largest amounts, self or total, and those `named`; `indexes` maps the table to them. */
  list(named: readonly number[]): {
    readonly functions: readonly CountedFunction[];
    readonly indexes: ReadonlyMap<number, number>;
  } {
    // The others only ran while the page loaded.
    const all = this.#functions
      .map((counted, index) => ({ counted, index }))
      .filter(({ counted }) => counted.total > 0);
    const bySelf = all.toSorted((one, other) => other.counted.self - one.counted.self || one.index - other.index);
    const byTotal = all.toSorted((one, other) => other.counted.total - one.counted.total || one.index - other.index);
    const listed = new Set([...bySelf.slice(0, functionsListed), ...byTotal.slice(0, functionsListed / 2)]);
    const alsoNamed = new Set(named);
    const kept = bySelf.filter((each) => listed.has(each) || alsoNamed.has(each.index));
    return {
      functions: kept.map(({ counted: { function: each, self, total } }) => ({ ...each, self, total })),
      indexes: new Map(kept.map(({ index }, place) => [index, place])),
    };
  }

  #indexOf({ name, position, owner }: Named): number {
    const key = JSON.stringify([name, position, owner]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.#functions.push({ function: { name, position, owner }, self: 0, caused: 0, total: 0 }) - 1;
    this.#known.set(key, index);
    return index;
  }
}

/** The function that a stack counts for. Work of the harness or the browser counts for the game's function that called it. */
function ownerOf(stack: readonly Named[]): Named | null {
  const [innermost] = stack;
  if (innermost !== undefined && isMark(innermost)) return null;
  const ofGame = stack.find(isNamed);
  if (ofGame !== undefined) return stack.find(isOfGame) === ofGame ? ofGame : inWebAssembly(ofGame);
  if (stack.some(isForcedLayout)) return layout;
  if (stack.some(({ owner }) => owner === "framegate")) return ownWork;
  return innermost !== undefined && browserWork.has(innermost.name) ? innermost : null;
}

/**
 * A mark or measure, of the harness or of the page. V8 takes an extra sample at each, which stands for no time. In a page
 * whose physics steps are marked, they were a quarter of all samples.
 */
function isMark({ name, owner }: Named): boolean {
  return owner === "framegate" && (name === "mark" || name === "measure");
}

/** The harness's function that forces a layout at the end of a frame, as a visible page has one. */
export function isForcedLayout({ name, owner }: Named): boolean {
  return owner === "framegate" && name === "forceLayout";
}

/** The harness's own work in a frame, as a function. */
export const ownWork: Named = { name: "(Framegate)", position: "", owner: "framegate" };

/** The browser's layout of a frame, as a function. */
export const layout: Named = { name: "(layout)", position: "", owner: "browser" };
// V8's names for time outside scripts. Its idle time is not included.
const browserWork: ReadonlySet<string> = new Set(["(program)", "(garbage collector)"]);

/** A function in a module without names says nothing: its time goes to the script that called it. */
function isNamed(each: Named): boolean {
  return isOfGame(each) && !/^wasm-function\[\d+\]$/u.test(each.name);
}

function inWebAssembly({ name, position, owner }: Named): Named {
  return { name: `${name === "" ? "(anonymous)" : name} in WebAssembly`, position, owner };
}

function isOfGame({ owner }: Named): boolean {
  return owner === "game" || owner === "library";
}

/** Keys with the largest amounts, at most `count`, largest first. */
export function largestOf(amounts: ReadonlyMap<number, number>, count: number): readonly number[] {
  return [...amounts]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one - other)
    .slice(0, count)
    .map(([key]) => key);
}
