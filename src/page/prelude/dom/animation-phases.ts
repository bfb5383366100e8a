import { rounded } from "./animation-position.ts";

export type Phase = "idle" | "before" | "active" | "after";
export type StyleMoment = "run" | "start" | "iteration" | "end" | "cancel";

/** An event of a CSS animation or transition that is due. */
export interface StyleStep {
  readonly moment: StyleMoment;
  /** Milliseconds that the effect has been active, which the event shows as its elapsed time. */
  readonly elapsedMs: number;
}

/** The position of an effect. `timeMs` is null without one. */
export interface EffectPlace {
  readonly timeMs: number | null;
  readonly rate: number;
  readonly delayMs: number;
  readonly activeMs: number;
  readonly endMs: number;
  readonly durationMs: number;
  readonly iteration: number;
}

/** Reads the position from computed timing. */
export function placeOf(timing: ComputedEffectTiming, timeMs: number | null, rate: number): EffectPlace {
  const { delay, activeDuration, endTime, duration, currentIteration } = timing;
  return {
    ...{ timeMs, rate, delayMs: delay ?? 0, activeMs: Number(activeDuration ?? 0) },
    ...{
      endMs: Number(endTime ?? 0),
      durationMs: typeof duration === "number" ? duration : 0,
      iteration: currentIteration ?? 0,
    },
  };
}

/** The phase of an effect: https://drafts.csswg.org/web-animations-1/#animation-effect-phases-and-states */
export function phaseOf({ timeMs, rate, delayMs, activeMs, endMs }: EffectPlace): Phase {
  if (timeMs === null) return "idle";
  const nowMs = rounded(timeMs);
  // Three iterations of 0.1 s last longer than 0.3 s.
  const activeFrom = rounded(Math.max(Math.min(delayMs, endMs), 0));
  const activeTo = rounded(Math.max(Math.min(delayMs + activeMs, endMs), 0));
  if (nowMs < activeFrom || (rate < 0 && nowMs === activeFrom)) return "before";
  if (nowMs > activeTo || (rate >= 0 && nowMs === activeTo)) return "after";
  return "active";
}

/** The events of a CSS animation that goes from one phase to the next. */
export function animationSteps(before: Phase, now: Phase, place: EffectPlace, lastIteration: number): StyleStep[] {
  const steps = phaseSteps(before, now, place);
  if (before === "active" && now === "active" && place.iteration !== lastIteration) {
    const boundary = place.iteration < lastIteration ? place.iteration + 1 : place.iteration;
    steps.push({ moment: "iteration", elapsedMs: boundary * place.durationMs });
  }
  return steps;
}

/** The events of a CSS transition that goes from one phase to the next. */
export function transitionSteps(before: Phase, now: Phase, place: EffectPlace): StyleStep[] {
  const steps = phaseSteps(before, now, place);
  if (before === "idle" && now !== "idle") steps.unshift({ moment: "run", elapsedMs: firstMs(place) });
  return steps;
}

/** The active time of an effect when it was cancelled. */
export function cancelledMs({ timeMs, delayMs, activeMs }: EffectPlace): number {
  return Math.max(0, Math.min((timeMs ?? 0) - delayMs, activeMs));
}

const order: Readonly<Record<Phase, number>> = { idle: 0, before: 0, active: 1, after: 2 };

function phaseSteps(before: Phase, now: Phase, place: EffectPlace): StyleStep[] {
  const [from, to] = [order[before], order[now]];
  if (from === to || now === "idle") return [];
  const isForward = from < to;
  const [first, last] = [firstMs(place), lastMs(place)];
  const steps: StyleStep[] = [];
  if (before !== "active") steps.push({ moment: "start", elapsedMs: isForward ? first : last });
  if (now !== "active") steps.push({ moment: "end", elapsedMs: isForward ? last : first });
  return steps;
}

function firstMs({ delayMs, activeMs }: EffectPlace): number {
  return Math.max(Math.min(-delayMs, activeMs), 0);
}

function lastMs({ delayMs, activeMs, endMs }: EffectPlace): number {
  const lengthMs = endMs - delayMs;
  return rounded(lengthMs) < rounded(activeMs) ? Math.max(lengthMs, 0) : activeMs;
}
