import { remember } from "../findings/remember.ts";

/** A union-find structure of files. */
export class Groups {
  readonly #parents = new Map<string, string>();

  join(one: string, other: string): void {
    const [first, second] = [this.#topOf(one), this.#topOf(other)];
    if (first !== second) this.#parents.set(second, first);
  }

  /** The group of each file. Files and groups keep their order. */
  of(files: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
    const groups = new Map<string, Set<string>>();
    const byFile = new Map<string, ReadonlySet<string>>();
    for (const file of files) byFile.set(file, remember(groups, this.#topOf(file), () => new Set()).add(file));
    return byFile;
  }

  #topOf(file: string): string {
    let top = file;
    for (let next = this.#parents.get(top); next !== undefined; next = this.#parents.get(top)) top = next;
    if (top !== file) this.#parents.set(file, top);
    return top;
  }
}
