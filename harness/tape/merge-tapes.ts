import type { Tape } from "../../src/formats/tape.ts";
import { FramegateError } from "../errors.ts";

/** A tape and the file that it is told by. */
export interface NamedTape {
  readonly file: string;
  readonly tape: Tape;
}

/**
 * Both tapes as one: their events by step, within a step those of the first before those of the second. A seed that is not
 * the same in both is left out.
 *
 * @throws FramegateError `tapes-differ` where they are of different step rates, input maps or games.
 */
export function mergeTapes(left: NamedTape, right: NamedTape): Tape {
  for (const { what, read } of mustAgree) refuseDifference(what, [left, read(left.tape)], [right, read(right.tape)]);
  const { seed, game = right.tape.game, mapHash = right.tape.mapHash, version, stepHz } = left.tape;
  // The order of equal steps is kept.
  const events = [...left.tape.events, ...right.tape.events].sort((first, second) => first.step - second.step);
  return {
    version,
    stepHz,
    ...(seed === undefined || seed !== right.tape.seed ? {} : { seed }),
    ...(game === undefined ? {} : { game }),
    ...(mapHash === undefined ? {} : { mapHash }),
    events,
  };
}

/** What a tape need not say, but may not say otherwise. */
const mustAgree: readonly { readonly what: string; readonly read: (tape: Tape) => string | undefined }[] = [
  { what: "step rate", read: ({ stepHz }) => `${String(stepHz)} Hz` },
  { what: "input map", read: ({ mapHash }) => mapHash },
  { what: "game", read: ({ game }) => (game === undefined ? undefined : `${game.name} ${game.version}`) },
];

type Reading = readonly [NamedTape, string | undefined];

function refuseDifference(what: string, [left, ofLeft]: Reading, [right, ofRight]: Reading): void {
  if (ofLeft === undefined || ofRight === undefined || ofLeft === ofRight) return;
  throw new FramegateError("tapes-differ", { what, left: left.file, right: right.file, ofLeft, ofRight });
}
