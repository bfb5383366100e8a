import { prototypeOf, replaceConstructor, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { AudioClock } from "./audio-clock.ts";
import { type ParamEvent, ParamTimeline } from "./param-timeline.ts";

/** The event that a method schedules, from its arguments. It is never before `now`. */
export const scheduling: Readonly<Record<string, (parameters: readonly unknown[], now: number) => ParamEvent>> = {
  setValueAtTime: ([value, time], now) => ({ kind: "set", value: Number(value), time: notBefore(now, time) }),
  linearRampToValueAtTime: ([value, time], now) => ({ kind: "linear", ...rampTo(value, time, now) }),
  exponentialRampToValueAtTime: ([value, time], now) => ({ kind: "exponential", ...rampTo(value, time, now) }),
  setTargetAtTime: ([value, time, timeConstant], now) => {
    return { kind: "target", value: Number(value), time: notBefore(now, time), timeConstant: Number(timeConstant) };
  },
  setValueCurveAtTime: ([values, given, length], now) => {
    const [time, duration] = [notBefore(now, given), Number(length)];
    return { kind: "curve", values: samplesOf(values), time, duration, end: time + duration };
  },
};

function notBefore(now: number, time: unknown): number {
  return Math.max(now, Number(time));
}

/** Copies them: the page may change its array later. */
function samplesOf(values: unknown): readonly number[] {
  return typeof values === "object" && values !== null ? Array.from(Object.values(values), Number) : [];
}

function rampTo(value: unknown, time: unknown, now: number): { value: number; time: number; scheduledAt: number } {
  return { value: Number(value), time: notBefore(now, time), scheduledAt: now };
}

/**
 * Moves the parameters of audio nodes on the virtual clock: a value that is read is what was scheduled for the moment.
 * Parameters of the nodes of an offline context stay the browser's.
 */
export function replaceAudioParams(realm: Window & typeof globalThis, times: AudioClock): ParamContexts {
  const { AudioParam, DOMException, OfflineAudioContext } = realm;
  const contexts = watchParamContexts(realm);
  const isOffline = (param: AudioParam): boolean => contexts.of(param) instanceof OfflineAudioContext;
  const timelines = new WeakMap<object, ParamTimeline>();
  const nowOf = (param: AudioParam): number => times.now(contexts.of(param)) / 1000;
  const timelineOf = (param: object): ParamTimeline => {
    const timeline = timelines.get(param) ?? new ParamTimeline(Number(Reflect.get(param, "value")));
    timelines.set(param, timeline);
    return timeline;
  };
  const withoutOverlaps = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      // The browser compares with what is left of a curve at its own pace; the timeline decides instead.
      if (!(error instanceof DOMException) || error.name !== "NotSupportedError") throw error;
    }
  };
  type Change = (timeline: ParamTimeline, parameters: readonly unknown[], now: number) => void;
  const replace = (name: string, change: Change): void => {
    replaceMethod(AudioParam.prototype, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        if (!(this instanceof AudioParam) || isOffline(this)) return Reflect.apply(original, this, parameters);
        // Made first: the call may change the value at once.
        const timeline = timelineOf(this);
        withoutOverlaps(() => {
          Reflect.apply(original, this, parameters);
        });
        change(timeline, parameters, nowOf(this));
        return this;
      }
      return replacement;
    });
  };
  for (const [name, eventOf] of Object.entries(scheduling)) {
    replace(name, (timeline, parameters, now) => {
      if (timeline.schedule(eventOf(parameters, now), now)) return;
      const message = `Failed to execute '${name}' on 'AudioParam': it overlaps a setValueCurveAtTime.`;
      throw new DOMException(message, "NotSupportedError");
    });
  }
  replace("cancelScheduledValues", (timeline, [time], now) => {
    timeline.cancelFrom(notBefore(now, time), now);
  });
  replace("cancelAndHoldAtTime", (timeline, [time], now) => {
    timeline.holdAt(notBefore(now, time));
  });
  replaceGetter(AudioParam.prototype, "value", (original, receiver) => {
    if (!(receiver instanceof AudioParam)) return original();
    const value = timelines.get(receiver)?.valueAt(nowOf(receiver));
    if (value === undefined) return original();
    return Math.fround(Math.min(receiver.maxValue, Math.max(receiver.minValue, value)));
  });
  replaceSetter(AudioParam.prototype, "value", (param, value, original) => {
    withoutOverlaps(() => {
      original(value);
    });
    const now = nowOf(param);
    timelines.get(param)?.schedule({ kind: "set", value: Number(value), time: now }, now);
  });
  return contexts;
}

/** The contexts of parameters. */
export interface ParamContexts {
  /** Null for a parameter that was last read from its node before it was needed. */
  of(param: AudioParam): object | null;
  /** Call when they are needed: other pages read their parameters at full speed. */
  followContexts(): void;
}

function watchParamContexts(realm: Window & typeof globalThis): ParamContexts {
  const { AudioNode, AudioParam } = realm;
  const contexts = new WeakMap<AudioParam, object>();
  const watch = (prototype: object): void => {
    for (const [key, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (get === undefined || set !== undefined) continue;
      replaceGetter(prototype, key, (original, node) => {
        const value = original();
        if (value instanceof AudioParam && node instanceof AudioNode) contexts.set(value, node.context);
        return value;
      });
    }
  };
  // Captured when the realm is new: pages overwrite globals.
  const prototypes = Object.getOwnPropertyNames(realm)
    .filter((name) => name.endsWith("Node"))
    .map((name) => prototypeOf(realm, name))
    .filter((prototype) => prototype instanceof AudioNode);
  let isWatching = false;
  const followContexts = (): void => {
    if (!isWatching) for (const prototype of prototypes) watch(prototype);
    isWatching = true;
  };
  replaceConstructor(realm, "OfflineAudioContext", (parameters, build) => {
    followContexts();
    return build(parameters);
  });
  return { of: (param) => contexts.get(param) ?? null, followContexts };
}
