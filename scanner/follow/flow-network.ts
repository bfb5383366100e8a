import { none } from "../facts/flow-facts.ts";
import type { ObjectValue, Origin, Value } from "./flow-values.ts";
import { createOpenFinder } from "./open-finder.ts";

/** How many ways of calling one variable may hold: a loop makes ever new ones. Paths and what is obtained are never dropped. */
const mostCallables = 16;

/** How many texts one variable may hold: a loop puts together ever new ones. A variable with more counts as unknown. */
const mostTexts = 32;

/**
 * How often a value may be handed on before only paths and what is obtained are. Where every node of a scene knows a renderer
 * that knows the window, everything would be followed through everything, and nothing would come of it. This is a second of
 * work; the sources of a game take a hundredth of it.
 */
const mostFollowed = 100_000;

/**
 * How many steps may be taken to follow what the sources say, and how many more for each of their variables. Paths have as
 * many of their own, since most findings come of nothing else. A step takes about a microsecond; the sources of a game take a
 * handful for each variable.
 */
const mostSteps = 60_000;
const stepsPerVariable = 3;

type Step = () => void;
type Listener = (value: Value, origin: Origin | null) => void;

const noItems: never[] = [];
const noTargets = new Set<never>();
const noValues = new Map<never, never>();

/** The list with one more item. Most lists stay empty, and are one and the same. */
function appended<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

/** What is known of a variable. */
class Cell {
  /** Each with where it came from, the first time. */
  values: Map<Value, Origin | null> = noValues;
  /** The values that its listeners have heard; the others are in the queue. */
  heard: Value[] = noItems;
  targets: Set<number> = noTargets;
  sources: number[] = noItems;
  listeners: Listener[] = noItems;
  /** What waits for the variable to be demanded; null when it is. */
  demandSteps: Step[] | null = noItems;
  /** What waits for it to hold something live; null when it does. */
  liveSteps: Step[] | null = noItems;
  callableCount = 0;
  textCount = 0;
  isClosed = false;
}

/** How far a value may go: a free one wherever variables flow, and a live one wakes what waits there. */
interface Standing {
  isFree: boolean;
  isLive: boolean;
  /** Where it is, and what waits for it to be free, as long as it is not live. */
  holders: Cell[];
  steps: Step[];
}

/**
 * Variables, what they may hold, and where it flows. Values only ever join: whatever the order of assignments, a name that may
 * hold a banned object holds it. (Andersen's analysis: inclusion constraints, solved with a work list.)
 *
 * Few values lead to anything banned. Those are live, and flow wherever they may. All others stay where they are made until a
 * variable is demanded: because it is called with something live, or because its properties are asked for by what is demanded
 * itself. Then it gets all that flows into it, from as far as it comes.
 */
export class Network {
  /** Whether a value was lost, because too much went through the network. */
  hasLost = false;
  readonly #isLivePath: (path: string) => boolean;
  readonly #cells: (Cell | undefined)[] = [];
  readonly #standings = new Map<Value, Standing>();
  readonly #queue: Step[] = [];
  readonly #stepCounts = { path: 0, other: 0 };
  #count = 0;
  #stated = 0;
  #followed = 0;
  #isSettling = false;

  /** @param isLivePath Whether something banned may come of what is at a path, as it is. */
  constructor(isLivePath: (path: string) => boolean) {
    this.#isLivePath = isLivePath;
  }

