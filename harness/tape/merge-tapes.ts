import type { Tape, TapeEvent } from "../../src/formats/tape.ts";
import { FramegateError } from "../errors.ts";
import { sourceOfEvent } from "./describe-tape.ts";

/** A tape and the name of its file. */
export interface NamedTape {
  readonly file: string;
  readonly tape: Tape;
}

/**
 * Merges two tapes by step. Within a step, events of the first tape come first. A seed is kept only if both agree.
 *
 * @throws FramegateError `tapes-differ` if their step rates, input maps or games differ.
 */
export function mergeTapes(left: NamedTape, right: NamedTape): Tape {
  for (const { what, read } of mustAgree) refuseDifference(what, [left, read(left.tape)], [right, read(right.tape)]);
  const { seed, game = right.tape.game, mapHash = right.tape.mapHash, version, stepHz } = left.tape;
  // The sort is stable.
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

/** A source that two tapes use at the same time. */
export interface Overlap {
  readonly source: string;
  /** The first and the last step of the overlap. */
  readonly from: number;
  readonly to: number;
}

/** Overlaps of two tapes. In a merged tape the later of two events of a source counts, whichever tape it is from. */
export function findOverlaps(left: Tape, right: Tape): readonly Overlap[] {
  const ofRight = spansOf(right);
  return [...spansOf(left)].flatMap(([source, span]) => {
    const other = ofRight.get(source);
    if (other === undefined) return [];
    const [from, to] = [Math.max(span.from, other.from), Math.min(span.to, other.to)];
    return from <= to ? [{ source, from, to }] : [];
  });
}

/**
 * Range of steps from the first to the last event of each source. Movements add up, and losing focus twice changes
 * nothing, so both are left out.
 */
function spansOf({ events }: Tape): ReadonlyMap<string, { readonly from: number; readonly to: number }> {
  const spans = new Map<string, { readonly from: number; readonly to: number }>();
  for (const event of events) {
    if (addsUp.has(event.type)) continue;
    const source = sourceOfEvent(event);
    spans.set(source, { from: spans.get(source)?.from ?? event.step, to: event.step });
  }
  return spans;
}

const addsUp: ReadonlySet<TapeEvent["type"]> = new Set(["mouse_move", "wheel", "test_pointer_delta", "blur", "focus"]);

/** Properties that a tape may omit, but that must not differ. */
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
