import { callSite } from "../native/call-site.ts";

const toldMax = 3;

/** The first few of many texts of a page, for one notice about all of them. */
export class FirstTexts {
  readonly #realm: typeof globalThis;
  readonly #told: string[] = [];
  #count = 0;
  #where: string | null = null;

  constructor(realm: typeof globalThis) {
    this.#realm = realm;
  }

  /** Call where the page's own call is on the stack. `describe` is only called for the first few. */
  add(describe: () => string): void {
    this.#count += 1;
    if (this.#count === 1) this.#where = callSite(this.#realm);
    if (this.#told.length < toldMax) this.#told.push(describe());
  }

  count(): number {
    return this.#count;
  }

  /** The call that made the first one. */
  where(): string | null {
    return this.#where;
  }

  /** Such as "one; two; three; and 4 more". */
  list(): string {
    const others = this.#count - this.#told.length;
    return [...this.#told, ...(others > 0 ? [`and ${String(others)} more`] : [])].join("; ");
  }
}
