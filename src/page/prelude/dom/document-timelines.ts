import { looksLike, replaceGetter } from "../native/native-look.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";
import { ownDocument } from "../native/own-documents.ts";

/** The timelines of a realm, which stand still between two frames. */
export interface DocumentTimelines {
  /** Moves them to the clock's time. Call at the beginning of a frame. */
  advance(): void;
  /** Whether there has been a frame. */
  haveBegun(): boolean;
  /** The current time of a timeline; null if it is inactive. */
  timeOf(timeline: AnimationTimeline | null): number | null;
}

/** Puts the document timelines of `realm` on the virtual clock. Timelines of scroll positions stay as they are. */
export function installTimelines(realm: Window & typeof globalThis, clock: VirtualClock): DocumentTimelines {
  const { AnimationTimeline, DocumentTimeline } = realm;
  const origins = new WeakMap<object, number>();
  let frameMs: number | null = null;
  let hasBegun = false;

  function ownTime(timeline: DocumentTimeline): number | null {
    // The document of a removed frame has no view and no time.
    if (ownDocument().defaultView === null) return null;
    // A page that waits in a loop moves the clock within a frame, but not its timelines.
    frameMs ??= clock.sinceOrigin();
    return frameMs - (origins.get(timeline) ?? 0);
  }

  replaceGetter(AnimationTimeline.prototype, "currentTime", (original, receiver) =>
    receiver instanceof DocumentTimeline ? ownTime(receiver) : original(),
  );
  const replacement: typeof DocumentTimeline = new Proxy(DocumentTimeline, {
    construct(target, parameters: unknown[], newTarget): object {
      const made: unknown = Reflect.construct(target, parameters, newTarget === replacement ? target : newTarget);
      if (!(made instanceof DocumentTimeline)) throw new TypeError("DocumentTimeline makes timelines.");
      const [options] = parameters;
      const origin: unknown = typeof options === "object" && options !== null ? Reflect.get(options, "originTime") : 0;
      origins.set(made, Number(origin ?? 0));
      return made;
    },
  });
  looksLike(replacement, DocumentTimeline);
  const constructor = { value: replacement, writable: true, configurable: true };
  Object.defineProperty(DocumentTimeline.prototype, "constructor", constructor);
  Object.defineProperty(realm, "DocumentTimeline", { ...constructor, enumerable: false });

  return {
    advance() {
      frameMs = clock.sinceOrigin();
      hasBegun = true;
    },
    haveBegun: () => hasBegun,
    timeOf(timeline) {
      if (timeline === null) return null;
      if (timeline instanceof DocumentTimeline) return ownTime(timeline);
      // A timeline of another frame.
      const time: unknown = Reflect.get(timeline, "currentTime");
      return typeof time === "number" ? time : null;
    },
  };
}
