import type { HeldEvents } from "./held-events.ts";
import type { PageTasks } from "./page-tasks.ts";

/**
 * Puts the events of a new fragment in the page's address among the timers and messages of the page. As in the browser,
 * they are tasks that the navigation queues, and it tells so within the call.
 */
export function orderHashChanges(
  realm: Window & typeof globalThis,
  { events, tasks }: { readonly events: HeldEvents; readonly tasks: PageTasks },
): void {
  const { HashChangeEvent, NavigateEvent, navigation } = realm;
  let queued: { readonly url: string; readonly place: number }[] = [];
  events.hear(navigation, "navigate", (event) => {
    if (!event.isTrusted || !(event instanceof NavigateEvent) || !event.hashChange) return;
    tasks.onSent();
    queued.push({ url: event.destination.url, place: tasks.takeOrder() });
  });
  events.hear(realm, "hashchange", (event) => {
    if (!event.isTrusted || !(event instanceof HashChangeEvent)) return;
    const { newURL } = event;
    const known = queued.find(({ url }) => url === newURL);
    // Of navigations that the page has prevented or handled itself there is no event.
    const count = known === undefined ? 0 : queued.indexOf(known) + 1;
    tasks.onLost(count);
    queued = queued.slice(count);
    const place = known?.place ?? tasks.takeOrder();
    const run = (): void => {
      void events.letGo(realm, event);
    };
    if (!tasks.admit(run, () => place)) event.stopImmediatePropagation();
  });
}
