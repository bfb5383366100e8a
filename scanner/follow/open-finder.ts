import { visit } from "./short-lists.ts";

/** What flows where. Its variables are numbers below `count`. */
export interface FlowGraph {
  readonly count: number;
  readonly sourcesOf: (variable: number) => readonly number[];
  readonly targetsOf: (variable: number) => readonly number[];
  /** Whether something that nothing is known of begins at a variable. */
  readonly isOrigin: (variable: number) => boolean;
}

/**
 * Makes what tells of a variable whether anything flows into it from an origin, or begins there; for as long as the graph
 * stays as it is. It looks back from each variable, until it has looked as often as it takes to go on once from all origins:
 * mostly a few are asked for, of thousands.
 */
export function createOpenFinder({ count, sourcesOf, targetsOf, isOrigin }: FlowGraph): (variable: number) => boolean {
  const shut = new Set<number>();
  let looks = 0;
  let reached: Uint8Array | null = null;

  const looksBack = (variable: number): boolean => {
    const seen = new Set([variable]);
    const note = (source: number): void => {
      if (!shut.has(source)) seen.add(source);
    };
    // A set takes what is added to it while it is gone through.
    for (const next of seen) {
      looks += 1;
      if (isOrigin(next)) return true;
      visit(sourcesOf(next), note, null);
    }
    // Nothing that leads there is an origin, either.
    for (const one of seen) shut.add(one);
    return false;
  };

  return (variable) => {
    // One that is no variable may be asked for, too.
    if (reached !== null) return reached[variable] === 1 || isOrigin(variable);
    if (shut.has(variable)) return false;
    if (looks < count) return looksBack(variable);
    reached = reachedFrom({ count, sourcesOf, targetsOf, isOrigin });
    return reached[variable] === 1 || isOrigin(variable);
  };
}

/** A one for each variable that something flows to from an origin. */
function reachedFrom({ count, targetsOf, isOrigin }: FlowGraph): Uint8Array {
  const reached = new Uint8Array(count);
  const open: number[] = [];
  const enter = (variable: number): void => {
    if (reached[variable] === 1) return;
    reached[variable] = 1;
    open.push(variable);
  };
  for (let variable = 0; variable < count; variable += 1) if (isOrigin(variable)) enter(variable);
  visit(
    open,
    (variable) => {
      visit(targetsOf(variable), enter, null);
    },
    null,
  );
  return reached;
}
