import { replaceClass, replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

interface PlayingSource {
  readonly endsAtMs: number;
  readonly timer: number;
}

/** Ends audio sources on the virtual clock. Sources of an offline context stay the browser's. */
export function replaceAudioSources(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const { AudioBufferSourceNode, AudioScheduledSourceNode, BaseAudioContext } = realm;
  const sources = new AudioSources(realm, clock);
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
  // Captured when the realm is new: pages overwrite globals. The timers are the virtual ones already.
  readonly #realm: Pick<
    Window & typeof globalThis,
    | "AudioBufferSourceNode"
    | "AudioScheduledSourceNode"
    | "Event"
    | "OfflineAudioContext"
    | "setTimeout"
    | "clearTimeout"
  >;
  readonly #clock: VirtualClock;
  readonly #playing = new WeakMap<AudioScheduledSourceNode, PlayingSource>();

  constructor(realm: Window & typeof globalThis, clock: VirtualClock) {
    const { AudioBufferSourceNode, AudioScheduledSourceNode, Event, OfflineAudioContext } = realm;
    const { setTimeout, clearTimeout } = realm;
    this.#realm = {
      ...{ AudioBufferSourceNode, AudioScheduledSourceNode, Event, OfflineAudioContext },
      ...{ setTimeout, clearTimeout },
    };
    this.#clock = clock;
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
    const startMs = Math.max(this.#clock.now(), (toSeconds(when) ?? 0) * 1000);
    this.#endAt(source, startMs + (Math.max(0, seconds) * 1000) / rate);
  }

  stop(source: AudioScheduledSourceNode, when: unknown): void {
    if (this.#isOffline(source)) return;
    const endsAtMs = Math.max(this.#clock.now(), (toSeconds(when) ?? 0) * 1000);
    const known = this.#playing.get(source);
    if (known === undefined || endsAtMs < known.endsAtMs) this.#endAt(source, endsAtMs);
  }

  #isOffline(source: AudioScheduledSourceNode): boolean {
    return source.context instanceof this.#realm.OfflineAudioContext;
  }

  #endAt(source: AudioScheduledSourceNode, endsAtMs: number): void {
    const { Event, setTimeout, clearTimeout } = this.#realm;
    const known = this.#playing.get(source);
    if (known !== undefined) clearTimeout(known.timer);
    const delayMs = Math.max(0, endsAtMs - this.#clock.now());
    if (!Number.isFinite(delayMs)) return;
    const timer = setTimeout(() => {
      this.#playing.delete(source);
      source.dispatchEvent(new Event("ended"));
    }, delayMs);
    this.#playing.set(source, { endsAtMs, timer });
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
