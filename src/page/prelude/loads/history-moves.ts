import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { replaceMethod } from "../native/native-look.ts";
import { isObject } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/**
 * Steps in the history that a page and its frames share. A step moves one of them, and only that one is told: by
 * `popstate`, or by `navigate` or `pagehide` if it leaves its document.
 */
export class HistorySteps {
  /** By document, and true for the outermost one. */
  readonly #histories = new Map<Navigation, boolean>();
  #onMoved: (() => void) | null = null;

  /** Call once in each document. */
  follow(realm: Realm, events: HeldEvents): void {
    const { NavigateEvent, navigation } = realm;
    this.#histories.set(navigation, realm.frameElement === null);
    const onMoved = ({ isTrusted }: Event): void => {
      if (isTrusted) this.#onMoved?.();
    };
    events.hear(realm, "popstate", onMoved);
    events.hear(realm, "pagehide", (event) => {
      if (event.isTrusted) this.#histories.delete(navigation);
      onMoved(event);
    });
    events.hear(navigation, "navigate", (event) => {
      if (!(event instanceof NavigateEvent) || event.navigationType !== "traverse") return;
      if (!event.destination.sameDocument) onMoved(event);
    });
  }

  /** Makes `order` wait for a step that was asked for. There may be none in this direction. */
  expect(order: AsyncOrder, delta: number): void {
    if (delta === 0 || this.#onMoved !== null || !this.#isPossible(delta)) return;
    const registered = order.expect("a step in the history", { owner: "script", needs: "frames" });
    this.#onMoved = () => {
      this.#onMoved = null;
      registered.releaseAfterTask();
    };
  }

  #isPossible(delta: number): boolean {
    return Array.from(this.#histories).some(([navigation, isOutermost]) => {
      // The first empty document of a frame has no entry.
      if (navigation.currentEntry === null) return false;
      const entry = navigation.entries()[navigation.currentEntry.index + delta];
      // Another document in place of the outermost one ends the run.
      return entry !== undefined && (entry.sameDocument || !isOutermost);
    });
  }
}

/** Makes the order wait for a page's navigations in its own history. */
export function orderHistory(
  realm: Realm,
  { order, events, historySteps }: { order: AsyncOrder; events: HeldEvents; historySteps: HistorySteps },
): void {
  historySteps.follow(realm, events);

  function expectUntil(committed: Promise<unknown>): void {
    const { releaseAfterTask } = order.expect("a step in the history", { owner: "script", needs: "frames" });
    committed.then(releaseAfterTask, releaseAfterTask);
  }

  // These resolve a promise that the page sees when the entry has changed.
  for (const name of ["back", "forward", "traverseTo"]) {
    replaceMethod(realm.Navigation.prototype, name, (move) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        const moved: unknown = Reflect.apply(move, this, parameters);
        const committed: unknown = isObject(moved) ? Reflect.get(moved, "committed") : null;
        if (committed instanceof Promise) expectUntil(committed);
        return moved;
      }
      return replacement;
    });
  }
  for (const [name, step] of [
    ["back", -1],
    ["forward", 1],
    ["go", null],
  ] as const) {
    replaceMethod(realm.History.prototype, name, (move) => {
      function replacement(this: unknown, ...parameters: unknown[]): void {
        Reflect.apply(move, this, parameters);
        historySteps.expect(order, step ?? (Math.trunc(Number(parameters[0] ?? 0)) || 0));
      }
      return replacement;
    });
  }
}
