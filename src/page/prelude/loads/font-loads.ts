import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import { forceLayout } from "../native/force-layout.ts";
import { eachDocument, ownDocument } from "../native/own-documents.ts";
import { replaceGetter, replaceMethod } from "../native/native-look.ts";
import type { HeldEvents } from "./held-events.ts";
import { isObject, nativeGetter, nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

interface FontParts {
  readonly real: Pick<RealPrimitives, "runInTurn">;
  readonly order: AsyncOrder;
  readonly events: HeldEvents;
}

interface SetParts extends FontParts {
  readonly fonts: EventTarget;
  readonly isNativeLoading: () => boolean;
  /** The browser's own promise for the end of all loads. */
  readonly ready: () => Promise<unknown>;
  /** True if a font face loads whose promise the page has asked for and not got. */
  readonly isOwed: () => boolean;
  /** In a worker the browser's promise may never settle. */
  readonly isWorker: boolean;
  readonly url: string;
}

const endTypes = ["loadingdone", "loadingerror"];

/**
 * Orders the loads of fonts. The browser loads one of a style sheet when text first needs it, without any call of the
 * page, and the width of the text changes when it arrives. The events that tell of the end come after the promises of
 * all that loads by then, as in the browser, where each promise has a task of its own before them.
 */
export function orderFonts(realm: Realm, parts: FontParts): void {
  const { order, events } = parts;
  const { EventTarget } = realm;
  const isWorker = !("document" in realm);
  const first: unknown = isWorker ? Reflect.get(realm, "fonts") : ownDocument().fonts;
  const prototype: object | null = isObject(first) ? Reflect.getPrototypeOf(first) : null;
  const readStatus = prototype === null ? null : nativeGetter(prototype, "status");
  const readReady = prototype === null ? null : nativeGetter(prototype, "ready");
  if (prototype === null || readStatus === null || readReady === null) return;
  events.replaceHandlers(
    prototype,
    endTypes.map((type) => `on${type}`),
  );
  const has = nativeMethod(prototype, "has");
  const { isBegun, hasEnded } = readFaces(realm);
  /** Faces whose promise the page has read before they began to load. */
  const early = new Set<object>();
  /** Faces whose promise the page has and that has not settled. */
  const awaited = new Set<object>();
  const setLoads = { order, lateCount: 0, areOwed: (): boolean => [...awaited].some(hasEnded) };
  const sets = new WeakMap<object, FontSet>();
  let current: FontSet | null = null;
  const follow = (fonts: EventTarget): void => {
    const isNativeLoading = (): boolean => readStatus(fonts) === "loading";
    const ready = (): Promise<unknown> => Promise.resolve(readReady(fonts));
    const isOwed = (): boolean =>
      setLoads.lateCount > 0 || [...early].some((face) => isBegun(face) && Reflect.apply(has, fonts, [face]) === true);
    current = new FontSet({ ...parts, fonts, isNativeLoading, ready, isOwed, isWorker, url: realm.location.href });
    sets.set(fonts, current);
  };
  if (!isWorker)
    eachDocument(({ fonts }) => {
      follow(fonts);
    });
  else if (first instanceof EventTarget) follow(first);
  order.onQuestion((isLoading) => {
    if (isLoading && !isWorker && !beginLoads()) return;
    if (current?.isLoading() === false) current.noteLoad();
  });
  replaceSet(prototype, setLoads, (fonts) => (isObject(fonts) ? sets.get(fonts) : undefined));
  orderFontFaces(realm, { order, early, awaited, isBegun, hasEnded, noteLoad: () => current?.noteLoad() });
}

/**
 * Begins the loads of fonts that the page needs as it is now. While a page loads, the browser lays it out whenever it has
 * the time, so without this it would begin them between any two scripts and answers. False while the page is parsed: its
 * fonts are held until it is.
 */
function beginLoads(): boolean {
  const document = ownDocument();
  if (document.readyState === "loading") return false;
  if (document.fonts.size > 0) forceLayout(document);
  return true;
}

/** The loads of a set of fonts, as the page sees them. */
class FontSet {
  readonly #parts: SetParts;
  #request: Registered | null = null;
  #isBeginTold = false;
  #waiting: (() => void)[] = [];
  #ready: Promise<unknown> | null = null;
  #ended: Event[] = [];

  constructor(parts: SetParts) {
    this.#parts = parts;
    const { events, fonts } = parts;
    events.hear(fonts, "loading", (event) => {
      // The page has not heard of the end of the loads before, so to it they go on.
      if (event.isTrusted && this.#isBeginTold) event.stopImmediatePropagation();
      this.#isBeginTold ||= event.isTrusted;
    });
    for (const type of endTypes) {
      events.hear(fonts, type, (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        this.#ended.push(event);
        if (this.#request === null) this.#expectEnd();
      });
    }
  }

  isLoading(): boolean {
    return this.#request !== null;
  }

  /** Call when a load may have begun. */
  noteLoad(): void {
    if (this.#request !== null || this.#parts.isNativeLoading()) this.#expectEnd();
  }

  /** Holds a promise for the end of all loads. */
  holdReady(native: Promise<unknown>): Promise<unknown> {
    const { fonts, order, isWorker } = this.#parts;
    if (this.#request !== null) {
      this.#ready ??= new Promise((resolve) => {
        this.#waiting.push(() => {
          resolve(fonts);
        });
      });
      return this.#ready;
    }
    const expected = order.expect("ready", { owner: isWorker ? "page" : "browser" });
    const complete: Registered["complete"] = (deliver) => {
      expected.complete(() => {
        // A load that has begun since belongs to it.
        if (this.#request === null) return order.deliverAfterLoad(deliver);
        this.#waiting.push(() => void deliver());
        return undefined;
      });
    };
    return order.hold({ ...expected, complete }, native);
  }

  /** The end comes after all loads that have begun so far. */
  #expectEnd(): void {
    const { order, ready, url } = this.#parts;
    this.#request?.release();
    // Text has the width of a font as soon as it arrives, so nothing is delivered before.
    const expected = order.expect(`the fonts of ${url}`, { owner: "script", needs: "fonts" });
    this.#request = expected;
    void ready().then(() => {
      expected.complete(() => this.#tellEnd());
    });
  }

  async #tellEnd(): Promise<void> {
    const { real, events, fonts, isNativeLoading, isOwed } = this.#parts;
    // Style has begun another load since, or the promise of one only comes into the order now.
    if (isNativeLoading() || isOwed()) {
      this.#expectEnd();
      return;
    }
    const [ended, waiting] = [this.#ended, this.#waiting];
    this.#request = this.#ready = null;
    this.#isBeginTold = false;
    this.#ended = [];
    this.#waiting = [];
    for (const type of endTypes) {
      const event = joinEvents(ended.filter((one) => one.type === type));
      if (event === null) continue;
      await events.letGo(fonts, event);
      // The microtasks of its listeners come before the next event.
      await real.runInTurn([]);
    }
    for (const resolve of waiting) resolve();
  }
}

/** Lists of fonts, by the event that has them in place of its own. */
const joined = new WeakMap<object, readonly unknown[]>();
const withJoined = new WeakSet();

/** The last of several events, with the fonts of all. */
function joinEvents(list: readonly Event[]): Event | null {
  const last = list[list.length - 1];
  if (last === undefined || list.length === 1) return last ?? null;
  const prototype: object = Reflect.getPrototypeOf(last) ?? last;
  const read = nativeGetter(prototype, "fontfaces");
  if (!withJoined.has(prototype)) {
    withJoined.add(prototype);
    replaceGetter(
      prototype,
      "fontfaces",
      (original, receiver) => (isObject(receiver) ? joined.get(receiver) : undefined) ?? original(),
    );
  }
  const fonts = list.flatMap((event) => {
    const own = read?.(event);
    return Array.isArray(own) ? own.map((font: unknown) => font) : [];
  });
  joined.set(last, Object.freeze(fonts));
  return last;
}

interface FaceLoads {
  readonly order: AsyncOrder;
  /** True if faces have ended whose promises come first. */
  readonly areOwed: () => boolean;
  /** How many promises of a set's loads wait for those of their faces. */
  lateCount: number;
}

/** Holds the promise of a set's load until those of its faces have settled, as in the browser. */
function holdSetLoad(loads: FaceLoads, native: Promise<unknown>): Promise<unknown> {
  const { order, areOwed } = loads;
  const expect = (): Registered => order.expect("document.fonts.load");
  let expected = expect();
  let isLate = false;
  const complete: Registered["complete"] = (deliver) => {
    expected.complete(() => {
      if (isLate) loads.lateCount -= 1;
      isLate = areOwed();
      if (!isLate) return deliver();
      loads.lateCount += 1;
      expected = expect();
      complete(deliver);
      return undefined;
    });
  };
  return order.hold({ ...expected, complete }, native);
}

function replaceSet(prototype: object, loads: FaceLoads, setOf: (fonts: unknown) => FontSet | undefined): void {
  const known = new WeakMap<object, unknown>();
  replaceGetter(prototype, "status", (original, receiver) => (setOf(receiver)?.isLoading() ? "loading" : original()));
  replaceGetter(prototype, "ready", (original, receiver) => {
    const native = original();
    const set = setOf(receiver);
    if (!(native instanceof Promise) || set === undefined) return native;
    if (!set.isLoading()) set.noteLoad();
    const shown = known.get(native) ?? set.holdReady(native);
    known.set(native, shown);
    return shown;
  });
  replaceMethod(prototype, "load", (load) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const result: unknown = Reflect.apply(load, this, parameters);
      if (!(result instanceof Promise)) return result;
      const shown = holdSetLoad(loads, result);
      setOf(this)?.noteLoad();
      return shown;
    }
    return replacement;
  });
}

