/** Columns of the yard along each side. */
export const columnsAcross = 9;
export const columnsDeep = 7;

/** A crate's place in the yard, in crates from its middle. */
export interface Column {
  readonly x: number;
  readonly z: number;
}

export interface Stacks {
  /** The column under a place, the nearest one when the place is outside of the yard. */
  columnAt(x: number, z: number): Column;
  /** Reserves the next free place on a column and returns its storey, 0 being the ground. */
  claimStorey(column: Column): number;
}

/** Keeps count of how high every column of the yard is. */
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
