import { describeTarget, type TapeCondition } from "../../src/formats/element-look.ts";
import type { Tape, TapeEvent } from "../../src/formats/tape.ts";

/** A summary of a tape, for people and for tools. */
export interface TapeSummary {
  readonly stepHz: number;
  readonly seed: number | null;
  readonly game: NonNullable<Tape["game"]> | null;
  readonly mapHash: string | null;
  readonly eventCount: number;
  /** Null if there are no events. */
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  /** Number of events of each type, most frequent first. */
  readonly eventCounts: Readonly<Record<string, number>>;
}

/** Summarizes a tape. */
export function summarizeTape({ stepHz, seed, game, mapHash, events }: Tape): TapeSummary {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return {
    stepHz,
    seed: seed ?? null,
    game: game ?? null,
    mapHash: mapHash ?? null,
    eventCount: events.length,
    firstStep: events[0]?.step ?? null,
    lastStep: events.at(-1)?.step ?? null,
    eventCounts: Object.fromEntries([...counts].sort(([, left], [, right]) => right - left)),
  };
}

/** A tape as a list, one line per event: step, seconds, source, and value. */
export function tapeLines({ events, stepHz }: Tape): readonly string[] {
  const rows = events.map((event) => {
    const { source, deed } = describeEvent(event);
    const when = event.when === undefined ? "" : `${deed === "" ? "" : ", "}when ${describeCondition(event.when)}`;
    return [String(event.step), (event.step / stepHz).toFixed(3), source, `${deed}${when}`] as const;
  });
  const table = [["step", "seconds", "source", ""] as const, ...rows];
  const widthOf = (column: 0 | 1 | 2): number => table.reduce((widest, row) => Math.max(widest, row[column].length), 0);
  const [steps, seconds, sources] = [widthOf(0), widthOf(1), widthOf(2)];
  return table.map(([step, second, source, deed]) => {
    return `${step.padStart(steps)}  ${second.padStart(seconds)}  ${source.padEnd(sources)}  ${deed}`.trimEnd();
  });
}

/** Name of an event's source, the same for all events of one key, button or pad. A click is of the left button. */
export function sourceOfEvent(event: TapeEvent): string {
  return event.type === "click" ? "mouse_button 0" : describeEvent(event).source;
}

interface EventWords {
  readonly source: string;
  readonly deed: string;
}

function describeEvent(event: TapeEvent): EventWords {
  switch (event.type) {
    case "key":
      return { source: `key ${JSON.stringify(event.code)}`, deed: downOrUp(event.pressed) };
    case "mouse_button":
      return { source: `mouse_button ${String(event.button)}`, deed: `${downOrUp(event.pressed)}${placeOf(event)}` };
    case "mouse_move":
      return { source: event.type, deed: `${movementOf(event)}${placeOf(event)}`.trimStart() };
    case "wheel":
      return { source: event.type, deed: movementOf(event) };
    case "gamepad":
      return { source: `gamepad ${String(event.index)}`, deed: describePad(event) };
    case "pointer_lock":
      return { source: event.type, deed: event.locked === false ? "let go" : "locked" };
    case "click":
      return { source: event.type, deed: `on ${describeTarget(event)}` };
    case "wait":
    case "blur":
    case "focus":
      return { source: event.type, deed: "" };
    default:
      return { source: sourceOf(event), deed: describeInjected(event) };
  }
}

type Injected = Extract<TapeEvent, { readonly sourceId: string }>;

function describeInjected(event: Injected): string {
  if (event.type === "touch_button") return downOrUp(event.pressed);
  return event.type === "test_axis" ? String(event.value) : `${String(event.x)}, ${String(event.y)}`;
}

function describeCondition({ visible, stepsMax, ...target }: TapeCondition): string {
  const limit = stepsMax === undefined ? "" : ` (${String(stepsMax)} ${stepsMax === 1 ? "step" : "steps"} at most)`;
  return `${describeTarget(target)} is ${visible === false ? "gone" : "visible"}${limit}`;
}

function sourceOf({ type, sourceId }: Injected): string {
  return `${type} ${JSON.stringify(sourceId)}`;
}

function downOrUp(pressed: boolean): string {
  return pressed ? "down" : "up";
}

function placeOf({ x, y }: { readonly x?: number | undefined; readonly y?: number | undefined }): string {
  return x === undefined || y === undefined ? "" : ` at ${String(x)}, ${String(y)}`;
}

function movementOf({ dx, dy }: { readonly dx?: number | undefined; readonly dy?: number | undefined }): string {
  return dx === undefined || dy === undefined ? "" : `by ${String(dx)}, ${String(dy)}`;
}

function describePad({ axes, buttons, connected }: Extract<TapeEvent, { readonly type: "gamepad" }>): string {
  if (connected === false) return "gone";
  const values = buttons?.map((button) =>
    typeof button === "number" ? String(button) : `${String(button.value)}${button.pressed ? "*" : ""}`,
  );
  const parts = [
    axes === undefined ? "" : `axes ${axes.join(" ")}`,
    values === undefined ? "" : `buttons ${values.join(" ")}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}
