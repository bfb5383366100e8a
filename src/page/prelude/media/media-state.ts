import { isObject, nativeGetter } from "../loads/native-method.ts";
import { hasSource } from "./media-sources.ts";
import { replaceGetter } from "../native/native-look.ts";

/** The browser's own state of an element, which pages do not see before the load is delivered. */
export interface NativeMediaState {
  readyState(element: HTMLMediaElement): number;
  networkState(element: HTMLMediaElement): number;
  /** Seconds. */
  duration(element: HTMLMediaElement): number;
  hasFailed(element: HTMLMediaElement): boolean;
}

/** Captures the native getters. Call before they are replaced. */
export function nativeMediaState({ HTMLMediaElement: { prototype } }: Window & typeof globalThis): NativeMediaState {
  const [readyState, networkState, duration] = ["readyState", "networkState", "duration"].map((key) => {
    const read = nativeGetter(prototype, key);
    return (element: HTMLMediaElement): number => Number(read?.(element));
  });
  const error = nativeGetter(prototype, "error");
  const unknown = (): number => Number.NaN;
  return {
    readyState: readyState ?? unknown,
    networkState: networkState ?? unknown,
    duration: duration ?? unknown,
    hasFailed: (element) => isObject(error?.(element)),
  };
}

/** What the virtual playback knows about an element. */
interface ShownState {
  isLoading(element: HTMLMediaElement): boolean;
  /** Whether its load began in this task. */
  isChoosing(element: HTMLMediaElement): boolean;
  isSeeking(element: HTMLMediaElement): boolean;
  /** Whether of its source only the metadata has come. */
  hasOnlyMetadata(element: HTMLMediaElement): boolean;
}

/** Shows an element as loading until its load is delivered, because games read its state in every frame. */
export function replaceMediaState(
  { HTMLMediaElement }: Window & typeof globalThis,
  { isLoading, isChoosing, isSeeking, hasOnlyMetadata }: ShownState,
): void {
  const { HAVE_FUTURE_DATA, HAVE_METADATA, HAVE_NOTHING, prototype } = HTMLMediaElement;
  const { NETWORK_EMPTY, NETWORK_IDLE, NETWORK_LOADING, NETWORK_NO_SOURCE } = HTMLMediaElement;
  const shown = { readyState: HAVE_NOTHING, duration: Number.NaN, error: null };
  for (const [key, value] of Object.entries(shown)) {
    replaceGetter(prototype, key, (original, receiver) =>
      receiver instanceof HTMLMediaElement && isLoading(receiver) ? value : original(),
    );
  }
  // It has no data of its new position until the seek ends.
  replaceGetter(prototype, "readyState", (original, receiver) =>
    receiver instanceof HTMLMediaElement && (isSeeking(receiver) || hasOnlyMetadata(receiver))
      ? HAVE_METADATA
      : original(),
  );
  // Chance decides how much more than the playback needs has arrived.
  replaceGetter(prototype, "networkState", (original, receiver) => {
    const state = original();
    if (!(receiver instanceof HTMLMediaElement)) return state;
    // Asked first, because it finds loads that markup has begun.
    const isUnderway = isLoading(receiver);
    if (isChoosing(receiver)) return NETWORK_NO_SOURCE;
    if (isUnderway) return hasSource(receiver) ? NETWORK_LOADING : NETWORK_EMPTY;
    if (hasOnlyMetadata(receiver)) return NETWORK_LOADING;
    return state === NETWORK_LOADING && receiver.readyState >= HAVE_FUTURE_DATA ? NETWORK_IDLE : state;
  });
}
