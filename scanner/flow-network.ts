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
  /** Calls the listener once for each value that the variable holds or will hold: never at once, but while it settles. */
  watch(variable: number, listener: (value: Value) => void): void;
  /** Does a step while it settles, so that chains of any length need no stack. */
  later(step: () => void): void;
  /** Lets everything flow until nothing changes. */
  settle(): void;
  /** A variable that lost a value because too much went through the network; none where nothing was lost. */
  lostAt(): number;
  valuesOf(variable: number): Iterable<Value>;
  /** Tells for every variable, as things are now, whether something flows into it that nothing is known of. */
  findOpen(): (variable: number) => boolean;
}

/**
 * How many objects and functions one variable may hold once very much has flowed, and how many ways of calling one always:
 * a loop makes ever new ones of those. Paths and what is obtained are never dropped, and that something was is said.
 */
const mostValues = 16;

/** How many texts one variable may hold: a loop puts together ever new ones. Of a variable with more nothing is known. */
const mostTexts = 32;

/** How many values may arrive before that limit holds: more than in the sources of most games, some tenths of a second of work. */
const mostArrivals = 50_000;

interface Cell {
  readonly values: Set<Value>;
  /** The values that the listeners have heard of; the others are still in the queue. */
  readonly heard: Value[];
  readonly targets: Set<number>;
  readonly sources: number[];
  readonly listeners: ((value: Value) => void)[];
  objectCount: number;
  textCount: number;
}

/** A value that a cell has got and its targets and listeners have not. */
interface Arrival {
  readonly cell: Cell;
  readonly value: Value;
}

/** Makes an empty network. */
export function createNetwork(): Network {
  const closed = new Set<number>();
  const unlimited = new Set<number>();
  const cells: (Cell | undefined)[] = [];
  const queue: (Arrival | (() => void))[] = [];
  let count = 0;
  let arrivals = 0;
  let lost = none;
  const cellOf = (variable: number): Cell => {
    const known = cells[variable];
    if (known !== undefined) return known;
    const made: Cell = { values: new Set(), heard: [], targets: new Set(), sources: [], listeners: [], objectCount: 0, textCount: 0 };
    cells[variable] = made;
    return made;
  };
  const add = (variable: number, value: Value): void => {
    if (variable === none) return;
    const cell = cellOf(variable);
    if (cell.values.has(value)) return;
    if (value.kind === "text") {
      cell.textCount += 1;
      if (cell.textCount > mostTexts) return;
    } else if (value.kind === "object" || value.kind === "method" || value.kind === "bound") {
      const isLimited = value.kind !== "object" || (arrivals > mostArrivals && !unlimited.has(variable));
      if (cell.objectCount >= mostValues && isLimited) {
        lost = variable;
        return;
      }
      cell.objectCount += 1;
    }
    cell.values.add(value);
    arrivals += 1;
    queue.push({ cell, value });
  };
  const arrive = ({ cell, value }: Arrival): void => {
    cell.heard.push(value);
    for (const target of cell.targets) add(target, value);
    // A listener that comes while others are told hears of the value by itself.
    const { length } = cell.listeners;
    for (let index = 0; index < length; index += 1) cell.listeners[index]?.(value);
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
      for (const value of cell.values) add(to, value);
    },
    watch: (variable, listener) => {
      if (variable === none) return;
      const cell = cellOf(variable);
      cell.listeners.push(listener);
      for (const value of cell.heard) queue.push(() => { listener(value); });
    },
    later: (step) => void queue.push(step),
    lostAt: () => lost,
    settle: () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        if (typeof next === "function") next();
        else arrive(next);
      }
    },
    valuesOf: (variable) => cells[variable]?.values ?? [],
    findOpen: () => {
      const open = new Set<number>();
      cells.forEach((cell, variable) => {
        if (cell === undefined) return;
        const isEmpty = cell.sources.length === 0 && cell.values.size === 0 && !closed.has(variable);
        if (isEmpty || cell.textCount > mostTexts) open.add(variable);
      });
      // A set takes what is added to it while it is gone through.
      for (const variable of open) for (const target of cells[variable]?.targets ?? []) open.add(target);
      return (variable) => open.has(variable) || (cells[variable] === undefined && !closed.has(variable));
    },
  };
}
