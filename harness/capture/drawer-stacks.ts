import type { PageMaps } from "./page-maps.ts";
import { framesIn, placeAt, type StackFrame, type StackPositions } from "./stack-positions.ts";

/** A call of a stack, named for a report. */
export interface NamedCall extends Pick<StackFrame, "position" | "owner"> {
  readonly name: string;
}

// Engines have 400 kB and more, even minified. A game's own file is as large only if a bundler made it, and a bundle is
// rarely called by other files.
const engineLength = 200_000;

/**
 * The calls of a V8 stack trace, innermost first. In a page without a build, an engine is a file like the game's own. So a
 * large script counts as a library where a smaller one called it.
 */
export function namedCalls(
  stack: string,
  describe: StackPositions["frame"],
  scripts: Pick<PageMaps, "lengthOf">,
): readonly NamedCall[] {
  const calls = framesIn(stack, describe).map(({ functionName, position, owner }): NamedCall => {
    return { name: functionName, position, owner };
  });
  const isLarge = ({ position }: NamedCall): boolean => scripts.lengthOf(placeAt(position)?.file ?? "") > engineLength;
  const isCalled = calls.some((call) => call.owner === "game" && !isLarge(call));
  if (!isCalled) return calls;
  return calls.map((call) => (call.owner === "game" && isLarge(call) ? { ...call, owner: "library" } : call));
}
