/** An item of the grid. */
export interface Located {
  readonly x: number;
  readonly y: number;
}

export interface NeighbourGrid<Item extends Located> {
  /** Sorts all items into cells again; call it once per step, before the first lookup. */
  rebuild(items: readonly Item[]): void;
  /** Visits the items in the nine cells around a point, always in the same order, until `visit` returns false. */
  visitNear(x: number, y: number, visit: (item: Item) => boolean): void;
}

/** Sorts points into square cells, so that a search for neighbours does not have to visit all points. */
export function createNeighbourGrid<Item extends Located>(
  width: number,
  height: number,
  cellSize: number,
): NeighbourGrid<Item> {
  const columns = Math.ceil(width / cellSize);
  const rows = Math.ceil(height / cellSize);
  const cells = Array.from({ length: columns * rows }, (): Item[] => []);

  function cellAt(column: number, row: number): Item[] | undefined {
    const isInside = column >= 0 && column < columns && row >= 0 && row < rows;
    return isInside ? cells[row * columns + column] : undefined;
  }

  function rebuild(items: readonly Item[]): void {
    for (const cell of cells) cell.length = 0;
    for (const item of items) cellAt(Math.floor(item.x / cellSize), Math.floor(item.y / cellSize))?.push(item);
  }

  function visitNear(x: number, y: number, visit: (item: Item) => boolean): void {
    const middleColumn = Math.floor(x / cellSize);
    const middleRow = Math.floor(y / cellSize);
    for (let row = middleRow - 1; row <= middleRow + 1; row += 1) {
      for (let column = middleColumn - 1; column <= middleColumn + 1; column += 1) {
        const cell = cellAt(column, row);
        if (cell !== undefined && !cell.every(visit)) return;
      }
    }
  }

  return { rebuild, visitNear };
}
