/**
 * A scheduled change of an audio parameter. Times are seconds of its context. A `set` event with the value null holds the
 * value that the parameter has then.
 */
export type ParamEvent = Readonly<{ time: number }> &
  (
    | Readonly<{ kind: "set"; value: number | null }>
    /** Ramps begin where the event before them ends, or when they are scheduled. */
    | Readonly<{ kind: "linear" | "exponential"; value: number; scheduledAt: number }>
    | Readonly<{ kind: "target"; value: number; timeConstant: number }>
    | Readonly<{ kind: "curve"; values: readonly number[]; duration: number; end: number }>
  );

/**
 * The automation of an audio parameter, as Web Audio defines it (section "AudioParam"). It tells the value at any time
 * without a sound card. Modulation by other nodes is no part of a parameter's value.
 */
export class ParamTimeline {
  /** In the order of their times. */
  #events: readonly ParamEvent[] = [];
  #initial: number;

  /** @param initial The value before the first event. */
  constructor(initial: number) {
    this.#initial = initial;
  }

  valueAt(time: number): number {
    let value = this.#initial;
    let from = 0;
    for (const [index, event] of this.#events.entries()) {
      const end = endOf(event, this.#events[index + 1]);
      if (isRamp(event)) {
        // As in Chromium, nothing leads to the first event.
        if (time < event.time)
          return time <= from || index === 0 ? value : rampValue(event, value, (time - from) / (event.time - from));
      } else if (time < event.time) return value;
      else if (time < end) return shapeValue(event, value, time);
      value = Number.isFinite(end) ? shapeValue(event, value, end) : value;
      from = end;
    }
    return value;
  }

  /** Adds an event. Gives false, and adds nothing, if it lies within a curve or if its own curve covers another event. */
  schedule(event: ParamEvent, now: number): boolean {
    this.#forget(now);
    if (this.#events.some((other) => overlaps(event, other))) return false;
    if (this.#events.length === 0 && isRamp(event)) this.#insert({ kind: "set", time: now, value: this.#initial });
    this.#insert(event);
    return true;
  }

  /** Removes the events at and after a time, and the curve around it. */
  cancelFrom(time: number, now: number): void {
    const value = this.valueAt(now);
    this.#events = this.#events.filter((event) => event.time < time && !isWithin(time, event));
    if (this.#events.length === 0) this.#initial = value;
  }

  /** Removes the events after a time, and keeps the value that the parameter has then. */
  holdAt(time: number): void {
    const value = this.valueAt(time);
    const next = this.#events.find((event) => event.time > time);
    this.#events = this.#events
      .filter((event) => event.time <= time)
      .map((event) => (isWithin(time, event) ? { ...event, end: time } : event));
    if (isRamp(next)) this.#insert({ ...next, time, value });
    else if (this.#events.at(-1)?.kind === "target") this.#insert({ kind: "set", time, value: null });
  }

  /** Folds what is over into one event, so that a value that is set in every frame costs the same in each. */
  #forget(now: number): void {
    const index = this.#events.findLastIndex(({ time }) => time <= now);
    const last = this.#events[index];
    if (last === undefined) return;
    const start: ParamEvent = { kind: "set", time: last.time, value: this.valueAt(last.time) };
    const isLasting = last.kind === "target" || last.kind === "curve";
    this.#events = [start, ...(isLasting ? [last] : []), ...this.#events.slice(index + 1)];
  }

  #insert(event: ParamEvent): void {
    const others = this.#events.filter(({ kind, time }) => kind !== event.kind || time !== event.time);
    const later = others.findIndex(({ time }) => time > event.time);
    const at = later === -1 ? others.length : later;
    this.#events = [...others.slice(0, at), event, ...others.slice(at)];
  }
}

type Ramp = Extract<ParamEvent, { kind: "linear" | "exponential" }>;
type Curve = Extract<ParamEvent, { kind: "curve" }>;

function isRamp(event: ParamEvent | undefined): event is Ramp {
  return event?.kind === "linear" || event?.kind === "exponential";
}

/** When an event no longer decides the value: its own end, or the beginning of the next one. */
function endOf(event: ParamEvent, next: ParamEvent | undefined): number {
  if (event.kind === "curve") return event.end;
  if (event.kind !== "target") return event.time;
  // As in Chromium: a ramp takes over where an approach to a target has come to.
  if (isRamp(next)) return Math.max(event.time, next.scheduledAt);
  return next?.time ?? Infinity;
}

function rampValue({ kind, value }: Ramp, start: number, share: number): number {
  if (kind === "linear") return start + (value - start) * share;
  return start * value > 0 ? start * (value / start) ** share : start;
}

/** The value at a time that is not before the event. @param start The value when the event begins. */
function shapeValue(event: ParamEvent, start: number, time: number): number {
  if (event.kind === "target") {
    const { value, timeConstant } = event;
    return timeConstant === 0 ? value : value + (start - value) * Math.exp((event.time - time) / timeConstant);
  }
  if (event.kind !== "curve") return event.value ?? start;
  const { values, duration } = event;
  const last = values.length - 1;
  const position = Math.min(last, ((time - event.time) / duration) * last);
  const index = Math.floor(position);
  const left = values[index] ?? 0;
  return left + ((values[index + 1] ?? left) - left) * (position - index);
}

function isWithin(time: number, event: ParamEvent): event is Curve {
  return event.kind === "curve" && time >= event.time && time < event.end;
}

function overlaps(event: ParamEvent, other: ParamEvent): boolean {
  if (isWithin(event.time, other)) return true;
  return event.kind === "curve" && other.time > event.time && other.time < event.end;
}
