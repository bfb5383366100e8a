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
