import { remember } from "../findings/remember.ts";

/** Module names, and patterns such as `@lib/*`, with their targets. */
export class Patterns<Target> {
  readonly #whole = new Map<string, Target>();
  /** By the text before the `*`: the text after it, and the target. */
  readonly #open = new Map<string, (readonly [end: string, target: Target])[]>();
  #longest = 0;

  constructor(targets: Iterable<readonly [pattern: string, target: Target]>) {
    for (const [pattern, target] of targets) {
      const [start = "", end] = pattern.split("*");
      if (end === undefined) this.#whole.set(pattern, target);
      else remember(this.#open, start, () => []).push([end, target]);
      if (end !== undefined) this.#longest = Math.max(this.#longest, start.length);
    }
  }

  /** The targets of a name, and the text in place of the `*`: the whole name first, then the longest prefix. */
  *of(name: string): Generator<readonly [target: Target, middle: string]> {
    const whole = this.#whole.get(name);
    if (whole !== undefined) yield [whole, ""];
    for (let length = Math.min(name.length, this.#longest); length >= 0; length -= 1)
      for (const [end, target] of this.#open.get(name.slice(0, length)) ?? [])
        if (name.length >= length + end.length && name.endsWith(end))
          yield [target, name.slice(length, name.length - end.length)];
  }
}
