import { isFunction, replaceSetter } from "../native/native-look.ts";
import { ownDocument } from "../native/own-documents.ts";
import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { isObject, nativeGetter, nativeMethod, prototypeOf } from "./native-method.ts";

/** The sensors that a page without any hears once. A frame may be forbidden to use them, and then hears nothing. */
const sensors = ["accelerometer", "gyroscope"];

/**
 * Where there are no sensors, the browser sends a page that listens for them one event without values, when its service
 * has answered. Here it comes in the order of the loads. The event is another one, because the browser's has no fixed
 * time.
 */
export function orderSensorEvents(realm: Window & typeof globalThis, order: AsyncOrder, events: HeldEvents): void {
  // Only pages of secure origins have any.
  if (!("DeviceMotionEvent" in realm)) return;
  const { DeviceMotionEvent, DeviceOrientationEvent } = realm;
  const isAllowed = createPolicyReader(realm);
  const makers: Readonly<Record<string, () => Event>> = {
    deviceorientation: () => new DeviceOrientationEvent("deviceorientation"),
    deviceorientationabsolute: () => new DeviceOrientationEvent("deviceorientationabsolute", { absolute: true }),
    devicemotion: () => {
      const values = { acceleration: {}, accelerationIncludingGravity: {}, rotationRate: {} };
      return new DeviceMotionEvent("devicemotion", { ...values, interval: 16 });
    },
  };
  for (const [type, make] of Object.entries(makers)) {
    let isHeard = false;
    const listen = (): void => {
      if (isHeard) return;
      isHeard = true;
      events.hear(realm, type, (event) => {
        if (event.isTrusted) event.stopImmediatePropagation();
      });
      if (!sensors.every(isAllowed)) return;
      order.expect(type).complete(() => events.sendInTask(realm, make()));
    };
    events.whenHeard(type, listen);
    replaceSetter(realm, `on${type}`, (_receiver, handler, set) => {
      if (isFunction(handler)) listen();
      set(handler);
    });
  }
}

/** Returns a function that is true for a feature unless the document's policy forbids it. */
function createPolicyReader(realm: Window & typeof globalThis): (feature: string) => boolean {
  const readPolicy = nativeGetter(realm.Document.prototype, "featurePolicy");
  const owner = prototypeOf(realm, "FeaturePolicy");
  if (readPolicy === null || owner === null) return () => true;
  const allows = nativeMethod(owner, "allowsFeature");
  return (feature) => {
    const policy = readPolicy(ownDocument());
    return !isObject(policy) || Reflect.apply(allows, policy, [feature]) !== false;
  };
}
