/** The data for the HUD. A new object each time, never modified, as React expects. */
export interface ArenaStatus {
  readonly score: number;
  /** 0 to 100. */
  readonly hull: number;
  /** 0 to 1; at 1 the pulse is ready. */
  readonly pulseCharge: number;
  readonly huntersDown: number;
  readonly bodies: number;
  /** Bodies that physics has not put to sleep. */
  readonly awakeBodies: number;
  readonly seconds: number;
  readonly player: RadarBlip;
  readonly hunters: readonly RadarBlip[];
}

/** A position on the platform; 1 is its wall. */
export interface RadarBlip {
  readonly x: number;
  readonly z: number;
}

/** Passes data from one root of the game to another; both import the same board. */
export interface StatusBoard {
  read(): ArenaStatus;
  publish(status: ArenaStatus): void;
  /** Calls `listener` after each publication. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** The board between the world and the HUD. */
export const statusBoard: StatusBoard = createStatusBoard({
  score: 0,
  hull: 100,
  pulseCharge: 1,
  huntersDown: 0,
  bodies: 0,
  awakeBodies: 0,
  seconds: 0,
  player: { x: 0, z: 0 },
  hunters: [],
});

function createStatusBoard(initial: ArenaStatus): StatusBoard {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    read: () => current,
    publish: (status) => {
      current = status;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
