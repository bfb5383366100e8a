/** A deterministic stream of numbers in [0, 1), 53 bits each. */
export type RandomStream = () => number;

/** The seeded generator of a game: callable itself, with named streams beside it that never shift one another. */
export interface RandomSource {
  (): number;
  /** The stream of that name; the same function every time. */
  stream(name: string): RandomStream;
}
