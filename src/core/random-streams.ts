import alea from "seedrandom/lib/alea.js";
import type { HashSink } from "./state-hash.ts";
import { hashText } from "./text-hash.ts";

/** A deterministic stream of numbers in [0, 1), 53 bits each. */
export type RandomStream = () => number;

/** The seeded generator of a game: callable itself, with named streams beside it that never shift one another. */
export interface RandomSource {
  (): number;
  /** The stream of that name; the same function every time. */
  stream(name: string): RandomStream;
}

/** A stream that knows how often it was drawn from. */
export interface SeededGenerator extends RandomStream {
  /** Numbers drawn so far: with the seed and the name, the whole position of the stream. */
  drawn(): number;
}

/** A random source whose stream positions can be hashed. */
export interface HashableRandomSource extends RandomSource {
  /** Absorbs the position of every stream that was drawn from, in the order of their names. */
  hashInto(sink: HashSink): void;
}

/** Part of what every stream is made from. Raised when the numbers under a seed change. */
const generatorVersion = 1;

/**
 * One stream under a seed. seedrandom's own string seeds collide ("1", "11" and "111" give one stream), so it is fed a
 * hash of all that tells streams apart.
 * @param seed A safe integer; all of it counts.
 */
export function createSeededGenerator(seed: number, name: string): SeededGenerator {
  return createGenerator([generatorVersion, seed, "generator", name]);
}

/**
 * The random source of a game or of one of its roots.
 * @param streamPrefix Sets this source apart from others under the same seed, such as by root id.
 */
export function createRandomSource(seed: number, streamPrefix = ""): HashableRandomSource {
  const unnamed = createGenerator([generatorVersion, seed, "unnamed", streamPrefix]);
  const streams = new Map<string, SeededGenerator>();
  let sorted: readonly (readonly [string, SeededGenerator])[] = [];

  const stream = (name: string): RandomStream => {
    const known = streams.get(name);
    if (known !== undefined) return known;
    const created = createGenerator([generatorVersion, seed, "stream", streamPrefix, name]);
    streams.set(name, created);
    sorted = [...streams].sort(([left], [right]) => (left < right ? -1 : 1));
    return created;
  };
  const hashInto = (sink: HashSink): void => {
    sink.addNumber(unnamed.drawn());
    for (const [name, generator] of sorted) {
      // A stream that was only looked up is in no state that a game could see.
      if (generator.drawn() === 0) continue;
      sink.addText(name);
      sink.addNumber(generator.drawn());
    }
  };
  return Object.assign(() => unnamed(), { stream, hashInto });
}

function createGenerator(identity: readonly (string | number)[]): SeededGenerator {
  const generator = alea(hashText(JSON.stringify(identity)));
  let count = 0;
  const draw = (): number => {
    count += 1;
    return generator.double();
  };
  return Object.assign(draw, { drawn: () => count });
}
