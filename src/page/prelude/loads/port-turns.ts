import type { HeldEvents } from "./held-events.ts";
import type { KnownPort } from "./known-port.ts";
import type { PageTasks } from "./page-tasks.ts";

interface Parts {
  readonly tasks: PageTasks;
  readonly events: HeldEvents;
}

/**
 * The turns of messages between ports of one realm. As in the browser, the first message to an idle port is a task where it
 * was posted. The others become tasks when the page has been given a message before them, so whatever it has queued until
 * then comes first: the timer that it sets after it has posted the next message, for example.
 */
export class PortTurns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Call when a started port is posted to, before its message is added. */
  onPosted(known: KnownPort): void {
    if (!known.isRead && countUnread(known) === 0) known.places.push(this.#parts.tasks.takeOrder());
    this.#parts.tasks.onSent();
  }

  /** Call when a port is started. */
  onStarted({ places, queue }: KnownPort): void {
    this.#parts.tasks.onSent(queue.length);
    if (queue.length > 0) places.push(this.#parts.tasks.takeOrder());
  }

  /** Lets the page have the first message that is queued for a port, or holds it until its turn. */
  admitQueued(known: KnownPort, event: Event): void {
    const { tasks, events } = this.#parts;
    const { held } = known;
    tasks.onLost();
    const end = (): void => {
      known.isRead = false;
      while (known.places.length < countUnread(known)) known.places.push(tasks.takeOrder());
    };
    const begin = (): void => {
      known.places.shift();
      known.isRead = true;
    };
    const run = (): void => {
      held.splice(held.indexOf(event), 1);
      if (known.isGone) return;
      begin();
      const running = events.letGo(known.port, event);
      if (running === undefined) tasks.atEnd(end);
      else void running.then(end);
    };
    const place = (): number => known.places[Math.max(0, held.indexOf(event))] ?? Infinity;
    if (tasks.admit(run, place)) {
      begin();
      tasks.atEnd(end);
    } else hold(known, event);
  }

  /** The same for a message of which nobody told. */
  admitUntold(known: KnownPort, event: Event): void {
    const { tasks, events } = this.#parts;
    const { held } = known;
    const run = (): void => {
      held.splice(held.indexOf(event), 1);
      if (!known.isGone) void events.letGo(known.port, event);
    };
    if (!tasks.admit(run)) hold(known, event);
  }
}

/** How many messages a port has got that the page has not been given. */
function countUnread({ queue, held }: KnownPort): number {
  return queue.length + held.length;
}

function hold({ held }: KnownPort, event: Event): void {
  event.stopImmediatePropagation();
  held.push(event);
}
