/**
 * Checks whether the page has replaced something that the language itself uses wherever Framegate's own code runs, and
 * restores it.
 */
export interface TamperWatch {
  /**
   * The name of the replaced property; null if there is none. Takes a few nanoseconds, but can be deceived for a
   * moment.
   */
  glance(): string | null;
  /** The same, but cannot be deceived. */
  look(): string | null;
  /** Removes an index property that would keep an entry from being added to a list. The next look reports it. */
  beforePush(index: number): void;
}

/** A property, and its value in a page that leaves it alone. */
interface Property {
  readonly name: string;
  readonly owner: object;
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor | undefined;
}

// The prelude uses copies of the methods of built-in classes. But loops, spreads and promises look these up, and no
// well-meaning page replaces them.
const { getOwnPropertyDescriptor, prototype: objects } = globalThis.Object;
const { defineProperty, deleteProperty, getPrototypeOf, ownKeys } = globalThis.Reflect;
const lists = globalThis.Array.prototype;
const promises = globalThis.Promise.prototype;
const listSteps = prototypeOfIterator([].values());
const mapSteps = prototypeOfIterator(new globalThis.Map().values());
const setSteps = prototypeOfIterator(new globalThis.Set().values());

function prototypeOfIterator(made: object): { readonly next?: unknown } {
  return getPrototypeOf(made) ?? made;
}

const walk = lists[Symbol.iterator];
const { next } = listSteps;
const { next: nextOfMaps } = mapSteps;
const { next: nextOfSets } = setSteps;
const { constructor: listClass } = lists;
const { constructor: promiseClass } = promises;

function property(name: string, owner: object, key: PropertyKey): Property {
  return { name, owner, key, descriptor: getOwnPropertyDescriptor(owner, key) };
}

const watched: readonly Property[] = [
  property("Array.prototype[Symbol.iterator]", lists, Symbol.iterator),
  property("next() of the iterators of arrays", listSteps, "next"),
  property("next() of the iterators of maps", mapSteps, "next"),
  property("next() of the iterators of sets", setSteps, "next"),
  property("Array.prototype.constructor", lists, "constructor"),
  property("Array[Symbol.species]", globalThis.Array, Symbol.species),
  property("Promise.prototype.constructor", promises, "constructor"),
  property("Promise[Symbol.species]", globalThis.Promise, Symbol.species),
  property("Object.prototype.then", objects, "then"),
  property("Array.prototype.then", lists, "then"),
];

const withoutIndexes: readonly (readonly [name: string, owner: object])[] = [
  ["Array.prototype", lists],
  ["Object.prototype", objects],
];

/** A property that was restored and has not been reported yet. */
let unnamed: string | null = null;

export const tamperWatch: TamperWatch = {
  beforePush(index) {
    if (index in lists) unnamed = tamperWatch.look();
  },
  glance() {
    const isUntouched =
      lists[Symbol.iterator] === walk &&
      listSteps.next === next &&
      mapSteps.next === nextOfMaps &&
      setSteps.next === nextOfSets &&
      lists.constructor === listClass &&
      promises.constructor === promiseClass &&
      !("then" in objects) &&
      !(0 in lists);
    return isUntouched && unnamed === null ? null : tamperWatch.look();
  },
  look() {
    const name = unnamed ?? restoreProperties() ?? removeIndexes();
    unnamed = null;
    return name;
  },
};

// Nothing here may iterate over a list by its iterator.
function restoreProperties(): string | null {
  for (let index = 0; index < watched.length; index += 1) {
    const entry = watched[index];
    if (entry === undefined || isSame(entry)) continue;
    putBack(entry);
    return entry.name;
  }
  return null;
}

/** Removes all index properties, because each keeps entries out of lists. */
function removeIndexes(): string | null {
  let name: string | null = null;
  for (let index = 0; index < withoutIndexes.length; index += 1) {
    const entry = withoutIndexes[index];
    if (entry === undefined) continue;
    // Indexes are the first of an object's keys.
    for (let key = ownKeys(entry[1])[0]; isIndex(key) && deleteProperty(entry[1], key); key = ownKeys(entry[1])[0])
      name = `${entry[0]}[${key}]`;
  }
  return name;
}

function isSame({ owner, key, descriptor }: Property): boolean {
  const now = getOwnPropertyDescriptor(owner, key);
  if (now === undefined || descriptor === undefined) return now === descriptor;
  return now.value === descriptor.value && now.get === descriptor.get;
}

function putBack({ owner, key, descriptor }: Property): void {
  if (descriptor === undefined) deleteProperty(owner, key);
  else defineProperty(owner, key, descriptor);
}

function isIndex(key: PropertyKey | undefined): key is string {
  const number = typeof key === "string" ? +key : -1;
  return number >= 0 && number === number >>> 0;
}
