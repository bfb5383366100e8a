import type { AsyncOrder, Registered } from "../loads/async-order.ts";
import type { HeldEvents } from "../loads/held-events.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { type OwnMutationObserver, watchMutations } from "../native/own-observers.ts";
import { hasSource, watchMediaUrls } from "./media-sources.ts";
import type { NativeMediaState } from "./media-state.ts";

type Realm = Window & typeof globalThis;

/** The events of a load, which are delivered in its turn. */
const loadEvents: ReadonlySet<string> = new Set([
  ...["abort", "emptied", "loadstart", "durationchange", "loadedmetadata", "resize", "loadeddata"],
  ...["canplay", "canplaythrough", "error"],
]);
// A load also resets the rate of the playback.
const resetEvent = "ratechange";
const emptyEvents: ReadonlySet<string> = new Set(["abort", "emptied", resetEvent, "loadstart"]);
// The events of playback come from the virtual clock, and those about how fast bytes arrive are not delivered at all.
const keptEvents = [
  ...["play", "playing", "timeupdate", "pause", "ended", "seeking", "seeked"],
  ...["progress", "suspend", "stalled", "waiting", "volumechange"],
];
const heardEvents: ReadonlySet<string> = new Set([...loadEvents, ...keptEvents, resetEvent]);
// How often an element is checked for a load that ended without an event, as happens if all its sources are missing.
const pollMs = 20;
// The state of an element changes before the events about it come, so one more look is needed.
const looksAtEnd = 2;
// A load that stops midway, as a load of mere metadata does, cannot be told from one that is about to continue.
const looksInMiddle = 25;

export interface MediaLoadParts {
  readonly realm: Realm;
  readonly real: RealPrimitives;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
  readonly state: NativeMediaState;
  /** Runs what comes before the events of a load. */
  readonly beforeEvents: (element: HTMLMediaElement) => Promise<void>;
  /** Runs what comes right before an event of a load. */
  readonly beforeEvent: (element: HTMLMediaElement, type: string) => Promise<void>;
  /** Runs what comes after an event of a load. */
  readonly afterEvent: (element: HTMLMediaElement, type: string) => Promise<void>;
  /** Runs what comes after the last event of a load. */
  readonly afterEvents: (element: HTMLMediaElement) => Promise<void>;
}

interface HeldEvent {
  /** The element, or one of its sources. */
  readonly target: EventTarget;
  readonly event: Event;
}

/** A load whose events have not been delivered. */
interface Load {
  registered: Registered;
  /** The first event of each kind, because chance decides how often some of them come. */
  held: HeldEvent[];
  /** Whether it replaced another load that the page did not feed. */
  dropsAbort: boolean;
  /** True if the playback sends the event `emptied` for the element. */
  isTold: boolean;
  /** Whether the page feeds it. */
  isFed: boolean;
  /** The opening of the page's source, for which everything waits; null for another load. */
  opening: Registered | null;
  /** Whether it only waits for its turn. */
  hasEnded: boolean;
  /** Whether the task that began it goes on, in which the browser does not choose a source. */
  isChoosing: boolean;
  poll: number;
  /** How often the element was found at rest. */
  looks: number;
}

/**
 * Orders the loads of a realm's media elements like any other load. The page gets none of their events from the browser
 * directly: events of a load are held back until its turn, wherever the element is, and the others are dropped.
 */
export class MediaLoads {
  readonly #parts: MediaLoadParts;
  readonly #realm: Pick<Realm, "HTMLMediaElement" | "HTMLSourceElement">;
  readonly #feeds: ReadonlyMap<string, MediaSource>;
  readonly #known = new WeakSet<HTMLMediaElement>();
  readonly #loading = new WeakMap<HTMLMediaElement, Load>();
  /** How many events about a rate that the page has set are still to come. */
  readonly #rates = new WeakMap<HTMLMediaElement, number>();
  readonly #changes: OwnMutationObserver;

