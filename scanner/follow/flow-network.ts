import { none } from "../facts/flow-facts.ts";
import type { ObjectValue, Origin, Value } from "./flow-values.ts";
import { createOpenFinder } from "./open-finder.ts";
import { remember } from "../findings/remember.ts";

/**
 * The most callables in one variable, because a loop may create ever new ones. Paths and obtained values are never
 * dropped.
 */
const mostCallables = 16;

/**
 * The most texts in one variable, because a loop may concatenate ever new ones. A variable with more counts as unknown.
 */
const mostTexts = 32;

/**
 * How often values may be passed on. Beyond it, only paths and obtained values are. If every node of a scene refers to
 * a renderer that refers to the window, everything would flow through everything, without any finding. This is a second
 * of work, and the sources of a game take a hundredth of it.
 */
const mostFollowed = 100_000;

/**
 * The step budget of a network, and its growth per variable of the sources. Paths have an equal budget of their own,
 * because most findings need nothing else. A step takes about a microsecond, and the sources of a game take a handful
 * per variable.
 */
const mostSteps = 60_000;
const stepsPerVariable = 3;

type Step = () => void;
type Listener = (value: Value, origin: Origin | null) => void;

/** An effect of an event: demand a variable, enliven a value, or run a step. */
type Effect = number | Value | Step;

const noItems: never[] = [];

/** Fewer values than this are found faster without an index. */
const mostSearched = 16;

/** The list with one more item. Most lists stay empty and share one array. */
function appended<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

/** The state of a variable. */
class Cell {
  values: Value[] = noItems;
  /** The values, if there are many. */
  index: Set<Value> | null = null;
  /** The number of values that its listeners have heard. The others wait in the queue. */
  heardCount = 0;
  /** The first origin of values. */
  origins: Map<Value, Origin> | null = null;
  targets: number[] = noItems;
  sources: number[] = noItems;
  listeners: Listener[] = noItems;
  /** Effects that wait for the variable to be demanded. Null once it is. */
  onDemand: Effect[] | null = noItems;
  /** Effects that wait for the variable to hold something live. Null once it does. */
  onLive: Effect[] | null = noItems;
  callableCount = 0;
  textCount = 0;
  isClosed = false;

  has(value: Value): boolean {
    return this.index === null ? this.values.includes(value) : this.index.has(value);
  }

  put(value: Value): void {
    this.values = appended(this.values, value);
    if (this.values.length > mostSearched) this.index ??= new Set(this.values);
    this.index?.add(value);
  }
}

/** Stands in for the cells of unused variables, and connects them on first use. */
interface Sleeping {
  connect: Step | null;
}

/** How far a value may flow. A free value flows everywhere, and a live one also wakes the effects waiting there. */
interface Standing {
  isFree: boolean;
  isLive: boolean;
  /** The cells that hold it, and the effects waiting for it to be free, while it is not live. */
  holders: Cell[];
  onFree: Effect[];
}

/** The standing of texts, of unknown values and of paths that lead nowhere. */
const bound: Standing = { isFree: false, isLive: false, holders: noItems, onFree: noItems };
const live: Standing = { ...bound, isFree: true, isLive: true };

/**
 * Variables, their possible values, and the flow between them. Values are only ever added: whatever the order of
 * assignments, a name that may hold a banned object holds it. (Andersen's analysis: inclusion constraints, solved with
 * a work list.)
 *
 * Few values lead to anything banned. Those are live and flow everywhere. All others stay where they are created until
 * a variable is demanded: because it is called with something live, or because a demanded variable reads its
 * properties. Then it gets everything that flows into it, from however far.
 */
export class Network {
  /** True if a value was dropped because too much flowed through the network. */
  hasLost = false;
  readonly #isLivePath: (path: string) => boolean;
  readonly #cells: (Cell | Sleeping | undefined)[] = [];
  readonly #standings = new Map<Value, Standing>();
  readonly #queue: (Effect | Cell)[] = [];
  readonly #stepCounts = { path: 0, other: 0 };
  #count = 0;
  #stated = 0;
  #followed = 0;
  #isSettling = false;

  /** @param isLivePath Whether the value at a path may lead to something banned by itself. */
  constructor(isLivePath: (path: string) => boolean) {
    this.#isLivePath = isLivePath;
  }