  newVariable(value: Value | null = null): number {
    this.#count += 1;
    if (value !== null) this.add(this.#count - 1, value);
    return this.#count - 1;
  }

  /** Variables of the sources; gives the first one. */
  newVariables(count: number): number {
    this.#stated += count;
    this.#count += count;
    return this.#count - count;
  }

  /** A variable that is not unknown, even if it holds nothing. */
  newClosedVariable(): number {
    const variable = this.newVariable();
    this.#cellOf(variable).isClosed = true;
    return variable;
  }

  add(variable: number, value: Value, origin: Origin | null = null): void {
    if (variable === none || !this.spend(1, value)) return;
    this.#followed += 1;
    const cell = this.#cellOf(variable);
    if (cell.values.has(value) || !this.#takes(cell, value)) return;
    if (cell.values === noValues) cell.values = new Map();
    cell.values.set(value, origin);
    this.#queue.push(() => this.#arrive(cell, value));
  }

  flow(from: number, to: number): void {
    if (from === none || to === none || from === to || !this.spend(1)) return;
    const cell = this.#cellOf(from);
    if (cell.targets.has(to)) return;
    if (cell.targets === noTargets) cell.targets = new Set();
    cell.targets.add(to);
    const target = this.#cellOf(to);
    target.sources = appended(target.sources, from);
    const isDemanded = target.demandSteps === null;
    if (isDemanded) this.demand(from);
    for (const [value, origin] of cell.values)
      if (isDemanded || this.#standingOf(value).isFree) this.add(to, value, origin);
  }

  /** Calls the listener once for each value that the variable gets: never at once, but while the network settles. */
  hear(variable: number, listener: Listener): void {
    if (variable === none) return;
    const cell = this.#cellOf(variable);
    if (!this.spend(1 + cell.heard.length)) return;
    cell.listeners = appended(cell.listeners, listener);
    for (const value of cell.heard) this.#queue.push(() => listener(value, cell.values.get(value) ?? null));
  }

  hearObjects(variable: number, listener: (object: ObjectValue) => void): void {
    this.hear(variable, (value) => {
      if (value.kind === "object") listener(value);
    });
  }

  /** Hears of a variable, and demands it. */
  watch(variable: number, listener: Listener): void {
    this.hear(variable, listener);
    this.demand(variable);
  }

  /** Lets the variable get all that flows into it, live or not. */
  demand(variable: number): void {
    if (variable === none) return;
    const cell = this.#cellOf(variable);
    if (cell.demandSteps === null || this.#isTooMuch()) return;
    this.#queueAll(cell.demandSteps);
    cell.demandSteps = null;
    if (cell.sources.length === 0) return;
    // Whatever flows into it from here on is demanded when it does.
    this.#queue.push(() => {
      for (const source of cell.sources) {
        this.demand(source);
        for (const [value, origin] of this.#cellOf(source).values) this.add(variable, value, origin);
      }
    });
  }

  isDemanded(variable: number): boolean {
    return this.#cells[variable]?.demandSteps === null;
  }

  whenDemanded(variable: number, step: Step): void {
    if (variable === none) return;
    const cell = this.#cellOf(variable);
    if (cell.demandSteps === null) this.#queue.push(step);
    else cell.demandSteps = appended(cell.demandSteps, step);
  }

  /** Does a step once the variable holds something live. */
  whenLive(variable: number, step: Step): void {
    if (variable === none) return;
    const cell = this.#cellOf(variable);
    if (cell.liveSteps === null) this.#queue.push(step);
    else cell.liveSteps = appended(cell.liveSteps, step);
  }

  /** Makes a value live: it goes wherever it may. */
  enliven(value: Value): void {
    const standing = this.#standingOf(value);
    if (standing.isLive || this.#isTooMuch()) return;
    standing.isLive = true;
    this.#free(value, standing);
    standing.holders = noItems;
  }

  /**
   * Lets a value go wherever variables flow, without waking what waits for a live value. A table of functions may be read by
   * any key, wherever it goes by name; but what it is put into is followed by keys.
   */
  release(value: Value): void {
    const standing = this.#standingOf(value);
    if (!standing.isFree && !this.#isTooMuch()) this.#free(value, standing);
  }

  /** Does a step once the value is live, or released. */
  whenEnlivened(value: Value, step: Step): void {
    const standing = this.#standingOf(value);
    if (standing.isFree) this.#queue.push(step);
    else standing.steps = appended(standing.steps, step);
  }

  /** Does a step with a value while the network settles, so that chains of any length need no stack. */
  later(step: Step, value: Value): void {
    if (this.spend(1, value)) this.#queue.push(step);
  }

  /** Lets everything flow until nothing changes. */
  settle(): void {
    this.#isSettling = true;
    for (let step = this.#queue.pop(); step !== undefined; step = this.#queue.pop()) step();
    this.#isSettling = false;
  }

  /** Takes steps for a value, or that are worth as much as others; false where there are none left to take. */
  spend(steps: number, value: Value | null = null): boolean {
    // What the sources say is heard in full: there is no more of it than there are sources.
    if (!this.#isSettling) return true;
    const kind = value?.kind === "path" ? "path" : "other";
    const isLeft = this.#stepCounts[kind] + steps <= mostSteps + this.#stated * stepsPerVariable;
    if (isLeft) this.#stepCounts[kind] += steps;
    else this.hasLost = true;
    return isLeft;
  }

  /** Has a variable count as one with too many texts. */
  loseTexts(variable: number): void {
    if (variable !== none) this.#cellOf(variable).textCount = mostTexts + 1;
  }

  valuesOf(variable: number): Iterable<Value> {
    return this.#cells[variable]?.values.keys() ?? noItems;
  }

  sourcesOf(variable: number): readonly number[] {
    return this.#cells[variable]?.sources ?? noItems;
  }

  /**
   * Makes what tells whether something unknown flows into a variable, as long as things are as they are now.
   * @param awaited Variables that nothing flows into yet, and something may.
   */
  findOpen(awaited: ReadonlySet<number> = noTargets): (variable: number) => boolean {
    const isOrigin = (variable: number): boolean => {
      const cell = this.#cells[variable];
      if (cell === undefined || cell.textCount > mostTexts) return true;
      return cell.sources.length === 0 && cell.values.size === 0 && !cell.isClosed && !awaited.has(variable);
    };
    return createOpenFinder((variable) => this.sourcesOf(variable), isOrigin);
  }

  #cellOf(variable: number): Cell {
    return (this.#cells[variable] ??= new Cell());
  }

  #standingOf(value: Value): Standing {
    const known = this.#standings.get(value);
    if (known !== undefined) return known;
    const isLive = value.kind === "obtained" || (value.kind === "path" && this.#isLivePath(value.path));
    const made = { isFree: isLive, isLive, holders: noItems, steps: noItems };
    this.#standings.set(value, made);
    return made;
  }

  #isTooMuch(): boolean {
    const isTooMuch = this.#followed > mostFollowed;
    if (isTooMuch) this.hasLost = true;
    return isTooMuch;
  }

  /** Counts a value that a variable gets; false where it may have no more of its kind. */
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

  #queueAll(steps: readonly Step[]): void {
    for (const step of steps) this.#queue.push(step);
  }

  #free(value: Value, standing: Standing): void {
    standing.isFree = true;
    this.#queueAll(standing.steps);
    standing.steps = noItems;
    for (const cell of standing.holders) this.#queue.push(() => this.#pass(cell, value, standing));
  }

  #arrive(cell: Cell, value: Value): void {
    cell.heard = appended(cell.heard, value);
    const standing = this.#standingOf(value);
    if (!standing.isLive && value.kind !== "text" && value.kind !== "unknown")
      standing.holders = appended(standing.holders, cell);
    this.#pass(cell, value, standing);
    if (!this.spend(cell.listeners.length, value)) return;
    // A listener that comes while others are told hears of the value by itself: `forEach` leaves it out.
    const origin = cell.values.get(value) ?? null;
    cell.listeners.forEach((listener) => listener(value, origin));
  }

  /** Hands a value on as far as it may go. */
  #pass(cell: Cell, value: Value, { isFree, isLive }: Standing): void {
    if (isLive && cell.liveSteps !== null) {
      this.#queueAll(cell.liveSteps);
      cell.liveSteps = null;
    }
    const origin = cell.values.get(value) ?? null;
    for (const target of cell.targets) if (isFree || this.isDemanded(target)) this.add(target, value, origin);
  }
}
