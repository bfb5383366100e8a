import type { Protocol } from "puppeteer-core";
import type { SampledFunction } from "../../src/formats/stack-samples.ts";

/** Maps a position in a script, line and column one-based, to the sources. */
export type DescribeFunction = (
  name: string,
  url: string,
  line: number,
  column: number,
) => { readonly functionName: string; readonly position: string; readonly owner: "game" | "library" | "framegate" };

/** Functions of a profile, each once. */
export class FunctionTable {
  readonly list: SampledFunction[] = [];
  readonly #known = new Map<string, number>();
  readonly #describe: DescribeFunction;

  constructor(describe: DescribeFunction) {
    this.#describe = describe;
  }

  /** Index of a function in the list, which it joins if it is new. */
  indexOf({ functionName, url, lineNumber, columnNumber }: Protocol.Runtime.CallFrame): number {
    const key = JSON.stringify([functionName, url, lineNumber, columnNumber]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = { url, line: Math.max(0, lineNumber), column: Math.max(0, columnNumber) };
    const index = this.list.push({ ...this.#describeAt(functionName, place), ...place }) - 1;
    this.#known.set(key, index);
    return index;
  }

  #describeAt(
    name: string,
    { url, line, column }: Pick<SampledFunction, "url" | "line" | "column">,
  ): Pick<SampledFunction, "name" | "position" | "owner"> {
    if (url === "") return { name, position: "", owner: "browser" };
    const { functionName, position, owner } = this.#describe(name, url, line + 1, column + 1);
    return { name: functionName, position, owner };
  }
}
