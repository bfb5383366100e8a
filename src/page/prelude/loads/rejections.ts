import type { HeldEvents } from "./held-events.ts";
import { nativeGetter, prototypeOf } from "./native-method.ts";
import type { PageTasks } from "./page-tasks.ts";

/** A report of a rejection that waits for its turn. */
interface Report {
  isDropped: boolean;
}

/**
 * Orders the events that report rejections. The browser sends them in a task that it queues at the end of the one that
 * caused them, so the timers without a delay that were set in that task, and a load that comes next, run before them. A rejection that one of those
 * handles is not reported.
 */
export function orderRejections(realm: Window & typeof globalThis, tasks: PageTasks, events: HeldEvents): void {
  const prototype = prototypeOf(realm, "PromiseRejectionEvent");
  const promiseOf = prototype === null ? null : nativeGetter(prototype, "promise");
  const waiting = new Map<unknown, Report>();
  events.hear(realm, "unhandledrejection", (event) => {
    if (!event.isTrusted) return;
    const promise = promiseOf?.(event);
    const place = tasks.takeOrder();
    const report: Report = { isDropped: false };
    const isHeld = tasks.holdBehind(() => {
      waiting.delete(promise);
      if (!report.isDropped) void events.letGo(realm, event);
    }, place);
    if (!isHeld) return;
    event.stopImmediatePropagation();
    waiting.set(promise, report);
  });
  events.hear(realm, "rejectionhandled", (event) => {
    if (!event.isTrusted) return;
    const report = waiting.get(promiseOf?.(event));
    if (report === undefined) return;
    report.isDropped = true;
    event.stopImmediatePropagation();
  });
}
