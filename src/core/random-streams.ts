import alea from "seedrandom/lib/alea.js";
import type { HashSink } from "./state-hash.ts";
import { hashText } from "./text-hash.ts";

/** A deterministic stream of numbers in [0, 1), 53 bits each. */
export type RandomStream = () => number;

/** The seeded generator of a game. Callable itself; its named streams do not affect each other. */
export interface RandomSource {
  (): number;
  /** Returns the stream of that name, the same function every time. */
  stream(name: string): RandomStream;
}

/** A stream that counts its draws. */
export interface SeededGenerator extends RandomStream {
  /** Numbers drawn so far. Together with the seed and the name, this is the stream's whole state. */
  drawn(): number;
}

/** A random source whose stream positions can be hashed. */
export interface HashableRandomSource extends RandomSource {
  /** Absorbs the position of every stream that was drawn from, ordered by name. */
  hashInto(sink: HashSink): void;
  /** Every stream that was looked up, ordered by name; the unnamed one comes first, with the name null. */
  positions(): readonly StreamPosition[];
}

/** How far a random stream has been drawn. */
export interface StreamPosition {
  /** Null for the stream without a name. */
  readonly name: string | null;
  /** Numbers drawn so far. */
  readonly drawn: number;
}

/** Goes into the seed of every stream. Raised when the numbers for a seed change. */
const generatorVersion = 1;

/**
 * A stream for a seed and a name. seedrandom's own string seeds collide ("1", "11" and "111" give one stream), so it
 * gets a hash of everything that identifies the stream.
 * @param seed A safe integer; all its bits count.
 */
export function createSeededGenerator(seed: number, name: string): SeededGenerator {
  return createGenerator([generatorVersion, seed, "generator", name]);
}

/**
 * The random source of a game, or of one of its roots.
 * @param streamPrefix Separates this source from others with the same seed, for example by root id.
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
    sink.name?.("", ["draws"]);
    sink.addNumber(unnamed.drawn());
    for (const [name, generator] of sorted) {
      // A stream that was looked up but never drawn from has no state that a game could observe.
      if (generator.drawn() === 0) continue;
      sink.name?.(name, ["name", "draws"]);
      sink.addText(name);
      sink.addNumber(generator.drawn());
    }
  };
  const positions = (): readonly StreamPosition[] => [
    { name: null, drawn: unnamed.drawn() },
    ...sorted.map(([name, generator]) => ({ name, drawn: generator.drawn() })),
  ];
  return Object.assign(() => unnamed(), { stream, hashInto, positions });
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
