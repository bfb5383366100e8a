import { none } from "./flow-facts.ts";
import type { Value } from "./flow-values.ts";

/**
 * Variables, what they may hold, and where it flows. Values only ever join: whatever the order of assignments, a name
 * that may hold a banned object holds it. (Andersen's analysis: inclusion constraints, solved with a work list.)
 */
export interface Network {
  newVariable(): number;
  newVariables(count: number): number;
  /** A variable that may well hold nothing: that it does says nothing. */
  newClosedVariable(): number;
  /** A closed variable of which no value is dropped. */
  newUnlimitedVariable(): number;
  add(variable: number, value: Value): void;
  flow(from: number, to: number): void;
  /** Calls the listener once for each value that the variable holds or will hold. */
  watch(variable: number, listener: (value: Value) => void): void;
  /** Lets everything flow until nothing changes. */
  settle(): void;
  valuesOf(variable: number): Iterable<Value>;
  /** Whether something flows into the variable that nothing is known of. */
  isOpen(variable: number): boolean;
}

/**
 * How many objects, and how many texts, one variable may hold. What goes through a hub of a large library is nothing
 * that a reader could follow either; paths and what is obtained are never dropped.
 */
const mostValues = 16;

interface Cell {
  readonly values: Set<Value>;
  /** The values that the listeners have heard of; the others are still in the queue. */
  readonly heard: Value[];
  readonly targets: Set<number>;
  readonly sources: number[];
  readonly listeners: ((value: Value) => void)[];
  minorCount: number;
}

/** Makes an empty network. */
export function createNetwork(): Network {
  const closed = new Set<number>();
  const unlimited = new Set<number>();
  const cells: (Cell | undefined)[] = [];
  const queue: { readonly cell: Cell; readonly value: Value }[] = [];
  let count = 0;
  const cellOf = (variable: number): Cell => {
    const known = cells[variable];
    if (known !== undefined) return known;
    const made: Cell = { values: new Set(), heard: [], targets: new Set(), sources: [], listeners: [], minorCount: 0 };
    cells[variable] = made;
    return made;
  };
  const add = (variable: number, value: Value): void => {
    if (variable === none) return;
    const cell = cellOf(variable);
    if (cell.values.has(value)) return;
    if (value.kind !== "path" && value.kind !== "obtained") {
      if (cell.minorCount >= mostValues && !unlimited.has(variable)) return;
      cell.minorCount += 1;
    }
    cell.values.add(value);
    queue.push({ cell, value });
  };
  const newVariables = (wanted: number): number => {
    count += wanted;
    return count - wanted;
  };
  const newClosedVariable = (): number => {
    const variable = newVariables(1);
    closed.add(variable);
    return variable;
  };
  return {
    newVariable: () => newVariables(1),
    newVariables,
    newClosedVariable,
    newUnlimitedVariable: () => {
      const variable = newClosedVariable();
      unlimited.add(variable);
      return variable;
    },
    add,
    flow: (from, to) => {
      if (from === none || to === none || from === to) return;
      const cell = cellOf(from);
      if (cell.targets.has(to)) return;
      cell.targets.add(to);
      cellOf(to).sources.push(from);
      for (const value of [...cell.values]) add(to, value);
    },
    watch: (variable, listener) => {
      if (variable === none) return;
      const cell = cellOf(variable);
      cell.listeners.push(listener);
      for (const value of [...cell.heard]) listener(value);
    },
    settle: () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const { cell, value } = next;
        cell.heard.push(value);
        const listeners = [...cell.listeners];
        for (const target of [...cell.targets]) add(target, value);
        for (const listener of listeners) listener(value);
      }
    },
    valuesOf: (variable) => cells[variable]?.values ?? [],
    isOpen: (variable) => {
      const seen = new Set([variable]);
      for (const one of seen) {
        const cell = cells[one];
        if (closed.has(one) && (cell === undefined || cell.sources.length === 0)) continue;
        if (cell === undefined || (cell.sources.length === 0 && cell.values.size === 0)) return true;
        for (const source of cell.sources) seen.add(source);
      }
      return false;
    },
  };
}
