/**
 * Returns the items of a fixed pool in turn, the oldest first, so that nothing is allocated while the game runs. Throws
 * a RangeError if the pool is empty.
 */
export function createRing<Item>(items: readonly Item[]): () => Item {
  let cursor = 0;
  return () => {
    const item = items[cursor];
    if (item === undefined) throw new RangeError("A ring needs at least one item.");
    cursor = (cursor + 1) % items.length;
    return item;
  };
}
