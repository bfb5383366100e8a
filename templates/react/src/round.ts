import type { RandomStream } from "framegate";

export const columns = 8;
export const rows = 5;

/** The state of a round at one moment. Replaced as a whole, so that React notices the change. */
export interface RoundState {
  /** Brightness of each lamp, 0 to 1, row by row. */
  readonly lamps: readonly number[];
  readonly cursor: number;
  readonly score: number;
  readonly missed: number;
}

export interface Round {
  read(): RoundState;
  subscribe(listener: () => void): () => void;
  /** Moves the cursor by whole fields; a burning lamp under it is put out and scores. */
  move(x: number, y: number): void;
  /** Burns the lamps down for `dt` seconds, and lights new ones. */
  burn(dt: number): void;
}

const burnSeconds = 4;
const lampsAtOnce = 9;

/** The rules of the game. They do not depend on React. */
export function createRound(random: RandomStream): Round {
  const listeners = new Set<() => void>();
  let state: RoundState = { lamps: Array.from({ length: columns * rows }, () => 0), cursor: 18, score: 0, missed: 0 };

  function replace(change: Partial<RoundState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    move: (x, y) => {
      if (x === 0 && y === 0) return;
      const column = ((state.cursor % columns) + x + columns) % columns;
      const row = (Math.floor(state.cursor / columns) + y + rows) % rows;
      const cursor = row * columns + column;
      const isBurning = (state.lamps[cursor] ?? 0) > 0;
      const lamps = state.lamps.map((brightness, index) => (index === cursor ? 0 : brightness));
      replace({ cursor, lamps, score: state.score + Number(isBurning) });
    },
    burn: (dt) => {
      const lamps = state.lamps.map((brightness) => Math.max(0, brightness - dt / burnSeconds));
      const burntDown = lamps.filter((brightness, index) => brightness === 0 && (state.lamps[index] ?? 0) > 0).length;
      const lit = lamps.filter((brightness) => brightness > 0).length;
      if (lit < lampsAtOnce && random() < 0.12) {
        const field = Math.floor(random() * lamps.length);
        if (field !== state.cursor && lamps[field] === 0) lamps[field] = 1;
      }
      replace({ lamps, missed: state.missed + burntDown });
    },
  };
}
