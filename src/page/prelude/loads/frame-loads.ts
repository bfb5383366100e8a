import type { AsyncOrder, Registered } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";

/** The frames that appear in a document. */
export interface FrameLoads {
  onShown(element: unknown): void;
  onRemoved(element: unknown): void;
}

const loadEvents = ["load", "error"] as const;

interface Loading {
  readonly registered: Registered;
  readonly stop: () => void;
}

/**
 * Makes the order wait for the frames that a page inserts, so that each has its first frame at the same time in every run.
 * Its `load` comes after that of its own window, which is delivered in the frame below.
 */
export function holdFrames(realm: Window & typeof globalThis, order: AsyncOrder, events: HeldEvents): FrameLoads {
  const { HTMLIFrameElement } = realm;
  const loads = new WeakMap<HTMLIFrameElement, Loading>();

  function hold(frame: HTMLIFrameElement): void {
    const registered = order.expect(`iframe ${frame.src}`);
    const stop = (): void => {
      loads.delete(frame);
      events.unhold(frame);
      for (const type of loadEvents) events.unhear(frame, type, onEnd);
    };
    const onEnd = (event: Event): void => {
      if (event.target !== frame || !event.isTrusted) return;
      event.stopImmediatePropagation();
      registered.complete(() => {
        stop();
        order.deliverAfterBelow(() => {
          events.letGo(frame, event);
        });
      });
    };
    for (const type of loadEvents) events.hear(frame, type, onEnd);
    events.hold(frame);
    loads.set(frame, { registered, stop });
  }

  return {
    onShown(element) {
      if (element instanceof HTMLIFrameElement && !loads.has(element) && willLoad(element)) hold(element);
    },
    onRemoved(element) {
      const loading = element instanceof HTMLIFrameElement ? loads.get(element) : undefined;
      loading?.stop();
      loading?.registered.release();
    },
  };
}

/** An empty frame has loaded when it is inserted, and a lazy one may never load. */
function willLoad(frame: HTMLIFrameElement): boolean {
  if (!frame.isConnected || frame.loading === "lazy") return false;
  const hasSource = frame.src !== "" && !/^(?:about|javascript):/u.test(frame.src);
  return frame.hasAttribute("srcdoc") || hasSource;
}
