import { EventEmitter } from "node:events";
import type { CDPSession } from "puppeteer-core";

/** A page's session in which tests are the browser. */
export interface FakeSession {
  readonly session: CDPSession;
  /** Commands that were sent, in order. */
  readonly sent: readonly string[];
  emit(event: string, payload: object): void;
}

/** Creates a session whose commands get the answer that `answer` gives, which may never come. */
export function createFakeSession(answer: (command: string) => Promise<object>): FakeSession {
  const events = new EventEmitter();
  const sent: string[] = [];
  const session = {
    on: events.on.bind(events),
    once: events.once.bind(events),
    send: async (command: string): Promise<object> => {
      sent.push(command);
      return await answer(command);
    },
  };
  return {
    // Only what the code under test uses of it.
    session: session as unknown as CDPSession,
    sent,
    emit: (event, payload) => events.emit(event, payload),
  };
}

/** What is never answered. */
export const silence = new Promise<never>(() => undefined);
