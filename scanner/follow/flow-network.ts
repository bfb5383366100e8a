import { none } from "../facts/flow-facts.ts";
import type { Value } from "./flow-values.ts";
import { createOpenFinder } from "./open-finder.ts";
import { appended, DistinctLists, visit } from "./short-lists.ts";

/**
 * Variables, what they may hold, and where it flows. Values only ever join: whatever the order of assignments, a name
 * that may hold a banned object holds it. (Andersen's analysis: inclusion constraints, solved with a work list.)
 *
 * Of most values nothing can come: few objects hold anything that may be banned. Those that do are live, and flow wherever
 * they may. All others stay where they are made until a variable is demanded: it is called with something live, or asked for
 * its properties by what is demanded itself. Then it gets all that flows into it, from as far as it comes.
 */
export interface Network {
  newVariable(): number;
  newVariables(count: number): number;
  /** A variable that may well hold nothing: that it does says nothing. */
  newClosedVariable(): number;
  add(variable: number, value: Value): void;
  flow(from: number, to: number): void;
  /** Calls the listener once for each value that the variable gets: never at once, but while it settles. */
  hear(variable: number, listener: (value: Value) => void): void;
  /** Hears of a variable, and demands it. */
  watch(variable: number, listener: (value: Value) => void): void;
  /** Lets the variable get all that flows into it, live or not. */
  demand(variable: number): void;
  isDemanded(variable: number): boolean;
  whenDemanded(variable: number, step: () => void): void;
  /** Does a step once the variable holds anything live. */
  whenLive(variable: number, step: () => void): void;
  /** Makes a value live: it goes wherever it may. */
  enliven(value: Value): void;
  /**
   * Lets a value go wherever variables flow, without waking what waits for a live value. A table of functions may be read by
   * any key, wherever it goes by name; but what it is put into is followed by keys.
   */
  release(value: Value): void;
  /** Does a step once the value is live. */
  whenEnlivened(value: Value, step: () => void): void;
  /** Does a step with a value while it settles, so that chains of any length need no stack. */
  later(step: () => void, value: Value): void;
  /** Lets everything flow until nothing changes. */
  settle(): void;
  /** Takes steps that are worth as much as others; false where there are none left to take. */
  spend(steps: number): boolean;
  /** Has a variable be one that holds too many texts: nothing is known of it. */
  loseTexts(variable: number): void;
  /** Whether a value was lost, because too much went through the network. */
  hasLost(): boolean;
  valuesOf(variable: number): Iterable<Value>;
  holds(variable: number, value: Value): boolean;
  sourcesOf(variable: number): readonly number[];
  /**
   * Tells for every variable, as long as things are as they are now, whether something flows into it that nothing is known of.
   * @param awaited Variables that nothing flows into yet, and something may.
   */
  findOpen(awaited?: ReadonlySet<number>): (variable: number) => boolean;
}

/** How many ways of calling one variable may hold: a loop makes ever new ones. Paths and what is obtained are never dropped. */
const mostCallables = 16;

/** How many texts one variable may hold: a loop puts together ever new ones. Of a variable with more nothing is known. */
const mostTexts = 32;

/**
 * How often a value may be handed on before only paths and what is obtained are. In code that keeps everything within reach
 * of everything, as a renderer that every node of a scene knows and that knows the window, all would be followed through
 * all, and nothing would come of it. A second of work; what the sources of a game take is a hundredth of it.
 */
const mostFollowed = 100_000;

/**
 * How many steps may be taken to follow what the sources say, and besides for each variable of theirs: so it takes the longer
 * the more there is, and no longer than that. Paths have as many of their own, since most findings come of nothing else. A
 * step takes about a microsecond; the sources of a game take a handful for each variable.
 */
const mostSteps = 60_000;
const stepsPerVariable = 3;

/** Most variables need but a few of these lists, so that each is made when something is put in. */
interface Cell {
  values: Value[];
  /** The values that the listeners have heard of; the others are still in the queue. */
  heard: Value[];
  targets: number[];
  sources: number[];
  listeners: ((value: Value) => void)[];
  /** What is to be done once the variable is demanded; null when it is. */
  demandSteps: (() => void)[] | null;
  /** What is to be done once it holds anything live; null when it does. */
  liveSteps: (() => void)[] | null;
  callableCount: number;
  textCount: number;
}

/** A value that is not live yet: who holds it, and what is to be done when it is. */
interface Sleeper {
  holders: Cell[];
  steps: (() => void)[];
}

