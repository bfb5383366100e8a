import type { AsyncOrder } from "../loads/async-order.ts";
import { replaceClass, replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

interface PlayingSource {
  endsAtMs: number;
  timer: number;
}

/**
 * Puts Web Audio on the virtual clock: a context runs as soon as it is made, and a source ends when its sound would have
 * ended. What is really played is muted, and its own end is not heard of.
 */
export function installVirtualAudio(realm: Window & typeof globalThis, clock: VirtualClock, order: AsyncOrder): void {
  // Taken now: pages overwrite globals. The timers are the virtual ones already.
  const {
    AudioContext,
    AudioBufferSourceNode,
    AudioScheduledSourceNode,
    BaseAudioContext,
    Event,
    OfflineAudioContext,
  } = realm;
  const { setTimeout, clearTimeout } = realm;
  const states = new WeakMap<AudioContext, AudioContextState>();

  replaceGetter(BaseAudioContext.prototype, "state", (original, receiver) =>
    receiver instanceof AudioContext ? (states.get(receiver) ?? "running") : original(),
  );
  for (const [name, state] of [
    ["resume", "running"],
    ["suspend", "suspended"],
    ["close", "closed"],
  ] as const) {
    replaceMethod(AudioContext.prototype, name, (original) => {
      async function replacement(this: AudioContext): Promise<void> {
        const before = states.get(this) ?? "running";
        if (before === "closed") await Reflect.apply(original, this, []);
        // The device behind it takes its own time, which nobody waits for.
        Promise.resolve(Reflect.apply(original, this, [])).catch(() => undefined);
        states.set(this, state);
        if (before !== state) setTimeout(() => this.dispatchEvent(new Event("statechange")), 0);
      }
      return replacement;
    });
  }
  replaceMethod(OfflineAudioContext.prototype, "startRendering", (startRendering) => {
    function replacement(this: object): unknown {
      const rendering: unknown = Reflect.apply(startRendering, this, []);
      return rendering instanceof Promise ? order.track("startRendering", rendering) : rendering;
    }
    return replacement;
  });

  const playing = new WeakMap<AudioScheduledSourceNode, PlayingSource>();
  const onRealEvent = (event: Event): void => {
    const isOffline =
      event.target instanceof AudioScheduledSourceNode && event.target.context instanceof OfflineAudioContext;
    if (event.isTrusted && !isOffline) event.stopImmediatePropagation();
  };

  function endAt(source: AudioScheduledSourceNode, endsAtMs: number): void {
    const known = playing.get(source);
    if (known !== undefined) clearTimeout(known.timer);
    const delayMs = Math.max(0, endsAtMs - clock.now());
    if (!Number.isFinite(delayMs)) return;
    const timer = setTimeout(() => {
      playing.delete(source);
      source.dispatchEvent(new Event("ended"));
    }, delayMs);
    playing.set(source, { endsAtMs, timer });
  }

  function started(source: AudioScheduledSourceNode, [when, offset, duration]: unknown[]): void {
    if (source.context instanceof OfflineAudioContext) return;
    if (!(source instanceof AudioBufferSourceNode) || (source.loop && duration === undefined)) return;
    const seconds = toSeconds(duration) ?? (source.buffer?.duration ?? 0) - (toSeconds(offset) ?? 0);
    const rate = Math.abs(source.playbackRate.value) || 1;
    const startMs = Math.max(clock.now(), (toSeconds(when) ?? 0) * 1000);
    endAt(source, startMs + (Math.max(0, seconds) * 1000) / rate);
  }

  function stopped(source: AudioScheduledSourceNode, when: unknown): void {
    if (source.context instanceof OfflineAudioContext) return;
    const endsAtMs = Math.max(clock.now(), (toSeconds(when) ?? 0) * 1000);
    const known = playing.get(source);
    if (known === undefined || endsAtMs < known.endsAtMs) endAt(source, endsAtMs);
  }

  // Of what is no node of the document listeners run in the order of adding, so ours has to be there from the start.
  const watch = (source: unknown): void => {
    if (source instanceof AudioScheduledSourceNode) source.addEventListener("ended", onRealEvent);
  };
  for (const name of ["createBufferSource", "createOscillator", "createConstantSource"]) {
    replaceMethod(BaseAudioContext.prototype, name, (create) => {
      function replacement(this: object): unknown {
        const source: unknown = Reflect.apply(create, this, []);
        watch(source);
        return source;
      }
      return replacement;
    });
  }
  for (const name of ["AudioBufferSourceNode", "OscillatorNode", "ConstantSourceNode"])
    replaceClass(realm, name, watch);
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    afterCall(prototype, "start", started);
    afterCall(prototype, "stop", (source, [when]) => {
      stopped(source, when);
    });
  }
}

function afterCall(
  prototype: AudioScheduledSourceNode,
  name: string,
  onCalled: (source: AudioScheduledSourceNode, parameters: unknown[]) => void,
): void {
  replaceMethod(prototype, name, (original) => {
    function replacement(this: AudioScheduledSourceNode, ...parameters: unknown[]): unknown {
      const result = Reflect.apply(original, this, parameters);
      onCalled(this, parameters);
      return result;
    }
    return replacement;
  });
}

function toSeconds(value: unknown): number | null {
  return value === undefined ? null : Number(value);
}