  newVariable(value: Value | null = null): number {
    this.#count += 1;
    if (value !== null) this.add(this.#count - 1, value);
    return this.#count - 1;
  }

  /** Creates variables of the sources. Returns the first. */
  newVariables(count: number): number {
    this.#stated += count;
    this.#count += count;
    return this.#count - count;
  }

  /**
   * Creates variables that are not unknown even if they are empty. Returns the first.
   * @param connect Connects them once one is used, because most objects are created but never looked at.
   */
  newClosedVariables(count: number, connect: Step | null = null): number {
    const sleeping: Sleeping = { connect };
    for (let index = 0; index < count; index += 1) this.#cells[this.#count + index] = sleeping;
    this.#count += count;
    return this.#count - count;
  }

  add(variable: number, value: Value, origin: Origin | null = null): void {
    if (variable === none || !this.spend(1, value)) return;
    this.#followed += 1;
    const cell = this.#cellOf(variable);
    if (cell.has(value) || !this.#takes(cell, value)) return;
    cell.put(value);
    if (origin !== null) (cell.origins ??= new Map()).set(value, origin);
    if (cell.values.length === cell.heardCount + 1) this.#queue.push(cell);
  }

  flow(from: number, to: number): void {
    if (from === none || to === none || from === to || !this.spend(1)) return;
    const cell = this.#cellOf(from);
    const target = this.#cellOf(to);
    const isKnown =
      cell.targets.length < target.sources.length ? cell.targets.includes(to) : target.sources.includes(from);
    if (isKnown) return;
    cell.targets = appended(cell.targets, to);
    target.sources = appended(target.sources, from);
    const isDemanded = target.onDemand === null;
    if (isDemanded) this.demand(from);
    this.#giveAll(cell, to, isDemanded);
  }

  /** Calls the listener once for each value of the variable, never immediately but while the network settles. */
  hear(variable: number, listener: Listener): void {
    if (variable === none) return;
    const cell = this.#cellOf(variable);
    if (!this.spend(1 + cell.heardCount)) return;
    cell.listeners = appended(cell.listeners, listener);
    for (const value of cell.values.slice(0, cell.heardCount))
      this.#queue.push(() => listener(value, cell.origins?.get(value) ?? null));
  }

  hearObjects(variable: number, listener: (object: ObjectValue) => void): void {
    this.hear(variable, (value) => {
      if (value.kind === "object") listener(value);
    });
  }

  /** Listens to a variable and demands it. */
  watch(variable: number, listener: Listener): void {
    this.hear(variable, listener);
    this.demand(variable);
  }

  /** Lets the variable get everything that flows into it, live or not. */
  demand(variable: number): void {
    if (variable === none) return;
    const cell = this.#cellOf(variable);
    if (cell.onDemand === null || this.#isTooMuch()) return;
    this.#queueAll(cell.onDemand);
    cell.onDemand = null;
    if (cell.sources.length === 0) return;
    // Later sources are demanded when they are connected.
    this.#queue.push(() => {
      for (const source of cell.sources) {
        this.demand(source);
        this.#giveAll(this.#cellOf(source), variable, true);
      }
    });
  }

  isDemanded(variable: number): boolean {
    const cell = this.#cells[variable];
    return cell instanceof Cell && cell.onDemand === null;
  }

  whenDemanded(variable: number, effect: Effect): void {
    if (variable === none || effect === none) return;
    const cell = this.#cellOf(variable);
    if (cell.onDemand === null) this.#queue.push(effect);
    else cell.onDemand = appended(cell.onDemand, effect);
  }

  /** Runs the effect once the variable holds something live. */
  whenLive(variable: number, effect: Effect): void {
    if (variable === none || effect === none) return;
    const cell = this.#cellOf(variable);
    if (cell.onLive === null) this.#queue.push(effect);
    else cell.onLive = appended(cell.onLive, effect);
  }

  /** Makes a value live, so that it flows everywhere. */
  enliven(value: Value): void {
    const standing = this.#standingOf(value);
    if (standing === bound || standing.isLive || this.#isTooMuch()) return;
    standing.isLive = true;
    this.#free(value, standing);
    standing.holders = noItems;
  }

  /**
   * Lets a value flow everywhere without waking effects that wait for a live value. A table of functions may be read by
   * any key wherever variables carry it, but objects that it is stored in are followed by keys.
   */
  release(value: Value): void {
    const standing = this.#standingOf(value);
    if (!standing.isFree && !this.#isTooMuch()) this.#free(value, standing);
  }

  /** Runs the effect once the value is live or released. */
  whenEnlivened(value: Value, effect: Effect): void {
    const standing = this.#standingOf(value);
    if (standing.isFree) this.#queue.push(effect);
    else if (standing !== bound) standing.onFree = appended(standing.onFree, effect);
  }

  /** Runs a step for a value while the network settles, so that chains of any length need no stack. */
  later(step: Step, value: Value): void {
    if (this.spend(1, value)) this.#queue.push(step);
  }

  /** Lets everything flow until nothing changes. */
  settle(): void {
    this.#isSettling = true;
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      if (next instanceof Cell) this.#arrive(next);
      else if (typeof next === "function") next();
      else if (typeof next === "number") this.demand(next);
      else this.enliven(next);
    }
    this.#isSettling = false;
  }

  /** Spends steps, for a value or for work of that size. False if the budget is used up. */
  spend(steps: number, value: Value | null = null): boolean {
    // Facts of the sources are never cut: there are only as many as the sources state.
    if (!this.#isSettling) return true;
    const kind = value?.kind === "path" ? "path" : "other";
    const isLeft = this.#stepCounts[kind] + steps <= mostSteps + this.#stated * stepsPerVariable;
    if (isLeft) this.#stepCounts[kind] += steps;
    else this.hasLost = true;
    return isLeft;
  }

  /** Marks a variable as having too many texts. */
  loseTexts(variable: number): void {
    if (variable !== none) this.#cellOf(variable).textCount = mostTexts + 1;
  }

  valuesOf(variable: number): readonly Value[] {
    const cell = this.#cells[variable];
    return cell instanceof Cell ? cell.values : noItems;
  }

  sourcesOf(variable: number): readonly number[] {
    const cell = this.#cells[variable];
    return cell instanceof Cell ? cell.sources : noItems;
  }

  /**
   * Creates a function that returns whether something unknown flows into a variable, valid as long as nothing changes.
   * @param awaited Empty variables that may still get a value.
   */
  findOpen(awaited: ReadonlySet<number> = new Set()): (variable: number) => boolean {
    const isOrigin = (variable: number): boolean => {
      const cell = this.#cells[variable];
      if (cell === undefined) return true;
      if (!(cell instanceof Cell)) return false;
      if (cell.textCount > mostTexts) return true;
      return cell.sources.length === 0 && cell.values.length === 0 && !cell.isClosed && !awaited.has(variable);
    };
    return createOpenFinder((variable) => this.sourcesOf(variable), isOrigin);
  }

  #cellOf(variable: number): Cell {
    const known = this.#cells[variable];
    if (known instanceof Cell) return known;
    const made = new Cell();
    this.#cells[variable] = made;
    if (known === undefined) return made;
    made.isClosed = true;
    const { connect } = known;
    known.connect = null;
    connect?.();
    return made;
  }

  #standingOf(value: Value): Standing {
    switch (value.kind) {
      case "text":
      case "unknown":
        return bound;
      case "obtained":
        return live;
      case "path":
        return this.#isLivePath(value.path) ? live : bound;
      default:
        return remember(this.#standings, value, () => ({ ...bound }));
    }
  }

  #isTooMuch(): boolean {
    const isTooMuch = this.#followed > mostFollowed;
    if (isTooMuch) this.hasLost = true;
    return isTooMuch;
  }

  /** Counts a new value of a variable. False if it may have no more of its kind. */
  #takes(cell: Cell, { kind }: Value): boolean {
    if (kind === "path" || kind === "obtained") return true;
    if (this.#isTooMuch()) return false;
    if (kind === "text") {
      if (cell.textCount <= mostTexts) cell.textCount += 1;
      return cell.textCount <= mostTexts;
    }
    if (kind !== "method" && kind !== "bound") return true;
    cell.callableCount += 1;
    if (cell.callableCount > mostCallables) this.hasLost = true;
    return cell.callableCount <= mostCallables;
  }

  #queueAll(effects: readonly Effect[]): void {
    for (const effect of effects) this.#queue.push(effect);
  }

