import type { VectorTarget } from "./deadzone.ts";

/**
 * A vector that is written in place. Its numbers lie in a typed array, because V8 may put a fraction on the heap to move it
 * from a field of one object to that of another; so a step of input allocates nothing.
 */
export class VectorCell implements VectorTarget {
  readonly #numbers = new Float64Array(2);

  get x(): number {
    return this.#numbers[0] ?? 0;
  }

  set x(value: number) {
    this.#numbers[0] = value;
  }

  get y(): number {
    return this.#numbers[1] ?? 0;
  }

  set y(value: number) {
    this.#numbers[1] = value;
  }
}
