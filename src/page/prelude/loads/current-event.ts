import { replaceGetter } from "../native/native-look.ts";
import { isObject, nativeGetter } from "./native-method.ts";

/** The event with which a listener of the page runs. */
export interface RunningListener {
  event: unknown;
}

/**
 * Shows the page its own events as `window.event`, which old scripts read: `heldFor` tells for which held event another
 * one is dispatched. Timers and frames run in messages of the prelude, which a page must not see there.
 */
export function showCurrentEvent(
  realm: Window & typeof globalThis,
  running: Readonly<RunningListener>,
  heldFor: (carrier: object) => Event | undefined,
): void {
  const { MessagePort } = realm;
  const targetOf = nativeGetter(realm.Event.prototype, "target");
  replaceGetter(realm, "event", (original) => {
    const event = original();
    if (!isObject(event)) return event;
    const isOfPort = targetOf?.(event) instanceof MessagePort;
    return isOfPort && event !== running.event ? running.event : (heldFor(event) ?? event);
  });
}
