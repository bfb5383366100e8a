import type { AsyncOrder } from "../loads/async-order.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { replaceAudioContexts } from "./audio-contexts.ts";
import { replaceAudioReadings } from "./audio-readings.ts";
import { replaceAudioSources } from "./audio-sources.ts";

/**
 * Puts Web Audio on the virtual clock: a context runs as soon as it is created, and a source ends when its sound would
 * have ended. The browser's own playback is muted, and its `ended` events are suppressed.
 */
export function installVirtualAudio(
  realm: Window & typeof globalThis,
  clock: VirtualClock,
  order: AsyncOrder,
  onUnordered: (api: string) => void,
): void {
  replaceAudioContexts(realm, order);
  replaceAudioSources(realm, clock);
  replaceAudioReadings(realm, clock, onUnordered);
}
