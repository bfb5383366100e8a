import type { AsyncOrder } from "./async-order.ts";

/** Finds scripts of several windows of an origin that load at once: the network decides which of them runs first. */
export class ScriptRaces {
  readonly #orders = new Set<AsyncOrder>();

  add(order: AsyncOrder): void {
    this.#orders.add(order);
  }

  /** Call when the window leaves its document. */
  remove(order: AsyncOrder): void {
    this.#orders.delete(order);
  }

  /** Whether scripts of another window may run at any time. */
  isAnyBeside(order: AsyncOrder): boolean {
    return [...this.#orders].some((other) => other !== order && other.isRunning());
  }
}
