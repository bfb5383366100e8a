import { EventEmitter } from "node:events";
import type { CDPSession } from "puppeteer-core";

/** Session of a page whose browser is played by the test. */
export interface FakeSession {
  readonly session: CDPSession;
  /** Commands sent, in order. */
  readonly sent: readonly string[];
  emit(event: string, payload: object): void;
}

/** Creates a session whose commands return the result of `answer`, which may never resolve. */
export function createFakeSession(answer: (command: string) => Promise<object>): FakeSession {
  const events = new EventEmitter();
  const sent: string[] = [];
  const session = {
    id: () => "session",
    on: events.on.bind(events),
    once: events.once.bind(events),
    send: async (command: string): Promise<object> => {
      sent.push(command);
      return await answer(command);
    },
  };
  return {
    // Only the part that the tested code uses.
    session: session as unknown as CDPSession,
    sent,
    emit: (event, payload) => events.emit(event, payload),
  };
}

/** An answer that never arrives. */
export const silence = new Promise<never>(() => undefined);
