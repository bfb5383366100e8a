import type { LoadParts } from "./load-parts.ts";
import { replaceGetter, replaceMethod, watchCalls } from "../native/native-look.ts";
import { isObject, prototypeOf } from "./native-method.ts";
import type { Registered } from "./async-order.ts";

/** A device whose `lost` the page has read, or which it has destroyed. */
interface Loss {
  /** The promise that the page gets as `lost`; null until it reads that. */
  shown: Promise<unknown> | null;
  isDestroyed: boolean;
  hasEnded: boolean;
  /** Null while the page has not destroyed the device, or has not asked. */
  registered: Registered | null;
}

/**
 * Orders the end of WebGPU's devices. One that the page destroys is lost soon after, so everything waits for that. Errors
 * that no scope catches come whenever the GPU's process has found them, so they are named.
 */
export function orderGpuDevices(
  realm: typeof globalThis,
  { order, events, markUse }: Pick<LoadParts, "order" | "events" | "markUse">,
): void {
  const adapters = prototypeOf(realm, "GPUAdapter");
  const devices = prototypeOf(realm, "GPUDevice");
  if (adapters === null || devices === null) return;
  const { EventTarget } = realm;
  const losses = new WeakMap<object, Loss>();
  const lossOf = (device: object): Loss => {
    const known = losses.get(device) ?? { shown: null, isDestroyed: false, hasEnded: false, registered: null };
    losses.set(device, known);
    return known;
  };
  const update = (loss: Loss): void => {
    if (loss.isDestroyed && loss.shown !== null && !loss.hasEnded) loss.registered ??= order.expect("GPUDevice.lost");
  };

  replaceGetter(devices, "lost", (original, device) => {
    const native = original();
    if (!(native instanceof Promise) || !isObject(device)) return native;
    const loss = lossOf(device);
    loss.shown ??= new Promise((resolve) => {
      void native.then((info) => {
        loss.hasEnded = true;
        if (loss.registered === null) resolve(info);
        else {
          loss.registered.complete(() => {
            resolve(info);
          });
        }
      });
    });
    update(loss);
    return loss.shown;
  });
  watchCalls(devices, ["destroy"], (device) => {
    if (!isObject(device)) return;
    const loss = lossOf(device);
    loss.isDestroyed = true;
    update(loss);
  });
  replaceMethod(adapters, "requestDevice", (requestDevice) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const nameUse = markUse();
      const result: unknown = Reflect.apply(requestDevice, this, parameters);
      if (result instanceof Promise) {
        result.then(
          (device: unknown) => {
            if (!(device instanceof EventTarget)) return;
            events.hear(device, "uncapturederror", () => {
              nameUse("GPUDevice: uncapturederror");
            });
          },
          () => undefined,
        );
      }
      return result;
    }
    return replacement;
  });
}
