import { replaceClass, replaceMethod } from "../native/native-look.ts";
import type { AudioClock } from "./audio-clock.ts";

interface PlayingSource {
  readonly endsAtMs: number;
  readonly callOff: () => void;
}

/** Ends audio sources on the virtual clock. Sources of an offline context stay the browser's. */
export function replaceAudioSources(realm: Window & typeof globalThis, times: AudioClock): void {
  const { AudioBufferSourceNode, AudioScheduledSourceNode, BaseAudioContext } = realm;
  const sources = new AudioSources(realm, times);
  const watch = (source: unknown): void => {
    sources.watch(source);
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
    afterCall(prototype, "start", (source, parameters) => {
      sources.start(source, parameters);
    });
    afterCall(prototype, "stop", (source, [when]) => {
      sources.stop(source, when);
    });
  }
}

/** The playing audio sources of a realm, and when each of them ends. */
class AudioSources {
  // Captured when the realm is new: pages overwrite globals.
  readonly #realm: Pick<
    Window & typeof globalThis,
    "AudioBufferSourceNode" | "AudioScheduledSourceNode" | "Event" | "OfflineAudioContext"
  >;
  readonly #times: AudioClock;
  readonly #playing = new WeakMap<AudioScheduledSourceNode, PlayingSource>();

  constructor(realm: Window & typeof globalThis, times: AudioClock) {
    const { AudioBufferSourceNode, AudioScheduledSourceNode, Event, OfflineAudioContext } = realm;
    this.#realm = { AudioBufferSourceNode, AudioScheduledSourceNode, Event, OfflineAudioContext };
    this.#times = times;
  }

  /**
   * Suppresses the browser's own `ended` event. Call when the source is created: outside of the document tree,
   * listeners run in the order in which they were added, capturing or not, so this one must be the first.
   */
  watch(source: unknown): void {
    const { AudioScheduledSourceNode } = this.#realm;
    if (!(source instanceof AudioScheduledSourceNode)) return;
    source.addEventListener("ended", (event) => {
      if (event.isTrusted && !this.#isOffline(source)) event.stopImmediatePropagation();
    });
  }

  start(source: AudioScheduledSourceNode, [when, offset, duration]: readonly unknown[]): void {
    if (this.#isOffline(source)) return;
    const { AudioBufferSourceNode } = this.#realm;
    if (!(source instanceof AudioBufferSourceNode) || (source.loop && duration === undefined)) return;
    const seconds = toSeconds(duration) ?? (source.buffer?.duration ?? 0) - (toSeconds(offset) ?? 0);
    const rate = Math.abs(source.playbackRate.value) || 1;
    const startMs = Math.max(this.#times.now(source.context), (toSeconds(when) ?? 0) * 1000);
    this.#endAt(source, startMs + (Math.max(0, seconds) * 1000) / rate);
  }

  stop(source: AudioScheduledSourceNode, when: unknown): void {
    if (this.#isOffline(source)) return;
    const endsAtMs = Math.max(this.#times.now(source.context), (toSeconds(when) ?? 0) * 1000);
    const known = this.#playing.get(source);
    if (known === undefined || endsAtMs < known.endsAtMs) this.#endAt(source, endsAtMs);
  }

  #isOffline(source: AudioScheduledSourceNode): boolean {
    return source.context instanceof this.#realm.OfflineAudioContext;
  }

  #endAt(source: AudioScheduledSourceNode, endsAtMs: number): void {
    const { Event } = this.#realm;
    this.#playing.get(source)?.callOff();
    if (!Number.isFinite(endsAtMs)) return;
    const callOff = this.#times.setAlarm(source.context, endsAtMs, () => {
      this.#playing.delete(source);
      source.dispatchEvent(new Event("ended"));
    });
    this.#playing.set(source, { endsAtMs, callOff });
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
