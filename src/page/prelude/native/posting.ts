import { replaceMethod } from "./native-look.ts";

/** The callbacks that get the receiver of each `postMessage`. */
interface PostingCalls {
  beforePost?(receiver: object, message: unknown): void;
  /** `transfer` moves with the message. Not called for a message that the browser refuses. */
  onPosted(receiver: object, transfer: readonly unknown[]): void;
}

/** Watches the messages that are posted by the objects of a class, or by a worker itself. */
export function replacePosting(owner: object, { beforePost, onPosted }: PostingCalls): void {
  replaceMethod(owner, "postMessage", (post) => {
    function replacement(this: object, ...parameters: unknown[]): unknown {
      beforePost?.(this, parameters[0]);
      if (parameters.length < 2) {
        const result: unknown = Reflect.apply(post, this, parameters);
        onPosted(this, nothing);
        return result;
      }
      const { passed, transfer } = readTransfer(parameters);
      const result: unknown = Reflect.apply(post, this, passed);
      onPosted(this, transfer);
      return result;
    }
    return replacement;
  });
}

const nothing: readonly unknown[] = [];

interface Transfer {
  /** The parameters for the browser, which reads an iterator and a getter only once. */
  readonly passed: readonly unknown[];
  readonly transfer: readonly unknown[];
}

/** Reads the second parameter of `postMessage` and `structuredClone`: a list, or options with one. */
export function readTransfer(parameters: readonly unknown[]): Transfer {
  const [message, second, ...rest] = parameters;
  if (typeof second !== "object" || second === null) return { passed: parameters, transfer: nothing };
  if (isIterable(second)) {
    const transfer = [...second];
    return { passed: [message, transfer, ...rest], transfer };
  }
  const list: unknown = Reflect.get(second, "transfer");
  const isList = typeof list === "object" && list !== null && isIterable(list);
  const transfer = isList ? [...list] : nothing;
  // A getter of the page is read once.
  const options: unknown = Object.create(second, { transfer: { value: isList ? transfer : list } });
  return { passed: [message, options, ...rest], transfer };
}

function isIterable(value: object): value is Iterable<unknown> {
  return typeof Reflect.get(value, Symbol.iterator) === "function";
}
