import { type DomStub, isDomStub, stubElement } from "../../formats/dom-stubs.ts";

type Realm = Window & typeof globalThis;

/** Replaces APIs of a realm with stubs, and adds the elements that a game's own page would have had. */
export function applyStubs(ids: readonly string[], realm: Realm): void {
  for (const id of ids) {
    if (isDomStub(id)) appliers[id](realm);
    const element = stubElement(id);
    if (element === null) continue;
    const made = realm.document.createElement(element.tag);
    made.id = element.id;
    realm.document.body.append(made);
  }
}

const appliers: Readonly<Record<DomStub, (realm: Realm) => void>> = {
  fullscreen: ({ Element, Document }) => {
    Element.prototype.requestFullscreen = resolveNothing;
    Document.prototype.exitFullscreen = resolveNothing;
  },
  history: ({ History }) => {
    History.prototype.pushState = doNothing;
    History.prototype.replaceState = doNothing;
  },
  notifications: ({ Notification }) => {
    Notification.requestPermission = () => Promise.resolve("denied");
  },
  "service-worker": ({ ServiceWorkerContainer }) => {
    ServiceWorkerContainer.prototype.register = () => new Promise<never>(doNothing);
  },
  share: ({ Navigator, Clipboard }) => {
    Navigator.prototype.share = resolveNothing;
    Clipboard.prototype.writeText = resolveNothing;
  },
  speech: ({ SpeechSynthesis }) => {
    SpeechSynthesis.prototype.speak = doNothing;
  },
  title: ({ document }) => {
    let title = document.title;
    Object.defineProperty(document, "title", {
      configurable: true,
      get: () => title,
      set: (value: unknown) => {
        title = String(value);
      },
    });
  },
  vibration: ({ Navigator }) => {
    Navigator.prototype.vibrate = () => true;
  },
};

function doNothing(): void {
  // A stub.
}

function resolveNothing(): Promise<void> {
  return Promise.resolve();
}
