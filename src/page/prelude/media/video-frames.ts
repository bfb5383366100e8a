import { isFunction, replaceMethod } from "../native/native-look.ts";
import type { EarlyCallbacks } from "../time/virtual-timers.ts";
import type { VirtualClock } from "../time/virtual-clock.ts";

/** Frames of every video in a second of its own time. The browser does not tell the rate of a video. */
const framesPerSecond = 30;

type FrameCallback = (nowMs: number, metadata: VideoFrameCallbackMetadata) => void;

interface VideoState {
  requests: Map<number, FrameCallback>;
  /** The callbacks that run in this frame. */
  running: Map<number, FrameCallback>;
  /** The number of the last frame that was presented; null if there was none of the current source or place. */
  seen: number | null;
  /** When the element last got a frame that was not presented, on the virtual clock. */
  newSinceMs: number;
  presented: number;
}

export interface VideoFramesParts {
  readonly clock: VirtualClock;
  /** Whether the element has a frame to show, as far as the page can know. */
  hasFrame(element: HTMLVideoElement): boolean;
  /** Seconds. */
  position(element: HTMLVideoElement): number;
}

/**
 * Runs the callbacks of `requestVideoFrameCallback` on the virtual clock: before the animation frames, where a video has
 * loaded, sought or moved on since. The browser calls them when it composites, in a different frame in each run.
 */
export class VideoFrames implements EarlyCallbacks {
  // Captured when the realm is new: pages overwrite globals.
  readonly #HTMLVideoElement: typeof HTMLVideoElement;
  readonly #parts: VideoFramesParts;
  readonly #states = new WeakMap<HTMLVideoElement, VideoState>();
  readonly #waiting = new Set<HTMLVideoElement>();
  #lastId = 0;

  constructor({ HTMLVideoElement }: Window & typeof globalThis, parts: VideoFramesParts) {
    this.#HTMLVideoElement = HTMLVideoElement;
    this.#parts = parts;
    const { prototype } = HTMLVideoElement;
    const request = (element: HTMLVideoElement, callback: FrameCallback): number => this.#request(element, callback);
    replaceMethod(prototype, "requestVideoFrameCallback", (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        const [callback] = parameters;
        // The browser throws.
        if (!(this instanceof HTMLVideoElement) || !isFunction(callback)) {
          return Reflect.apply(original, this, parameters);
        }
        return request(this, (nowMs, metadata) => {
          Reflect.apply(callback, undefined, [nowMs, metadata]);
        });
      }
      return replacement;
    });
    const states = this.#states;
    replaceMethod(prototype, "cancelVideoFrameCallback", (original) => {
      function replacement(this: object, ...parameters: unknown[]): unknown {
        if (!(this instanceof HTMLVideoElement) || parameters.length === 0) {
          return Reflect.apply(original, this, parameters);
        }
        const id = Number(parameters[0]);
        const state = states.get(this);
        state?.requests.delete(id);
        state?.running.delete(id);
        return undefined;
      }
      return replacement;
    });
  }

  /** Call when an element gets a frame of another source or place. */
  onNewFrame(element: HTMLMediaElement): void {
    if (!(element instanceof this.#HTMLVideoElement)) return;
    Object.assign(this.#of(element), { seen: null, newSinceMs: this.#parts.clock.now() });
  }

  areDue(): boolean {
    for (const element of this.#waiting) if (this.#isDue(element)) return true;
    return false;
  }

  take(): readonly ((nowMs: number) => void)[] {
    return [...this.#waiting].filter((element) => this.#isDue(element)).flatMap((element) => this.#present(element));
  }

  #request(element: HTMLVideoElement, callback: FrameCallback): number {
    const state = this.#of(element);
    const isNew = state.newSinceMs === this.#parts.clock.now();
    if (state.requests.size === 0 && !isNew) state.seen = this.#frameOf(element);
    this.#lastId += 1;
    state.requests.set(this.#lastId, callback);
    this.#waiting.add(element);
    return this.#lastId;
  }

  #of(element: HTMLVideoElement): VideoState {
    const known = this.#states.get(element);
    if (known !== undefined) return known;
    const state = { requests: new Map(), running: new Map(), seen: null, newSinceMs: -1, presented: 0 };
    this.#states.set(element, state);
    return state;
  }

  #isDue(element: HTMLVideoElement): boolean {
    const { requests, seen } = this.#of(element);
    const frame = this.#frameOf(element);
    return requests.size > 0 && frame !== null && frame !== seen;
  }

  #frameOf(element: HTMLVideoElement): number | null {
    const hasFrame = element.videoWidth > 0 && this.#parts.hasFrame(element);
    return hasFrame ? Math.floor(this.#parts.position(element) * framesPerSecond) : null;
  }

  #present(element: HTMLVideoElement): readonly ((nowMs: number) => void)[] {
    const state = this.#of(element);
    const frame = this.#frameOf(element) ?? 0;
    this.#waiting.delete(element);
    const taken = state.requests;
    Object.assign(state, { running: taken, requests: new Map(), seen: frame, presented: state.presented + 1 });
    const { videoWidth: width, videoHeight: height } = element;
    const { presented: presentedFrames } = state;
    const shown = { width, height, presentedFrames, mediaTime: frame / framesPerSecond, processingDuration: 0 };
    return [...taken].map(([id, callback]) => (nowMs: number): void => {
      if (taken.has(id)) callback(nowMs, { ...shown, presentationTime: nowMs, expectedDisplayTime: nowMs });
    });
  }
}
