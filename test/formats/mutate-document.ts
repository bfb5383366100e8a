/** The next number of a seeded sequence, from 0 to below 1. */
export type Random = () => number;

/** The generator mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Container = unknown[] | Record<string, unknown>;

/** The names and values for mutations, apart from those of the document. */
export interface MutationPool {
  /** Names of the format, and a few that no format has. */
  readonly names: readonly string[];
  /** Constants of the format, and edge cases of every type. */
  readonly values: readonly unknown[];
}

interface Mutation {
  readonly kind: string;
  readonly apply: (
    at: Container,
    key: string | number,
    tools: { readonly random: Random; readonly pool: MutationPool; readonly all: readonly Slot[] },
  ) => void;
}

interface Slot {
  readonly container: Container;
  readonly key: string | number;
}

const mutations: readonly Mutation[] = [
  {
    kind: "drop a value",
    apply: (at, key) => {
      remove(at, key);
    },
  },
  {
    kind: "replace a value",
    apply: (at, key, { random, pool }) => {
      set(at, key, pickValue(pool, random));
    },
  },
  {
    kind: "replace a value by one of the document",
    apply: (at, key, { random, all }) => {
      set(at, key, copyOf(pick(all, random)));
    },
  },
  {
    kind: "nudge a number",
    apply: (at, key, { random }) => {
      set(at, key, nudge(get(at, key), random));
    },
  },
  {
    kind: "edit a text",
    apply: (at, key, { random }) => {
      set(at, key, editText(get(at, key), random));
    },
  },
  {
    kind: "add a property or an item",
    apply: (at, _key, { random, pool, all }) => {
      add(at, random, pool, all);
    },
  },
  {
    kind: "rename a property",
    apply: (at, key, { random, pool }) => {
      rename(at, key, pick(pool.names, random));
    },
  },
  {
    kind: "repeat an item",
    apply: (at, key) => {
      if (Array.isArray(at)) at.push(structuredClone(get(at, key)));
    },
  },
  {
    kind: "wrap a value",
    apply: (at, key, { random }) => {
      const value = get(at, key);
      set(at, key, random() < 0.5 ? [value] : { value });
    },
  },
  {
    kind: "empty a container",
    apply: (at, key) => {
      const value = get(at, key);
      if (typeof value === "object" && value !== null) set(at, key, Array.isArray(value) ? [] : {});
    },
  },
];

/** All kinds of mutation. */
export const mutationKinds: readonly string[] = mutations.map(({ kind }) => kind);

/** Changes a document in place, once, at a random position. Returns the kind of the change. */
export function mutate(document: Container, random: Random, pool: MutationPool): string {
  const all = listSlots(document);
  const mutation = pick(mutations, random);
  const { container, key } = pick(all, random);
  mutation.apply(container, key, { random, pool, all });
  return mutation.kind;
}

function listSlots(root: Container): readonly Slot[] {
  const slots: Slot[] = [];
  const pending: Container[] = [root];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const key of Array.isArray(container) ? container.keys() : Object.keys(container)) {
      slots.push({ container, key });
      const value = get(container, key);
      if (isContainer(value)) pending.push(value);
    }
  }
  return slots.length === 0 ? [{ container: root, key: "nothing" }] : slots;
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

/** A copy, because later mutations change the results of earlier ones. */
function pickValue(pool: MutationPool, random: Random): unknown {
  return structuredClone(pick(pool.values, random));
}

function get(at: Container, key: string | number): unknown {
  return Array.isArray(at) ? at[Number(key)] : at[key];
}

function set(at: Container, key: string | number, value: unknown): void {
  // Every name must become an own property, even `__proto__`.
  Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(at: Container, key: string | number): void {
  if (Array.isArray(at)) at.splice(Number(key), 1);
  else Reflect.deleteProperty(at, key);
}

function copyOf({ container, key }: Slot): unknown {
  return structuredClone(get(container, key));
}

function add(at: Container, random: Random, pool: MutationPool, all: readonly Slot[]): void {
  const value = random() < 0.5 ? pickValue(pool, random) : copyOf(pick(all, random));
  if (Array.isArray(at)) at.splice(Math.floor(random() * (at.length + 1)), 0, value);
  else set(at, pick(pool.names, random), value);
}

function rename(at: Container, key: string | number, name: string): void {
  if (Array.isArray(at)) return;
  const value = at[key];
  remove(at, key);
  set(at, name, value);
}

function nudge(value: unknown, random: Random): unknown {
  if (typeof value !== "number") return value;
  return value + pick([-1, 1, 0.5, -0.5, 1e-9, 2 ** 53, -(2 ** 53), -value, value], random);
}

function editText(value: unknown, random: Random): unknown {
  if (typeof value !== "string") return value;
  const at = Math.floor(random() * (value.length + 1));
  return (
    value.slice(0, at) +
    pick(["", "a", "-", "0", " ", "é", "\ud800", "A", "\n"], random) +
    value.slice(at + Math.floor(random() * 2))
  );
}
