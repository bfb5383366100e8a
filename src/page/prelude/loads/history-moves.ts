import type { AsyncOrder } from "./async-order.ts";
import type { HeldEvents } from "./held-events.ts";
import { replaceMethod } from "../native/native-look.ts";
import { isObject } from "./native-method.ts";

type Realm = Window & typeof globalThis;

/** Makes the order wait for a page's navigations in its own history. */
export function orderHistory(realm: Realm, order: AsyncOrder, events: HeldEvents): void {
  const { navigation } = realm;
  let isMoving = false;

  function expect(delta: number): void {
    const index = (navigation.currentEntry?.index ?? 0) + delta;
    // Other entries leave the page, and a missing entry does nothing.
    const isOwn = navigation.entries()[index]?.sameDocument === true;
    if (!isOwn || delta === 0 || isMoving) return;
    isMoving = true;
    const registered = order.expect("a step in the history", { owner: "script" });
    const onMoved = (event: Event): void => {
      if (!event.isTrusted) return;
      events.unhear(realm, "popstate", onMoved);
      isMoving = false;
      registered.releaseAfterTask();
    };
    events.hear(realm, "popstate", onMoved);
  }

  function expectUntil(committed: Promise<unknown>): void {
    const { releaseAfterTask } = order.expect("a step in the history", { owner: "script" });
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
        expect(step ?? (Math.trunc(Number(parameters[0] ?? 0)) || 0));
      }
      return replacement;
    });
  }
}
