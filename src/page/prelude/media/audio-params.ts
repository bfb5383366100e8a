import { prototypeOf, replaceConstructor, replaceGetter, replaceMethod, replaceSetter } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
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
export function replaceAudioParams(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const { AudioParam, DOMException } = realm;
  const isOffline = watchOfflineParams(realm);
  const timelines = new WeakMap<object, ParamTimeline>();
  const now = (): number => clock.now() / 1000;
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
  const replace = (name: string, change: (timeline: ParamTimeline, parameters: readonly unknown[]) => void): void => {
    replaceMethod(AudioParam.prototype, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        if (!(this instanceof AudioParam) || isOffline(this)) return Reflect.apply(original, this, parameters);
        // Made first: the call may change the value at once.
        const timeline = timelineOf(this);
        withoutOverlaps(() => {
          Reflect.apply(original, this, parameters);
        });
        change(timeline, parameters);
        return this;
      }
      return replacement;
    });
  };
  for (const [name, eventOf] of Object.entries(scheduling)) {
    replace(name, (timeline, parameters) => {
      if (timeline.schedule(eventOf(parameters, now()), now())) return;
      const message = `Failed to execute '${name}' on 'AudioParam': it overlaps a setValueCurveAtTime.`;
      throw new DOMException(message, "NotSupportedError");
    });
  }
  replace("cancelScheduledValues", (timeline, [time]) => {
    timeline.cancelFrom(notBefore(now(), time), now());
  });
  replace("cancelAndHoldAtTime", (timeline, [time]) => {
    timeline.holdAt(notBefore(now(), time));
  });
  replaceGetter(AudioParam.prototype, "value", (original, receiver) => {
    if (!(receiver instanceof AudioParam)) return original();
    const value = timelines.get(receiver)?.valueAt(now());
    if (value === undefined) return original();
    return Math.fround(Math.min(receiver.maxValue, Math.max(receiver.minValue, value)));
  });
  replaceSetter(AudioParam.prototype, "value", (param, value, original) => {
    withoutOverlaps(() => {
      original(value);
    });
    timelines.get(param)?.schedule({ kind: "set", value: Number(value), time: now() }, now());
  });
}

/** Tells whether a parameter belongs to a node of an offline context. */
function watchOfflineParams(realm: Window & typeof globalThis): (param: AudioParam) => boolean {
  const { AudioNode, AudioParam, OfflineAudioContext } = realm;
  const offline = new WeakSet<AudioParam>();
  const watch = (prototype: object): void => {
    for (const [key, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (get === undefined || set !== undefined) continue;
      replaceGetter(prototype, key, (original, node) => {
        const value = original();
        if (value instanceof AudioParam && node instanceof AudioNode && node.context instanceof OfflineAudioContext)
          offline.add(value);
        return value;
      });
    }
  };
  let isWatching = false;
  replaceConstructor(realm, "OfflineAudioContext", (parameters, build) => {
    // Pages without one read their parameters at full speed.
    const names = isWatching ? [] : Object.getOwnPropertyNames(realm).filter((name) => name.endsWith("Node"));
    isWatching = true;
    for (const name of names) {
      const prototype = prototypeOf(realm, name);
      if (prototype instanceof AudioNode) watch(prototype);
    }
    return build(parameters);
  });
  return (param) => offline.has(param);
}
