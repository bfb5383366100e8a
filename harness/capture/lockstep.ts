/** Ends a run because its partner in lockstep has failed. */
export class OtherRunEnded extends Error {
  constructor() {
    super("The run that this one steps in turn with has ended.");
    this.name = "OtherRunEnded";
  }
}

/** Lets a run step only when it is its turn. */
export interface Pace {
  /** Number of frames in the turn that begins with this step. */
  frames(step: number): number;
  /** Waits until the frames from this step on may run. Rejects with `OtherRunEnded`. */
  turn(step: number): Promise<void>;
  /** Reports that they have run. */
  done(): void;
}

/**
 * Two runs that step frame by frame, one after the other: frame n of both before frame n + 1 of either. So a slowdown
 * of the machine affects both alike.
 */
export class Lockstep {
  readonly #isSecondFirst: (step: number) => boolean;
  readonly #waiting = new Map<number, { readonly go: () => void; readonly stop: (reason: OtherRunEnded) => void }>();
  #next = 0;
  #isAbandoned = false;

  /**
   * @param random Returns a number in [0, 1). It decides for each frame who goes first, because the second finds warmer
   * caches.
   */
  constructor(random: () => number) {
    const order: boolean[] = [];
    this.#isSecondFirst = (step) => {
      while (order.length <= step) order.push(random() < 0.5);
      return order[step] ?? false;
    };
  }

  /** The pace of the first run (0) or of the second (1). */
  paceOf(side: 0 | 1): Pace {
    return {
      frames: () => 1,
      turn: async (step) => {
        const isLast = (side === 1) !== this.#isSecondFirst(step);
        await this.#reach(step * 2 + (isLast ? 1 : 0));
      },
      done: () => {
        this.#next += 1;
        this.#waiting.get(this.#next)?.go();
      },
    };
  }

  /** Ends the wait of the other run. */
  abandon(): void {
    this.#isAbandoned = true;
    for (const { stop } of this.#waiting.values()) stop(new OtherRunEnded());
  }

  async #reach(place: number): Promise<void> {
    if (this.#isAbandoned) throw new OtherRunEnded();
    if (this.#next >= place) return;
    await new Promise<void>((go, stop) => {
      this.#waiting.set(place, { go, stop });
    });
    this.#waiting.delete(place);
  }
}
