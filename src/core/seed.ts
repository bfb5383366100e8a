import type { ResolvedSeed } from "../formats/run-plan.ts";

/** The query parameter that carries a seed. */
const seedParameter = "framegate-seed";

/** The runtime's own fixed seed: 2^32 divided by the golden ratio, which has no meaning elsewhere. */
const runtimeDefaultSeed = 0x9e3779b9;

export interface SeedInputs {
  /** A value from the host; on the command line, `--seed`. */
  readonly explicit?: number | undefined;
  /** The page's query, with or without its question mark. */
  readonly query: string;
  /** The manifest's `determinism.defaultSeed`. */
  readonly defaultSeed: number | null;
  /** The manifest's `determinism.seededRandom`. */
  readonly seededRandom: boolean;
}

/** An explicit seed that is not a safe integer. */
export class SeedError extends RangeError {
  readonly code = "bad-seed";

  constructor(value: unknown) {
    super(`A seed is an integer ${Number.MIN_SAFE_INTEGER}..${Number.MAX_SAFE_INTEGER}; found ${String(value)}.`);
    this.name = "SeedError";
  }
}

/**
 * Chooses the seed of a run: explicit, then query, then the manifest's default, then the runtime's own.
 * @throws {SeedError} The explicit value is not a safe integer.
 */
export function resolveSeed({ explicit, query, defaultSeed, seededRandom }: SeedInputs): ResolvedSeed {
  if (explicit !== undefined) {
    if (!Number.isSafeInteger(explicit)) throw new SeedError(explicit);
    return { value: withoutNegativeZero(explicit), source: "explicit", notices: [] };
  }
  const inQuery = readQuerySeed(query);
  if (!seededRandom) {
    const notices = describeIgnored(inQuery.isPresent, defaultSeed !== null);
    return { value: runtimeDefaultSeed, source: "runtime-default", notices };
  }
  const { notices } = inQuery;
  if (inQuery.value !== null) return { value: inQuery.value, source: "query", notices };
  if (defaultSeed !== null) return { value: withoutNegativeZero(defaultSeed), source: "defaultSeed", notices };
  return { value: runtimeDefaultSeed, source: "runtime-default", notices };
}

interface QuerySeed {
  readonly isPresent: boolean;
  readonly value: number | null;
  readonly notices: readonly string[];
}

function readQuerySeed(query: string): QuerySeed {
  const written = readParameter(query, seedParameter);
  const [first] = written;
  if (first === undefined) return { isPresent: false, value: null, notices: [] };
  const value = /^-?\d+$/.test(first) ? Number(first) : Number.NaN;
  const isSeed = Number.isSafeInteger(value);
  const notices = [
    ...(isSeed ? [] : [`The query's ${seedParameter}=${first.slice(0, 40)} is not a safe integer and was not used.`]),
    ...(written.length > 1 ? [`The query has ${seedParameter} ${written.length} times; only the first counts.`] : []),
  ];
  return { isPresent: true, value: isSeed ? withoutNegativeZero(value) : null, notices };
}

function describeIgnored(hasQuery: boolean, hasDefault: boolean): readonly string[] {
  const reason = "was ignored because the manifest does not declare seededRandom.";
  return [
    ...(hasQuery ? [`The query's ${seedParameter} ${reason}`] : []),
    ...(hasDefault ? [`The manifest's defaultSeed ${reason}`] : []),
  ];
}

/** All values of a query parameter. Parsed by hand, because this room cannot use `URLSearchParams`. */
function readParameter(query: string, name: string): readonly string[] {
  return query
    .replace(/^\?/, "")
    .split("&")
    .map((pair) => {
      const separator = pair.indexOf("=");
      return separator < 0 ? [pair, ""] : [pair.slice(0, separator), pair.slice(separator + 1)];
    })
    .filter(([key = ""]) => decode(key) === name)
    .map(([, value = ""]) => decode(value));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // A stray percent sign; browsers keep the text as it is.
    return text;
  }
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}
