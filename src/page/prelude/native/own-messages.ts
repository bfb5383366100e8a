// The browser's own getters: if the page had replaced one, it would get the event, and with it the port.
const { prototype } = globalThis.MessageEvent;

function reader(name: string): (event: MessageEvent) => unknown {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (event) => {
    const value: unknown = getter === undefined ? undefined : Reflect.apply(getter, event, []);
    return value;
  };
}

// Each reads what its name says, so the types are those of the DOM.
/* eslint-disable @typescript-eslint/consistent-type-assertions */
/** Reads messages of Framegate's own. */
export const readMessage = {
  data: reader("data") as <Data>(event: MessageEvent<Data>) => Data,
  ports: reader("ports") as (event: MessageEvent) => readonly MessagePort[],
  source: reader("source") as (event: MessageEvent) => MessageEventSource | null,
  origin: reader("origin") as (event: MessageEvent) => string,
};
/* eslint-enable @typescript-eslint/consistent-type-assertions */

const { addEventListener } = globalThis.EventTarget.prototype;

/** Listens for messages of Framegate's own, unseen by a page that replaces the method. */
export function listenAt<Data>(port: MessagePort, listener: (event: MessageEvent<Data>) => void): void {
  Reflect.apply(addEventListener, port, ["message", listener]);
}

/** Whether an event is a message of the browser's class, whatever its type. */
export function isMessage(event: Event): event is MessageEvent {
  try {
    Reflect.apply(readMessage.data, null, [event]);
    return true;
  } catch {
    return false;
  }
}
