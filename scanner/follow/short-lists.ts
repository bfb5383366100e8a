/** The list with one item more: the same one, where it had some. */
export function appended<Item>(list: Item[], item: Item): Item[] {
  // A list that is pushed to gets room for sixteen more, and most have one item or two.
  if (list.length === 0) return [item];
  const first = list[0];
  if (list.length === 1 && first !== undefined) return [first, item];
  list.push(item);
  return list;
}

/** As `for ... of`, without what that allocates even where there is nothing: most lists are empty or short, and there are many. */
export function visit<Item, Given>(
  list: readonly Item[],
  step: (item: Item, given: Given) => void,
  given: Given,
): void {
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    if (item !== undefined) step(item, given);
  }
}

/** From so many items on, to look through a list takes longer than to look something up. */
const longList = 16;

/** Lists in which each item is once. Of many owners few have long ones; a set takes as much memory as a list of twenty. */
export class DistinctLists<Owner extends object, Item> {
  readonly #long = new Map<Owner, Set<Item>>();

  has(owner: Owner, list: readonly Item[], item: Item): boolean {
    if (list.length < longList) return list.includes(item);
    return this.#setOf(owner, list).has(item);
  }

  /** The list with an item that is not in it. */
  with(owner: Owner, list: Item[], item: Item): Item[] {
    if (list.length >= longList) this.#setOf(owner, list).add(item);
    return appended(list, item);
  }

  #setOf(owner: Owner, list: readonly Item[]): Set<Item> {
    const known = this.#long.get(owner) ?? new Set(list);
    this.#long.set(owner, known);
    return known;
  }
}
