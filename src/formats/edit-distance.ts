/**
 * The optimal string alignment distance: the number of insertions, deletions, replacements and swaps of neighbours
 * between two texts. https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance
 */
export function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = at(last, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let distance = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      }
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
