import { markNames } from "../../../formats/page-port.ts";
import { replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

// For each name it clears, the browser searches all marks, so they must not become many.
const marksKept = 32;

/** Marks the steps of a realm's physics engines for the trace. */
export class PhysicsMeter {
  readonly #real: Pick<RealPrimitives, "mark" | "clearMarks">;
  readonly #engines = new Set<string>();
  #depth = 0;
  #marked = 0;

  constructor(real: Pick<RealPrimitives, "mark" | "clearMarks">) {
    this.#real = real;
  }

  /** The engines whose steps are marked. */
  engines(): readonly string[] {
    return [...this.#engines];
  }

  /** Marks the calls of a method from now on. Nested calls of the same kind are part of the outer step. */
  watch(engine: string, owner: object, key: string): void {
    this.#engines.add(engine);
    const begin = (): void => {
      if (this.#depth === 0) this.#real.mark(markNames.physicsStart);
      this.#depth += 1;
    };
    const end = (): void => {
      this.#depth -= 1;
      if (this.#depth === 0) this.#endStep();
    };
    replaceMethod(owner, key, (step) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        begin();
        try {
          return Reflect.apply(step, this, parameters);
        } finally {
          end();
        }
      }
      return replacement;
    });
  }

  #endStep(): void {
    this.#real.mark(markNames.physicsEnd);
    this.#marked += 1;
    if (this.#marked < marksKept) return;
    this.#marked = 0;
    this.#real.clearMarks(markNames.physicsStart);
    this.#real.clearMarks(markNames.physicsEnd);
  }
}
