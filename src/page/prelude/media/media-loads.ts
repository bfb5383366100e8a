import type { AsyncOrder } from "../loads/async-order.ts";
import type { RealPrimitives } from "../native/real-clock.ts";

/** The events of a load in progress. Those that count bytes are not delivered. */
const loadEvents = [
  "loadstart",
  "durationchange",
  "loadedmetadata",
  "loadeddata",
  "canplay",
  "canplaythrough",
] as const;
const endEvents = ["canplaythrough", "error", "suspend", "abort"];
const silentEvents = ["progress", "suspend", "stalled", "waiting"] as const;
const heardEvents = [...loadEvents, ...silentEvents, "error", "abort"];
// A load without further events by then, such as one with a missing source, has ended.
const loadLimitMs = 2000;

/** The loads of audio and video elements. */
export interface MediaLoads {
  /** Holds back the events of an element's load until they are delivered in their turn, and resolves then. */
  hold(element: HTMLMediaElement): Promise<void>;
  isLoading(element: HTMLMediaElement): boolean;
}

/** Orders the loads of `realm`'s media elements like any other load. */
export function orderMediaLoads(
  { Event }: Window & typeof globalThis,
  real: RealPrimitives,
  order: AsyncOrder,
): MediaLoads {
  const loading = new WeakMap<HTMLMediaElement, Promise<void>>();

  async function start(element: HTMLMediaElement): Promise<void> {
    const complete = order.expect(`${element.localName} ${element.currentSrc || element.src}`);
    const held = await hear(element, real);
    await new Promise<void>((resolve) => {
      complete(() => {
        loading.delete(element);
        resolve();
        for (const type of held) element.dispatchEvent(new Event(type));
      });
    });
  }

  return {
    isLoading: (element) => loading.has(element),
    hold(element) {
      const known = loading.get(element);
      if (known !== undefined) return known;
      const ended = start(element);
      loading.set(element, ended);
      return ended;
    },
  };
}

/** Holds back the browser's events until the load has ended. Resolves to their types. */
async function hear(element: HTMLMediaElement, real: RealPrimitives): Promise<readonly string[]> {
  const held: string[] = [];
  await new Promise<void>((resolve) => {
    const end = (): void => {
      real.clearTimeout(limit);
      for (const type of heardEvents) element.removeEventListener(type, hold, true);
      resolve();
    };
    const limit = real.setTimeout(end, loadLimitMs);
    const hold = (event: Event): void => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      if (!silentEvents.some((type) => type === event.type)) held.push(event.type);
      if (endEvents.includes(event.type) && (event.type !== "suspend" || element.readyState > 0)) end();
    };
    for (const type of heardEvents) element.addEventListener(type, hold, true);
  });
  return held;
}
