/** Stubs in an ingested game, by their ids. An id such as `canvas#game` creates that element. */
export const domStubs = {
  fullscreen: "requestFullscreen() and exitFullscreen() resolve, and nothing becomes larger.",
  history: "history.pushState() and replaceState() do nothing, and the address stays the harness's.",
  notifications: "Notification.requestPermission() resolves to denied.",
  "service-worker": "navigator.serviceWorker.register() never resolves, and nothing is registered.",
  share: "navigator.share() and clipboard.writeText() resolve.",
  speech: "speechSynthesis.speak() says nothing.",
  title: "document.title keeps the game's value, but the tab does not show it.",
  vibration: "navigator.vibrate() answers true.",
} as const satisfies Readonly<Record<string, string>>;

/** The id of a stub that is not an element. */
export type DomStub = keyof typeof domStubs;

/** An element that the game's own page would have had. */
export interface StubElement {
  readonly tag: string;
  readonly id: string;
}

const elementPattern = /^([a-z][a-z\d-]*)?#([\w-]+)$/u;

/** The element that a stub's id describes; null if the id does not describe one. `#app` is a `div`. */
export function stubElement(stub: string): StubElement | null {
  const [, tag = "div", id] = elementPattern.exec(stub) ?? [];
  return id === undefined ? null : { tag, id };
}

/** Whether a text is the id of a stub. */
export function isDomStub(stub: string): stub is DomStub {
  return Object.hasOwn(domStubs, stub);
}