  #free(value: Value, standing: Standing): void {
    standing.isFree = true;
    this.#queueAll(standing.onFree);
    standing.onFree = noItems;
    for (const cell of standing.holders) this.#queue.push(() => this.#pass(cell, value, standing));
  }

  /** Announces the next value of a variable. Its consequences come before the value after it. */
  #arrive(cell: Cell): void {
    const value = cell.values[cell.heardCount];
    if (value === undefined) return;
    cell.heardCount += 1;
    if (cell.heardCount < cell.values.length) this.#queue.push(cell);
    const standing = this.#standingOf(value);
    if (!standing.isLive && standing !== bound) standing.holders = appended(standing.holders, cell);
    this.#pass(cell, value, standing);
    if (!this.spend(cell.listeners.length, value)) return;
    const origin = cell.origins?.get(value) ?? null;
    // A listener added meanwhile hears the value on its own, because `forEach` skips it.
    cell.listeners.forEach((listener) => listener(value, origin));
  }

  /** Passes a value on as far as it may flow. */
  #pass(cell: Cell, value: Value, { isFree, isLive }: Standing): void {
    if (isLive && cell.onLive !== null) {
      this.#queueAll(cell.onLive);
      cell.onLive = null;
    }
    if (cell.targets.length === 0) return;
    const origin = cell.origins?.get(value) ?? null;
    for (const target of cell.targets) if (isFree || this.isDemanded(target)) this.add(target, value, origin);
  }

  #giveAll(cell: Cell, to: number, isDemanded: boolean): void {
    for (const value of cell.values)
      if (isDemanded || this.#standingOf(value).isFree) this.add(to, value, cell.origins?.get(value) ?? null);
  }
}
