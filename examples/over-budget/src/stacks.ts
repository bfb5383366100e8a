/** Number of columns along each side of the yard. */
export const columnsAcross = 9;
export const columnsDeep = 7;

/** A crate's position in the yard, in crates from its middle. */
export interface Column {
  readonly x: number;
  readonly z: number;
}

export interface Stacks {
  /** The column at a position, the nearest one for positions outside of the yard. */
  columnAt(x: number, z: number): Column;
  /** Reserves the next free storey on a column and returns it; 0 is the ground. */
  claimStorey(column: Column): number;
}

/** Tracks the height of every column in the yard. */
export function createStacks(): Stacks {
  const heights = new Map<string, number>();

  return {
    columnAt: (x, z) => ({ x: nearestColumn(x, columnsAcross), z: nearestColumn(z, columnsDeep) }),
    claimStorey: (column) => {
      const key = `${String(column.x)},${String(column.z)}`;
      const storey = heights.get(key) ?? 0;
      heights.set(key, storey + 1);
      return storey;
    },
  };
}

function nearestColumn(place: number, count: number): number {
  const reach = (count - 1) / 2;
  return Math.min(reach, Math.max(-reach, Math.round(place)));
}