interface FaceParts {
  readonly order: AsyncOrder;
  readonly early: Set<object>;
  readonly awaited: Set<object>;
  readonly isBegun: (face: object) => boolean;
  readonly hasEnded: (face: object) => boolean;
  readonly noteLoad: () => void;
}

function readFaces({ FontFace: { prototype } }: Realm): Pick<FaceParts, "isBegun" | "hasEnded"> {
  const status = nativeGetter(prototype, "status");
  return {
    isBegun: (face) => status?.(face) !== "unloaded",
    hasEnded: (face) => status?.(face) === "loaded" || status?.(face) === "error",
  };
}

/** A face is loaded when the page says so or uses it, if ever. Its promise is the same for both. */
function orderFontFaces({ FontFace: { prototype } }: Realm, parts: FaceParts): void {
  const { order, early, awaited, isBegun, hasEnded, noteLoad } = parts;
  const known = new WeakMap<object, unknown>();
  const hold = (face: unknown, native: unknown): unknown => {
    if (!(native instanceof Promise) || !isObject(face)) return native;
    const before = known.get(native);
    if (before !== undefined) return before;
    // The browser makes a promise only now, and settles it at once.
    if (hasEnded(face)) {
      known.set(native, native);
      return native;
    }
    const owner = isBegun(face) ? "script" : "page";
    const held = order.track("the load of a font", native, { owner, needs: "fonts", isDue: () => isBegun(face) });
    known.set(native, held);
    awaited.add(face);
    if (owner === "script") noteLoad();
    else early.add(face);
    const forget = (): void => {
      awaited.delete(face);
      early.delete(face);
    };
    held.then(forget, forget);
    return held;
  };
  replaceGetter(prototype, "loaded", (original, receiver) => hold(receiver, original()));
  replaceMethod(prototype, "load", (load) => {
    function replacement(this: unknown): unknown {
      const wasBegun = !isObject(this) || isBegun(this);
      const held = hold(this, Reflect.apply(load, this, []));
      if (!wasBegun) noteLoad();
      return held;
    }
    return replacement;
  });
}