  constructor(parts: MediaLoadParts) {
    this.#parts = parts;
    const { realm, events } = parts;
    const { HTMLMediaElement, HTMLSourceElement } = realm;
    this.#realm = { HTMLMediaElement, HTMLSourceElement };
    this.#feeds = watchMediaUrls(realm);
    // Sources may be added in many ways.
    this.#changes = watchMutations(realm, (records) => {
      for (const { target } of records) if (target instanceof HTMLMediaElement) this.#beginIfUnderway(target);
    });
    // Loads that start from markup. The element's own listeners get this event next.
    for (const type of heardEvents) {
      events.hear(realm, type, ({ isTrusted, target }) => {
        if (isTrusted && target instanceof HTMLMediaElement) this.watch(target);
      });
    }
    events.keepBack({
      isKept: ({ target, type }) =>
        (target instanceof HTMLMediaElement && heardEvents.has(type) && !isOfStream(target, type)) ||
        (target instanceof HTMLSourceElement && type === "error"),
      onListener: (target) => {
        const element = target instanceof HTMLSourceElement ? target.parentNode : target;
        if (element instanceof HTMLMediaElement) this.watch(element);
      },
    });
  }

  isLoading(element: HTMLMediaElement): boolean {
    return this.#loading.has(element);
  }

  isChoosing(element: HTMLMediaElement): boolean {
    return this.#loading.get(element)?.isChoosing === true;
  }

  /** Call when the page has changed the rate: the browser's event is no part of a load. */
  noteRate(element: HTMLMediaElement): void {
    this.#listen(element);
    this.#rates.set(element, (this.#rates.get(element) ?? 0) + 1);
  }

  /** Call when the browser has dropped the events of an element that it had queued. */
  forgetRates(element: HTMLMediaElement): void {
    this.#rates.delete(element);
  }

  /** Call with every element that the page touches, because not every way to create one with a source is watched. */
  watch(element: HTMLMediaElement): void {
    if (this.#listen(element)) this.#beginIfUnderway(element);
  }

  /** Returns whether the element was new. */
  #listen(element: HTMLMediaElement): boolean {
    if (this.#known.has(element)) return false;
    this.#known.add(element);
    for (const type of heardEvents) {
      this.#parts.events.hear(element, type, (event) => {
        this.#onEvent(element, event);
      });
    }
    this.#changes.observe(element, { childList: true });
    return true;
  }

  /** Holds the events of the current load, or of one that begins now. */
  hold(element: HTMLMediaElement): void {
    if (!this.#loading.has(element)) this.begin(element);
  }

  /**
   * Call when a call of the page has emptied an element, which begins to load from its start. Its previous load sends no
   * more events. Returns whether the caller is to tell the page that the element is emptied.
   */
  restart(element: HTMLMediaElement): boolean {
    const load = this.begin(element);
    // The page begins to feed a source as soon as it opens, which the browser tells after its own events.
    load.isTold = !load.isFed;
    return load.isTold;
  }

  /** Call when an element has had the time to choose its source. */
  endChoice(element: HTMLMediaElement): void {
    const load = this.#loading.get(element);
    if (load !== undefined) load.isChoosing = false;
  }

  /** Call when an element begins to load from its start. */
  begin(element: HTMLMediaElement): Load {
    this.#listen(element);
    const load = this.#begin(element);
    load.isChoosing = true;
    void this.#parts.real.endOfTask().then(() => {
      load.isChoosing = false;
    });
    return load;
  }

  #begin(element: HTMLMediaElement): Load {
    const before = this.#loading.get(element);
    const isFed = this.#feeds.has(sourceOf(element));
    const registered = this.#expect(element, isFed, before?.registered);
    before?.opening?.release();
    const opening = isFed ? this.#expectOpening(element) : null;
    if (before !== undefined) {
      before.registered.release();
      this.#parts.real.clearTimeout(before.poll);
      Object.assign(before, {
        registered,
        isFed,
        opening,
        held: [],
        dropsAbort: !before.isFed,
        isTold: false,
        hasEnded: false,
        looks: 0,
      });
      this.#poll(element, before);
      return before;
    }
    const fresh = { held: [], dropsAbort: false, isTold: false, hasEnded: false, isChoosing: false, poll: 0, looks: 0 };
    const load: Load = { registered, isFed, opening, ...fresh };
    this.#loading.set(element, load);
    this.#poll(element, load);
    return load;
  }

  #expect(element: HTMLMediaElement, isFed: boolean, after: Registered | undefined): Registered {
    const description = `${element.localName} ${sourceOf(element).slice(0, 200)}`;
    return this.#parts.order.expect(description, { owner: isFed ? "page" : "browser", after, shows: "others" });
  }

  /** The page feeds a source when it opens, so no time passes until then. An element that is to load nothing opens none. */
  #expectOpening(element: HTMLMediaElement): Registered | null {
    const source = this.#feeds.get(sourceOf(element));
    if (source?.readyState !== "closed" || (element.preload === "none" && !element.autoplay)) return null;
    const opening = this.#parts.order.expect("the event sourceopen");
    const onOpen = (): void => {
      this.#parts.events.unhear(source, "sourceopen", onOpen);
      opening.releaseAfterTask();
    };
    this.#parts.events.hear(source, "sourceopen", onOpen);
    return opening;
  }

  #beginIfUnderway(element: HTMLMediaElement): void {
    const { NETWORK_NO_SOURCE, NETWORK_LOADING, HAVE_FUTURE_DATA } = element;
    if (this.#loading.has(element) || !hasSource(element) || this.#parts.state.hasFailed(element)) return;
    const network = this.#parts.state.networkState(element);
    if (network !== NETWORK_NO_SOURCE && network !== NETWORK_LOADING) return;
    if (this.#parts.state.readyState(element) < HAVE_FUTURE_DATA) this.begin(element);
  }

  #onEvent(element: HTMLMediaElement, event: Event): void {
    const { isTrusted, target, type } = event;
    const isOwn = target === element;
    if (!isTrusted || target === null || (!isOwn && !(target instanceof this.#realm.HTMLSourceElement))) return;
    if (isOfStream(element, type)) return;
    event.stopImmediatePropagation();
    const owed = type === resetEvent ? (this.#rates.get(element) ?? 0) : 0;
    if (owed > 0) this.#rates.set(element, owed - 1);
    else this.#take(element, target, event);
  }

  #take(element: HTMLMediaElement, target: EventTarget, event: Event): void {
    const { type } = event;
    const load = this.#loading.get(element);
    if (load === undefined || load.hasEnded) return;
    load.looks = 0;
    if (isDelivered(load, target, type)) {
      // The page begins to feed it when the source opens, which the browser tells next.
      if (load.isFed && emptyEvents.has(type)) void this.#parts.events.letGo(target, event);
      else load.held.push({ target, event });
    }
    // After the error of a source, the element tries the next one.
    if (target === element && (type === "canplaythrough" || type === "error")) this.#end(element, load);
  }

  #poll(element: HTMLMediaElement, load: Load): void {
    load.poll = this.#parts.real.setTimeout(() => {
      const looksNeeded = this.#looksNeeded(element);
      load.looks = looksNeeded === null ? 0 : load.looks + 1;
      if (looksNeeded !== null && load.looks >= looksNeeded) this.#end(element, load);
      else this.#poll(element, load);
    }, pollMs);
  }

  /**
   * How often an element must be found in this state before its load counts as ended, or as never begun; null if it
   * continues.
   */
  #looksNeeded(element: HTMLMediaElement): number | null {
    const { state } = this.#parts;
    const network = state.networkState(element);
    if (network === element.NETWORK_EMPTY || state.hasFailed(element)) return looksAtEnd;
    // A source in the attribute ends with an event.
    if (network === element.NETWORK_NO_SOURCE) return element.hasAttribute("src") ? null : looksAtEnd;
    if (network !== element.NETWORK_IDLE) return null;
    const ready = state.readyState(element);
    // The last event is still to come, however long a busy machine takes.
    if (ready === element.HAVE_ENOUGH_DATA) return looksInMiddle;
    if (ready === element.HAVE_FUTURE_DATA || (element.preload === "none" && !element.autoplay)) return looksAtEnd;
    return ready === element.HAVE_NOTHING ? null : looksInMiddle;
  }

  #end(element: HTMLMediaElement, load: Load): void {
    const { real, beforeEvents, afterEvents } = this.#parts;
    real.clearTimeout(load.poll);
    load.hasEnded = true;
    load.opening?.release();
    load.registered.complete(async () => {
      await beforeEvents(element);
      // What came before has set another source, and its load takes the place of this one.
      if (this.#loading.get(element) !== load || !load.hasEnded) return;
      for (const held of load.held) if (!(await this.#deliver(element, load, held))) return;
      if (load.hasEnded) this.#loading.delete(element);
      await afterEvents(element);
    });
  }

  /** Returns whether the load goes on: a listener may set another source, which discards the events of this one. */
  async #deliver(element: HTMLMediaElement, load: Load, { target, event }: HeldEvent): Promise<boolean> {
    const { real, events, beforeEvent, afterEvent } = this.#parts;
    const isEmpty = emptyEvents.has(event.type);
    const goesOn = (): boolean => (isEmpty ? load.hasEnded : !this.#loading.has(element));
    // Until then the element has nothing of its source.
    if (!isEmpty) this.#loading.delete(element);
    await beforeEvent(element, event.type);
    if (!goesOn()) return false;
    let late: Promise<void> | undefined;
    // In a task of its own, so that its microtasks run before the next one.
    await real.runInOneTask([
      (): void => {
        late = events.letGo(target, event);
      },
    ]);
    await late;
    await afterEvent(element, event.type);
    return goesOn();
  }
}

function sourceOf(element: HTMLMediaElement): string {
  return element.src || (element.querySelector("source")?.src ?? "");
}

/** A stream has no load that could end. */
function isOfStream(element: HTMLMediaElement, type: string): boolean {
  return element.srcObject !== null && loadEvents.has(type);
}

function isDelivered({ held, dropsAbort, isTold }: Load, target: EventTarget, type: string): boolean {
  if (isTold && emptyEvents.has(type) && type !== "loadstart") return false;
  // Chance decides how far a load had got when it was replaced before its turn.
  const isOfLoad = loadEvents.has(type) || type === resetEvent;
  if (!isOfLoad || (type === "abort" && dropsAbort)) return false;
  return !held.some((known) => known.event.type === type && known.target === target);
}