/** A value that a cell has got and its targets and listeners have not. */
interface Arrival {
  readonly cell: Cell;
  readonly value: Value;
}

function kindOfStep({ kind }: Value): "path" | "other" {
  return kind === "path" ? "path" : "other";
}

/** The list of those that have nothing in them. */
const noItems: never[] = [];

/**
 * Makes an empty network.
 * @param isLivePath Whether something banned may come of what is at a path, as it is.
 */
export function createNetwork(isLivePath: (path: string) => boolean): Network {
  const closed = new Set<number>();
  const valueLists = new DistinctLists<Cell, Value>();
  const targetLists = new DistinctLists<Cell, number>();
  const cells: (Cell | undefined)[] = [];
  const queue: (Arrival | (() => void))[] = [];
  const enlivened = new Set<Value>();
  const released = new Set<Value>();
  const sleepers = new Map<Value, Sleeper>();
  let count = 0;
  let followed = 0;
  let hasLost = false;
  let stated = 0;
  let isSettling = false;
  const steps = { path: 0, other: 0 };
  const spend = (amount: number, kind: keyof typeof steps = "other"): boolean => {
    // What the sources say is heard in full: there is no more of it than there are sources.
    if (!isSettling) return true;
    if (steps[kind] + amount > mostSteps + stated * stepsPerVariable) {
      hasLost = true;
      return false;
    }
    steps[kind] += amount;
    return true;
  };
  const cellOf = (variable: number): Cell => {
    const known = cells[variable];
    if (known !== undefined) return known;
    const made: Cell = {
      values: noItems,
      heard: noItems,
      targets: noItems,
      sources: noItems,
      listeners: noItems,
      demandSteps: noItems,
      liveSteps: noItems,
      callableCount: 0,
      textCount: 0,
    };
    cells[variable] = made;
    return made;
  };
  const isLive = (value: Value): boolean => {
    if (value.kind === "path") return isLivePath(value.path) || enlivened.has(value);
    return value.kind === "obtained" || enlivened.has(value);
  };
  const sleeperOf = (value: Value): Sleeper => {
    const known = sleepers.get(value) ?? { holders: noItems, steps: noItems };
    sleepers.set(value, known);
    return known;
  };
  const isTooMuch = (): boolean => {
    if (followed > mostFollowed) hasLost = true;
    return followed > mostFollowed;
  };
  const isFull = (cell: Cell, { kind }: Value): boolean => {
    if (kind === "unknown") return false;
    if (kind === "text") {
      // Of a variable with too many texts nothing is known.
      if (cell.textCount === mostTexts) cell.textCount += 1;
      return cell.textCount > mostTexts;
    }
    if (kind === "object" || cell.callableCount < mostCallables) return false;
    hasLost = true;
    return true;
  };
  const add = (variable: number, value: Value): void => {
    if (variable === none || !spend(1, kindOfStep(value))) return;
    followed += 1;
    const cell = cellOf(variable);
    if (valueLists.has(cell, cell.values, value)) return;
    if (value.kind !== "path" && value.kind !== "obtained") {
      if (isTooMuch() || isFull(cell, value)) return;
      if (value.kind === "text") cell.textCount += 1;
      if (value.kind === "method" || value.kind === "bound") cell.callableCount += 1;
    }
    cell.values = valueLists.with(cell, cell.values, value);
    queue.push({ cell, value });
  };
  const addIfDemanded = (variable: number, value: Value): void => {
    if (cells[variable]?.demandSteps === null) add(variable, value);
  };
  const addTo = (value: Value, variable: number): void => {
    add(variable, value);
  };
  const addLiveTo = (value: Value, variable: number): void => {
    if (isLive(value) || released.has(value)) add(variable, value);
  };
  const takeLater = (step: () => void): void => {
    queue.push(step);
  };
  const hold = (cell: Cell, value: Value): void => {
    if (cell.liveSteps !== null) {
      visit(cell.liveSteps, takeLater, null);
      cell.liveSteps = null;
    }
    visit(cell.targets, add, value);
  };
  const arrive = ({ cell, value }: Arrival): void => {
    cell.heard = appended(cell.heard, value);
    if (isLive(value)) {
      hold(cell, value);
    } else {
      if (value.kind !== "text" && value.kind !== "unknown") {
        const sleeper = sleeperOf(value);
        sleeper.holders = appended(sleeper.holders, cell);
      }
      visit(cell.targets, released.has(value) ? add : addIfDemanded, value);
    }
    // A listener that comes while others are told hears of the value by itself.
    const { length } = cell.listeners;
    if (!spend(length, kindOfStep(value))) return;
    for (let index = 0; index < length; index += 1) cell.listeners[index]?.(value);
  };
  const demandSource = (source: number, variable: number): void => {
    demand(source);
    visit(cells[source]?.values ?? noItems, addTo, variable);
  };
  const demand = (variable: number): void => {
    if (variable === none) return;
    const cell = cellOf(variable);
    if (cell.demandSteps === null || isTooMuch()) return;
    visit(cell.demandSteps, takeLater, null);
    // Whatever flows into it from here on is demanded when it does.
    if (cell.sources.length > 0)
      queue.push(() => {
        visit(cell.sources, demandSource, variable);
      });
    cell.demandSteps = null;
  };
  const hear: Network["hear"] = (variable, listener) => {
    if (variable === none) return;
    const cell = cellOf(variable);
    if (!spend(1 + cell.heard.length)) return;
    cell.listeners = appended(cell.listeners, listener);
    if (cell.heard.length > 0)
      for (const value of cell.heard)
        queue.push(() => {
          listener(value);
        });
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
    newVariables: (wanted) => {
      stated += wanted;
      return newVariables(wanted);
    },
    newClosedVariable,
    spend,
    loseTexts: (variable) => {
      if (variable !== none) cellOf(variable).textCount = mostTexts + 1;
    },
    add,
    flow: (from, to) => {
      if (from === none || to === none || from === to || !spend(1)) return;
      const cell = cellOf(from);
      if (targetLists.has(cell, cell.targets, to)) return;
      cell.targets = targetLists.with(cell, cell.targets, to);
      const target = cellOf(to);
      target.sources = appended(target.sources, from);
      const isDemanded = target.demandSteps === null;
      if (isDemanded) demand(from);
      visit(cell.values, isDemanded ? addTo : addLiveTo, to);
    },
    hear,
    watch: (variable, listener) => {
      hear(variable, listener);
      demand(variable);
    },
    demand,
    isDemanded: (variable) => cells[variable]?.demandSteps === null,
    whenDemanded: (variable, step) => {
      if (variable === none) return;
      const cell = cellOf(variable);
      if (cell.demandSteps === null) queue.push(step);
      else cell.demandSteps = appended(cell.demandSteps, step);
    },
    whenLive: (variable, step) => {
      if (variable === none) return;
      const cell = cellOf(variable);
      if (cell.liveSteps === null) queue.push(step);
      else cell.liveSteps = appended(cell.liveSteps, step);
    },
    enliven: (value) => {
      if (isLive(value) || isTooMuch()) return;
      enlivened.add(value);
      const { holders, steps } = sleeperOf(value);
      sleepers.delete(value);
      visit(steps, takeLater, null);
      for (const cell of holders)
        queue.push(() => {
          hold(cell, value);
        });
    },
    release: (value) => {
      if (isLive(value) || released.has(value) || isTooMuch()) return;
      released.add(value);
      const sleeper = sleeperOf(value);
      visit(sleeper.steps, takeLater, null);
      sleeper.steps = noItems;
      for (const cell of sleeper.holders)
        queue.push(() => {
          visit(cell.targets, add, value);
        });
    },
    whenEnlivened: (value, step) => {
      if (isLive(value) || released.has(value)) {
        queue.push(step);
        return;
      }
      const sleeper = sleeperOf(value);
      sleeper.steps = appended(sleeper.steps, step);
    },
    later: (step, value) => {
      if (spend(1, kindOfStep(value))) queue.push(step);
    },
    hasLost: () => hasLost,
    settle: () => {
      isSettling = true;
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        if (typeof next === "function") next();
        else arrive(next);
      }
      isSettling = false;
    },
    valuesOf: (variable) => cells[variable]?.values ?? [],
    holds: (variable, value) => {
      const cell = cells[variable];
      return cell !== undefined && valueLists.has(cell, cell.values, value);
    },
    sourcesOf: (variable) => cells[variable]?.sources ?? [],
    findOpen: (awaited) =>
      createOpenFinder({
        count,
        sourcesOf: (variable) => cells[variable]?.sources ?? noItems,
        targetsOf: (variable) => cells[variable]?.targets ?? noItems,
        isOrigin: (variable) => {
          const cell = cells[variable];
          if (cell === undefined) return !closed.has(variable);
          if (cell.textCount > mostTexts) return true;
          return (
            cell.sources.length === 0 &&
            cell.values.length === 0 &&
            !closed.has(variable) &&
            awaited?.has(variable) !== true
          );
        },
      }),
  };
}
