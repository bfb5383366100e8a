import { type Assembly, openAssembly } from "./assembly.ts";
import type { ByteTerms } from "./byte-terms.ts";
import type { FramedBytes } from "../find/read-sources.ts";

/**
 * What the bytes of a script say. `clear`: the filter need not look at it. `gives`: it need not unless another file may do
 * something with a global object, which this one hands on. `takes`: it need not, and this is such a file. `unclear`: it has to.
 */
export type ByteVerdict = (typeof verdicts)[number];

/** As they are numbered in `assembly/clear-bytes.ts`. */
const verdicts = ["unclear", "clear", "takes", "gives"] as const;

/** Judges a script. The source lies in the memory that the filter was made for; `hasTags` says whether JSX may occur in it. */
export type ByteFilter = (source: FramedBytes, hasTags: boolean) => ByteVerdict;

/**
 * Makes what goes before the filter: it looks for the filter's words, and clears files that have them only in comments and
 * in places where they are known to be harmless, which are most files of most games. It knows fewer such places than the
 * filter does, and leaves to that whatever it is not sure of.
 *
 * It is WebAssembly, made of `assembly/`: that is as fast in the first file as in the last, where V8 has to see JavaScript
 * run before it compiles it, and it compares sixteen bytes at a time.
 */
export function createByteFilter(terms: ByteTerms, memory: WebAssembly.Memory): ByteFilter {
  const textAt = (start: number, end: number): string => Buffer.from(memory.buffer).toString("latin1", start, end);
  const assembly = openAssembly(memory, {
    isPackage: (start) => terms.packages.some((name) => textAt(start, start + name.length) === name),
  });
  teach(terms, assembly, memory);
  return ({ start, end }, hasTags) => verdicts[assembly.judge(start, end, hasTags)] ?? "unclear";
}

function teach({ words, sets }: ByteTerms, assembly: Assembly, memory: WebAssembly.Memory): void {
  const bytes = Buffer.from(memory.buffer);
  const start = assembly.givenName();
  const put = (name: string): number => bytes.write(name, start, "latin1");
  for (const [name, kind, set] of words) assembly.addWord(put(name), kind, set, bitOf(name));
  for (const [set, names] of sets.entries()) for (const name of names) assembly.addMember(put(name), set);
}

/**
 * The words that share one of the eight bits by which they are searched for. The search stops wherever each of three letters
 * is one of some word with the same bit. With these groups, found by trying, it does so a quarter as often as if words that
 * begin alike shared one.
 */
const bitGroups: readonly (readonly string[])[] = [
  ["self", "this"],
  ["Temporal", "window", "frames", "framegate", "timers"],
  ["Math", "Date", "Intl", "Function", "top"],
  ["process", "seedrandom", "export"],
  ["crypto", "Crypto", "SubtleCrypto", "module"],
  ["performance", "Performance", "parent", "import", "require", "perf_hooks"],
  ["eval"],
  ["globalThis", "global", "defaultView", "contentWindow", "constructor"],
];

const bits: ReadonlyMap<string, number> = new Map(
  bitGroups.flatMap((names, bit) => names.map((name) => [name, bit] as const)),
);

/** Words of the other groups go where their first letter says. */
function bitOf(word: string): number {
  return bits.get(word) ?? word.charCodeAt(0) % bitGroups.length;
}
