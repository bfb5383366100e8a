import { type Method, prototypeOf, replaceMethod } from "../native/native-look.ts";
import type { AsyncOrder } from "./async-order.ts";
import { isObject } from "./native-method.ts";

/** A promise of `{ done, value }`, as the browser gives it. */
type Step = Promise<unknown>;

/** How far the page has read a directory. */
interface Listing {
  /** Null until the page takes the first step. */
  steps: Promise<readonly Step[]> | null;
  position: number;
}

/**
 * Orders the entries of directories. The browser lists a directory in batches, and how many have arrived when the page
 * takes a step depends on the machine. So the first step waits for all of them, as one request, and no other step waits.
 */
export function orderDirectoryListings(realm: Window & typeof globalThis, order: AsyncOrder): void {
  const directories = prototypeOf(realm, "FileSystemDirectoryHandle");
  if (directories === null) return;
  const listings = new WeakMap<object, Listing>();
  const known = new WeakSet();
  // Only the iterators themselves lead to their prototype.
  const watch = (iterator: object): void => {
    listings.set(iterator, { steps: null, position: 0 });
    const prototype = Reflect.getPrototypeOf(iterator);
    if (prototype === null || known.has(prototype)) return;
    known.add(prototype);
    holdSteps(prototype, listings, order);
  };
  for (const name of ["entries", "keys", "values"]) {
    replaceMethod(directories, name, (original) => {
      function replacement(this: unknown): unknown {
        const iterator: unknown = Reflect.apply(original, this, []);
        if (isObject(iterator)) watch(iterator);
        return iterator;
      }
      return replacement;
    });
  }
  // The specification makes them one function.
  const entries: unknown = Reflect.get(directories, "entries");
  Object.defineProperty(directories, Symbol.asyncIterator, { value: entries });
}

function holdSteps(prototype: object, listings: WeakMap<object, Listing>, order: AsyncOrder): void {
  replaceMethod(prototype, "next", (next) => {
    async function take(iterator: object, listing: Listing): Promise<unknown> {
      const { position } = listing;
      listing.position += 1;
      listing.steps ??= order.track("the entries of a directory", readSteps(iterator, next));
      const steps = await listing.steps;
      // After its end, the browser's own iterator answers at once.
      return await (steps[position] ?? Reflect.apply(next, iterator, []));
    }
    function replacement(this: unknown): unknown {
      const listing = isObject(this) ? listings.get(this) : undefined;
      return isObject(this) && listing !== undefined ? take(this, listing) : Reflect.apply(next, this, []);
    }
    return replacement;
  });
}

/** Takes all steps of an iterator. The last one is its end or its failure. */
async function readSteps(iterator: object, next: Method): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (;;) {
    const step = Promise.resolve(Reflect.apply(next, iterator, []));
    steps.push(step);
    if (await isLast(step)) return steps;
  }
}

async function isLast(step: Step): Promise<boolean> {
  try {
    const result = await step;
    return !isObject(result) || Reflect.get(result, "done") === true;
  } catch {
    return true;
  }
}
