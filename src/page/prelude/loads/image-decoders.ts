import type { AsyncOrder, Expectation } from "./async-order.ts";
import { tagOf } from "./cloned-values.ts";
import { replaceConstructor, replaceGetter, replaceMethod } from "../native/native-look.ts";
import { isObject, nativeGetter, prototypeOf } from "./native-method.ts";

/**
 * Orders what image decoders answer. A decoder that reads a stream may need more than the page ever gives it, so nothing
 * waits for it until the frame that it decodes is there as a whole.
 */
export function orderImageDecoders(realm: object, order: AsyncOrder, onUnordered: (api: string) => void): void {
  const decoders = prototypeOf(realm, "ImageDecoder");
  const lists = prototypeOf(realm, "ImageTrackList");
  if (decoders === null || lists === null) return;
  const complete = nativeGetter(decoders, "complete");
  const tracks = nativeGetter(decoders, "tracks");
  const selectedTrack = nativeGetter(lists, "selectedTrack");
  const frameCount = nativeGetter(prototypeOf(realm, "ImageTrack") ?? {}, "frameCount");
  /** By their lists of tracks. */
  const owners = new WeakMap<object, object>();
  /** The frames that decoders have not answered for. */
  const requested = new WeakMap<object, Set<{ readonly index: number }>>();

  const isComplete = (decoder: object): boolean => complete?.(decoder) === true;
  function isFrameWhole(decoder: object, index: number): boolean {
    if (isComplete(decoder)) return true;
    const list = tracks?.(decoder);
    const track = isObject(list) ? selectedTrack?.(list) : null;
    // The browser counts a frame as soon as it begins.
    return isObject(track) && Number(frameCount?.(track)) > index + 1;
  }
  /** Returns a function that tells whether a frame can be decoded, and those that the page has asked for before it. */
  function request(decoder: object, index: number, answer: Promise<unknown>): () => boolean {
    const all = requested.get(decoder) ?? new Set();
    requested.set(decoder, all);
    const own = { index };
    const forget = (): void => {
      all.delete(own);
    };
    answer.then(forget, forget);
    all.add(own);
    return () => {
      for (const each of all) {
        if (!isFrameWhole(decoder, each.index)) return false;
        if (each === own) break;
      }
      return true;
    };
  }
  function track(name: string, answer: unknown, isDue: () => boolean): unknown {
    if (!(answer instanceof Promise)) return answer;
    const expectation: Expectation = isDue() ? {} : { owner: "page", isDue };
    return order.track(name, answer, expectation);
  }
  function trackProperty(prototype: object, name: string, decoderOf: (receiver: unknown) => unknown): void {
    const known = new WeakMap<object, unknown>();
    replaceGetter(prototype, name, (original, receiver) => {
      const native = original();
      const decoder = decoderOf(receiver);
      if (!isObject(native) || !isObject(decoder)) return native;
      const held = known.get(native) ?? track(`ImageDecoder.${name}`, native, () => isComplete(decoder));
      known.set(native, held);
      return held;
    });
  }

  // How much of a stream its thread has read by now depends on the machine, and nothing tells.
  replaceConstructor(realm, "ImageDecoder", (parameters, build) => {
    const [init] = parameters;
    const data: unknown = isObject(init) ? Object.getOwnPropertyDescriptor(init, "data")?.value : undefined;
    if (isObject(data) && tagOf(data) === "ReadableStream") onUnordered("ImageDecoder of a stream");
    return build(parameters);
  });
  trackProperty(decoders, "completed", (decoder) => decoder);
  trackProperty(lists, "ready", (list) => (isObject(list) ? owners.get(list) : null));
  replaceGetter(decoders, "tracks", (original, decoder) => {
    const list = original();
    if (isObject(list) && isObject(decoder)) owners.set(list, decoder);
    return list;
  });
  replaceMethod(decoders, "decode", (decode) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      const answer: unknown = Reflect.apply(decode, this, parameters);
      if (!(answer instanceof Promise)) return answer;
      const given: unknown = isObject(parameters[0]) ? Reflect.get(parameters[0], "frameIndex") : undefined;
      const isDue = request(this, Number(given ?? 0), answer);
      return track("ImageDecoder.decode", answer, isDue);
    }
    return replacement;
  });
}
