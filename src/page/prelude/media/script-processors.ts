import { replaceMethod } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/**
 * Asks script processors for sound on the virtual clock. They hear silence, and nobody hears them. Processors of an offline
 * context stay the browser's.
 */
export function replaceScriptProcessors(realm: Window & typeof globalThis, clock: VirtualClock): void {
  const { AudioNode, BaseAudioContext, OfflineAudioContext, ScriptProcessorNode } = realm;
  // Captured now: pages overwrite globals. The timer is the virtual one already.
  const { AudioBuffer, AudioProcessingEvent, setTimeout } = realm;
  const captured = { AudioBuffer, AudioProcessingEvent, setTimeout };
  const processors = new WeakMap<object, ScriptProcessor>();
  replaceMethod(BaseAudioContext.prototype, "createScriptProcessor", (create) => {
    function replacement(this: BaseAudioContext, ...parameters: unknown[]): unknown {
      const node: unknown = Reflect.apply(create, this, parameters);
      if (node instanceof ScriptProcessorNode && !(this instanceof OfflineAudioContext))
        processors.set(node, new ScriptProcessor(node, captured, clock, parameters.slice(1)));
      return node;
    }
    return replacement;
  });
  for (const name of ["connect", "disconnect"] as const) {
    replaceMethod(AudioNode.prototype, name, (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const result: unknown = Reflect.apply(original, this, parameters);
        processors.get(this)?.[name](parameters[0]);
        return result;
      }
      return replacement;
    });
  }
}

type Captured = Pick<Window & typeof globalThis, "AudioBuffer" | "AudioProcessingEvent" | "setTimeout">;

class ScriptProcessor {
  readonly #node: ScriptProcessorNode;
  readonly #realm: Captured;
  readonly #clock: VirtualClock;
  readonly #inputBuffer: AudioBuffer;
  readonly #outputBuffer: AudioBuffer;
  readonly #targets = new Set<unknown>();
  /** When the next buffer is due; null while the node is not connected. */
  #dueMs: number | null = null;

  /** @param channels The numbers of input and output channels, as the page gave them. */
  constructor(node: ScriptProcessorNode, realm: Captured, clock: VirtualClock, channels: readonly unknown[]) {
    this.#node = node;
    this.#realm = realm;
    this.#clock = clock;
    const { sampleRate } = node.context;
    const bufferOf = (count: unknown): AudioBuffer =>
      new realm.AudioBuffer({ numberOfChannels: Number(count ?? 2) || 1, length: node.bufferSize, sampleRate });
    this.#inputBuffer = bufferOf(channels[0]);
    this.#outputBuffer = bufferOf(channels[1]);
    // The first listener, so that no other one gets the browser's own event.
    node.addEventListener("audioprocess", (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    });
  }

  connect(target: unknown): void {
    this.#targets.add(target);
    if (this.#dueMs !== null) return;
    this.#dueMs = this.#clock.now();
    this.#wait();
  }

  /** @param target Undefined, or the number of the only output, for all targets. */
  disconnect(target: unknown): void {
    if (typeof target === "object") this.#targets.delete(target);
    else this.#targets.clear();
    if (this.#targets.size === 0) this.#dueMs = null;
  }

  #wait(): void {
    const dueMs = (this.#dueMs ?? 0) + this.#outputBuffer.duration * 1000;
    this.#dueMs = dueMs;
    this.#realm.setTimeout(() => {
      // Another wait began if the node was connected anew.
      if (this.#dueMs !== dueMs) return;
      if (this.#node.context.state === "running") this.#process();
      if (this.#dueMs === dueMs) this.#wait();
    }, dueMs - this.#clock.now());
  }

  #process(): void {
    const { AudioProcessingEvent } = this.#realm;
    for (let channel = 0; channel < this.#outputBuffer.numberOfChannels; channel += 1)
      this.#outputBuffer.getChannelData(channel).fill(0);
    const [inputBuffer, outputBuffer] = [this.#inputBuffer, this.#outputBuffer];
    const playbackTime = this.#node.context.currentTime + outputBuffer.duration;
    this.#node.dispatchEvent(new AudioProcessingEvent("audioprocess", { playbackTime, inputBuffer, outputBuffer }));
  }
}
