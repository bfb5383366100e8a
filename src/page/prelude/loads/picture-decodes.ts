import { type Method, replaceMethod } from "../native/native-look.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import type { AsyncOrder, Registered } from "./async-order.ts";
import { nativeGetter, nativeMethod } from "./native-method.ts";

type Realm = Window & typeof globalThis;

// A picture that has loaded and needs no decoding, such as an SVG, is there within so many.
const microtasksAtOnce = 4;

/** A call of `decode()` that has not been answered. */
interface Decode {
  readonly registered: Registered;
  readonly reject: (reason: unknown) => void;
  /** Passes the browser's answer to the page; null until there is one. */
  answer: (() => void) | null;
}

interface Parts {
  readonly real: Pick<RealPrimitives, "queueMicrotask" | "turn">;
  readonly order: AsyncOrder;
  /** Tells of a picture whose load has not been delivered. */
  readonly isLoading: (picture: object) => boolean;
}

/**
 * Orders what `decode()` of pictures answers. In the browser the refusal of a picture that fails, and the answer of one
 * that needs no decoding, come just before the event that ends the load; other pictures are decoded after it. Those whose
 * source is replaced are refused.
 */
export class PictureDecodes {
  readonly #parts: Parts;
  readonly #classes: Pick<Realm, "DOMException">;
  readonly #pending = new WeakMap<object, Set<Decode>>();
  readonly #answered = new WeakSet();
  readonly #decode: Method;

  constructor(realm: Realm, parts: Parts) {
    const { DOMException, HTMLImageElement, SVGImageElement } = realm;
    this.#parts = parts;
    this.#classes = { DOMException };
    const { prototype } = HTMLImageElement;
    const [decodeImage, decodeSvgImage] = [prototype, SVGImageElement.prototype].map((owner) =>
      nativeMethod(owner, "decode"),
    );
    this.#decode = function decode(this: object): unknown {
      const native = this instanceof HTMLImageElement ? decodeImage : decodeSvgImage;
      return native === undefined ? undefined : Reflect.apply(native, this, []);
    };
    const isComplete = nativeGetter(prototype, "complete");
    const width = nativeGetter(prototype, "naturalWidth");
    // A picture without a source, or a broken one, is refused within the same task.
    const isRefused = (picture: object): boolean =>
      picture instanceof HTMLImageElement &&
      isComplete?.(picture) === true &&
      width?.(picture) === 0 &&
      !parts.isLoading(picture);
    const hold = (picture: object, answer: Promise<unknown>): Promise<unknown> => this.#hold(picture, answer);
    for (const owner of [prototype, SVGImageElement.prototype]) {
      replaceMethod(owner, "decode", (decode) => {
        function replacement(this: object): unknown {
          const answer: unknown = Reflect.apply(decode, this, []);
          return answer instanceof Promise && !isRefused(this) ? hold(this, answer) : answer;
        }
        return replacement;
      });
    }
  }

  /**
   * Call before the event that ends the load of a picture. Resolves in a task after the answers that come before it;
   * null if the page waits for none.
   */
  answerBefore(picture: object, hasFailed: boolean): Promise<void> | null {
    const isAwaited = (this.#pending.get(picture)?.size ?? 0) > 0;
    return isAwaited ? this.#answerBefore(picture, hasFailed) : null;
  }

  /**
   * Call when the source of a picture has been replaced. Returns a function that refuses the calls made before: how far
   * the browser was with them depends on the machine.
   */
  onReplaced(picture: object): () => void {
    this.#answered.delete(picture);
    const replaced = [...(this.#pending.get(picture) ?? [])];
    return () => {
      for (const decode of replaced) {
        if (!this.#end(picture, decode)) continue;
        decode.reject(new this.#classes.DOMException("The source image cannot be decoded.", "EncodingError"));
      }
    };
  }

  /** True if the page has an answer for the source of a picture, and so knows that it is complete. */
  hasAnswered(picture: object): boolean {
    return this.#answered.has(picture);
  }

  async #answerBefore(picture: object, hasFailed: boolean): Promise<void> {
    if (!hasFailed && !(await this.#isReadyAtOnce(picture))) return;
    for (const decode of [...(this.#pending.get(picture) ?? [])]) {
      const { answer } = decode;
      if (answer !== null) this.#answer(picture, decode, answer);
    }
    await this.#parts.real.turn();
  }

  /** True if a picture that has loaded needs no decoding. The browser does not tell, but answers at once. */
  async #isReadyAtOnce(picture: object): Promise<boolean> {
    let isReady = false;
    const answer: unknown = Reflect.apply(this.#decode, picture, []);
    if (!(answer instanceof Promise)) return false;
    answer.then(() => {
      isReady = true;
    }, ignore);
    await this.#passMicrotasks();
    return isReady;
  }

  #hold(picture: object, native: Promise<unknown>): Promise<unknown> {
    const registered = this.#parts.order.expect("HTMLImageElement.decode");
    let isNew = true;
    void this.#passMicrotasks().then(() => {
      isNew = false;
    });
    return new Promise<unknown>((resolve, reject) => {
      const decode: Decode = { registered, reject, answer: null };
      const pending = this.#pending.get(picture) ?? new Set();
      pending.add(decode);
      this.#pending.set(picture, pending);
      const onAnswered = (answer: () => void): void => {
        decode.answer = answer;
        const deliver = (): void => {
          this.#answer(picture, decode, answer);
        };
        if (isNew) deliver();
        else registered.complete(deliver);
      };
      native.then(
        (value) => {
          onAnswered(() => {
            resolve(value);
          });
        },
        (reason: unknown) => {
          onAnswered(() => {
            // The page must see the browser's own reason.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
            reject(reason);
          });
        },
      );
    });
  }

  /** False if it had ended before. */
  #end(picture: object, decode: Decode): boolean {
    decode.registered.release();
    return this.#pending.get(picture)?.delete(decode) === true;
  }

  #answer(picture: object, decode: Decode, answer: () => void): void {
    if (!this.#end(picture, decode)) return;
    this.#answered.add(picture);
    answer();
  }

  async #passMicrotasks(): Promise<void> {
    for (let passed = 0; passed < microtasksAtOnce; passed += 1) {
      await new Promise<void>((resolve) => {
        this.#parts.real.queueMicrotask(resolve);
      });
    }
  }
}

const ignore = (): void => undefined;
