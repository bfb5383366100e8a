import type { VectorTarget } from "./deadzone.ts";

/**
 * A vector that is written in place. It uses a typed array, because V8 may allocate a fraction on the heap to copy it
 * between fields of two objects. This way a step of input allocates nothing.
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
