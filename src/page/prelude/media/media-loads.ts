import type { AsyncOrder } from "../loads/async-order.ts";
import { replaceMethod } from "../native/native-look.ts";
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
const playbackEvents = ["play", "playing", "timeupdate", "pause", "ended", "seeking", "seeked"];
const endEvents = ["canplaythrough", "error", "suspend", "abort"];
const silentEvents = ["progress", "suspend", "stalled", "waiting"] as const;
const heardEvents = [...loadEvents, ...silentEvents, "error", "abort"];
// How often an element is asked whether its load has ended without an event, as one whose sources are all missing does.
const pollMs = 20;

/** The loads of audio and video elements. */
export interface MediaLoads {
  /** Holds back the events of an element's load until they are delivered in their turn, and resolves then. */
  hold(element: HTMLMediaElement): Promise<void>;
  isLoading(element: HTMLMediaElement): boolean;
}

/**
 * Orders the loads of `realm`'s media elements like any other load. `onLoaded` is called for those that the page has not
 * asked for by a call.
 */
export function orderMediaLoads(
  realm: Window & typeof globalThis,
  real: RealPrimitives,
  order: AsyncOrder,
  onLoaded: (element: HTMLMediaElement) => void,
): MediaLoads {
  const { Event, HTMLMediaElement } = realm;
  const feeds = watchMediaSources(realm);
  const loading = new WeakMap<HTMLMediaElement, Promise<void>>();

  async function start(element: HTMLMediaElement): Promise<void> {
    const source = element.currentSrc || element.src;
    const name = `${element.localName} ${source}`;
    // What plays from these is fed by the page, or by a device.
    const isFed = element.srcObject !== null || feeds.has(source);
    const registered = order.expect(name, { owner: isFed ? "page" : "browser" });
    const held = await hear(element, real);
    await new Promise<void>((resolve) => {
      registered.complete(() => {
        loading.delete(element);
        resolve();
        for (const { target, type } of held) target.dispatchEvent(new Event(type));
      });
    });
  }

  function hold(element: HTMLMediaElement): Promise<void> {
    const known = loading.get(element);
    if (known !== undefined) return known;
    const ended = start(element);
    loading.set(element, ended);
    return ended;
  }

  // What loads by markup or by an attribute. Its listeners hear this event of the browser next.
  realm.addEventListener(
    "loadstart",
    ({ isTrusted, target }) => {
      if (isTrusted && target instanceof HTMLMediaElement && !loading.has(target))
        void hold(target).then(() => {
          onLoaded(target);
        });
    },
    true,
  );
  // The playback of its own that the browser begins where an element is told to play by itself.
  for (const type of playbackEvents) {
    realm.addEventListener(
      type,
      (event) => {
        if (event.isTrusted && event.target instanceof HTMLMediaElement) event.stopImmediatePropagation();
      },
      true,
    );
  }
  return { isLoading: (element) => loading.has(element), hold };
}

/** Collects the object URLs of media sources. */
function watchMediaSources({ MediaSource, URL }: Window & typeof globalThis): ReadonlySet<string> {
  const urls = new Set<string>();
  replaceMethod(URL, "createObjectURL", (createObjectURL) => (source: unknown) => {
    const url: unknown = Reflect.apply(createObjectURL, URL, [source]);
    if (source instanceof MediaSource) urls.add(String(url));
    return url;
  });
  return urls;
}

interface HeldEvent {
  /** The element, or one of its sources. */
  readonly target: EventTarget;
  readonly type: string;
}

/** Holds back the browser's events until the load has ended. */
async function hear(element: HTMLMediaElement, real: RealPrimitives): Promise<readonly HeldEvent[]> {
  const held: HeldEvent[] = [];
  await new Promise<void>((resolve) => {
    let poll = 0;
    const end = (): void => {
      real.clearTimeout(poll);
      for (const type of heardEvents) element.removeEventListener(type, hold, true);
      resolve();
    };
    const hold = (event: Event): void => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      const { target } = event;
      if (target !== null && !silentEvents.some((type) => type === event.type)) held.push({ target, type: event.type });
      // The error of a source is followed by a look at the next one.
      if (target !== element) return;
      if (endEvents.includes(event.type) && (event.type !== "suspend" || element.readyState > 0)) end();
    };
    let wasDone = false;
    // The state of an element changes before the events that tell of it come, so the second look counts.
    const look = (): void => {
      const isDone = hasNothingToLoad(element);
      if (isDone && wasDone) end();
      else poll = real.setTimeout(look, pollMs);
      wasDone = isDone;
    };
    for (const type of heardEvents) element.addEventListener(type, hold, true);
    poll = real.setTimeout(look, pollMs);
  });
  return held;
}

/** Whether a load has ended, or was never begun, without an event that says so. */
function hasNothingToLoad(element: HTMLMediaElement): boolean {
  const { networkState, readyState } = element;
  if (networkState === element.NETWORK_IDLE) return readyState >= element.HAVE_FUTURE_DATA;
  // A source in the attribute ends with an event.
  const isEmpty = networkState === element.NETWORK_NO_SOURCE && !element.hasAttribute("src");
  return isEmpty || networkState === element.NETWORK_EMPTY;
}
